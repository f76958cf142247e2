//! What a program sees of the main job, from outside. One binary: every tool here is visible to
//! every test, so names are unique to their module.

mod calls;
mod collection;
mod declaring;
mod exports;
mod instances;
mod run_time;
mod streams;

use tool_registry::prelude::*;

/// A registry of every tool in this binary.
fn registry() -> Registry {
    Registry::builder()
        .state(declaring::Greeting("hello".into()))
        .provide(instances::Shelf { books: vec!["Dune".into()] })
        .build()
        .unwrap_or_else(|error| panic!("{error}"))
}
