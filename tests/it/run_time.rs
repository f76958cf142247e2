//! Tools made at run time read and behave as annotated ones do.

use std::time::Duration;

use serde_json::{Value, json};
use tool_registry::prelude::*;
use tool_registry::{Callable, RegistryBuilder};

/// What to find.
#[derive(serde::Deserialize, schemars::JsonSchema)]
pub struct Span {
    from: u8,
    wait: Duration,
}

/// Finds text.
#[derive(serde::Deserialize, schemars::JsonSchema)]
pub struct Finding {
    /// What to find.
    text: String,
    span: Option<Span>,
    #[serde(default = "one")]
    step: u8,
    at: Option<Id>,
}

fn one() -> u8 {
    1
}

/// A text that decoding checks more strictly than its schema.
#[derive(Debug, schemars::JsonSchema)]
#[schemars(transparent)]
pub struct Id(String);

impl<'de> serde::Deserialize<'de> for Id {
    fn deserialize<D: serde::Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let text = String::deserialize(deserializer)?;
        match text.strip_prefix('#') {
            Some(id) => Ok(Self(id.to_owned())),
            None => Err(serde::de::Error::custom("an id begins with `#`")),
        }
    }
}

fn tell(text: &str, span: Option<Span>, step: u8, at: Option<Id>) -> String {
    let span = span.map(|span| (span.from, span.wait));
    format!("{text} {span:?} {step} {:?}", at.map(|id| id.0))
}

/// Finds text.
#[tool]
pub fn finds(
    /// What to find.
    text: String,
    span: Option<Span>,
    #[tool(default = 1)] step: u8,
    at: Option<Id>,
) -> String {
    tell(&text, span, step, at)
}

/// The annotated tool and one of the same arguments that was made at run time.
fn twins() -> [View; 2] {
    let closure = Tool::from_fn("finds", "Finds text.", |f: Finding, _: Context| async move {
        tell(&f.text, f.span, f.step, f.at)
    });
    let run_time = RegistryBuilder::empty().tool(closure).build().unwrap();
    let annotated = crate::registry().view().select(["finds"]).unwrap().build().unwrap();
    [annotated, run_time.view().build().unwrap()]
}

#[test]
fn both_have_the_same_schema() {
    let schema = |view: &View| {
        let mut schema = serde_json::to_value(view.schemas()["finds"]).unwrap();
        // As in the declaration, and as the compiler names it: both are `String` here.
        assert_eq!(schema["return_type"], "String");
        assert_eq!(schema["output_schema"], json!({"type": "string"}));
        schema["input_schema"].take()
    };
    let [annotated, run_time] = twins();
    assert_eq!(schema(&annotated).to_string(), schema(&run_time).to_string());
}

#[tokio::test]
async fn both_answer_the_same_to_the_same_mistakes() {
    let [annotated, run_time] = twins();
    for (arguments, paths) in [
        ("{}", "/text"),
        (r#"{"step": 300, "txt": "a"}"#, "/txt /text /step"),
        (r#"{"txet": 1, "step": "a", "other": 2, "text": "a"}"#, "/txet /other /step"),
        (r#"{"text": "a", "text": "b"}"#, "/text"),
        (r#"{"text": "a", "span": {"form": 1}}"#, "/span/form /span/from /span/wait"),
        (
            r#"{"text": "a", "span": {"from": 1, "wait": {"secs": 1, "nanos": -1}}}"#,
            "/span/wait/nanos",
        ),
        (r#"{"text": "a", "at": "7"}"#, "/at"),
        (r#"{"text": "a", "a/t~": "7"}"#, "/a~1t~0"),
        ("[]", ""),
        ("7", ""),
        (r#"{"text": "a""#, ""),
        (r#"{"text": "a",}"#, ""),
    ] {
        let told = async |view: &View| {
            let error = view.call("finds", arguments).await.unwrap_err();
            let violations = error.violations();
            assert_eq!(
                violations.iter().map(|v| v.path.as_str()).collect::<Vec<_>>().join(" "),
                paths,
                "{arguments}: {error}"
            );
            serde_json::to_value(violations).unwrap()
        };
        assert_eq!(told(&annotated).await, told(&run_time).await, "{arguments}");
    }
    let right =
        r##"{"text": "a", "span": {"from": 2, "wait": {"secs": 1, "nanos": 0}}, "at": "#7"}"##;
    for view in [annotated, run_time] {
        let answer = view.call("finds", right).await.unwrap();
        assert_eq!(answer.as_text(), Some(r#"a Some((2, 1s)) 1 Some("7")"#));
    }
}

/// Where a type refuses what its schema takes, in fields, items and the last member of all.
#[tokio::test]
async fn a_refusal_inside_is_told_where_it_is() {
    #[derive(serde::Deserialize, schemars::JsonSchema)]
    struct Deep {
        #[allow(dead_code, reason = "only decoded")]
        lists: Vec<Vec<Id>>,
        #[allow(dead_code, reason = "only decoded")]
        map: std::collections::BTreeMap<String, Id>,
        #[allow(dead_code, reason = "only decoded")]
        whole: Option<Whole>,
    }
    /// Refused as a whole.
    #[derive(serde::Deserialize, schemars::JsonSchema)]
    #[serde(try_from = "Parts")]
    struct Whole;
    #[derive(serde::Deserialize, schemars::JsonSchema)]
    struct Parts {
        n: u8,
    }
    impl TryFrom<Parts> for Whole {
        type Error = String;
        fn try_from(parts: Parts) -> Result<Self, String> {
            Err(format!("{} is too few", parts.n))
        }
    }
    let deep = Tool::from_fn("deep", "Goes deep.", |_: Deep, _: Context| async {});
    let registry = RegistryBuilder::empty().tool(deep).build().unwrap();
    for (arguments, path) in [
        (r##"{"lists": [["#a"], ["#b", "c"]], "map": {}}"##, "/lists/1/1"),
        (r##"{"lists": [["#a"], ["b", "#c"]], "map": {}}"##, "/lists/1/0"),
        (r##"{"lists":[["b","#c"],["#d"]],"map":{}}"##, "/lists/0/0"),
        (r##"{"lists":[["#b" , "c" , "#d"]],"map":{}}"##, "/lists/0/1"),
        (r##"{"lists": [], "map": {"a/b": "x", "c": "#d"}}"##, "/map/a~1b"),
        (r##"{"lists": [], "map": {"a": "#b", "c" : "x" } }"##, "/map/c"),
        ("{\"lists\": [\n[\"#a\"],\n[\n\"ß\" ]\n], \"map\": {}}", "/lists/1/0"),
        (r#"{"lists": [], "map": {}, "whole": {"n": 1}}"#, "/whole"),
        (r#"{"lists": [], "whole": {"n": 1}, "map": {}}"#, "/whole"),
    ] {
        let error = registry.call("deep", arguments).await.unwrap_err();
        assert_eq!(error.violations()[0].path, path, "{arguments}: {error}");
    }
}

#[test]
fn what_a_closure_returns_is_described() {
    #[derive(serde::Serialize, schemars::JsonSchema)]
    struct Report {
        lines: u8,
    }
    let returns = |callable: Callable| {
        let tool = Tool::builder("T").description("Does it.").method(callable).build().unwrap();
        let schema = &tool.schemas[0];
        (schema.return_type.clone(), schema.output_schema.clone())
    };
    let report = || async { Json(Report { lines: 1 }) };
    assert_eq!(
        returns(Callable::new("m", "Does it.", move |(): (), _| report())),
        ("Json<Report>".to_owned(), None)
    );
    assert_eq!(
        returns(Callable::new("m", "Does it.", move |(): (), _| report()).returns::<Report>()),
        (
            "Report".to_owned(),
            Some(json!({"type": "object", "properties": {
                "lines": {"type": "integer", "minimum": 0, "maximum": 255}},
                "required": ["lines"], "additionalProperties": false}))
        )
    );
    let fallible = |(): (), _| async { Ok::<_, std::io::Error>(vec![1_u8].len() as u64) };
    let (returned, schema) = returns(Callable::new("m", "Does it.", fallible));
    assert_eq!(returned, "Result<u64, Error>");
    assert_eq!(schema.unwrap()["type"], "integer");
}

fn ping(name: &str) -> Tool {
    Tool::from_fn(name, "Answers.", |(): (), _: Context| async { "pong" })
}

#[tokio::test]
async fn many_are_registered_as_one_change_or_not_at_all() {
    let registry = Registry::empty();
    registry.register_all(["c", "a", "b"].map(ping)).unwrap();
    assert_eq!((registry.list().to_string(), registry.revision()), ("a, b, c".into(), 1));
    let nameless = Tool::from_fn("d", " ", |(): (), _: Context| async {});
    let error = registry.register_all([ping("e"), nameless, ping("a"), ping("e")]).unwrap_err();
    let told = error.to_string();
    assert!(told.starts_with("the registry has 3 problems:"), "{told}");
    assert!(told.contains("`d` of tool `d` has no description; write one"), "{told}");
    assert!(told.contains("tool `a` is declared twice, also at"), "{told}");
    assert!(told.matches("run_time.rs:").count() == 5, "{told}");
    assert_eq!((registry.list().len(), registry.revision()), (3, 1));
}

#[test]
fn a_build_tells_of_run_time_tools_too() {
    let error = RegistryBuilder::empty()
        .tool(ping("ping"))
        .tool(ping("ping"))
        .tool(ping("-"))
        .expect(["pnig"])
        .build()
        .unwrap_err();
    let told: Vec<_> = error.problems().iter().map(|p| p.message.as_str()).collect();
    assert!(told[0].starts_with("tool `ping` is declared twice, also at "), "{told:?}");
    assert_eq!(told[1], "`-` cannot be a tool's name");
    assert_eq!(told[2], "tool `pnig` is expected but not there");
    assert_eq!(error.problems()[2].mend, "did you mean `ping`?");
    let twice = Registry::builder().tool(ping("finds")).build().unwrap_err().to_string();
    assert!(twice.contains("tool `finds` is declared twice, also at "), "{twice}");
}

#[tokio::test]
async fn a_view_may_have_tools_of_its_own() {
    let registry = RegistryBuilder::empty().tool(ping("a")).tool(ping("b")).build().unwrap();
    let names = |select: &[&str], own: &[&str]| {
        let own = own.iter().map(|name| ping(name));
        let builder = registry.view().select(select).unwrap();
        own.fold(builder, |builder, tool| builder.with(tool))
            .build()
            .map(|view| view.names().to_string())
            .map_err(|error| error.to_string())
    };
    assert_eq!(names(&["<all>"], &["z", "own"]).as_deref(), Ok("a, b, z, own"));
    assert_eq!(names(&["own", "a"], &["own"]).as_deref(), Ok("own, a"));
    let clash = "tool `a` is in this view already; give the one of this view another name";
    assert_eq!(names(&["<all>"], &["a"]).unwrap_err(), clash);
    assert_eq!(names(&["b"], &["own", "own"]).unwrap_err(), clash.replace("`a`", "`own`"));
    // One that is hidden is hidden altogether.
    assert_eq!(names(&["b"], &["a"]).as_deref(), Ok("b, a"));
    assert!(names(&["b"], &["-"]).unwrap_err().contains("cannot be a tool's name"));
    let own = Tool::from_fn("a", "Answers.", |(): (), _: Context| async { "own" });
    let view = registry.view().select(["b"]).unwrap().with(own).build().unwrap();
    assert_eq!(view.call("a", ()).await.unwrap().as_text(), Some("own"));
    assert_eq!(view.execution_map()["a"].call(()).await.unwrap().as_text(), Some("own"));
    assert_eq!(registry.call("a", ()).await.unwrap().as_text(), Some("pong"));
}

#[test]
fn a_recipe_outlives_the_tools_it_names() {
    let net = Tool::builder("Net")
        .description("Looks at the network.")
        .method(Callable::with_schema("ping", "Pings.", json!({}), |_: Value, _| async {}))
        .method(Callable::with_schema("scan", "Scans.", json!({}), |_: Value, _| async {}));
    let registry =
        RegistryBuilder::empty().tool(net.build().unwrap()).tool(ping("a")).build().unwrap();
    let spec = ViewSpec::new().select(["a", "Net:ping,scan", "#gone"]).unwrap();
    let error = spec.build(&registry).unwrap_err().to_string();
    assert!(error.contains("there is no tag `#gone`"), "{error}");
    let spec = ViewSpec::new().select(["a", "Net:ping,scan"]).unwrap();
    assert_eq!(spec.build(&registry).unwrap().missing(), [] as [&str; 0]);
    registry.unregister("a").unwrap();
    let smaller = Tool::builder("Net")
        .description("Looks at the network.")
        .method(Callable::with_schema("ping", "Pings.", json!({}), |_: Value, _| async {}));
    registry.replace(smaller.build().unwrap()).unwrap();
    assert!(spec.build(&registry).is_err());
    let view = spec.rebuild(&registry).unwrap();
    assert_eq!(view.names().to_string(), "Net.ping");
    assert_eq!(view.missing(), ["a", "Net:scan"]);
    registry.unregister("Net").unwrap();
    let view = spec.clone().rebuild(&registry).unwrap();
    assert!(view.names().is_empty());
    assert_eq!(view.missing(), ["a", "Net:ping,scan"]);
}
