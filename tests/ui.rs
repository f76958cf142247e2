//! What wrong uses of `#[tool]` and `select!` read like. After a change of wording, or of the
//! compiler: `TRYBUILD=overwrite cargo test --test ui`, and read every difference.

#[test]
fn wrong_uses_have_their_own_errors() {
    let cases = trybuild::TestCases::new();
    cases.compile_fail("tests/ui/fail/*.rs");
}
