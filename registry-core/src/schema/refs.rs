//! Local `$ref`s: what they name, and which of the named schemas contain themselves.

use std::borrow::Cow;
use std::collections::{HashMap, HashSet};

use serde_json::{Map, Value};

use super::keywords::each_child;

/// The schemas that a root's `$ref`s name, whatever way the `$ref`s are written.
pub(super) struct Definitions {
    /// Each definition by its name in `$defs`.
    defs: Map<String, Value>,
    /// The name for each `$ref` as written; one that leads nowhere has none.
    names: HashMap<String, String>,
    recursive: HashSet<String>,
}

impl Definitions {
    /// Takes the definitions out of a root schema.
    pub(super) fn take(root: &mut Value) -> Self {
        let mut written = Vec::new();
        collect_refs(root, &mut written);
        let mut this = Self { defs: Map::new(), names: HashMap::new(), recursive: HashSet::new() };
        let whole = root.clone();
        if let Value::Object(map) = root {
            if let Some(Value::Object(defs)) = map.shift_remove("$defs") {
                this.defs = defs;
            }
            map.shift_remove("definitions");
        }
        for reference in written {
            this.learn(reference, &whole, root);
        }
        this.find_recursive();
        this
    }

    /// The definition that a `$ref` names.
    pub(super) fn name(&self, reference: &str) -> Option<&str> {
        self.names.get(reference).map(String::as_str)
    }

    pub(super) fn get(&self, name: &str) -> Option<&Value> {
        self.defs.get(name)
    }

    pub(super) fn names(&self) -> impl Iterator<Item = &String> {
        self.defs.keys()
    }

    /// Whether a definition contains itself, so that it cannot be written out in full.
    pub(super) fn is_recursive(&self, name: &str) -> bool {
        self.recursive.contains(name)
    }

    fn learn(&mut self, reference: String, whole: &Value, bare_root: &Value) {
        if self.names.contains_key(&reference) {
            return;
        }
        let Some(target) = resolve(whole, &reference) else { return };
        let last = reference.rsplit('/').next().map(decode).unwrap_or_default();
        if reference.strip_prefix("#/$defs/").is_some_and(|name| !name.contains('/')) {
            self.names.insert(reference, last);
            return;
        }
        let (wanted, target) = match reference.trim_end_matches('/') {
            "#" => (target.get("title").and_then(Value::as_str).unwrap_or("Root"), bare_root),
            _ => (last.as_str(), target),
        };
        let mut name = wanted.to_owned();
        let mut count = 2;
        while self.defs.contains_key(&name) {
            name = format!("{wanted}{count}");
            count += 1;
        }
        self.defs.insert(name.clone(), target.clone());
        self.names.insert(reference, name);
    }

    fn find_recursive(&mut self) {
        let edges = self.edges();
        for (start, name) in self.defs.keys().enumerate() {
            let mut seen = vec![false; edges.len()];
            let mut open = edges[start].clone();
            while let Some(next) = open.pop() {
                if !std::mem::replace(&mut seen[next], true) {
                    open.extend(&edges[next]);
                }
            }
            if seen[start] {
                self.recursive.insert(name.clone());
            }
        }
    }

    /// For each definition, the places of those that it names.
    fn edges(&self) -> Vec<Vec<usize>> {
        let places: HashMap<&str, usize> =
            self.defs.keys().enumerate().map(|(place, name)| (name.as_str(), place)).collect();
        let leads_to = |def| {
            let mut written = Vec::new();
            collect_refs(def, &mut written);
            let names = written.iter().filter_map(|reference| self.name(reference));
            names.filter_map(|name| places.get(name).copied()).collect()
        };
        self.defs.values().map(leads_to).collect()
    }
}

/// Every `$ref` in a schema, as written.
pub(super) fn collect_refs(schema: &Value, found: &mut Vec<String>) {
    let Value::Object(map) = schema else { return };
    if let Some(Value::String(reference)) = map.get("$ref") {
        found.push(reference.clone());
    }
    each_child(map, &mut |child| collect_refs(child, found));
}

/// The schema that a local `$ref` points at.
pub(super) fn resolve<'a>(root: &'a Value, reference: &str) -> Option<&'a Value> {
    let pointer = reference.strip_prefix('#')?;
    root.pointer(&percent_decode(pointer.trim_end_matches('/')))
        .filter(|target| target.is_object() || target.is_boolean())
}

/// The `$ref` to a definition in `$defs`.
pub(super) fn reference_to(name: &str) -> String {
    format!("#/$defs/{}", escape(name).replace('%', "%25"))
}

/// Escapes one segment of a JSON pointer.
pub(crate) fn escape(segment: &str) -> Cow<'_, str> {
    if segment.contains(['~', '/']) {
        Cow::Owned(segment.replace('~', "~0").replace('/', "~1"))
    } else {
        Cow::Borrowed(segment)
    }
}

/// Reads one segment of a `$ref` back.
pub(super) fn decode(segment: &str) -> String {
    percent_decode(segment).replace("~1", "/").replace("~0", "~")
}

fn percent_decode(text: &str) -> Cow<'_, str> {
    if !text.contains('%') {
        return Cow::Borrowed(text);
    }
    let mut bytes = Vec::with_capacity(text.len());
    let mut rest = text.as_bytes();
    while let [first, tail @ ..] = rest {
        match tail {
            [high, low, after @ ..] if *first == b'%' => match (hex(*high), hex(*low)) {
                (Some(high), Some(low)) => {
                    bytes.push(high << 4 | low);
                    rest = after;
                    continue;
                }
                _ => bytes.push(*first),
            },
            _ => bytes.push(*first),
        }
        rest = tail;
    }
    Cow::Owned(String::from_utf8_lossy(&bytes).into_owned())
}

fn hex(digit: u8) -> Option<u8> {
    char::from(digit).to_digit(16).and_then(|digit| u8::try_from(digit).ok())
}
