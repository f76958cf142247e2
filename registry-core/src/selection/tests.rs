mod properties;

use std::collections::BTreeSet;
use std::sync::LazyLock;

use super::*;

type Method = MethodCandidate<'static>;

fn tags(words: &str) -> &'static [String] {
    Vec::leak(words.split_whitespace().map(String::from).collect())
}

/// Methods as `name` or `name#tag`.
fn methods(list: &'static str) -> Vec<Method> {
    let method = |text: &'static str| {
        let (name, tag) = text.split_once('#').unwrap_or((text, ""));
        MethodCandidate { name, tags: tags(tag) }
    };
    list.split(' ').map(method).collect()
}

fn tool(
    name: &'static str,
    group: &'static str,
    words: &str,
    list: &'static str,
) -> Candidate<'static> {
    let group = (!group.is_empty()).then_some(group);
    Candidate { name, group, tags: tags(words), methods: methods(list), function: list == name }
}

static VISIBLE: LazyLock<Vec<Candidate<'static>>> = LazyLock::new(|| {
    vec![
        tool("Browser", "web", "net", "back download#files go_home goto"),
        tool("Editor", "fs", "files text", "list read write#danger"),
        tool("Terminal", "", "", "run#danger"),
        tool("add", "", "math", "add"),
        tool("github", "", "net", "create_issue list_issues read"),
        tool("plain", "fs", "", "plain"),
    ]
});

const EVERYTHING: &str = "Browser:back,download,go_home,goto Editor:list,read,write Terminal:run \
                          add github:create_issue,list_issues,read plain";

/// The callables in order, such as `["Editor:read", "add"]`.
fn callables(selection: &Selection, visible: &[Candidate<'_>]) -> Vec<String> {
    let selected =
        resolve(selection, visible).complete().unwrap_or_else(|unknown| panic!("{unknown:?}"));
    let callables = selected.iter().flat_map(|Selected { tool, methods }| {
        let tool = &visible[*tool];
        methods.iter().map(move |&index| match tool.function {
            true => tool.name.to_owned(),
            false => format!("{}:{}", tool.name, tool.methods[index].name),
        })
    });
    callables.collect()
}

/// What a list selects, as text with a tool's methods together; or the sentences of the error.
fn pick_from(visible: &[Candidate<'_>], list: &[&str]) -> Result<String, String> {
    let selection = Selection::parse_list(list).map_err(|error| error.to_string())?;
    let selected = resolve(&selection, visible).complete().map_err(|unknown| {
        unknown.iter().map(ToString::to_string).collect::<Vec<_>>().join("\n")
    })?;
    let shown = selected.iter().map(|Selected { tool, methods }| {
        let tool = &visible[*tool];
        if tool.function {
            assert_eq!(methods, &[0]);
            return tool.name.to_owned();
        }
        let methods: Vec<_> = methods.iter().map(|&index| tool.methods[index].name).collect();
        format!("{}:{}", tool.name, methods.join(","))
    });
    Ok(shown.collect::<Vec<_>>().join(" "))
}

#[track_caller]
fn selects(list: &[&str], expected: &str) {
    assert_eq!(pick_from(&VISIBLE, list).as_deref(), Ok(expected), "{list:?}");
}

#[track_caller]
fn fails(list: &[&str], expected: &str) {
    assert_eq!(pick_from(&VISIBLE, list), Err(expected.to_owned()), "{list:?}");
}

fn parse(text: &str) -> Selection {
    text.parse().unwrap_or_else(|error| panic!("{text:?}: {error}"))
}

#[test]
fn names_select_tools_and_methods_in_order() {
    selects(&[], "");
    selects(&["Terminal", "Editor"], "Terminal:run Editor:list,read,write");
    selects(&["Editor:write,read"], "Editor:write,read");
    selects(&["plain"], "plain");
    selects(&["github:create_issue"], "github:create_issue");
    selects(&["<all>"], EVERYTHING);
    selects(&["<all>", "Editor"], EVERYTHING);
    assert!(pick_from(&VISIBLE, &["plain", "<all>"]).unwrap().starts_with("plain Browser:back"));
}

#[test]
fn white_space_counts_for_nothing() {
    for list in ["Editor:read, write", " Editor : read ,write ; ", "\tEditor:\nread,\u{a0}write"] {
        selects(&[list], "Editor:read,write");
    }
    selects(&["Editor: read"], "Editor:read");
    selects(&[" Editor"], "Editor:list,read,write");
    selects(&[" - Editor", "# math ", "@ web"], "add Browser:back,download,go_home,goto");
}

#[test]
fn entries_unite() {
    selects(&["Editor:read,read"], "Editor:read");
    assert_eq!(parse("Editor:read,read"), parse("Editor:read"));
    selects(&["Editor:read", "Editor:write"], "Editor:read,write");
    selects(&["Editor", "Editor:read"], "Editor:list,read,write");
    selects(&["Editor:read", "Editor"], "Editor:read,list,write");
    selects(&["Editor:write;plain", "Editor:read"], "Editor:write,read plain");
}

#[test]
fn removals_apply_to_what_stands() {
    selects(&["Editor", "-Editor:read"], "Editor:list,write");
    selects(&["-Editor:read", "Editor"], "Editor:list,read,write");
    selects(&["Editor", "plain", "-Editor", "Editor:read"], "plain Editor:read");
    selects(&["Terminal", "plain", "-Terminal:run"], "plain");
    selects(&["plain", "-Editor", "-Terminal:run"], "plain");
    selects(&["-Browser", "-github", "-Editor:list,read"], "Editor:write Terminal:run add plain");
    selects(&["-<all>"], "");
    selects(&["<all>", "-#net", "-@fs", "-*:run"], "add");
    selects(&["Editor;Terminal", "-#danger"], "Editor:list,read");
}

#[test]
fn tags_groups_and_globs_select_sets() {
    selects(&["#files"], "Browser:download Editor:list,read,write");
    selects(&["#danger"], "Editor:write Terminal:run");
    selects(&["#math"], "add");
    selects(&["@fs"], "Editor:list,read,write plain");
    selects(&["Browser:go*"], "Browser:go_home,goto");
    selects(&["Brow*"], "Browser:back,download,go_home,goto");
    selects(&["*:read*"], "Editor:read github:read");
    selects(&["*i*:*issue*,run,list"], "Editor:list Terminal:run github:create_issue,list_issues");
    selects(&["*"], EVERYTHING);
    selects(&["#m*h"], "add");
    selects(&["p*l*a*in", "*:c*e_i*e"], "plain github:create_issue");
    fails(&["a*add"], "no tool matches `a*add`; did you mean `add`?");
    fails(
        &["*:*back*back*"],
        "no tool that matches `*` has a method `*back*back*`; did you mean `back`?",
    );
}

#[test]
fn an_exact_name_beats_other_readings() {
    let visible = [
        tool("Editor", "", "", "read"),
        tool("Editor.read", "", "", "x"),
        tool("Editor:read", "", "", "y"),
        tool("Ed*", "", "", "z"),
        tool("Ünïcode@1.2", "", "", "ü"),
    ];
    let pick = |entry: &str| pick_from(&visible, &[entry]).unwrap();
    assert_eq!(pick("Editor.read"), "Editor.read:x");
    assert_eq!(pick("Editor:read"), "Editor:read:y");
    assert_eq!(pick("Ed*"), "Ed*:z");
    assert_eq!(pick("Ünïcode@1.2:ü"), "Ünïcode@1.2:ü");
}

#[test]
fn a_tool_without_methods_can_be_selected() {
    let empty = [Candidate {
        name: "Idle",
        group: None,
        tags: tags("t"),
        methods: vec![],
        function: false,
    }];
    for list in ["Idle", "<all>", "#t"] {
        assert_eq!(pick_from(&empty, &[list]).as_deref(), Ok("Idle:"));
    }
    assert_eq!(pick_from(&empty, &["-Idle"]).as_deref(), Ok(""));
}

#[test]
fn unknown_names_get_the_nearest_or_a_list() {
    fails(&["Editr"], "there is no tool `Editr`; did you mean `Editor`?");
    fails(&["editor"], "there is no tool `editor`; did you mean `Editor`?");
    fails(&["editor:read"], "there is no tool `editor`; did you mean `Editor`?");
    fails(&["-Editr"], "there is no tool `Editr`; did you mean `Editor`?");
    fails(
        &["./evil.py"],
        "there is no tool `./evil.py`; \
         visible tools: `Browser`, `Editor`, `Terminal`, `add`, `github`, `plain`",
    );
    fails(&["all"], "there is no tool `all`; write `<all>` for everything");
    fails(&["Editor:Read"], "`Editor` has no method `Read`; did you mean `read`?");
    fails(
        &["Editor:nope"],
        "`Editor` has no method `nope`; visible methods: `list`, `read`, `write`",
    );
    fails(&["-Editor:raed"], "`Editor` has no method `raed`; did you mean `read`?");
    fails(&["Browser:got*x"], "`Browser` has no method `got*x`; did you mean `goto`?");
    fails(&["#fles"], "there is no tag `#fles`; did you mean `#files`?");
    fails(
        &["#x"],
        "there is no tag `#x`; visible tags: `#danger`, `#files`, `#math`, `#net`, `#text`",
    );
    fails(&["@webs"], "there is no group `@webs`; did you mean `@web`?");
    fails(
        &["<all>", "Editor:read,nope,wrte", "Xyz*", "Xyz*"],
        "\
        `Editor` has no method `nope`; visible methods: `list`, `read`, `write`\n\
        `Editor` has no method `wrte`; did you mean `write`?\n\
        no tool matches `Xyz*`; \
        visible tools: `Browser`, `Editor`, `Terminal`, `add`, `github`, `plain`",
    );
}

#[test]
fn another_spelling_gets_the_right_one() {
    fails(&["files"], "there is no tool `files`; write `#files`");
    fails(&["-fs"], "there is no tool `fs`; write `-@fs`");
    fails(&["#fs"], "there is no tag `#fs`; write `@fs` for the group");
    fails(&["-@files"], "there is no group `@files`; write `-#files` for the tag");
    fails(&["Editor.read"], "there is no tool `Editor.read`; write `Editor:read`");
    fails(&["-Editor__read"], "there is no tool `Editor__read`; write `-Editor:read`");
    fails(&["Editor.nope"], "there is no tool `Editor.nope`; did you mean `Editor`?");
    fails(
        &["plain:x"],
        "`plain` is a function, which is selected by its name alone; write `plain`",
    );
    fails(&["add.add"], "there is no tool `add.add`; did you mean `add`?");
    fails(&["add:add"], "`add` is a function, which is selected by its name alone; write `add`");
    fails(&["pl*:plain"], "no tool that matches `pl*` has a method `plain`; no method is visible");
}

#[test]
fn lists_of_names_stay_short_and_may_be_empty() {
    let names = ["a1", "b2", "c3", "d4", "e5", "f6", "g7", "h8", "i9", "j0"];
    let many: Vec<_> = names.iter().map(|name| tool(name, "", "", "run")).collect();
    let listed = "`a1`, `b2`, `c3`, `d4`, `e5`, `f6`, `g7`, `h8`";
    let error = |many| pick_from(many, &["Zz"]).unwrap_err();
    assert_eq!(error(&many[..8]), format!("there is no tool `Zz`; visible tools: {listed}"));
    assert_eq!(error(&many), format!("there is no tool `Zz`; visible tools: {listed} and 2 more"));
    assert_eq!(error(&[]), "there is no tool `Zz`; no tool is visible");
    assert_eq!(pick_from(&[], &["<all>"]).as_deref(), Ok(""));
    assert_eq!(pick_from(&[], &["*"]).unwrap_err(), "no tool matches `*`; no tool is visible");
}

#[test]
fn malformed_entries_tell_what_to_write() {
    let empty = "is empty; write a name, write `<all>` for everything, or leave it out";
    let letters = "cannot stand in a name; write letters, digits, `_`, `.`, `-`, `/`, `@`, or `*` \
                   for any text";
    let rows = [
        ("Editor:", "no method stands after the `:`; write `Editor` for all its methods"),
        ("-Editor: ,", "no method stands after the `:`; write `-Editor` for all its methods"),
        ("Editor:a,,b", "a method is missing next to a `,`; write `Editor:a,b`"),
        ("Editor:a, ,b", "a method is missing next to a `,`; write `Editor:a,b`"),
        ("Editor:a,", "a method is missing next to a `,`; write `Editor:a`"),
        ("Editor:read:write", "one `:` is enough; write `Editor:read,write`"),
        ("-Editor::read", "one `:` is enough; write `-Editor:read`"),
        (":read", "no tool stands before the `:`; write `Name:read`"),
        (":", "no tool stands before the `:`; write `Name`"),
        ("<al>", "there is no such word; did you mean `<all>`?"),
        ("-<ALL>", "there is no such word; did you mean `-<all>`?"),
        ("<all>:", "there is no such word; did you mean `<all>`?"),
        ("<all>:read", "`<all>` takes no methods; write `*:read`"),
        ("-<all> : read:b", "`<all>` takes no methods; write `-*:read,b`"),
        ("#", "the tag is missing; write `#tag`"),
        ("-@", "the group is missing; write `-@group`"),
        ("#web:read", "a tag takes no methods; select them by name, as in `Name:read`"),
        ("-@fs:", "a group takes no methods; select them by name, as in `-Name`"),
        ("-", "nothing stands after the `-`; write `-Name` to remove a tool"),
        ("--X", "one `-` is enough; write `-X`"),
        ("- -", "one `-` is enough; write `-Name`"),
        ("Edi tor", "a name has no white space and no `,`; several are written `Edi;tor`"),
        ("-A, B,", "a name has no white space and no `,`; several are written `-A;-B`"),
        ("#a b", "a name has no white space and no `,`; several are written `#a;#b`"),
        ("Editor:a b", "a name has no white space and no `,`; several are written `a,b`"),
        ("Editor:-a", "`-` stands only before a whole entry; write `a`"),
        ("@@a", "`@` stands only before a whole entry; write `@a`"),
        ("-#-", "`-` stands only before a whole entry; write `-#name`"),
        ("Editor!", &format!("`!` {letters}")),
        ("Edi! tor", &format!("`!` {letters}")),
        ("##a", &format!("`#` {letters}")),
        ("Editor,", &format!("`,` {letters}")),
        ("Editor：read", &format!("`：` {letters}")),
        ("Edi\u{200b}tor", &format!("`\\u{{200b}}` {letters}")),
    ];
    for (entry, message) in rows {
        let error = Selection::parse_list([entry]).unwrap_err();
        assert_eq!(error.to_string(), format!("`{}`: {message}", entry.escape_debug()));
        assert_eq!(error.problems().next().unwrap().0, entry);
    }
    let error = Selection::parse_list(["A;;B", "C", " ", "#"]).unwrap_err();
    let expected =
        format!("entry 2 {empty}\nentry 5 {empty}\n`#`: the tag is missing; write `#tag`");
    assert_eq!(error.to_string(), expected);
    for list in [&[""][..], &[";"], &["A;;"], &[";A"], &["A", ""]] {
        assert!(Selection::parse_list(list).unwrap_err().to_string().contains(empty), "{list:?}");
    }
    assert!(";".parse::<Selection>().is_err());
}

#[test]
fn letters_of_every_script_make_names() {
    for name in ["Éditeur", "e\u{301}diteur", "संपादक्", "编辑器", "a_b.c-d/e@1.2", "_x", "9"]
    {
        let read = Selection::parse_list([name]);
        assert_eq!(read, Ok(Selection::none().tool(name)), "{name}");
    }
}

#[test]
fn all_and_none_are_told_apart() {
    assert!(Selection::default().is_all() && parse(" <all> ; ").is_all());
    assert!(!Selection::none().is_all() && !parse("-<all>").is_all() && !parse("A").is_all());
    assert_eq!(Selection::all().to_string(), "<all>");
    assert_eq!((Selection::none().to_string(), parse(" \n")), (String::new(), Selection::none()));
    assert_eq!(parse("A:x, y; -#b;").entries().collect::<Vec<_>>(), ["A:x,y", "-#b"]);
}

#[test]
fn builders_write_what_the_text_says() {
    let built = Selection::none().tool("A").method("B", "x").method("B", "y").method("B", "x");
    assert_eq!(built, parse("A;B:x,y"));
    assert_eq!(built.method("A", "z").tool("B").method("B", "x"), parse("A;B:x,y;A:z;B;B:x"));
    assert_eq!(Selection::all().and(parse("-A")), parse("<all>;-A"));
    assert_eq!(Selection::none().and(parse("-A")), parse("-A"));
    assert_eq!(parse("-A").and(parse("-B")), parse("-A;-B"));
    assert_eq!(parse("-A").and(Selection::none()), parse("-A"));
    assert_eq!(parse("-A").and(parse("-B;C")), parse("<all>;-A;-B;C"));
    assert_eq!(parse("-A").method("A", "x"), parse("<all>;-A;A:x"));
    assert_eq!(parse("-A:x").method("A", "x"), parse("<all>;-A:x;A:x"));
}

#[test]
fn selections_travel_as_text() {
    let selection = parse("A:x; -#b");
    assert_eq!(serde_json::to_string(&selection).unwrap(), r#""A:x;-#b""#);
    assert_eq!(serde_json::from_str::<Selection>(r#""A:x;-#b""#).unwrap(), selection);
    let error = serde_json::from_str::<Selection>(r#""A:""#).unwrap_err().to_string();
    assert!(error.contains("no method stands after the `:`"), "{error}");
    assert_eq!(Selection::try_from("A:x;-#b").unwrap(), selection);
    assert_eq!(Selection::try_from(String::from("A:x;-#b")).unwrap(), selection);
}

#[test]
fn lists_of_many_types_are_selections() {
    let expected = Ok(parse("A;B"));
    assert_eq!(["A", "B"].into_selection(), expected);
    assert_eq!((&["A", "B"][..]).into_selection(), expected);
    assert_eq!(vec!["A".to_owned(), "B".to_owned()].into_selection(), expected);
    assert_eq!(BTreeSet::from(["A", "B"]).into_selection(), expected);
    assert_eq!(parse("A;B").into_selection(), expected);
}

/// Hostile patterns take no time worth a limit.
#[test]
fn globs_do_not_backtrack() {
    let text = "a".repeat(2_000);
    let visible =
        [Candidate { name: &text, group: None, tags: &[], methods: vec![], function: false }];
    let pattern = "*a".repeat(1_000) + "*b";
    assert!(pick_from(&visible, &[&pattern]).unwrap_err().starts_with("no tool matches"));
}
