//! Doc comments as text for models: first paragraph, the rest, and the `# Errors` section.

/// A doc comment taken apart.
#[derive(Debug, Default, PartialEq, Eq)]
pub(crate) struct Docs {
    pub(crate) description: String,
    pub(crate) long: Option<String>,
    /// One entry per item of the `# Errors` section.
    pub(crate) failures: Vec<String>,
}

/// Text up to the first blank line.
pub(crate) fn first_paragraph(text: &'static str) -> &'static str {
    let text = text.trim();
    match text.find("\n\n") {
        Some(end) => text[..end].trim_end(),
        None => text,
    }
}

impl Docs {
    /// Takes a doc comment apart; indentation, blank lines and code inside are kept.
    pub(crate) fn parse(text: &str) -> Self {
        let mut first = Vec::new();
        let mut rest = Vec::new();
        let mut errors = Vec::new();
        let (mut in_errors, mut in_code) = (false, false);
        for line in text.trim_matches('\n').lines() {
            let line = line.trim_end();
            if line.trim_start().starts_with("```") {
                in_code = !in_code;
            }
            if !in_code && line.starts_with('#') {
                let heading = line.trim_start_matches('#').trim();
                in_errors = heading.eq_ignore_ascii_case("errors");
                if in_errors {
                    continue;
                }
            }
            if in_errors {
                errors.push(line);
            } else if rest.is_empty() && (first.is_empty() || !line.is_empty()) {
                if !line.is_empty() {
                    first.push(if first.is_empty() { line.trim_start() } else { line });
                }
            } else {
                rest.push(line);
            }
        }
        // The first blank line parts the two; any more belong to the second.
        let long = rest.get(1..).unwrap_or_default().join("\n");
        let long = long.trim_end();
        Self {
            description: first.join("\n"),
            long: (!long.is_empty()).then(|| long.to_owned()),
            failures: failures(&errors),
        }
    }
}

/// A list item or a blank line opens a new failure; other lines go on with the last one.
fn failures(lines: &[&str]) -> Vec<String> {
    let mut found = vec![String::new()];
    for line in lines {
        let line = line.trim_start();
        let item = line.strip_prefix("- ").or_else(|| line.strip_prefix("* "));
        if item.is_some() || line.is_empty() {
            found.push(String::new());
        }
        if let Some(last) = found.last_mut() {
            if !last.is_empty() {
                last.push(' ');
            }
            last.push_str(item.unwrap_or(line));
        }
    }
    found.retain(|failure| !failure.is_empty());
    found
}

/// Description and long description as one text, as providers get it.
pub(crate) fn full_text(description: &str, long: Option<&str>) -> String {
    match long {
        Some(long) if description.is_empty() => long.to_owned(),
        Some(long) => format!("{description}\n\n{long}"),
        None => description.to_owned(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn first_paragraph_rest_and_errors() {
        let docs = Docs::parse(
            "Reads a\ntext file.\n\nLines count from 1.\n\n# Errors\n\n- not_found: no such file\n- \
             too_large: over\n  one MiB\n\n# Notes\n\nNone.",
        );
        assert_eq!(docs.description, "Reads a\ntext file.");
        assert_eq!(docs.long.as_deref(), Some("Lines count from 1.\n\n# Notes\n\nNone."));
        assert_eq!(docs.failures, ["not_found: no such file", "too_large: over one MiB"]);
    }

    #[test]
    fn blank_lines_and_indentation_survive() {
        let docs = Docs::parse("Add.\n\n  - item \"q\" \\");
        assert_eq!(full_text(&docs.description, docs.long.as_deref()), "Add.\n\n  - item \"q\" \\");
        assert_eq!(Docs::parse("").description, "");
        assert_eq!(Docs::parse("\n\nLate start.").description, "Late start.");
    }

    #[test]
    fn an_errors_section_in_prose() {
        let docs = Docs::parse("Reads.\n\n# Errors\nWhen the file\nis gone.\n\nWhen it is huge.");
        assert_eq!(docs.failures, ["When the file is gone.", "When it is huge."]);
        assert_eq!(docs.long, None);
    }
}
