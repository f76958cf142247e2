//! Runs the examples as programs and looks at what they print.
//!
//! `cargo test` builds them beside this test; with `--test examples` alone, run
//! `cargo build --examples` first.

use std::path::{Path, PathBuf};
use std::process::{Command, Output};

/// The program of an example, beside this test's own.
fn program(example: &str) -> PathBuf {
    let own = std::env::current_exe().expect("this test has a path");
    let profile = own.ancestors().nth(2).expect("this test is in target/<profile>/deps");
    let name = format!("{example}{}", std::env::consts::EXE_SUFFIX);
    let program = profile.join("examples").join(name);
    assert!(
        program.is_file(),
        "{} is not built; run `cargo test` without `--test`, or `cargo build --examples` with this \
         profile and these features first",
        program.display()
    );
    program
}

fn text(bytes: &[u8]) -> String {
    String::from_utf8_lossy(bytes).replace("\r\n", "\n")
}

/// What an example prints; it must succeed and complain of nothing.
fn printed(command: &mut Command) -> String {
    let output = command.output().expect("the example starts");
    let (out, err) = (text(&output.stdout), text(&output.stderr));
    assert!(output.status.success(), "{command:?}: {}\n{out}\n{err}", output.status);
    assert_eq!(err, "", "{command:?}");
    out
}

/// Every wanted line stands in the text, in this order.
#[track_caller]
fn assert_lines(text: &str, wanted: &[&str]) {
    let mut lines = text.lines();
    for line in wanted {
        assert!(lines.any(|own| own == *line), "no line, in this order: {line}\nin:\n{text}");
    }
}

#[test]
fn quickstart() {
    let out = printed(&mut Command::new(program("quickstart")));
    assert_lines(
        &out,
        &[
            "All tools: Calculator, Editor",
            "Selected:  Editor.read, Calculator.power",
            "For OpenAI:",
            r#"      "name": "Editor_read","#,
            r#"      "name": "Calculator_power","#,
            "Editor.read      -> # tool-registry",
            "Calculator.power -> 1024",
            "Three mistakes:",
        ],
    );
    for mistake in [
        "1. there is no tool `Editr`; did you mean `Editor`?",
        "did you mean `path`?",
        "3. not_found: there is no tool `Editor.count_lines`",
    ] {
        assert!(out.contains(mistake), "{mistake}\nin:\n{out}");
    }
}

/// A temporary folder of one test, empty at its start.
fn scratch(name: &str) -> PathBuf {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join(name);
    let _ = std::fs::remove_dir_all(&folder);
    std::fs::create_dir_all(&folder).expect("the target folder can be written");
    folder
}

fn is_empty(folder: &Path) -> bool {
    std::fs::read_dir(folder).expect("the folder is still there").next().is_none()
}

fn roles(temporary: &Path) -> Command {
    let mut command = Command::new(program("roles"));
    for variable in ["TMPDIR", "TEMP", "TMP"] {
        command.env(variable, temporary);
    }
    command
}

#[test]
fn roles_do_their_jobs_and_no_more() {
    let temporary = scratch("roles");
    let out = printed(&mut roles(&temporary));
    let seen = |role: &str| {
        let line = out.lines().find_map(|line| line.strip_prefix(role)?.strip_prefix(" sees "));
        let (names, digest) = line.and_then(|line| line.split_once(" [")).expect("a list of names");
        (names.to_owned(), digest.to_owned())
    };
    let editing = "Editor.write, Editor.read, Editor.similarity_search";
    let manager = seen("ProductManager");
    let architect = seen("Architect");
    let engineer = seen("Engineer");
    assert_eq!(manager.0, editing);
    assert_eq!(architect.0, format!("{editing}, Terminal.run_command"));
    let all = "Editor.delete, Terminal.run_command, Terminal.set_variable";
    assert_eq!(engineer.0, format!("{editing}, {all}"));
    assert!(manager.1 != architect.1 && architect.1 != engineer.1);

    // `wc` pads its number on some systems.
    let out = out.replace("\"stdout\":\"      ", "\"stdout\":\"");
    assert_lines(
        &out,
        &[
            "What the Architect's model reads:",
            "Terminal: Runs programs in one working directory.",
            "ProductManager: Editor.write -> null",
            r##"Architect: Editor.read -> "# Word counter\nA writer sees how long a text is, in words.\nThe answer comes within one second, also for a book.\nOther formats than plain text are left out.\n""##,
            r#"Architect: Editor.similarity_search -> [{"path":"docs/prd.md","line":3,"score":0.21,"text":"The answer comes within one second, also for a book."}]"#,
            r#"Architect: Terminal.run_command -> {"code":0,"stdout":"31 docs/prd.md\n","stderr":""}"#,
            "Engineer: Terminal.set_variable -> null",
            r#"Engineer: Terminal.run_command -> {"code":0,"stdout":"31\n","stderr":""}"#,
            "What a role does not see, it cannot call:",
            "ProductManager: Terminal.run_command -> not_found: there is no tool `Terminal.run_command`",
            "Architect: Terminal.set_variable -> not_found: there is no tool `Terminal.set_variable`",
            "Engineer: Editor.delete -> null",
            "Engineer: Editor.read -> failed: `../secret` leads out of the folder",
        ],
    );
    assert!(out.contains("Architect: Editor.delete -> not_found: "), "{out}");
    assert!(is_empty(&temporary), "a folder is left behind");
}

#[test]
fn roles_clean_up_when_a_command_cannot_be_run() {
    let temporary = scratch("roles-failing");
    let Output { status, stdout, .. } =
        roles(&temporary).env("PATH", &temporary).output().expect("the example starts");
    let out = text(&stdout);
    assert!(out.contains("Architect: Terminal.run_command -> failed: "), "{out}");
    assert!(!status.success());
    assert!(is_empty(&temporary), "a folder is left behind");
}

#[cfg(feature = "inventory")]
#[test]
fn inventory_iter() {
    let run = || printed(&mut Command::new(program("inventory_iter")));
    let out = run();
    assert_eq!(out, run(), "the order is the same each time");
    // A line number is checked against the source, so that an edit there does not break this.
    let source = include_str!("../examples/inventory_iter.rs");
    let line_of = |nth: usize| {
        let mut tags = source.lines().enumerate().filter(|(_, line)| line.starts_with("#[tool"));
        tags.nth(nth).map(|(at, _)| at + 1).expect("the example has four annotated items")
    };
    let file = Path::new("examples").join("inventory_iter.rs");
    let places: Vec<(String, usize)> = out
        .lines()
        .filter_map(|line| line.split_once(" at "))
        .map(|(what, place)| {
            let (path, line) = place.rsplit_once(':').expect("file:line");
            assert_eq!(Path::new(path), file);
            (what.to_owned(), line.parse().expect("a line number"))
        })
        .collect();
    let wanted = [
        (r#"Type Notebook [] "Keeps notes.""#, 0),
        (r#"Impl Notebook [add, last] """#, 1),
        (r#"Impl Notebook [clear] "A second block of the same tool.""#, 2),
        (r#"Function shout [shout] "Makes a text loud.""#, 3),
        (r#"Notebook [add, last, clear] "Keeps notes.""#, 0),
        (r#"shout [shout] "Makes a text loud.""#, 3),
    ];
    assert_eq!(places.len(), wanted.len(), "{out}");
    for ((what, line), (wanted, nth)) in places.iter().zip(wanted) {
        assert_eq!(what, wanted);
        // The attribute's line, or one below it.
        assert!((line_of(nth)..line_of(nth) + 3).contains(line), "{what} at line {line}");
    }
    assert_lines(&out, &["4 entries:", "2 tools:"]);
}

#[test]
fn no_macros() {
    let out = printed(&mut Command::new(program("no_macros")));
    assert_lines(
        &out,
        &[
            "Registered: Notes, convert (revision 2)",
            "Selected:   Notes.find, convert",
            "  amount: How much.",
            "For Anthropic:",
            r#"    "name": "Notes_find","#,
            r#"          "minLength": 3"#,
            r#"          "default": "metre""#,
            "Notes.add  -> Notes.add kept note 1",
            r#"Notes.find -> ["a mile is 1609.344 metres"]"#,
            r#"convert    -> {"amount":3218.688,"unit":"metre"}"#,
            "Four mistakes:",
            "1. invalid_arguments: `/amont`: there is no argument `amont`; did you mean `amount`?",
            r#"   `/from`: expected one of "metre", "mile", got the string "yard""#,
            r#"2. invalid_arguments: `/word`: expected a string of at least 3 characters, got the string "a""#,
            "3. tool `Empty` has no method; add one with `.method(…)`",
            "Left: convert (revision 3)",
        ],
    );
    assert!(out.contains("4. tool `convert` is registered already: "), "{out}");
}

#[test]
fn state_and_context() {
    let out = printed(&mut Command::new(program("state_and_context")));
    let missing = |what: &str| {
        let is = |line: &str| line.contains("state_and_context.rs:") && line.ends_with(what);
        assert!(out.lines().any(is), "{what}\nin:\n{out}");
    };
    let cure = "give it with `.state(value)`";
    missing(&format!("needs state of type state_and_context::Catalogue for `catalogue`; {cure}"));
    missing(&format!("needs state of type state_and_context::Purses for `purse`; {cure}"));
    missing(&format!("needs state of type state_and_context::Oven for `oven`; {cure}"));
    assert_lines(
        &out,
        &[
            "Without state, the registry has 4 problems:",
            r#"Basket.add takes {"item":{"type":"string","description":"A thing of the catalogue."}}"#,
            "price -> 120",
            "ada: things in the basket -> 1, 2",
            "bob: failed: 450 cents are more than the 300 in the purse",
            "Basket.receipt for ada: loaf + bun = 570 cents",
            "Basket.receipt for bob: bun = 120 cents",
            "nobody: unavailable: only customers with a purse can buy",
            "1 of 2: smells good",
            "2 of 2: smells good",
            "bake -> 2",
            "bake -> cancelled: the call was cancelled",
            "the oven was switched off after 3 loaves",
        ],
    );
}
