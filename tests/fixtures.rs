//! Builds and runs the programs under `tests/fixtures`: what a macro expands to is only right when
//! it is right in crates unlike ours.
//!
//! The ordinary run stays fast. `TOOL_REGISTRY_FULL=1 cargo test --test fixtures` also builds the
//! linking programs with optimisation and with LTO, since those are what drops unnamed crates.

use std::path::Path;
use std::process::Command;
use std::sync::{Mutex, PoisonError};

/// The fixtures share a target directory.
static ONE_AT_A_TIME: Mutex<()> = Mutex::new(());

/// What cargo wrote, to stdout and to stderr.
struct Said {
    out: String,
    err: String,
}

fn cargo(args: &[&str]) -> Said {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let _guard = ONE_AT_A_TIME.lock().unwrap_or_else(PoisonError::into_inner);
    let output = Command::new(env!("CARGO"))
        .args(args)
        .current_dir(root.join("tests/fixtures"))
        .env("CARGO_TARGET_DIR", root.join("target/fixtures"))
        .env("CARGO_TERM_COLOR", "never")
        .env_remove("RUSTFLAGS")
        .env_remove("CARGO_ENCODED_RUSTFLAGS")
        .output()
        .expect("cargo starts");
    let text = |bytes: Vec<u8>| String::from_utf8_lossy(&bytes).into_owned();
    let said = Said { out: text(output.stdout), err: text(output.stderr) };
    assert!(output.status.success(), "cargo {args:?}\n{}\n{}", said.out, said.err);
    said
}

fn silent(args: &[&str]) {
    let said = cargo(args);
    let word = said.err.lines().find(|line| line.starts_with("warning"));
    assert_eq!(word, None, "cargo {args:?}\n{}", said.err);
}

fn full() -> bool {
    std::env::var_os("TOOL_REGISTRY_FULL").is_some_and(|value| value == "1")
}

fn linked(profile: &str) {
    let said = cargo(&[
        "run",
        "--quiet",
        "--profile",
        profile,
        "--package",
        "link_app",
        "--features",
        "link",
    ]);
    assert_eq!(
        said.out, "collected: FromDependency own second\nbuilt: FromDependency, own, second\n",
        "{profile}"
    );
}

fn unlinked(profile: &str) {
    let said = cargo(&["run", "--quiet", "--profile", profile, "--package", "link_app"]);
    assert!(said.out.starts_with("collected: own\nrefused: "), "{profile}\n{}", said.out);
    let refusal = "tool `FromDependency` is expected but not there; its crate is not linked";
    assert!(said.out.contains(refusal), "{profile}\n{}", said.out);
}

#[test]
fn a_crate_that_allows_nothing_hears_nothing() {
    silent(&["check", "--package", "hygiene_strict"]);
    silent(&["clippy", "--package", "hygiene_strict"]);
}

#[test]
fn names_of_the_user_do_not_get_in_the_way() {
    silent(&["check", "--package", "hygiene_names"]);
    cargo(&["test", "--quiet", "--lib", "--package", "hygiene_names"]);
}

#[test]
fn the_dependency_may_have_another_name() {
    silent(&["check", "--all-targets", "--package", "hygiene_renamed"]);
    let said = cargo(&["run", "--quiet", "--package", "hygiene_renamed"]);
    assert_eq!(said.out, "Kind, Local, Plant, add, in_main\n");
    cargo(&["test", "--quiet", "--test", "tools", "--package", "hygiene_renamed"]);
}

#[test]
fn a_dependency_named_in_link_has_its_tools_in_the_program() {
    linked("dev");
}

#[test]
fn a_dependency_that_nothing_names_is_reported() {
    unlinked("dev");
}

#[test]
fn linking_is_the_same_when_optimised() {
    if full() {
        for profile in ["release", "lto"] {
            linked(profile);
            unlinked(profile);
        }
    }
}
