//! Which tools to show: the selection, its text form, and its resolution against visible tools.

mod parse;
mod resolve;
#[cfg(test)]
mod tests;

use std::fmt;
use std::str::FromStr;

use serde::{Deserialize, Deserializer, Serialize, Serializer, de};

pub(crate) use resolve::{Candidate, MethodCandidate, Resolved, Selected, resolve};

/// A choice of tools and methods, by name or by set.
///
/// It is a list of entries, or one text with `;` between them (a last `;` may stand). White space
/// around every part is ignored.
///
/// | entry | selects |
/// |---|---|
/// | `Editor` | the tool with all its methods, or the function |
/// | `Editor:read,write` | these methods of the tool |
/// | `<all>` | everything visible |
/// | `#files` | what has the tag: whole tools, or just the methods that have it |
/// | `@fs` | the tools of the group |
/// | `Brow*`, `Browser:go*`, `*:read*` | what matches, where `*` stands for any text |
/// | `-` before any of these | removes it from what stands so far |
///
/// Entries apply in order and add up. A tool named twice keeps its first place, and its methods
/// keep theirs. A list of nothing but removals means everything but those; an empty list selects
/// nothing. A function has no methods: nothing with a `:` selects or removes one.
///
/// ```
/// use registry_core::Selection;
///
/// let listed = Selection::parse_list(["Editor: read, write", "#web", "-Browser:download"])?;
/// let text: Selection = "Editor:read,write; #web; -Browser:download;".parse()?;
/// assert_eq!(listed, text);
/// assert_eq!(text.to_string(), "Editor:read,write;#web;-Browser:download");
///
/// let error = "Editor:".parse::<Selection>().unwrap_err();
/// assert_eq!(
///     error.to_string(),
///     "`Editor:`: no method stands after the `:`; write `Editor` for all its methods"
/// );
/// # Ok::<(), registry_core::SelectionError>(())
/// ```
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct Selection {
    entries: Vec<Entry>,
}

#[derive(Debug, Clone, PartialEq, Eq, Hash)]
struct Entry {
    remove: bool,
    what: What,
}

#[derive(Debug, Clone, PartialEq, Eq, Hash)]
enum What {
    All,
    Tag(String),
    Group(String),
    /// Both may hold `*`; no methods = all of them.
    Named {
        tool: String,
        methods: Vec<String>,
    },
}

impl Selection {
    /// Everything visible.
    #[must_use]
    pub fn all() -> Self {
        Self { entries: vec![Entry { remove: false, what: What::All }] }
    }

    /// Nothing.
    #[must_use]
    pub fn none() -> Self {
        Self { entries: Vec::new() }
    }

    /// Reads a list of entries; each may hold several with `;` between them.
    ///
    /// An empty list selects nothing, but a blank entry is an error: it is more likely a slip than
    /// a wish.
    ///
    /// # Errors
    ///
    /// When entries are malformed; the error tells of all of them.
    ///
    /// ```
    /// use registry_core::Selection;
    ///
    /// assert_eq!(Selection::parse_list(["Editor", "Browser"])?.to_string(), "Editor;Browser");
    /// assert_eq!(Selection::parse_list::<[&str; 0]>([])?, Selection::none());
    /// assert!(Selection::parse_list([""]).is_err());
    /// # Ok::<(), registry_core::SelectionError>(())
    /// ```
    pub fn parse_list<I>(entries: I) -> Result<Self, SelectionError>
    where
        I: IntoIterator,
        I::Item: AsRef<str>,
    {
        parse::list(entries)
    }

    /// Whether this is [`Selection::all`], so that there is nothing to look up.
    #[must_use]
    pub fn is_all(&self) -> bool {
        *self == Self::all()
    }

    /// Each entry as text.
    pub fn entries(&self) -> impl Iterator<Item = String> {
        self.entries.iter().map(ToString::to_string)
    }

    /// Adds a tool with all its methods, or a function.
    ///
    /// The name is taken as it is; whether there is such a tool shows when the selection is used.
    ///
    /// ```
    /// use registry_core::Selection;
    ///
    /// let selection = Selection::none().tool("Browser").method("Editor", "read");
    /// assert_eq!(selection.to_string(), "Browser;Editor:read");
    /// ```
    #[must_use]
    pub fn tool(self, name: impl Into<String>) -> Self {
        self.named(name.into(), Vec::new())
    }

    /// Adds one method of a tool; the names are taken as they are.
    #[must_use]
    pub fn method(mut self, tool: impl Into<String>, method: impl Into<String>) -> Self {
        let (tool, method) = (tool.into(), method.into());
        match self.entries.last_mut() {
            Some(Entry { remove: false, what: What::Named { tool: last, methods } })
                if *last == tool && !methods.is_empty() =>
            {
                push_new(methods, method);
                self
            }
            _ => self.named(tool, vec![method]),
        }
    }

    /// This selection, then the entries of `other`: what `other` adds is added and what it removes
    /// is removed.
    ///
    /// ```
    /// use registry_core::Selection;
    ///
    /// let most: Selection = "-Terminal".parse()?;
    /// assert_eq!(most.and("Terminal:ls".parse()?).to_string(), "<all>;-Terminal;Terminal:ls");
    /// # Ok::<(), registry_core::SelectionError>(())
    /// ```
    #[must_use]
    pub fn and(self, other: Selection) -> Self {
        other.entries.into_iter().fold(self, Self::push)
    }

    fn named(self, tool: String, methods: Vec<String>) -> Self {
        self.push(Entry { remove: false, what: What::Named { tool, methods } })
    }

    fn push(mut self, entry: Entry) -> Self {
        // Removals alone start from everything; with an addition after them they no longer would.
        if self.only_removes() && !entry.remove {
            self.entries.insert(0, Entry { remove: false, what: What::All });
        }
        self.entries.push(entry);
        self
    }

    fn only_removes(&self) -> bool {
        !self.entries.is_empty() && self.entries.iter().all(|entry| entry.remove)
    }
}

fn push_new<T: PartialEq>(list: &mut Vec<T>, item: T) {
    if !list.contains(&item) {
        list.push(item);
    }
}

/// Everything visible.
impl Default for Selection {
    fn default() -> Self {
        Self::all()
    }
}

/// The entries with `;` between them; parses back to the same selection.
impl fmt::Display for Selection {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (index, entry) in self.entries.iter().enumerate() {
            let separator = if index == 0 { "" } else { ";" };
            write!(f, "{separator}{entry}")?;
        }
        Ok(())
    }
}

impl fmt::Display for Entry {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}{}", if self.remove { "-" } else { "" }, self.what)
    }
}

impl fmt::Display for What {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::All => f.write_str("<all>"),
            Self::Tag(tag) => write!(f, "#{tag}"),
            Self::Group(group) => write!(f, "@{group}"),
            Self::Named { tool, methods } if methods.is_empty() => f.write_str(tool),
            Self::Named { tool, methods } => write!(f, "{tool}:{}", methods.join(",")),
        }
    }
}

/// A blank text selects nothing.
impl FromStr for Selection {
    type Err = SelectionError;

    fn from_str(text: &str) -> Result<Self, SelectionError> {
        if text.trim().is_empty() { Ok(Self::none()) } else { Self::parse_list([text]) }
    }
}

impl TryFrom<&str> for Selection {
    type Error = SelectionError;

    fn try_from(text: &str) -> Result<Self, SelectionError> {
        text.parse()
    }
}

impl TryFrom<String> for Selection {
    type Error = SelectionError;

    fn try_from(text: String) -> Result<Self, SelectionError> {
        text.parse()
    }
}

impl Serialize for Selection {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_str(self)
    }
}

impl<'de> Deserialize<'de> for Selection {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        String::deserialize(deserializer)?.parse().map_err(de::Error::custom)
    }
}

/// What `select` takes: a [`Selection`], or a list of entries such as `["Editor", "#web"]`.
///
/// ```
/// use registry_core::{IntoSelection, Selection};
///
/// let from_config: Vec<String> = vec!["Editor:read".into(), "#web".into()];
/// assert_eq!(from_config.into_selection()?, "Editor:read;#web".parse()?);
/// assert_eq!(Selection::all().into_selection()?, Selection::all());
/// # Ok::<(), registry_core::SelectionError>(())
/// ```
#[diagnostic::on_unimplemented(
    message = "`{Self}` is not a selection of tools",
    note = "write a list such as `[\"Editor\", \"Web:open\"]`, or parse a text: `text.parse()?`"
)]
pub trait IntoSelection {
    /// The selection.
    ///
    /// # Errors
    ///
    /// When entries are malformed.
    fn into_selection(self) -> Result<Selection, SelectionError>;
}

impl IntoSelection for Selection {
    fn into_selection(self) -> Result<Selection, SelectionError> {
        Ok(self)
    }
}

impl<I> IntoSelection for I
where
    I: IntoIterator,
    I::Item: AsRef<str>,
{
    fn into_selection(self) -> Result<Selection, SelectionError> {
        Selection::parse_list(self)
    }
}

/// Entries that do not read as a selection; displays one line for each.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct SelectionError {
    problems: Vec<Problem>,
}

#[derive(Debug, Clone, PartialEq, Eq)]
struct Problem {
    entry: String,
    message: String,
}

impl SelectionError {
    /// Every malformed entry with what is wrong with it and what to write instead.
    ///
    /// ```
    /// use registry_core::Selection;
    ///
    /// let error = Selection::parse_list(["Editor", "Browser:", "<al>"]).unwrap_err();
    /// let entries: Vec<&str> = error.problems().map(|(entry, _)| entry).collect();
    /// assert_eq!(entries, ["Browser:", "<al>"]);
    /// ```
    pub fn problems(&self) -> impl Iterator<Item = (&str, &str)> {
        self.problems.iter().map(|problem| (problem.entry.as_str(), problem.message.as_str()))
    }
}

impl fmt::Display for SelectionError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (index, problem) in self.problems.iter().enumerate() {
            let separator = if index == 0 { "" } else { "\n" };
            write!(f, "{separator}{}", problem.message)?;
        }
        Ok(())
    }
}

impl std::error::Error for SelectionError {}
