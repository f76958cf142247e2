//! Exports, compared whole.

use serde_json::json;
use tool_registry::prelude::*;

use crate::registry;

fn view() -> View {
    registry().view().select(["Shelf:put", "match"]).unwrap().build().unwrap()
}

#[test]
fn openai_chat_anthropic_and_mcp() {
    let put = json!({"type": "object", "properties": {"title": {"type": "string"}},
                     "required": ["title"], "additionalProperties": false});
    let byte = json!({"type": "object",
                      "properties": {"in": {"type": "integer", "minimum": 0, "maximum": 255}},
                      "required": ["in"], "additionalProperties": false});
    assert_eq!(
        serde_json::to_value(view().export(Format::OpenAiChat).unwrap()).unwrap(),
        json!([
            {"type": "function", "function": {"name": "Shelf_put",
             "description": "Puts a book on the shelf.", "parameters": put}},
            {"type": "function", "function": {"name": "match",
             "description": "Has a raw name.", "parameters": byte}},
        ])
    );
    assert_eq!(
        view().export(Format::Anthropic).unwrap().value(),
        json!([
            {"name": "Shelf_put", "description": "Puts a book on the shelf.", "input_schema": put},
            {"name": "match", "description": "Has a raw name.", "input_schema": byte},
        ])
    );
    assert_eq!(
        view().export(Format::Mcp).unwrap().value(),
        json!([
            {"name": "Shelf_put", "title": "Shelf.put",
             "description": "Puts a book on the shelf.", "inputSchema": put},
            {"name": "match", "title": "match", "description": "Has a raw name.",
             "inputSchema": byte},
        ])
    );
}

#[test]
fn text_and_markdown() {
    assert_eq!(
        view().tool_info(),
        "Shelf: A shelf of books.\n  Shelf.put(title: string) -> usize: Puts a book on the shelf.\n\
         match(in: integer) -> u8: Has a raw name.\n"
    );
    assert_eq!(
        view().export(Format::Markdown).unwrap().to_string(),
        "# Tools\n\n## Shelf\n\nA shelf of books.\n\n### Shelf.put\n\nPuts a book on the shelf.\n\n\
         | Parameter | Type | Required | Description |\n|---|---|---|---|\n\
         | `title` | string | yes |  |\n\nReturns `usize`.\n\n## match\n\nHas a raw name.\n\n\
         | Parameter | Type | Required | Description |\n|---|---|---|---|\n\
         | `in` | integer | yes |  |\n\nReturns `u8`.\n"
    );
}

#[test]
fn the_same_view_is_the_same_bytes() {
    let bytes = |format| view().export(format).unwrap().to_string();
    for format in [Format::Json, Format::Text, Format::OpenAiChat, Format::Mcp] {
        assert_eq!(bytes(format), bytes(format));
    }
    assert_eq!(view().digest(), view().digest());
    assert_eq!(view().digest().len(), 64);
    let json = bytes(Format::Json);
    assert!(json.contains("\"input_schema\"") && !json.contains("registered_at"), "{json}");
    let info = view().tool_info_json();
    assert_eq!(info["Shelf"]["put"]["parameters"][0]["name"], "title");
    assert_eq!(view().execution_map().keys().collect::<Vec<_>>(), ["Shelf.put", "match"]);
}
