//! Where in a JSON text an error of decoding happened, as a JSON pointer.

use std::ops::Range;

use crate::cursor::Cursor;
use crate::schema::escape;
use crate::violation::Violation;

/// What serde refused in `text`, told at its place under `path`; `again` decodes another text.
///
/// serde knows a line and a column and no field, so the innermost value that ends there is sought.
/// What was read by way of a buffer (inside `flatten` and untagged enums) is told at the value that
/// was buffered.
pub(crate) fn violation(
    text: &[u8],
    path: &str,
    error: &serde_json::Error,
    again: impl Fn(&[u8]) -> Option<serde_json::Error>,
) -> Violation {
    // Without the position, which counts from the start of this one text.
    let said = error.to_string();
    let said = said.split(" at line ").next().unwrap_or(&said);
    if error.classify() != serde_json::error::Category::Data {
        return Violation::new(path, format!("the value is not valid JSON: {said}"));
    }
    let mut path = path.to_owned();
    if let Some(offset) = offset_of(text, error) {
        let mut at = 0;
        while let Some((segment, inside)) = part_with(text, at, offset)
            .or_else(|| last_part(text, at, offset).filter(|part| is_at_fault(text, part, &again)))
        {
            path.push('/');
            path.push_str(&escape(&segment));
            at = inside.start;
        }
    }
    Violation::new(path, said)
}

/// The byte that serde was at; lines count from 1, columns from 0.
fn offset_of(text: &[u8], error: &serde_json::Error) -> Option<usize> {
    let mut start = 0;
    for _ in 1..error.line() {
        start += memchr::memchr(b'\n', text.get(start..)?)? + 1;
    }
    (error.line() > 0).then_some(start + error.column())
}

type Part = (String, Range<usize>);

/// The part of the value at `at` that `offset` is in or at the end of.
///
/// When an item of an array is refused, serde still goes to the begin of the next one.
fn part_with(text: &[u8], at: usize, offset: usize) -> Option<Part> {
    let array = text[at] == b'[';
    let parts = Cursor::new(text, at).parts();
    let next = |i: usize| parts.get(i + 1).filter(|_| array).map(|(_, next)| next.start);
    let reaches = |i: usize, part: &Range<usize>| part.start..=next(i).unwrap_or(part.end);
    let index = (0..parts.len()).find(|&i| reaches(i, &parts[i].1).contains(&offset))?;
    parts.into_iter().nth(index)
}

/// The last part of the value at `at`, where `offset` is past that part.
///
/// An error that a type makes itself has no position until serde adds one, and by then it has read
/// the closing bracket.
fn last_part(text: &[u8], at: usize, offset: usize) -> Option<Part> {
    let parts = Cursor::new(text, at).parts();
    parts.into_iter().next_back().filter(|(_, range)| range.end < offset)
}

/// Whether the error comes from that last part and not from the whole: if more follows it, serde
/// stops before what follows.
fn is_at_fault(
    text: &[u8],
    (_, part): &Part,
    again: &impl Fn(&[u8]) -> Option<serde_json::Error>,
) -> bool {
    let rest = &text[part.end..];
    let more: &[u8] = match rest.trim_ascii_start().first() {
        Some(b'}') => b",\"\":0",
        _ => b",0",
    };
    let longer = [&text[..part.end], more, rest].concat();
    let offset = again(&longer).and_then(|error| offset_of(&longer, &error));
    offset.is_some_and(|offset| (part.start..=part.end + 1).contains(&offset))
}
