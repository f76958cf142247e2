//! Who asks: the agent, its scopes, and the state of its session.

use std::collections::BTreeSet;

/// Who makes a call or asks for a list.
///
/// ```
/// use registry_core::Caller;
/// let caller = Caller::agent("architect").scope("fs.write").authenticated().stage("edit");
/// assert_eq!(caller.name(), Some("architect"));
/// assert!(caller.has_scope("fs.write"));
/// ```
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Caller {
    name: Option<String>,
    scopes: BTreeSet<String>,
    authenticated: bool,
    stage: Option<String>,
    flags: BTreeSet<String>,
}

impl Caller {
    /// A caller known by its agent's name.
    pub fn agent(name: impl Into<String>) -> Self {
        Self { name: Some(name.into()), ..Self::default() }
    }

    /// A caller of whom nothing is known.
    #[must_use]
    pub fn anonymous() -> Self {
        Self::default()
    }

    /// Adds a scope, such as `fs.write`.
    #[must_use]
    pub fn scope(mut self, scope: impl Into<String>) -> Self {
        self.scopes.insert(scope.into());
        self
    }

    /// The caller has signed in.
    #[must_use]
    pub fn authenticated(mut self) -> Self {
        self.authenticated = true;
        self
    }

    /// The stage of the caller's session, such as `checkout`.
    #[must_use]
    pub fn stage(mut self, stage: impl Into<String>) -> Self {
        self.stage = Some(stage.into());
        self
    }

    /// Adds a feature flag.
    #[must_use]
    pub fn flag(mut self, flag: impl Into<String>) -> Self {
        self.flags.insert(flag.into());
        self
    }

    /// The agent's name.
    #[must_use]
    pub fn name(&self) -> Option<&str> {
        self.name.as_deref()
    }

    /// Whether the caller has exactly this scope.
    #[must_use]
    pub fn has_scope(&self, scope: &str) -> bool {
        self.scopes.contains(scope)
    }

    /// The scopes, in order.
    pub fn scopes(&self) -> impl Iterator<Item = &str> {
        self.scopes.iter().map(String::as_str)
    }

    /// Whether the caller has signed in.
    #[must_use]
    pub fn is_authenticated(&self) -> bool {
        self.authenticated
    }

    /// The stage of the caller's session.
    #[must_use]
    pub fn current_stage(&self) -> Option<&str> {
        self.stage.as_deref()
    }

    /// Whether a feature flag is on for the caller.
    #[must_use]
    pub fn has_flag(&self, flag: &str) -> bool {
        self.flags.contains(flag)
    }
}
