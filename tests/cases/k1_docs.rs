//! K1-24 and K1-26: doc comments as models read them.

use schemars::JsonSchema;
use serde::Deserialize;
use serde_json::json;
use tool_registry::prelude::*;

use crate::support::*;

/// Add.
///
///   - item "q" \
#[tool]
pub fn k1_doc_lines(
    /// Some text.
    ///
    ///   - item "q" \
    ///
    ///     code
    text: String,
) -> usize {
    text.len()
}

const LINES: &str = "Add.\n\n  - item \"q\" \\";

/// Add.
///
///   - item "q" \
#[tool]
#[derive(Default)]
pub struct K1DocLines;

#[tool]
impl K1DocLines {
    /// Add.
    ///
    ///   - item "q" \
    pub fn lines(&self) {}

    #[doc = " Add."]
    #[doc = ""]
    #[allow(unused_variables, reason = "an attribute between doc lines")]
    #[doc = "   - item \"q\" \\"]
    pub fn attributes(&self, unused: u8) {}

    /// Add.
    ///
    /// ```text
    /// # Errors
    ///     deep
    /// ```
    pub fn code(&self) {}

    ///Tight.
    /// Loose.
    ///
    ///
    /// Far.   
    pub fn spaces(&self) {}
}

#[derive(Deserialize, JsonSchema)]
pub struct Lines {
    /// Add.
    ///
    ///   - item "q" \
    field: u8,
}

/// Add.
///
///   - item "q" \
#[derive(Deserialize, JsonSchema)]
pub struct OnType {
    n: u8,
}

/// Takes docs of fields and types.
#[tool]
pub fn k1_doc_lines_inside(p: Lines, t: OnType) -> u8 {
    p.field + t.n
}

#[test]
fn k1_24_blank_lines_and_indentation_stay() {
    for name in ["k1_doc_lines", "K1DocLines.lines", "K1DocLines.attributes"] {
        assert_eq!(description(name), LINES);
    }
    assert_eq!(description("K1DocLines.code"), "Add.\n\n```text\n# Errors\n    deep\n```");
    assert_eq!(description("K1DocLines.spaces"), "Tight.\nLoose.\n\n\nFar.");
    let text = "Some text.\n\n  - item \"q\" \\\n\n    code";
    assert_same(
        &input("k1_doc_lines"),
        &closed(json!({"text": {"type": "string", "description": text}})),
    );
    let tool = registry().get("K1DocLines").unwrap();
    assert_eq!(tool.description, "Add.");
    assert_eq!(tool.long_description.as_deref(), Some("  - item \"q\" \\"));
}

#[test]
fn k1_24_blank_lines_and_indentation_stay_in_fields_and_types() {
    let input = input("k1_doc_lines_inside");
    let p = &input["properties"]["p"]["properties"]["field"];
    assert_same(p, &json!({"type": "integer", "description": LINES, "minimum": 0, "maximum": 255}));
    assert_eq!(input["properties"]["t"]["description"], LINES);
}

/** Block on a function.
 *
 *   - kept
 */
#[tool]
pub fn k1_block(
    /** multi
     * line
     */
    p: u8,
    /** one */
    q: u8,
    /**
     * late start
     *
     *   deep
     **/
    r: u8,
    /**
    no stars
      deep
    */
    s: u8,
) -> u8 {
    p + q + r + s
}

#[derive(Deserialize, JsonSchema)]
pub struct Block {
    /** multi
     * line
     */
    field: u8,
}

/// Takes block comments inside.
#[tool]
pub fn k1_block_inside(p: Block) -> u8 {
    p.field
}

#[test]
fn k1_26_block_comments_lose_their_stars() {
    assert_eq!(description("k1_block"), "Block on a function.\n\n  - kept");
    let byte =
        |docs: &str| json!({"type": "integer", "description": docs, "minimum": 0, "maximum": 255});
    let right = closed(json!({
        "p": byte("multi\nline"),
        "q": byte("one"),
        "r": byte("late start\n\n  deep"),
        "s": byte("no stars\n  deep"),
    }));
    assert_same(&input("k1_block"), &right);
}

#[test]
fn k1_26_block_comments_of_fields_lose_their_stars() {
    let input = input("k1_block_inside");
    assert_eq!(input["properties"]["p"]["properties"]["field"]["description"], "multi\nline");
}
