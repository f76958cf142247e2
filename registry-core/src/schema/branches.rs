//! Schemas of several forms: which one was meant, when none fits.

use serde_json::{Map, Value};

use super::describe::{alternatives, describe_form, describe_value, follow};
use super::keywords::required;
use super::number::same;
use super::refs::{escape, resolve};
use super::validate::{Checker, is_of_type};
use crate::nearest::nearest;
use crate::violation::Violation;

type Schema = Map<String, Value>;

impl Checker<'_> {
    /// Checks the keywords that put schemas together.
    pub(super) fn combined(&mut self, schema: &Schema, value: &Value) {
        if let Some(Value::String(reference)) = schema.get("$ref")
            && let Some(target) = resolve(self.root, reference)
        {
            self.in_place(target, value);
        }
        if let Some(Value::Array(parts)) = schema.get("allOf") {
            parts.iter().for_each(|part| self.in_place(part, value));
        }
        if let Some(Value::Array(forms)) = schema.get("anyOf") {
            self.one_form(forms, value);
        }
        if let Some(Value::Array(forms)) = schema.get("oneOf")
            && self.one_form(forms, value)
        {
            self.only_one_form(forms, value);
        }
        if let Some(not) = schema.get("not")
            && self.fits(not, value)
        {
            self.mismatch(|this| super::describe::describe_not(this.root, not), value);
        }
        if let Some(condition) = schema.get("if") {
            let branch = if self.fits(condition, value) { "then" } else { "else" };
            if let Some(branch) = schema.get(branch) {
                self.in_place(branch, value);
            }
        }
    }

    /// Whether the value fits one of the forms at least; if not, that is told.
    fn one_form(&mut self, forms: &[Value], value: &Value) -> bool {
        let fits = forms.iter().any(|form| self.fits(form, value));
        if !fits {
            if self.is_quiet() {
                self.fail(|this| Violation::new(&this.path, "no form fits"));
            } else {
                let told = self.tell_best(forms, value);
                self.adopt(told);
            }
        }
        fits
    }

    fn only_one_form(&mut self, forms: &[Value], value: &Value) {
        if forms.iter().filter(|form| self.fits(form, value)).count() > 1 {
            self.fail(|this| {
                Violation::new(&this.path, "this fits more than one of the allowed forms")
                    .expected("exactly one of them", describe_value(value))
            });
        }
    }

    /// The violations of the form that was meant most likely.
    fn tell_best(&mut self, forms: &[Value], value: &Value) -> Vec<Violation> {
        if let Some(violation) = self.wrong_tag(forms, value) {
            return vec![violation];
        }
        let mut best: Option<(Rank, Vec<Violation>)> = None;
        let mut tied = false;
        for form in forms {
            let violations = self.violations(form, value);
            let rank = self.rank(form, value, &violations);
            match best.as_ref().map(|(top, _)| rank.cmp(top)) {
                Some(std::cmp::Ordering::Less) => {}
                Some(std::cmp::Ordering::Equal) => tied = true,
                _ => {
                    best = Some((rank, violations));
                    tied = false;
                }
            }
        }
        match best {
            Some((_, violations)) if !tied => violations,
            _ => vec![self.no_form(forms, value)],
        }
    }

    fn rank(&self, form: &Value, value: &Value, violations: &[Violation]) -> Rank {
        let (_, form) = follow(self.root, form);
        let depth =
            |v: &Violation| v.path[self.path.len().min(v.path.len())..].matches('/').count();
        Rank {
            tags: tags_fit(form, value),
            kind: form.get("type").is_none_or(|kinds| is_of_type(kinds, value)),
            depth: violations.iter().map(depth).max().unwrap_or(0),
            known: known_names(form, value),
            few: std::cmp::Reverse(violations.len()),
        }
    }

    /// All forms share a tag, and the value's tag is none of theirs: only that is told.
    fn wrong_tag(&self, forms: &[Value], value: &Value) -> Option<Violation> {
        let object = value.as_object()?;
        let forms: Vec<_> = forms
            .iter()
            .map(|form| follow(self.root, form).1)
            .filter(|form| form.get("type").is_none_or(|kinds| is_of_type(kinds, value)))
            .collect();
        let (name, _) = tags(forms.first()?).next()?;
        let allowed: Vec<&Value> = forms
            .iter()
            .map(|form| tags(form).find(|(tag, _)| *tag == name).map(|(_, only)| only))
            .collect::<Option<_>>()?;
        let got = object.get(name);
        if got.is_some_and(|got| allowed.iter().any(|only| same(only, got))) {
            return None;
        }
        let mut list: Vec<Value> = Vec::new();
        for only in allowed {
            if !list.contains(only) {
                list.push(only.clone());
            }
        }
        Some(self.tag_violation(name, &list, got))
    }

    fn tag_violation(&self, name: &str, list: &[Value], got: Option<&Value>) -> Violation {
        let path = format!("{}/{}", self.path, escape(name));
        let expected = super::describe::one_of(list);
        let Some(got) = got else {
            return Violation::missing(&self.path, name, Some(expected));
        };
        let names = list.iter().filter_map(Value::as_str);
        let near = got.as_str().and_then(|wrong| nearest(wrong, names));
        let got = describe_value(got);
        let message = format!("expected {expected}, got {got}");
        let violation = Violation::new(path, message).expected(expected, got);
        match near {
            Some(near) => violation.hint(format!("did you mean `{near}`?")),
            None => violation,
        }
    }

    /// No form is likelier than the others.
    fn no_form(&self, forms: &[Value], value: &Value) -> Violation {
        let message = format!("matches none of the {} allowed forms", forms.len());
        let expected = alternatives(forms.iter().map(|form| describe_form(self.root, form)));
        let violation =
            Violation::new(&self.path, message).expected(expected, describe_value(value));
        let wrong = match value {
            Value::String(text) => Some(text.as_str()),
            Value::Object(map) if map.len() == 1 => map.keys().next().map(String::as_str),
            _ => None,
        };
        let names = forms.iter().filter_map(|form| variant_name(follow(self.root, form).1));
        match wrong.and_then(|wrong| nearest(wrong, names).filter(|near| *near != wrong)) {
            Some(near) => violation.hint(format!("did you mean `{near}`?")),
            None => violation,
        }
    }
}

/// How likely a form is the one meant; the greater the likelier.
#[derive(PartialEq, Eq, PartialOrd, Ord)]
struct Rank {
    tags: Tags,
    kind: bool,
    depth: usize,
    known: usize,
    few: std::cmp::Reverse<usize>,
}

#[derive(PartialEq, Eq, PartialOrd, Ord)]
enum Tags {
    Wrong,
    None,
    Right,
}

/// The properties of a form that take one value only, which tells it from other forms.
fn tags(form: &Value) -> impl Iterator<Item = (&str, &Value)> {
    let properties = form.get("properties").and_then(Value::as_object).into_iter().flatten();
    properties.filter_map(|(name, schema)| {
        let only = schema.get("const").or_else(|| {
            schema.get("enum").and_then(Value::as_array).filter(|list| list.len() == 1)?.first()
        });
        Some((name.as_str(), only?))
    })
}

fn tags_fit(form: &Value, value: &Value) -> Tags {
    let mut tags = tags(form).peekable();
    if tags.peek().is_none() {
        return Tags::None;
    }
    let fit = tags.all(|(name, only)| value.get(name).is_some_and(|got| same(only, got)));
    if fit { Tags::Right } else { Tags::Wrong }
}

/// How many of the value's properties a form knows.
fn known_names(form: &Value, value: &Value) -> usize {
    let (Some(Value::Object(properties)), Value::Object(object)) = (form.get("properties"), value)
    else {
        return 0;
    };
    object.keys().filter(|name| properties.contains_key(*name)).count()
}

/// The variant's name in a form of an externally tagged enum.
fn variant_name(form: &Value) -> Option<&str> {
    let form = form.as_object()?;
    if let Some(name) = form.get("const").and_then(Value::as_str) {
        return Some(name);
    }
    let mut names = required(form);
    names.next().filter(|_| names.next().is_none())
}
