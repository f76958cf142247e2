//! Finds each argument's JSON text in one pass, so that every argument is decoded alone.

use std::borrow::Cow;
use std::collections::HashSet;

use serde_json::Value;

use crate::cursor::Cursor;
use crate::entry::{Param, Shape};
use crate::schema::escape;
use crate::violation::Violation;

/// Arguments of a call: a JSON object as text, bytes or a value.
#[derive(Debug, Clone)]
pub struct Arguments<'a>(pub(crate) Cow<'a, [u8]>);

impl<'a> From<&'a str> for Arguments<'a> {
    fn from(text: &'a str) -> Self {
        Self(Cow::Borrowed(text.as_bytes()))
    }
}

impl<'a> From<&'a String> for Arguments<'a> {
    fn from(text: &'a String) -> Self {
        Self(Cow::Borrowed(text.as_bytes()))
    }
}

impl<'a> From<&'a [u8]> for Arguments<'a> {
    fn from(bytes: &'a [u8]) -> Self {
        Self(Cow::Borrowed(bytes))
    }
}

impl<'a, const N: usize> From<&'a [u8; N]> for Arguments<'a> {
    fn from(bytes: &'a [u8; N]) -> Self {
        Self(Cow::Borrowed(bytes))
    }
}

impl From<String> for Arguments<'_> {
    fn from(text: String) -> Self {
        Self(Cow::Owned(text.into_bytes()))
    }
}

impl From<Vec<u8>> for Arguments<'_> {
    fn from(bytes: Vec<u8>) -> Self {
        Self(Cow::Owned(bytes))
    }
}

impl From<Value> for Arguments<'_> {
    fn from(value: Value) -> Self {
        Self::from(&value)
    }
}

impl From<&Value> for Arguments<'_> {
    fn from(value: &Value) -> Self {
        Self(Cow::Owned(value.to_string().into_bytes()))
    }
}

/// No arguments.
impl From<()> for Arguments<'_> {
    fn from((): ()) -> Self {
        Self(Cow::Borrowed(b"{}"))
    }
}

const INLINE: usize = 12;

/// The JSON text of each parameter, by its index.
#[derive(Debug, Default)]
pub(crate) struct Slots<'a> {
    inline: [Option<&'a [u8]>; INLINE],
    /// Used instead when a tool has more parameters than fit inline.
    heap: Vec<Option<&'a [u8]>>,
}

impl<'a> Slots<'a> {
    pub(crate) fn get(&self, index: usize) -> Option<&'a [u8]> {
        let slots = if self.heap.is_empty() { &self.inline[..] } else { &self.heap };
        slots.get(index).copied().flatten()
    }

    fn slot(&mut self, index: usize) -> &mut Option<&'a [u8]> {
        if self.heap.is_empty() { &mut self.inline[index] } else { &mut self.heap[index] }
    }
}

/// Splits the object in `text` into the slots of `params`.
///
/// Unknown and repeated names become violations; text that is no JSON object is the only error.
pub(crate) fn scan<'a>(
    text: &'a [u8],
    params: &[Param],
    slots: &mut Slots<'a>,
    violations: &mut Vec<Violation>,
) -> Result<(), Violation> {
    let mut unknown = Vec::new();
    let result = split(text, params, slots, violations, &mut unknown);
    if !unknown.is_empty() {
        tell_unknown(&unknown, params, slots, violations);
    }
    result
}

/// Only when all is read is it known which arguments an unknown one may have been meant for.
#[cold]
fn tell_unknown(
    unknown: &[String],
    params: &[Param],
    slots: &Slots<'_>,
    violations: &mut Vec<Violation>,
) {
    let json = params.iter().enumerate().filter(|(_, p)| matches!(p.shape, Shape::Json(_)));
    let known: Vec<&str> = json.clone().map(|(_, param)| param.name).collect();
    let given = |name: &str| {
        json.clone().any(|(index, param)| param.name == name && slots.get(index).is_some())
    };
    violations.extend(unknown.iter().map(|key| Violation::unknown("", key, &known, given)));
}

fn split<'a>(
    text: &'a [u8],
    params: &[Param],
    slots: &mut Slots<'a>,
    violations: &mut Vec<Violation>,
    unknown: &mut Vec<String>,
) -> Result<(), Violation> {
    if params.len() > INLINE {
        slots.heap = vec![None; params.len()];
    }
    let mut cursor = Cursor::new(text, 0);
    cursor.space();
    match cursor.peek() {
        Some(b'{') => cursor.step(),
        // Models send nothing, or null, where a tool takes nothing.
        None => return Ok(()),
        Some(_) if text.trim_ascii() == b"null" => return Ok(()),
        Some(_) => return Err(not_an_object(text)),
    }
    let mut expected = 0;
    cursor.space();
    if cursor.peek() == Some(b'}') {
        cursor.step();
        return cursor.end().ok_or_else(|| malformed(text));
    }
    loop {
        let (key, value) = cursor.pair().ok_or_else(|| malformed(text))?;
        match find(params, key, expected) {
            Some(index) if slots.get(index).is_none() => {
                *slots.slot(index) = Some(value);
                expected = index + 1;
            }
            _ => odd(key, value, params, slots, violations, unknown)
                .ok_or_else(|| malformed(text))?,
        }
        cursor.space();
        match cursor.peek() {
            Some(b',') => cursor.step(),
            Some(b'}') => {
                cursor.step();
                return cursor.end().ok_or_else(|| malformed(text));
            }
            _ => return Err(malformed(text)),
        }
    }
}

/// A violation for each argument that comes again; a map of them would keep the last.
pub(crate) fn repeated(text: &[u8]) -> Vec<Violation> {
    let start = text.iter().position(|byte| *byte == b'{').unwrap_or(0);
    let parts = Cursor::new(text, start).parts();
    let mut seen = HashSet::new();
    let again = parts.iter().filter(|(key, _)| !seen.insert(key.as_str()));
    again.map(|(key, _)| Violation::repeated("", key)).collect()
}

/// The parameter of a key as it stands between its quotes.
///
/// Arguments mostly come in the order of the parameters, so the next one is tried first.
fn find(params: &[Param], key: &[u8], expected: usize) -> Option<usize> {
    let is = |param: &Param| param.name.as_bytes() == key && matches!(param.shape, Shape::Json(_));
    match params.get(expected) {
        Some(param) if is(param) => Some(expected),
        _ => params.iter().position(is),
    }
}

/// A key that is escaped, given twice or unknown; `None` when it is no text.
#[cold]
fn odd<'a>(
    key: &[u8],
    value: &'a [u8],
    params: &[Param],
    slots: &mut Slots<'a>,
    violations: &mut Vec<Violation>,
    unknown: &mut Vec<String>,
) -> Option<()> {
    let quoted = [b"\"", key, b"\""].concat();
    let key = serde_json::from_slice::<String>(&quoted).ok()?;
    match find(params, key.as_bytes(), 0) {
        Some(index) if slots.get(index).is_some() => {
            violations.push(Violation::repeated("", &key));
        }
        Some(index) => *slots.slot(index) = Some(value),
        None => unknown.push(key),
    }
    Some(())
}

/// A JSON pointer (RFC 6901) to one argument.
pub(crate) fn pointer(name: &str) -> String {
    format!("/{}", escape(name))
}

#[cold]
pub(crate) fn not_an_object(text: &[u8]) -> Violation {
    match serde_json::from_slice::<Value>(text) {
        Ok(value) => {
            let got = crate::schema::describe_value(&value);
            Violation::new("", format!("the arguments must be a JSON object, got {got}"))
                .expected("an object", got)
        }
        Err(_) => malformed(text),
    }
}

#[cold]
pub(crate) fn malformed(text: &[u8]) -> Violation {
    let reason = match serde_json::from_slice::<serde::de::IgnoredAny>(text) {
        Err(error) => error.to_string(),
        Ok(_) => "not UTF-8 text".to_owned(),
    };
    Violation::new("", format!("the arguments are not valid JSON: {reason}"))
        .hint("send one JSON object, such as {\"name\": \"value\"}")
}
