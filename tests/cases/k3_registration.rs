//! K3: what is registered, in which order, and how often.

use std::process::Command;

use serde_json::{Value, json};
use tool_registry::prelude::*;

use crate::support::*;

fn dynamic(name: &str) -> Tool {
    Tool::from_fn(name, "Comes at run time.", |_: (), _| async { 1 })
}

#[test]
fn k3_02_an_integration_test_sees_its_tools() {
    let global = Registry::global().unwrap_or_else(|error| panic!("{error}"));
    assert_eq!(global.list(), registry().list());
    assert!(global.list().len() > 40);
    assert!(Registry::builder().expect(["k3_zebra", "K3Ant"]).build().is_ok());
    let error = Registry::builder().expect(["Weather", "k3_zebra", "k3_zebr"]).build().unwrap_err();
    assert_eq!(
        error.to_string(),
        "the registry has 2 problems:\n  \
         - tool `Weather` is expected but not there; its crate is not linked: name it in \
         `tool_registry::link!(…)`\n  \
         - tool `k3_zebr` is expected but not there; did you mean `k3_zebra`?"
    );
}

/// Stands last.
#[tool]
pub fn k3_zebra(
    /// Not first by name.
    z: u8,
    a: bool,
    #[tool(default = 1)] m: u8,
) -> u8 {
    let _ = a;
    z + m
}

/// Stands first.
#[tool]
#[derive(Default)]
pub struct K3Ant;

#[tool]
impl K3Ant {
    /// Not first by name.
    pub fn walk(&self, to: &str) -> String {
        to.to_owned()
    }

    /// First by name.
    pub fn bite(&mut self) {}
}

mod far {
    use super::*;

    /// Declared after, in another module.
    #[tool]
    pub fn k3_bee() {}
}

fn all_exports() -> String {
    let view = registry().view().build().unwrap();
    let exports = FORMATS.map(|format| view.export(format).unwrap().to_string());
    format!("{}\n{}\n{}", exports.join("\n"), view.tool_info_json(), view.digest())
}

/// Tells this test, when it runs itself again, where to write.
const AGAIN: &str = "K3_06_WRITE_TO";

#[test]
fn k3_06_exports_are_the_same_bytes_in_every_build_and_process() {
    let own = all_exports();
    if let Some(path) = std::env::var_os(AGAIN) {
        return std::fs::write(path, own).unwrap();
    }
    for _ in 0..20 {
        assert!(all_exports() == own);
    }
    // Hash maps of another process have other seeds.
    let test = "k3_registration::k3_06_exports_are_the_same_bytes_in_every_build_and_process";
    for run in 0..3 {
        let name = format!("tool-registry-k3-06-{}-{run}", std::process::id());
        let path = std::env::temp_dir().join(name);
        let mut again = Command::new(std::env::current_exe().unwrap());
        let output = again.args([test, "--exact"]).env(AGAIN, &path).output().unwrap();
        assert!(output.status.success(), "{output:?}");
        let other = std::fs::read_to_string(&path).unwrap();
        std::fs::remove_file(&path).unwrap();
        assert!(other == own);
    }
}

#[test]
fn k3_06_tools_stand_by_name_and_the_rest_as_declared() {
    let names = registry().list();
    let mut sorted: Vec<&String> = names.iter().collect();
    sorted.sort();
    assert_eq!(names.iter().collect::<Vec<_>>(), sorted);
    // Also where the selection names only a set.
    let view = registry().view().select(["k3_*", "K3*"]).unwrap().build().unwrap();
    assert_eq!(view.names(), ["k3_bee", "k3_zebra", "K3Ant.walk", "K3Ant.bite"]);
    let view = registry().view().select(["<all>"]).unwrap().build().unwrap();
    let tools: Vec<_> = view.tools().iter().map(|tool| &tool.name).collect();
    assert_eq!(tools, sorted);
}

/// Written out: debug and release, `inventory` and `linkme` must all give these bytes.
#[test]
fn k3_06_the_bytes_of_an_export() {
    let view = registry().view().select(["K3Ant", "k3_zebra"]).unwrap().build().unwrap();
    let right = concat!(
        r#"[{"type":"function","function":{"name":"K3Ant_walk","description":"Not first by name.","#,
        r#""parameters":{"type":"object","properties":{"to":{"type":"string"}},"required":["to"],"#,
        r#""additionalProperties":false}}},"#,
        r#"{"type":"function","function":{"name":"K3Ant_bite","description":"First by name.","#,
        r#""parameters":{"type":"object","properties":{},"required":[],"#,
        r#""additionalProperties":false}}},"#,
        r#"{"type":"function","function":{"name":"k3_zebra","description":"Stands last.","#,
        r#""parameters":{"type":"object","properties":{"z":{"type":"integer","#,
        r#""description":"Not first by name.","minimum":0,"maximum":255},"a":{"type":"boolean"},"#,
        r#""m":{"type":"integer","default":1,"minimum":0,"maximum":255}},"#,
        r#""required":["z","a"],"additionalProperties":false}}}]"#
    );
    assert_eq!(view.export(Format::OpenAiChat).unwrap().as_str(), right);
}

/// Run-time tools stand in the same order, whichever came first.
#[test]
fn k3_06_the_order_of_registering_does_not_show() {
    let bytes = |names: [&str; 3]| {
        let registry = Registry::empty();
        for name in names {
            registry.register(dynamic(name)).unwrap();
        }
        let view = registry.view().build().unwrap();
        FORMATS.map(|format| view.export(format).unwrap().to_string())
    };
    let places = |mut exports: [String; 6]| {
        // The place of registering is part of the data model, and is the same line here.
        exports[0] = exports[0].replace("\n", "");
        exports
    };
    let first = places(bytes(["a", "b", "c"]));
    for names in [["c", "b", "a"], ["b", "c", "a"]] {
        assert_eq!(places(bytes(names)), first);
    }
}

#[test]
fn k3_07_a_name_registered_twice_is_refused() {
    let registry = registry();
    let before = registry.revision();
    let line = line!() + 1;
    let again = Tool::from_fn("k3_zebra", "Comes again.", |_: (), _| async { 2 });
    let error = registry.register(again).unwrap_err().to_string();
    let declared = &registry.get("k3_zebra").unwrap().source;
    assert!(declared.starts_with("tests/cases/k3_registration.rs:"), "{declared}");
    assert_eq!(
        error,
        format!(
            "tool `k3_zebra` is registered already: {declared}, then \
             tests/cases/k3_registration.rs:{line}; give one another name, or call `replace`"
        )
    );
    assert_eq!(registry.revision(), before);
    let arguments = json!({"z": 1, "a": true});
    assert_eq!(now(registry.call("k3_zebra", arguments)).unwrap().data(), 2);
    assert_eq!(registry.get("k3_zebra").unwrap().description, "Stands last.");
}

#[test]
fn k3_07_only_replace_overwrites() {
    let registry = registry();
    let count = registry.list().len();
    registry.replace(Tool::from_fn("k3_zebra", "Comes instead.", |_: (), _| async { 9 })).unwrap();
    assert_eq!(registry.list().len(), count);
    assert_eq!(registry.revision(), 1);
    assert_eq!(registry.get("k3_zebra").unwrap().description, "Comes instead.");
    assert_eq!(now(registry.call("k3_zebra", "{}")).unwrap().data(), 9);
}

#[test]
fn k3_07_one_name_in_two_modules_is_refused_at_start_up() {
    trybuild::TestCases::new().pass("tests/cases/programs/*.rs");
}

#[test]
fn k3_09_a_tool_that_comes_later_is_listed() {
    let registry = Registry::empty();
    registry.register(dynamic("t1")).unwrap();
    let view = registry.view().build().unwrap();
    let snapshot = registry.snapshot();
    assert_eq!(registry.list(), ["t1"]);
    assert_eq!(registry.revision(), 1);
    assert!(now(registry.call("t2", "{}")).is_err());
    registry.register(dynamic("t2")).unwrap();
    assert_eq!(registry.list(), ["t1", "t2"]);
    assert_eq!(registry.revision(), 2);
    assert_eq!(registry.get("t2").unwrap().name, "t2");
    assert_eq!(now(registry.call("t2", "{}")).unwrap().data(), 1);
    let later = registry.view().build().unwrap();
    assert_eq!(later.names(), ["t1", "t2"]);
    let wire = |view: &View| -> Vec<Value> {
        let export = view.export(Format::Anthropic).unwrap().value();
        export.as_array().unwrap().iter().map(|tool| tool["name"].clone()).collect()
    };
    assert_eq!(wire(&later), ["t1", "t2"]);
    // What was made before is what it was.
    assert_eq!(wire(&view), ["t1"]);
    assert_eq!(view.names(), ["t1"]);
    assert_eq!(snapshot.revision(), 1);
    registry.unregister("t1").unwrap();
    assert_eq!(registry.list(), ["t2"]);
    assert_eq!(registry.revision(), 3);
}
