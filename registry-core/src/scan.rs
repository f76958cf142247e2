//! Finds each argument's JSON text in one pass, so that every argument is decoded alone.

use std::borrow::Cow;

use serde_json::Value;

use crate::entry::Param;
use crate::nearest::nearest;
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
    if params.len() > INLINE {
        slots.heap = vec![None; params.len()];
    }
    let mut cursor = Cursor { text, at: 0 };
    cursor.space();
    match cursor.peek() {
        Some(b'{') => cursor.at += 1,
        // Models send nothing, or null, where a tool takes nothing.
        None => return Ok(()),
        Some(_) if text.trim_ascii() == b"null" => return Ok(()),
        Some(_) => return Err(not_an_object(text)),
    }
    let mut expected = 0;
    cursor.space();
    if cursor.peek() == Some(b'}') {
        cursor.at += 1;
        return cursor.end().ok_or_else(|| malformed(text));
    }
    loop {
        let (key, value) = cursor.pair().ok_or_else(|| malformed(text))?;
        match find(params, key, expected) {
            Some(index) if slots.get(index).is_none() => {
                *slots.slot(index) = Some(value);
                expected = index + 1;
            }
            _ => odd(key, value, params, slots, violations).ok_or_else(|| malformed(text))?,
        }
        cursor.space();
        match cursor.peek() {
            Some(b',') => cursor.at += 1,
            Some(b'}') => {
                cursor.at += 1;
                return cursor.end().ok_or_else(|| malformed(text));
            }
            _ => return Err(malformed(text)),
        }
    }
}

/// The parameter of a key as it stands between its quotes.
///
/// Arguments mostly come in the order of the parameters, so the next one is tried first.
fn find(params: &[Param], key: &[u8], expected: usize) -> Option<usize> {
    let is = |param: &Param| {
        param.name.as_bytes() == key && matches!(param.shape, crate::entry::Shape::Json(_))
    };
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
) -> Option<()> {
    let quoted = [b"\"", key, b"\""].concat();
    let key = serde_json::from_slice::<String>(&quoted).ok()?;
    match find(params, key.as_bytes(), 0) {
        Some(index) if slots.get(index).is_some() => violations.push(
            Violation::new(pointer(&key), format!("`{key}` is given twice"))
                .hint("give each argument once"),
        ),
        Some(index) => *slots.slot(index) = Some(value),
        None => violations.push(unknown(&key, params)),
    }
    Some(())
}

/// A JSON pointer (RFC 6901) to one argument.
pub(crate) fn pointer(name: &str) -> String {
    format!("/{}", name.replace('~', "~0").replace('/', "~1"))
}

#[cold]
fn unknown(key: &str, params: &[Param]) -> Violation {
    let names: Vec<&str> = params
        .iter()
        .filter(|param| matches!(param.shape, crate::entry::Shape::Json(_)))
        .map(|param| param.name)
        .collect();
    let violation = Violation::new(pointer(key), format!("there is no argument `{key}`"));
    match nearest(key, names.iter().copied()) {
        Some(name) => violation.hint(format!("did you mean `{name}`?")),
        None if names.is_empty() => violation.hint("this tool takes no arguments"),
        None => violation.hint(format!("the arguments are: {}", names.join(", "))),
    }
}

#[cold]
fn not_an_object(text: &[u8]) -> Violation {
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
fn malformed(text: &[u8]) -> Violation {
    let reason = match serde_json::from_slice::<serde::de::IgnoredAny>(text) {
        Err(error) => error.to_string(),
        Ok(_) => "not UTF-8 text".to_owned(),
    };
    Violation::new("", format!("the arguments are not valid JSON: {reason}"))
        .hint("send one JSON object, such as {\"name\": \"value\"}")
}

struct Cursor<'a> {
    text: &'a [u8],
    at: usize,
}

impl<'a> Cursor<'a> {
    fn peek(&self) -> Option<u8> {
        self.text.get(self.at).copied()
    }

    fn space(&mut self) {
        while matches!(self.peek(), Some(b' ' | b'\n' | b'\t' | b'\r')) {
            self.at += 1;
        }
    }

    fn expect(&mut self, byte: u8) -> Option<()> {
        (self.peek() == Some(byte)).then(|| self.at += 1)
    }

    fn end(&mut self) -> Option<()> {
        self.space();
        (self.at == self.text.len()).then_some(())
    }

    /// A key without its quotes and its value, neither decoded.
    fn pair(&mut self) -> Option<(&'a [u8], &'a [u8])> {
        self.space();
        let start = self.at + 1;
        self.string()?;
        let key = self.text.get(start..self.at - 1)?;
        self.space();
        self.expect(b':')?;
        self.space();
        Some((key, self.value()?))
    }

    /// Goes past a string.
    fn string(&mut self) -> Option<()> {
        self.expect(b'"')?;
        // Most keys and many values are short: a plain look is over before a search is set up.
        let near = self.text.get(self.at..)?.iter().take(16);
        if let Some(end) = near.take_while(|byte| **byte != b'\\').position(|byte| *byte == b'"') {
            self.at += end + 1;
            return Some(());
        }
        loop {
            self.at += memchr::memchr2(b'"', b'\\', self.text.get(self.at..)?)?;
            if self.text[self.at] == b'"' {
                self.at += 1;
                return Some(());
            }
            self.at += 2;
        }
    }

    /// Any value, found by its end alone: decoding finds what is wrong inside.
    fn value(&mut self) -> Option<&'a [u8]> {
        let start = self.at;
        let mut depth = 0usize;
        loop {
            match self.peek()? {
                b'"' => {
                    self.string()?;
                }
                b'{' | b'[' => {
                    depth += 1;
                    self.at += 1;
                    continue;
                }
                b'}' | b']' if depth > 0 => {
                    depth -= 1;
                    self.at += 1;
                }
                b'}' | b']' | b',' if depth == 0 => return None,
                b',' | b':' | b' ' | b'\n' | b'\t' | b'\r' => {
                    self.at += 1;
                    continue;
                }
                _ => self.scalar(),
            }
            if depth == 0 {
                return self.text.get(start..self.at);
            }
        }
    }

    fn scalar(&mut self) {
        while !matches!(
            self.peek(),
            None | Some(b',' | b'}' | b']' | b':' | b' ' | b'\n' | b'\t' | b'\r' | b'"')
        ) {
            self.at += 1;
        }
    }
}
