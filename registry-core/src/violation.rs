//! What is wrong with the arguments of a call, one value at a time.

use serde::Serialize;

use crate::nearest::nearest;
use crate::schema::escape;

/// How many names a hint lists.
const NAMES_IN_HINT: usize = 10;

/// One value of a call's arguments that does not fit, or is missing, or is unknown.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[non_exhaustive]
pub struct Violation {
    /// JSON pointer (RFC 6901) into the arguments, such as `/range/from`; empty for the whole.
    pub path: String,
    /// One sentence for the model: what is wrong at `path`.
    pub message: String,
    /// What would fit, such as `an integer from 0 to 255`.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub expected: Option<String>,
    /// What came, shortened, such as `the string "ten"`.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub got: Option<String>,
    /// The mend, where one is likely, such as ``did you mean `path`?``.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub hint: Option<String>,
}

impl Violation {
    /// A violation at a JSON pointer, told in one sentence.
    pub fn new(path: impl Into<String>, message: impl Into<String>) -> Self {
        Self { path: path.into(), message: message.into(), expected: None, got: None, hint: None }
    }

    /// The same violation, saying what would have fitted and what came instead.
    #[must_use]
    pub fn expected(mut self, expected: impl Into<String>, got: impl Into<String>) -> Self {
        self.expected = Some(expected.into());
        self.got = Some(got.into());
        self
    }

    /// The same violation with a mend.
    #[must_use]
    pub fn hint(mut self, hint: impl Into<String>) -> Self {
        self.hint = Some(hint.into());
        self
    }
}

/// The members of an object at `parent`: the call's own are its arguments.
impl Violation {
    /// A required member is not there.
    pub(crate) fn missing(parent: &str, name: &str, expected: Option<String>) -> Self {
        let message = format!("the required {} `{name}` is missing", member(parent));
        Self { expected, ..Self::new(below(parent, name), message) }
    }

    /// A member that the object does not take; `given` tells which ones it has already.
    pub(crate) fn unknown(
        parent: &str,
        name: &str,
        known: &[&str],
        given: impl Fn(&str) -> bool,
    ) -> Self {
        let member = member(parent);
        let violation = Self::new(below(parent, name), format!("there is no {member} `{name}`"));
        let free = known.iter().copied().filter(|name| !given(name));
        violation.hint(match nearest(name, free) {
            Some(near) => format!("did you mean `{near}`?"),
            None if known.is_empty() && parent.is_empty() => "this tool takes no arguments".into(),
            None if known.is_empty() => "no properties are taken here".into(),
            None => {
                let names = known.iter().take(NAMES_IN_HINT).map(|name| format!("`{name}`"));
                let more = (known.len() > NAMES_IN_HINT).then(|| "…".to_owned());
                let names: Vec<_> = names.chain(more).collect();
                let what = if parent.is_empty() { "arguments" } else { "properties" };
                format!("the {what} are {}", names.join(", "))
            }
        })
    }

    /// A member that came twice.
    pub(crate) fn repeated(parent: &str, name: &str) -> Self {
        Self::new(below(parent, name), format!("`{name}` is given twice"))
            .hint(format!("give each {} once", member(parent)))
    }
}

fn member(parent: &str) -> &'static str {
    if parent.is_empty() { "argument" } else { "property" }
}

fn below(parent: &str, name: &str) -> String {
    format!("{parent}/{}", escape(name))
}

impl std::fmt::Display for Violation {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        if !self.path.is_empty() {
            write!(f, "`{}`: ", self.path)?;
        }
        f.write_str(&self.message)?;
        if let Some(hint) = &self.hint {
            write!(f, "; {hint}")?;
        }
        Ok(())
    }
}
