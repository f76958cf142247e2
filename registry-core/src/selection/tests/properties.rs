//! What holds for every selection.

use std::collections::BTreeSet;

use proptest::prelude::*;

use super::super::resolve::Unknown;
use super::super::*;
use super::{VISIBLE, callables, parse};

fn name() -> impl Strategy<Value = String> {
    "[a-zA-Zéक_./9*][a-zA-Z0-9é\u{301}_./@*-]{0,6}"
}

fn entry() -> impl Strategy<Value = Entry> {
    let named = (name(), prop::collection::btree_set(name(), 0..3))
        .prop_map(|(tool, methods)| What::Named { tool, methods: Vec::from_iter(methods) });
    let what = prop_oneof![
        Just(What::All),
        name().prop_map(What::Tag),
        name().prop_map(What::Group),
        named
    ];
    (any::<bool>(), what).prop_map(|(remove, what)| Entry { remove, what })
}

fn any_selection() -> impl Strategy<Value = Selection> {
    prop::collection::vec(entry(), 0..5).prop_map(|entries| Selection { entries })
}

/// Entries that name something visible.
fn good(removals: bool) -> impl Strategy<Value = Selection> {
    let what = prop::sample::select(vec![
        "Editor",
        "Editor:read",
        "Editor:write, list",
        "Terminal",
        "Terminal:run",
        "plain",
        "add",
        "github:read",
        "#files",
        "#danger",
        "#net",
        "@fs",
        "*:read",
        "Browser:go*",
        "<all>",
        "p*",
    ]);
    let text = (prop::bool::weighted(if removals { 0.4 } else { 0.0 }), what)
        .prop_map(|(remove, what)| format!("{}{what}", if remove { "-" } else { "" }));
    prop::collection::vec(text, 0..6).prop_map(|list| Selection::parse_list(list).unwrap())
}

fn order(selection: &Selection) -> Vec<String> {
    callables(selection, &VISIBLE)
}

fn tools(selection: &Selection) -> Vec<usize> {
    resolve(selection, &VISIBLE).complete().unwrap().iter().map(|selected| selected.tool).collect()
}

fn set(selection: &Selection) -> BTreeSet<String> {
    BTreeSet::from_iter(order(selection))
}

proptest! {
    #[test]
    fn display_parses_back(selection in any_selection()) {
        let text = selection.to_string();
        prop_assert_eq!(text.parse::<Selection>(), Ok(selection.clone()));
        if !selection.entries.is_empty() {
            prop_assert_eq!(Selection::parse_list(selection.entries()), Ok(selection));
        }
    }

    #[test]
    fn any_text_parses_or_says_why(text in "\\PC*|[A<>al:#@*,; -]{0,12}") {
        match text.parse::<Selection>() {
            Ok(selection) => prop_assert_eq!(selection.to_string().parse(), Ok(selection)),
            Err(error) => prop_assert!(error.problems().count() > 0),
        }
    }

    /// Whatever parses resolves to distinct callables or to sentences.
    #[test]
    fn resolving_never_repeats(selection in any_selection()) {
        if resolve(&selection, &VISIBLE).unknown.is_empty() {
            prop_assert_eq!(order(&selection).len(), set(&selection).len());
        }
    }

    /// One letter too many, too few or changed: an error or another reading, never a panic.
    #[test]
    fn slips_are_told(
        selection in good(true),
        at in any::<prop::sample::Index>(),
        slip: Option<char>,
    ) {
        let mut text: Vec<char> = selection.tool("add").to_string().chars().collect();
        let at = at.index(text.len());
        text.splice(at..=at, slip);
        let text = String::from_iter(text);
        if let Ok(selection) = text.parse::<Selection>() {
            let written = |unknown: &Unknown| {
                let (tool, methods) = unknown.name.split_once(':').unwrap_or((&unknown.name, ""));
                selection.entries().any(|e| e.contains(tool) && e.contains(methods))
            };
            prop_assert!(resolve(&selection, &VISIBLE).unknown.iter().all(written));
        }
    }

    #[test]
    fn white_space_is_insignificant(selection in any_selection(), spaces in "[ \t\n]{0,2}") {
        let mut text = selection.to_string();
        for mark in [";", ":", ","] {
            text = text.replace(mark, &format!("{spaces}{mark}{spaces}"));
        }
        let text = format!("{spaces}{text}{spaces}");
        prop_assert_eq!(text.parse(), Ok(selection));
    }

    #[test]
    fn additions_unite(a in good(false), b in good(false)) {
        let both = parse(&format!("{a};{b}").trim_matches(';').replace(";;", ";"));
        prop_assert_eq!(&a.clone().and(b.clone()), &both);
        prop_assert_eq!(set(&both), &set(&a) | &set(&b));
        prop_assert!(tools(&both).starts_with(&tools(&a)));
    }

    #[test]
    fn and_starts_from_the_first(a in good(true), b in good(false)) {
        prop_assert_eq!(set(&a.clone().and(b.clone())), &set(&a) | &set(&b));
    }

    #[test]
    fn twice_is_once(mixed in good(true), added in good(false)) {
        let twice = |s: &Selection| Selection::parse_list(s.entries().chain(s.entries())).unwrap();
        prop_assert_eq!(set(&twice(&mixed)), set(&mixed));
        prop_assert_eq!(order(&twice(&added)), order(&added));
    }

    #[test]
    fn removing_is_the_complement(removed in good(false)) {
        let removed = removed.tool("add");
        let negative = removed.entries().map(|entry| format!("-{entry}"));
        let negative = Selection::parse_list(negative).unwrap();
        prop_assert_eq!(set(&negative), &set(&Selection::all()) - &set(&removed));
    }
}
