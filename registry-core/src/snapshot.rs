//! The tools of a registry at one revision; it never changes once it is made.

use std::borrow::Cow;
use std::collections::BTreeMap;
use std::sync::{Arc, OnceLock};

use crate::record::Record;
use crate::view::ViewInner;

/// Records by the names of their tools.
pub(crate) type Records = BTreeMap<Cow<'static, str>, Arc<Record>>;

/// An immutable set of tools, sorted by name.
#[derive(Debug, Default)]
pub struct Snapshot {
    pub(crate) revision: u64,
    pub(crate) records: Records,
    /// The view of everything, for trusted calls; made when first used.
    pub(crate) whole: OnceLock<Arc<ViewInner>>,
}

impl Snapshot {
    /// The revision: it grows by one with every change.
    #[must_use]
    pub fn revision(&self) -> u64 {
        self.revision
    }

    /// How many tools there are.
    #[must_use]
    pub fn len(&self) -> usize {
        self.records.len()
    }

    /// Whether there is none.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.records.is_empty()
    }

    /// The tools in the order of their names.
    pub fn tools(&self) -> impl Iterator<Item = &Arc<crate::Tool>> {
        self.records.values().map(|record| record.tool())
    }
}
