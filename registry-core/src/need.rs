//! What an injected parameter needs from the registry, so that `build()` can say what is missing.

use std::any::{TypeId, type_name};

/// Typed state that a parameter needs: `State<T>` needs `builder.state(value of T)`.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Need {
    pub(crate) id: TypeId,
    pub(crate) type_name: &'static str,
}

impl Need {
    /// The need for state of type `T`.
    #[must_use]
    pub fn state<T: Send + Sync + 'static>() -> Self {
        Self { id: TypeId::of::<T>(), type_name: type_name::<T>() }
    }
}
