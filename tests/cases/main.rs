//! Faults that users of other projects met, each as a small input with the right value.

mod k1_calls;
mod k1_docs;
mod k1_objects;
mod k1_types;
mod k1_values;
#[allow(clippy::non_minimal_cfg, reason = "conditions that hold, and some that do not")]
mod k2_macro;
mod k2_names;
mod k3_registration;
mod support;
