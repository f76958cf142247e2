//! JSON Schemas of parameters and results: one canonical form, and the check of values against it.

mod branches;
mod canonical;
mod derived;
mod describe;
mod keywords;
mod merge;
mod number;
mod objects;
mod pattern;
mod refs;
mod rules;
mod suffices;
mod unit_enum;
mod validate;
mod variants;

pub(crate) use canonical::canonical;
pub(crate) use derived::mend_derived;
pub(crate) use describe::{describe, describe_value};
pub(crate) use refs::escape;
pub(crate) use suffices::decoding_suffices_in;
pub(crate) use validate::check;
pub(crate) use variants::variant_orders;

#[cfg(test)]
mod tests;
