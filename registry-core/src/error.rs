//! How a call fails: one error type, one envelope.

use std::error::Error as StdError;
use std::fmt;

use serde::ser::SerializeMap;
use serde::{Deserialize, Serialize, Serializer};

use crate::violation::Violation;

/// Why a call failed, in one word that programs can match on.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
#[non_exhaustive]
pub enum ErrorCode {
    /// No such tool is visible to the caller; hidden and absent tools read the same.
    NotFound,
    /// The arguments do not fit the tool's schema; see [`CallError::violations`].
    InvalidArguments,
    /// The call needs a permission or an approval that it did not get.
    Denied,
    /// The tool did not finish in its time.
    Timeout,
    /// The caller cancelled the call.
    Cancelled,
    /// The tool panicked; the registry goes on.
    Panicked,
    /// The tool ran and reported an error of its own.
    Failed,
    /// The arguments or the result are over a size limit.
    TooLarge,
    /// The caller is over its rate.
    RateLimited,
    /// The tool exists but cannot run now, for example because its instance is missing.
    Unavailable,
}

impl ErrorCode {
    /// The code as it stands in the envelope, such as `invalid_arguments`.
    #[must_use]
    pub fn as_str(self) -> &'static str {
        match self {
            Self::NotFound => "not_found",
            Self::InvalidArguments => "invalid_arguments",
            Self::Denied => "denied",
            Self::Timeout => "timeout",
            Self::Cancelled => "cancelled",
            Self::Panicked => "panicked",
            Self::Failed => "failed",
            Self::TooLarge => "too_large",
            Self::RateLimited => "rate_limited",
            Self::Unavailable => "unavailable",
        }
    }
}

impl fmt::Display for ErrorCode {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.as_str())
    }
}

/// A call that did not give a result.
///
/// Serialises to `{"ok": false, "error": {"code", "message", "path", "hint"}}`; for
/// [`ErrorCode::InvalidArguments`] the error also holds `violations`, one for each value that is
/// wrong, and `path` and `hint` are those of the first.
pub struct CallError(Box<Inner>);

struct Inner {
    code: ErrorCode,
    message: String,
    hint: Option<String>,
    violations: Vec<Violation>,
    source: Option<Box<dyn StdError + Send + Sync>>,
}

impl CallError {
    /// An error with a code and a message for the model or the operator.
    pub fn new(code: ErrorCode, message: impl Into<String>) -> Self {
        Self(Box::new(Inner {
            code,
            message: message.into(),
            hint: None,
            violations: Vec::new(),
            source: None,
        }))
    }

    /// The tool ran and failed.
    pub fn failed(message: impl Into<String>) -> Self {
        Self::new(ErrorCode::Failed, message)
    }

    /// The tool cannot run now.
    pub fn unavailable(message: impl Into<String>) -> Self {
        Self::new(ErrorCode::Unavailable, message)
    }

    /// Arguments that do not fit; the message lists every violation.
    #[must_use]
    pub fn invalid_arguments(violations: Vec<Violation>) -> Self {
        let message = match violations.as_slice() {
            [] => "the arguments do not fit".to_owned(),
            [one] => one.to_string(),
            many => many.iter().map(ToString::to_string).collect::<Vec<_>>().join("\n"),
        };
        let hint = violations.first().and_then(|first| first.hint.clone());
        Self(Box::new(Inner {
            code: ErrorCode::InvalidArguments,
            message,
            hint,
            violations,
            source: None,
        }))
    }

    /// A tool's own error with its source chain; a `CallError` inside comes out as itself.
    pub fn from_error(error: impl Into<Box<dyn StdError + Send + Sync>>) -> Self {
        let error = match error.into().downcast::<CallError>() {
            Ok(call) => return *call,
            Err(other) => other,
        };
        let mut message = error.to_string();
        let mut cause = error.source();
        while let Some(inner) = cause {
            let text = inner.to_string();
            // Many errors repeat their source in their own text.
            if !message.contains(&text) {
                message.push_str(": ");
                message.push_str(&text);
            }
            cause = inner.source();
        }
        Self(Box::new(Inner {
            code: ErrorCode::Failed,
            message,
            hint: None,
            violations: Vec::new(),
            source: Some(error),
        }))
    }

    /// The same error with a mend.
    #[must_use]
    pub fn with_hint(mut self, hint: impl Into<String>) -> Self {
        self.0.hint = Some(hint.into());
        self
    }

    /// The code.
    #[must_use]
    pub fn code(&self) -> ErrorCode {
        self.0.code
    }

    /// What went wrong, for the model or the operator. Of a tool's own error: its text, then the
    /// texts of its sources that it does not already contain.
    #[must_use]
    pub fn message(&self) -> &str {
        &self.0.message
    }

    /// JSON pointer of the first wrong argument.
    #[must_use]
    pub fn path(&self) -> Option<&str> {
        self.0.violations.first().map(|first| first.path.as_str())
    }

    /// The mend, where one is known.
    #[must_use]
    pub fn hint(&self) -> Option<&str> {
        self.0.hint.as_deref()
    }

    /// Every wrong argument; empty for other codes than [`ErrorCode::InvalidArguments`].
    #[must_use]
    pub fn violations(&self) -> &[Violation] {
        &self.0.violations
    }
}

/// The same text: `main` and `unwrap` show it, and it is written for people.
impl fmt::Debug for CallError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}

impl fmt::Display for CallError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}: {}", self.0.code, self.0.message)?;
        match &self.0.hint {
            // A violation's text holds its own hint already.
            Some(hint) if self.0.violations.is_empty() => write!(f, "; {hint}"),
            _ => Ok(()),
        }
    }
}

impl StdError for CallError {
    fn source(&self) -> Option<&(dyn StdError + 'static)> {
        self.0.source.as_deref().map(|source| source as &(dyn StdError + 'static))
    }
}

impl Serialize for CallError {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        #[derive(Serialize)]
        struct Body<'a> {
            code: ErrorCode,
            message: &'a str,
            path: Option<&'a str>,
            hint: Option<&'a str>,
            #[serde(skip_serializing_if = "<[_]>::is_empty")]
            violations: &'a [Violation],
        }
        let mut map = serializer.serialize_map(Some(2))?;
        map.serialize_entry("ok", &false)?;
        map.serialize_entry(
            "error",
            &Body {
                code: self.0.code,
                message: &self.0.message,
                path: self.path(),
                hint: self.hint(),
                violations: &self.0.violations,
            },
        )?;
        map.end()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[derive(Debug)]
    struct Outer(std::io::Error);
    impl fmt::Display for Outer {
        fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
            f.write_str("cannot read notes.txt")
        }
    }
    impl StdError for Outer {
        fn source(&self) -> Option<&(dyn StdError + 'static)> {
            Some(&self.0)
        }
    }

    #[test]
    fn a_tools_error_keeps_its_chain() {
        let error = CallError::from_error(Outer(std::io::Error::other("disk on fire")));
        assert_eq!(error.message(), "cannot read notes.txt: disk on fire");
        assert_eq!(error.source().unwrap().source().unwrap().to_string(), "disk on fire");
        assert_eq!(
            serde_json::to_value(&error).unwrap(),
            serde_json::json!({"ok": false, "error": {"code": "failed",
                "message": "cannot read notes.txt: disk on fire", "path": null, "hint": null}})
        );
    }

    #[test]
    fn a_call_error_passes_through_unchanged() {
        let error = CallError::from_error(CallError::new(ErrorCode::RateLimited, "slow down"));
        assert_eq!(error.code(), ErrorCode::RateLimited);
        assert_eq!(error.to_string(), "rate_limited: slow down");
    }
}
