//! Names that providers accept, and the way back: a table per view, never a split string.

use std::collections::HashMap;

/// The longest name that every provider takes.
const LONGEST: usize = 64;

/// A wire name for each callable, in order; no two are the same.
///
/// `Type.method` becomes `Type_method`. A name that loses characters, is too long, or would clash
/// gets a hash of the whole name as its suffix, so that it does not depend on the others' order.
pub(crate) fn wire_names(callables: &[(String, Option<String>)]) -> Vec<String> {
    let plain: Vec<(String, bool)> = callables
        .iter()
        .map(|(name, chosen)| match chosen {
            Some(chosen) => (chosen.clone(), true),
            None => plain(name),
        })
        .collect();
    let mut uses: HashMap<&str, usize> = HashMap::with_capacity(plain.len());
    for (wire, _) in &plain {
        *uses.entry(wire).or_default() += 1;
    }
    callables
        .iter()
        .zip(&plain)
        .map(|((name, _), (wire, faithful))| {
            // The name that is a wire name already keeps it.
            let owner = *faithful && (uses[wire.as_str()] == 1 || name == wire);
            if owner { wire.clone() } else { hashed(name, wire) }
        })
        .collect()
}

/// The name with `.` as `_`, and whether nothing else was lost.
fn plain(name: &str) -> (String, bool) {
    let mut faithful = name.len() <= LONGEST;
    let mut dots = 0;
    let wire: String = name
        .chars()
        .map(|c| match c {
            'A'..='Z' | 'a'..='z' | '0'..='9' | '_' | '-' => c,
            '.' => {
                dots += 1;
                '_'
            }
            _ => {
                faithful = false;
                '_'
            }
        })
        .collect();
    (wire, faithful && dots <= 1)
}

fn hashed(name: &str, wire: &str) -> String {
    let hash = hex(&hmac_sha256::Hash::hash(name.as_bytes())[..4]);
    let kept = &wire[..wire.len().min(LONGEST - hash.len() - 1)];
    format!("{kept}_{hash}")
}

/// Lower-case hexadecimal.
pub(crate) fn hex(bytes: &[u8]) -> String {
    bytes.iter().map(|byte| format!("{byte:02x}")).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn names(callables: &[&str]) -> Vec<String> {
        wire_names(&callables.iter().map(|name| ((*name).to_owned(), None)).collect::<Vec<_>>())
    }

    #[test]
    fn plain_names_stay_readable() {
        assert_eq!(names(&["Editor.read", "add"]), ["Editor_read", "add"]);
    }

    #[test]
    fn clashes_losses_and_long_names_get_a_hash_whatever_the_order() {
        let clash = names(&["A.b_c", "A_b.c", "A_b_c"]);
        let back = names(&["A_b_c", "A_b.c", "A.b_c"]);
        assert_eq!(clash, back.iter().rev().cloned().collect::<Vec<_>>());
        assert_eq!(clash[2], "A_b_c");
        let all =
            names(&["写文档.写", "写文档.读", &"x".repeat(80), &format!("{}y", "x".repeat(79))]);
        let mut distinct = all.clone();
        distinct.sort();
        distinct.dedup();
        assert_eq!(distinct.len(), 4);
        for name in all.iter().chain(&clash) {
            assert!(name.len() <= 64, "{name}");
            assert!(name.bytes().all(|b| b.is_ascii_alphanumeric() || matches!(b, b'_' | b'-')));
        }
    }
}
