//! Reads the text form of a selection.

use super::{Entry, Problem, Selection, SelectionError, What, push_new};

pub(super) fn list<I>(strings: I) -> Result<Selection, SelectionError>
where
    I: IntoIterator,
    I::Item: AsRef<str>,
{
    let (mut entries, mut problems) = (Vec::new(), Vec::new());
    for string in strings {
        let string = string.as_ref().trim();
        // One `;` at the end closes the last entry; it does not begin another.
        for text in string.strip_suffix(';').unwrap_or(string).split(';').map(str::trim) {
            match entry(text, entries.len() + problems.len() + 1) {
                Ok(entry) => entries.push(entry),
                Err(message) => problems.push(Problem { entry: text.to_owned(), message }),
            }
        }
    }
    if problems.is_empty() { Ok(Selection { entries }) } else { Err(SelectionError { problems }) }
}

fn entry(text: &str, position: usize) -> Result<Entry, String> {
    if text.is_empty() {
        return Err(format!(
            "entry {position} is empty; write a name, write `<all>` for everything, or leave it out"
        ));
    }
    let (remove, rest) = match text.strip_prefix('-') {
        Some(rest) => (true, rest.trim_start()),
        None => (false, text),
    };
    match what(rest, if remove { "-" } else { "" }) {
        Ok(what) => Ok(Entry { remove, what }),
        // Escaped, so that text from outside cannot break the line or hide in it.
        Err(message) => Err(format!("`{}`: {message}", text.escape_debug())),
    }
}

/// Reads what stands behind the `sign` of an entry.
fn what(text: &str, sign: &str) -> Result<What, String> {
    match text.chars().next() {
        None => Err("nothing stands after the `-`; write `-Name` to remove a tool".into()),
        Some('-') => {
            let name = text.trim_start_matches(|c: char| c == '-' || c.is_whitespace());
            let name = if name.is_empty() { "Name" } else { name };
            Err(format!("one `-` is enough; write `-{name}`"))
        }
        Some('<') => word(text, sign),
        Some('#') => label(&text[1..], sign, '#', "tag").map(What::Tag),
        Some('@') => label(&text[1..], sign, '@', "group").map(What::Group),
        Some(_) => named(text, sign),
    }
}

fn word(text: &str, sign: &str) -> Result<What, String> {
    if text == "<all>" {
        return Ok(What::All);
    }
    match parts(text).as_slice() {
        ["<all>", methods @ ..] if !methods.is_empty() => {
            Err(format!("`<all>` takes no methods; write `{}`", callable(sign, "*", methods)))
        }
        _ => Err(format!("there is no such word; did you mean `{sign}<all>`?")),
    }
}

fn label(text: &str, sign: &str, mark: char, kind: &str) -> Result<String, String> {
    let text = text.trim_start();
    if text.is_empty() {
        return Err(format!("the {kind} is missing; write `{sign}{mark}{kind}`"));
    }
    if text.contains(':') {
        let methods = callable(sign, "Name", parts(text).get(1..).unwrap_or_default());
        return Err(format!("a {kind} takes no methods; select them by name, as in `{methods}`"));
    }
    name(text, ";", &format!("{sign}{mark}"))
}

fn named(text: &str, sign: &str) -> Result<What, String> {
    let Some((tool, methods)) = text.split_once(':') else {
        return Ok(What::Named { tool: name(text, ";", sign)?, methods: Vec::new() });
    };
    let (tool, listed) = (tool.trim(), parts(methods));
    let right = callable(sign, if tool.is_empty() { "Name" } else { tool }, &listed);
    if tool.is_empty() {
        return Err(format!("no tool stands before the `:`; write `{right}`"));
    }
    if listed.is_empty() {
        return Err(format!("no method stands after the `:`; write `{right}` for all its methods"));
    }
    if methods.contains(':') {
        return Err(format!("one `:` is enough; write `{right}`"));
    }
    if methods.split(',').any(|method| method.trim().is_empty()) {
        return Err(format!("a method is missing next to a `,`; write `{right}`"));
    }
    let tool = name(tool, ";", sign)?;
    let mut methods = Vec::new();
    for method in listed {
        push_new(&mut methods, name(method, ",", "")?);
    }
    Ok(What::Named { tool, methods })
}

/// The names between `:` and `,`.
fn parts(text: &str) -> Vec<&str> {
    text.split([',', ':']).map(str::trim).filter(|part| !part.is_empty()).collect()
}

/// An entry as it should be written.
fn callable(sign: &str, tool: &str, methods: &[&str]) -> String {
    let colon = if methods.is_empty() { "" } else { ":" };
    format!("{sign}{tool}{colon}{}", methods.join(","))
}

/// Checks one name; several of its kind have `separator` between them and `prefix` before each.
fn name(text: &str, separator: &str, prefix: &str) -> Result<String, String> {
    if let Some(first @ ('-' | '@')) = text.chars().next() {
        let bare = text.trim_start_matches(|c: char| c == first || c.is_whitespace());
        let bare = if bare.is_empty() { "name" } else { bare };
        return Err(format!("`{first}` stands only before a whole entry; write `{prefix}{bare}`"));
    }
    let Some(illegal) = text.chars().find(|&c| !in_name(c)) else {
        return Ok(text.to_owned());
    };
    let gap = |c: char| c == ',' || c.is_whitespace();
    let names: Vec<_> = text.split(gap).filter(|name| !name.is_empty()).collect();
    if gap(illegal) && names.len() > 1 {
        let names: Vec<_> = names.iter().map(|name| format!("{prefix}{name}")).collect();
        return Err(format!(
            "a name has no white space and no `,`; several are written `{}`",
            names.join(separator)
        ));
    }
    Err(format!(
        "`{}` cannot stand in a name; write letters, digits, `_`, `.`, `-`, `/`, `@`, or `*` for \
         any text",
        illegal.escape_debug()
    ))
}

fn in_name(c: char) -> bool {
    c.is_alphanumeric() || "_.-/@*".contains(c) || is_mark(c)
}

/// A combining mark, which many scripts need to write a letter.
///
/// The standard library does not tell directly, but escapes marks only where nothing stands before
/// them; what it always escapes is invisible.
fn is_mark(c: char) -> bool {
    let alone = c.escape_debug().count() > 1;
    alone && format!("a{c}").escape_debug().count() == 2
}
