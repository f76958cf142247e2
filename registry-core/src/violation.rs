//! What is wrong with the arguments of a call, one value at a time.

use serde::Serialize;

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
