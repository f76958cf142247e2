//! The check of a value against a schema: everything that is wrong with it, each at its place.

use std::fmt::{Display, Write};

use serde_json::{Map, Value};

use super::describe::{describe_in, describe_value, one_of};
use super::number::same;
use crate::nearest::nearest;
use crate::violation::Violation;

type Schema = Map<String, Value>;

/// How deep schemas and values may be nested, together.
const MAX_DEPTH: usize = 500;

/// How often schemas may apply to the very value that others apply to already, without descent.
const MAX_IN_PLACE: usize = 64;

/// How many forms and `$ref`s are tried in one check, against schemas made to be slow.
const MAX_STEPS: usize = 1_000_000;

/// Every way in which `value` breaks `schema`; `$ref`s point into `root`.
///
/// The paths of the violations are JSON pointers that begin with `path`. `format` is left to
/// decoding. A schema that refers to itself without descending restricts nothing.
#[must_use]
pub(crate) fn check(root: &Value, schema: &Value, value: &Value, path: &str) -> Vec<Violation> {
    let mut checker = Checker::new(root, path);
    checker.check(schema, value);
    checker.found
}

/// One run over a value.
pub(super) struct Checker<'a> {
    pub(super) root: &'a Value,
    pub(super) path: String,
    found: Vec<Violation>,
    /// Only whether the value fits is asked, so that the first violation ends the run.
    quiet: bool,
    failed: bool,
    depth: usize,
    in_place: usize,
    steps: usize,
    #[cfg(feature = "pattern")]
    pub(super) patterns: std::collections::HashMap<String, Option<regex_lite::Regex>>,
}

impl<'a> Checker<'a> {
    fn new(root: &'a Value, path: &str) -> Self {
        Self {
            root,
            path: path.to_owned(),
            found: Vec::new(),
            quiet: false,
            failed: false,
            depth: 0,
            in_place: 0,
            steps: 0,
            #[cfg(feature = "pattern")]
            patterns: std::collections::HashMap::new(),
        }
    }

    /// Whether the value fits, without telling why not.
    pub(super) fn fits(&mut self, schema: &Value, value: &Value) -> bool {
        let before = (self.quiet, self.failed);
        (self.quiet, self.failed) = (true, false);
        self.in_place(schema, value);
        let fits = !self.failed;
        (self.quiet, self.failed) = before;
        fits
    }

    /// The violations of one form, apart from those found so far.
    pub(super) fn violations(&mut self, schema: &Value, value: &Value) -> Vec<Violation> {
        let before = std::mem::take(&mut self.found);
        self.in_place(schema, value);
        std::mem::replace(&mut self.found, before)
    }

    /// Whether nobody will read what is reported now.
    pub(super) fn is_quiet(&self) -> bool {
        self.quiet
    }

    pub(super) fn fail(&mut self, violation: impl FnOnce(&Self) -> Violation) {
        self.failed = true;
        if !self.quiet {
            let violation = violation(self);
            self.found.push(violation);
        }
    }

    pub(super) fn adopt(&mut self, violations: Vec<Violation>) {
        self.failed |= !violations.is_empty();
        self.found.extend(violations);
    }

    /// The value does not fit: what would, and what it is.
    pub(super) fn mismatch(&mut self, expected: impl FnOnce(&Self) -> String, value: &Value) {
        self.fail(|this| {
            let (expected, got) = (expected(this), describe_value(value));
            Violation::new(&this.path, format!("expected {expected}, got {got}"))
                .expected(expected, got)
        });
    }

    /// Says more exactly what came, in the violation reported last.
    pub(super) fn amend_got(&mut self, got: String) {
        if let (false, Some(last)) = (self.quiet, self.found.last_mut()) {
            last.got = Some(got);
        }
    }

    /// Checks a part of the value, one step further along the path.
    pub(super) fn descend(&mut self, segment: impl Display, schema: &Value, value: &Value) {
        let (end, in_place) = (self.path.len(), self.in_place);
        // Writing to a string does not fail.
        let _ = write!(self.path, "/{segment}");
        self.in_place = 0;
        self.check(schema, value);
        self.in_place = in_place;
        self.path.truncate(end);
    }

    /// Checks the same value against one more schema.
    pub(super) fn in_place(&mut self, schema: &Value, value: &Value) {
        self.steps += 1;
        self.in_place += 1;
        if self.steps > MAX_STEPS {
            self.fail(|this| Violation::new(&this.path, "the value is too large to be checked"));
        } else if self.in_place <= MAX_IN_PLACE {
            self.check(schema, value);
        }
        self.in_place -= 1;
    }

    fn check(&mut self, schema: &Value, value: &Value) {
        if self.quiet && self.failed {
            return;
        }
        let schema = match schema {
            Value::Object(schema) => schema,
            Value::Bool(false) => return self.mismatch(|_| "nothing".to_owned(), value),
            _ => return,
        };
        if self.depth >= MAX_DEPTH {
            return self.fail(|this| Violation::new(&this.path, "the value is nested too deeply"));
        }
        self.depth += 1;
        // A value of the wrong kind breaks the other rules too; one violation says it all.
        if self.fits_kind(schema, value) {
            self.rules(schema, value);
            self.combined(schema, value);
        }
        self.depth -= 1;
    }

    /// Checks `type`, `enum` and `const`.
    fn fits_kind(&mut self, schema: &Schema, value: &Value) -> bool {
        if let Some(kinds) = schema.get("type")
            && !is_of_type(kinds, value)
        {
            self.mismatch(|this| describe_in(this.root, &schema.clone().into()), value);
            return false;
        }
        if let Some(Value::Array(list)) = schema.get("enum")
            && !list.iter().any(|one| same(one, value))
        {
            self.not_listed(list, value);
            return false;
        }
        if let Some(only) = schema.get("const")
            && !same(only, value)
        {
            self.not_listed(std::slice::from_ref(only), value);
            return false;
        }
        true
    }

    /// The value is none of a list; the nearest one is hinted at.
    pub(super) fn not_listed(&mut self, list: &[Value], value: &Value) {
        let near = value
            .as_str()
            .filter(|_| !self.quiet)
            .and_then(|wrong| nearest(wrong, list.iter().filter_map(Value::as_str)));
        self.mismatch(|_| one_of(list), value);
        if let (Some(near), false, Some(last)) = (near, self.quiet, self.found.last_mut()) {
            last.hint = Some(format!("did you mean `{near}`?"));
        }
    }
}

/// Whether a value is of a type, or of one of several.
pub(super) fn is_of_type(kinds: &Value, value: &Value) -> bool {
    let is = |kind: &str| match (kind, value) {
        // 5.0 is an integer to JSON Schema, but not to serde.
        ("integer", Value::Number(number)) => number.is_i64() || number.is_u64(),
        ("null", Value::Null)
        | ("boolean", Value::Bool(_))
        | ("number", Value::Number(_))
        | ("string", Value::String(_))
        | ("array", Value::Array(_))
        | ("object", Value::Object(_)) => true,
        _ => false,
    };
    match kinds {
        Value::String(kind) => is(kind),
        Value::Array(kinds) => kinds.iter().filter_map(Value::as_str).any(is),
        _ => true,
    }
}
