//! Finds what a selection names among the visible tools.

use std::fmt;

use super::{Entry, Selection, What, push_new};
use crate::nearest::nearest;

/// A visible tool.
#[derive(Debug)]
pub(crate) struct Candidate<'a> {
    pub(crate) name: &'a str,
    pub(crate) group: Option<&'a str>,
    pub(crate) tags: &'a [String],
    pub(crate) methods: Vec<MethodCandidate<'a>>,
    /// A free function: one callable without a method name.
    pub(crate) function: bool,
}

/// A visible method, with the tags that it alone has.
#[derive(Debug)]
pub(crate) struct MethodCandidate<'a> {
    pub(crate) name: &'a str,
    pub(crate) tags: &'a [String],
}

/// A tool with some of its methods, as indexes into the candidates, in the order of selection.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Selected {
    pub(crate) tool: usize,
    /// `[0]` for a function.
    pub(crate) methods: Vec<usize>,
}

/// A name that nothing visible has; displays as a sentence.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Unknown {
    /// As a selection writes it, such as `Editor:reed`.
    pub(crate) name: String,
    pub(crate) message: String,
}

/// What a selection names among the visible tools, and what it names that is not there.
#[derive(Debug)]
pub(crate) struct Resolved {
    pub(crate) selected: Vec<Selected>,
    pub(crate) unknown: Vec<Unknown>,
}

impl fmt::Display for Unknown {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.message)
    }
}

#[cfg(test)]
impl Resolved {
    /// What is selected, unless something is not there.
    pub(crate) fn complete(self) -> Result<Vec<Selected>, Vec<Unknown>> {
        if self.unknown.is_empty() { Ok(self.selected) } else { Err(self.unknown) }
    }
}

/// Resolves a selection against the visible tools, which are sorted by name.
///
/// What is hidden never shows in the messages.
pub(crate) fn resolve(selection: &Selection, candidates: &[Candidate<'_>]) -> Resolved {
    let visible = Visible(candidates);
    let mut standing = Standing::new(candidates.len());
    if selection.only_removes() {
        standing.add(visible.everything());
    }
    let mut unknown = Vec::new();
    for entry in &selection.entries {
        let found = visible.find(entry);
        if entry.remove {
            standing.remove(found.selected);
        } else {
            standing.add(found.selected);
        }
        found.unknown.into_iter().for_each(|one| push_new(&mut unknown, one));
    }
    Resolved { selected: standing.in_order(), unknown }
}

/// What stands after some entries: for each tool its place and its methods.
struct Standing {
    tools: Vec<Option<(usize, Vec<usize>)>>,
    next: usize,
}

impl Standing {
    fn new(tools: usize) -> Self {
        Self { tools: vec![None; tools], next: 0 }
    }

    fn add(&mut self, found: Vec<Selected>) {
        for Selected { tool, methods } in found {
            let (_, standing) = self.tools[tool].get_or_insert((self.next, Vec::new()));
            methods.into_iter().for_each(|method| push_new(standing, method));
            self.next += 1;
        }
    }

    fn remove(&mut self, found: Vec<Selected>) {
        for Selected { tool, methods } in found {
            if let Some((_, standing)) = &mut self.tools[tool] {
                standing.retain(|method| !methods.contains(method));
                if standing.is_empty() {
                    self.tools[tool] = None;
                }
            }
        }
    }

    fn in_order(self) -> Vec<Selected> {
        let tools = self.tools.into_iter().enumerate();
        let mut tools: Vec<_> = tools.filter_map(|(tool, kept)| Some((kept?, tool))).collect();
        tools.sort_by_key(|((place, _), _)| *place);
        tools.into_iter().map(|((_, methods), tool)| Selected { tool, methods }).collect()
    }
}

/// The visible tools, and nothing else.
struct Visible<'a>(&'a [Candidate<'a>]);

impl<'a> Visible<'a> {
    fn find(&self, entry: &Entry) -> Resolved {
        let text = entry.what.to_string();
        let sign = if entry.remove { "-" } else { "" };
        let (selected, message): (_, &dyn Fn() -> String) = match &entry.what {
            What::All => return all_of(self.everything()),
            // A tool's own name beats every other reading of the same text.
            _ if self.named(&text).is_some() => {
                return all_of(self.tools(|tool| tool.name == text));
            }
            What::Named { tool, methods } if !methods.is_empty() => {
                return self.methods(tool, methods, sign);
            }
            What::Tag(tag) => {
                (self.tagged(tag), &|| no_label(tag, sign, &self.tags(), &self.groups()))
            }
            What::Group(group) => {
                let of_group = |tool: &Candidate<'_>| tool.group.is_some_and(|g| matches(group, g));
                (self.tools(of_group), &|| no_label(group, sign, &self.groups(), &self.tags()))
            }
            What::Named { tool: name, .. } => {
                (self.tools(|t| matches(name, t.name)), &|| self.no_tool(name, sign))
            }
        };
        if selected.is_empty() { nothing(text, message()) } else { all_of(selected) }
    }

    fn everything(&self) -> Vec<Selected> {
        self.tools(|_| true)
    }

    fn named(&self, name: &str) -> Option<&'a Candidate<'a>> {
        self.0.iter().find(|tool| tool.name == name)
    }

    /// Whole tools.
    fn tools(&self, wanted: impl Fn(&Candidate<'_>) -> bool) -> Vec<Selected> {
        let tools = self.0.iter().enumerate().filter(|(_, tool)| wanted(tool));
        tools.map(|(index, tool)| Selected { tool: index, methods: tool.all_methods() }).collect()
    }

    /// Tools that have the tag, and of the others the methods that have it.
    fn tagged(&self, tag: &str) -> Vec<Selected> {
        let has = |tags: &[String]| tags.iter().any(|has| matches(tag, has));
        let tools = self.0.iter().enumerate();
        let selected = tools.filter_map(|(index, tool)| {
            let whole = has(tool.tags);
            let methods =
                if whole { tool.all_methods() } else { tool.methods_where(|m| has(m.tags)) };
            (whole || !methods.is_empty()).then_some(Selected { tool: index, methods })
        });
        selected.collect()
    }

    /// Some methods of the tools that match; each must be found in at least one of them.
    fn methods(&self, tool: &str, methods: &[String], sign: &str) -> Resolved {
        let whole = || format!("{tool}:{}", methods.join(","));
        if self.named(tool).is_some_and(|tool| tool.function) {
            let message = format!(
                "`{tool}` is a function, which is selected by its name alone; write `{sign}{tool}`"
            );
            return nothing(whole(), message);
        }
        let tools: Vec<_> =
            self.0.iter().enumerate().filter(|(_, c)| matches(tool, c.name)).collect();
        if tools.is_empty() {
            return nothing(whole(), self.no_near_tool(tool, sign));
        }
        let mut selected = Vec::new();
        let mut unknown = Vec::new();
        for method in methods {
            let before = selected.len();
            for &(index, candidate) in &tools {
                let methods = candidate.methods_named(method);
                if !methods.is_empty() {
                    selected.push(Selected { tool: index, methods });
                }
            }
            if selected.len() == before {
                let message = no_method(tool, method, &tools);
                unknown.push(Unknown { name: format!("{tool}:{method}"), message });
            }
        }
        // By method and then by tool up to here; the tools of one entry come in name order.
        selected.sort_by_key(|selected| selected.tool);
        Resolved { selected, unknown }
    }

    fn no_tool(&self, name: &str, sign: &str) -> String {
        match self.other_spelling(name) {
            Some(right) => format!("there is no tool `{name}`; write `{sign}{right}`"),
            None => self.no_near_tool(name, sign),
        }
    }

    fn no_near_tool(&self, name: &str, sign: &str) -> String {
        let head = if name.contains('*') { "no tool matches" } else { "there is no tool" };
        if name == "all" {
            return format!("{head} `{name}`; write `{sign}<all>` for everything");
        }
        let names: Vec<_> = self.0.iter().map(|tool| tool.name).collect();
        format!("{head} `{name}`; {}", mend(name, "", "tool", &names))
    }

    /// How the grammar writes something visible that `name` names in another way.
    fn other_spelling(&self, name: &str) -> Option<String> {
        let called = self.0.iter().find_map(|tool| {
            let rest = name.strip_prefix(tool.name)?;
            let method = [".", "/", "__"].iter().find_map(|gap| rest.strip_prefix(gap))?;
            tool.has(method).then(|| format!("{}:{method}", tool.name))
        });
        called.or_else(|| {
            let labels = [self.tags(), self.groups()];
            let label = labels.iter().find(|labels| labels.names.contains(&name))?;
            Some(format!("{}{name}", label.mark))
        })
    }

    fn tags(&self) -> Labels<'a> {
        let of_methods = |tool: &'a Candidate<'a>| tool.methods.iter().map(|method| method.tags);
        let all = self.0.iter().flat_map(|tool| std::iter::once(tool.tags).chain(of_methods(tool)));
        Labels { mark: "#", kind: "tag", names: sorted(all.flatten().map(String::as_str)) }
    }

    fn groups(&self) -> Labels<'a> {
        let names = sorted(self.0.iter().filter_map(|tool| tool.group));
        Labels { mark: "@", kind: "group", names }
    }
}

/// The tags or the groups of what is visible.
struct Labels<'a> {
    mark: &'static str,
    kind: &'static str,
    names: Vec<&'a str>,
}

impl Candidate<'_> {
    fn all_methods(&self) -> Vec<usize> {
        if self.function { vec![0] } else { (0..self.methods.len()).collect() }
    }

    fn methods_where(&self, wanted: impl Fn(&MethodCandidate<'_>) -> bool) -> Vec<usize> {
        let methods = self.methods.iter().enumerate();
        methods.filter(|(_, method)| wanted(method)).map(|(index, _)| index).collect()
    }

    /// A function has no method that could be named.
    fn methods_named(&self, name: &str) -> Vec<usize> {
        self.methods_where(|method| !self.function && matches(name, method.name))
    }

    fn has(&self, method: &str) -> bool {
        !self.function && self.methods.iter().any(|has| has.name == method)
    }
}

fn all_of(selected: Vec<Selected>) -> Resolved {
    Resolved { selected, unknown: Vec::new() }
}

fn nothing(name: String, message: String) -> Resolved {
    Resolved { selected: Vec::new(), unknown: vec![Unknown { name, message }] }
}

fn no_label(wrong: &str, sign: &str, own: &Labels<'_>, other: &Labels<'_>) -> String {
    let Labels { mark, kind, names } = own;
    let mend = if other.names.contains(&wrong) {
        format!("write `{sign}{}{wrong}` for the {}", other.mark, other.kind)
    } else {
        mend(wrong, mark, kind, names)
    };
    format!("there is no {kind} `{mark}{wrong}`; {mend}")
}

fn no_method(tool: &str, method: &str, tools: &[(usize, &Candidate<'_>)]) -> String {
    let of_types = tools.iter().filter(|(_, tool)| !tool.function);
    let names = sorted(of_types.flat_map(|(_, tool)| tool.methods.iter().map(|has| has.name)));
    let mend = mend(method, "", "method", &names);
    if tool.contains('*') {
        format!("no tool that matches `{tool}` has a method `{method}`; {mend}")
    } else {
        format!("`{tool}` has no method `{method}`; {mend}")
    }
}

/// The nearest right name, or else some of the right ones.
fn mend(wrong: &str, mark: &str, kind: &str, names: &[&str]) -> String {
    const SHOWN: usize = 8;
    if let Some(near) = nearest(&wrong.replace('*', ""), names.iter().copied()) {
        return format!("did you mean `{mark}{near}`?");
    }
    let shown: Vec<_> = names.iter().take(SHOWN).map(|name| format!("`{mark}{name}`")).collect();
    let shown = shown.join(", ");
    match names.len() {
        0 => format!("no {kind} is visible"),
        1..=SHOWN => format!("visible {kind}s: {shown}"),
        many => format!("visible {kind}s: {shown} and {} more", many - SHOWN),
    }
}

fn sorted<'a>(names: impl Iterator<Item = &'a str>) -> Vec<&'a str> {
    let mut names: Vec<_> = names.collect();
    names.sort_unstable();
    names.dedup();
    names
}

/// Whether the whole text matches, where `*` stands for any text.
fn matches(pattern: &str, text: &str) -> bool {
    let Some((head, rest)) = pattern.split_once('*') else {
        return pattern == text;
    };
    let (middle, tail) = rest.rsplit_once('*').unwrap_or(("", rest));
    let Some(mut text) = text.strip_prefix(head) else {
        return false;
    };
    // Taking each part where it first occurs leaves the most for the others: no need to go back.
    for part in middle.split('*') {
        match text.find(part) {
            Some(at) => text = &text[at + part.len()..],
            None => return false,
        }
    }
    text.ends_with(tail)
}
