//! "Did you mean": the nearest right name to one that is wrong.

/// The candidate nearest to `wrong`, if any is near enough to be a likely slip.
///
/// Case and the separators `_`, `-`, `.` do not count; of equally near candidates the first wins.
/// A part that both have in front of a dot does not count either: `Editor.delete` is not near to
/// `Editor.read` for the `Editor` in both.
pub(crate) fn nearest<'a>(
    wrong: &str,
    candidates: impl IntoIterator<Item = &'a str>,
) -> Option<&'a str> {
    let fold = |s: &str| s.to_lowercase().replace(['_', '-', '.'], "");
    let parts = wrong.rsplit_once('.').map(|(owner, method)| (owner, fold(method)));
    let whole = fold(wrong);
    let mut best: Option<(f64, &str)> = None;
    for candidate in candidates {
        let score = match (&parts, candidate.rsplit_once('.')) {
            (Some((owner, wrong)), Some((same, right))) if *owner == same => {
                strsim::jaro_winkler(wrong, &fold(right))
            }
            _ => strsim::jaro_winkler(&whole, &fold(candidate)),
        };
        if score > 0.8 && best.is_none_or(|(top, _)| score > top) {
            best = Some((score, candidate));
        }
    }
    best.map(|(_, name)| name)
}

#[cfg(test)]
mod tests {
    use super::nearest;

    #[test]
    fn a_slip_finds_its_name_and_a_stranger_none() {
        let names = ["Editor", "Terminal", "Browser"];
        assert_eq!(nearest("Editr", names), Some("Editor"));
        assert_eq!(nearest("editor", names), Some("Editor"));
        assert_eq!(nearest("Weather", names), None);
        assert_eq!(nearest("", names), None);
    }

    #[test]
    fn a_method_is_compared_without_the_type_that_both_have() {
        let names = ["Editor.read", "Editor.write"];
        assert_eq!(nearest("Editor.raed", names), Some("Editor.read"));
        assert_eq!(nearest("Editor.delete", names), None);
        assert_eq!(nearest("Editor.count_lines", names), None);
        assert_eq!(nearest("Editr.read", names), Some("Editor.read"));
    }
}
