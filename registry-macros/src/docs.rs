//! Doc comments, gathered over all attributes of an item.

use proc_macro2::TokenStream;
use quote::{ToTokens, quote};
use syn::{Attribute, Expr, Lit, Meta};

/// The doc comment of an item as an expression of type `&'static str`; none when there is none.
///
/// Other attributes between the lines do not end it. Text that is no literal, such as
/// `include_str!(…)`, is kept as it is.
pub(crate) fn collect(attrs: &[Attribute]) -> Option<TokenStream> {
    let values: Vec<&Expr> = attrs.iter().filter_map(value).collect();
    if values.is_empty() {
        return conditional(attrs).then(|| quote!(""));
    }
    let literal = |expr: &&Expr| matches!(expr, Expr::Lit(lit) if matches!(lit.lit, Lit::Str(_)));
    if values.iter().all(literal) {
        let lines: Vec<String> = values.iter().flat_map(|value| lines(value)).collect();
        let text = lines.join("\n");
        return (!text.trim().is_empty()).then(|| text.into_token_stream());
    }
    let parts = values.iter().map(|value| match value {
        literal @ Expr::Lit(_) => lines(literal).join("\n").into_token_stream(),
        other => other.to_token_stream(),
    });
    Some(quote!(::core::concat!(#(#parts, "\n"),*)))
}

/// Whether an attribute is a doc comment.
pub(crate) fn is_doc(attr: &Attribute) -> bool {
    attr.path().is_ident("doc")
}

fn value(attr: &Attribute) -> Option<&Expr> {
    match &attr.meta {
        Meta::NameValue(pair) if is_doc(attr) => Some(&pair.value),
        _ => None,
    }
}

/// `cfg_attr(…, doc = …)` cannot be read here, but is a doc comment all the same.
fn conditional(attrs: &[Attribute]) -> bool {
    attrs.iter().any(is_conditional)
}

/// Whether an attribute is a doc comment under a condition.
pub(crate) fn is_conditional(attr: &Attribute) -> bool {
    attr.path().is_ident("cfg_attr") && attr.meta.to_token_stream().to_string().contains("doc =")
}

/// The lines of one doc attribute: one leading space off, and the star gutter of a block comment.
fn lines(value: &Expr) -> Vec<String> {
    let Expr::Lit(literal) = value else { return Vec::new() };
    let Lit::Str(text) = &literal.lit else { return Vec::new() };
    let text = text.value();
    let unspaced = |line: &str| line.strip_prefix(' ').unwrap_or(line).trim_end().to_owned();
    if !text.contains('\n') {
        return vec![unspaced(&text)];
    }
    let all: Vec<&str> = text.lines().collect();
    let rest = all.iter().skip(1).filter(|line| !line.trim().is_empty());
    let gutter = rest.clone().all(|line| line.trim_start().starts_with('*'));
    let indent = rest.map(|line| line.len() - line.trim_start().len()).min().unwrap_or(0);
    let mut lines: Vec<String> = all
        .iter()
        .enumerate()
        .map(|(i, line)| match (i, gutter) {
            (0, _) => unspaced(line),
            (_, true) => {
                let line = line.trim_start();
                unspaced(line.strip_prefix('*').unwrap_or(line))
            }
            (_, false) => line.get(indent..).unwrap_or("").trim_end().to_owned(),
        })
        .collect();
    while lines.last().is_some_and(String::is_empty) {
        lines.pop();
    }
    while lines.first().is_some_and(String::is_empty) {
        lines.remove(0);
    }
    lines
}

#[cfg(test)]
mod tests {
    use super::*;

    fn docs(attrs: &[Attribute]) -> String {
        let tokens = collect(attrs).unwrap_or_default();
        syn::parse2::<syn::LitStr>(tokens).map(|lit| lit.value()).unwrap_or_default()
    }

    #[test]
    fn lines_keep_their_indentation_and_other_attributes_do_not_end_them() {
        let item: syn::ItemFn = syn::parse_quote! {
            /// Add.
            ///
            #[allow(unused)]
            ///   - item "q" \
            fn f() {}
        };
        assert_eq!(docs(&item.attrs), "Add.\n\n  - item \"q\" \\");
    }

    #[test]
    fn a_block_comment_loses_its_gutter() {
        let item: syn::ItemFn = syn::parse_quote! {
            #[doc = " multi\n     * line\n     "]
            fn f() {}
        };
        assert_eq!(docs(&item.attrs), "multi\nline");
    }
}
