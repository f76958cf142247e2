//! A function or method as a model: what is called, with what, and what comes back.

use proc_macro2::TokenStream;
use quote::{ToTokens, quote};
use syn::ext::IdentExt;
use syn::{Attribute, Expr, FnArg, Ident, Pat, ReceiverKind, ReturnType, Safety, Signature, Type};

use crate::args::{Args, Place, here};
use crate::docs;
use crate::errors::Errors;
use crate::types::{Scope, has_impl, is_stream, option_argument, text, ungrouped};

/// How the instance is taken.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum Receiver {
    None,
    Shared,
    Exclusive,
}

/// How an owned argument is passed on.
#[derive(Clone, Copy)]
pub(crate) enum Passing {
    Owned,
    Borrowed,
    /// `Option<&T>`.
    BorrowedInside,
}

/// One parameter that the call gives.
pub(crate) struct Param {
    /// `None`: skipped, always its default.
    pub(crate) name: Option<String>,
    pub(crate) docs: TokenStream,
    /// The type that is decoded or injected.
    pub(crate) ty: TokenStream,
    pub(crate) span: proc_macro2::Span,
    pub(crate) passing: Passing,
    pub(crate) default: Option<Option<Expr>>,
    pub(crate) examples: Vec<Expr>,
    pub(crate) schema_with: Option<syn::Path>,
    pub(crate) cfgs: Vec<Attribute>,
}

/// One callable.
pub(crate) struct Callable {
    pub(crate) ident: Ident,
    pub(crate) name: String,
    /// What `include` and `select!` call it: its identifier, or in a trait impl, where two traits
    /// may have the same, its name.
    pub(crate) own_name: String,
    pub(crate) docs: TokenStream,
    pub(crate) receiver: Receiver,
    pub(crate) params: Vec<Param>,
    pub(crate) is_async: bool,
    pub(crate) is_blocking: bool,
    pub(crate) is_stream: bool,
    pub(crate) returns: Option<Type>,
    pub(crate) returns_text: String,
    pub(crate) returns_impl: bool,
    pub(crate) args: Args,
    pub(crate) cfgs: Vec<Attribute>,
}

/// Takes `#[tool(…)]` out of some attributes and reads it.
pub(crate) fn take_args(
    attrs: &mut Vec<Attribute>,
    place: Place,
    p: &TokenStream,
    errors: &mut Errors,
) -> Option<Args> {
    let mut found: Option<Args> = None;
    attrs.retain(|attr| {
        if !is_tool(attr) {
            return true;
        }
        let tokens = match &attr.meta {
            syn::Meta::Path(_) => TokenStream::new(),
            syn::Meta::List(list) => list.tokens.clone(),
            syn::Meta::NameValue(pair) => {
                errors.at(pair, "write the keys in parentheses: `#[tool(key = value)]`");
                TokenStream::new()
            }
        };
        if found.is_some() {
            errors.at(attr, "two `#[tool]` attributes; write their keys in one");
        }
        found = Some(Args::read(tokens, place, p, errors));
        false
    });
    found
}

/// Whether a `cfg` holds is not known here, so a key under it could be half in force.
pub(crate) fn refuse_cfg_attr(attrs: &mut Vec<Attribute>, noun: &str, errors: &mut Errors) {
    attrs.retain(|attr| {
        let hidden = match &attr.meta {
            syn::Meta::List(list) if attr.path().is_ident("cfg_attr") => &list.tokens,
            _ => return true,
        };
        let hides = hidden.clone().into_iter().skip(1).any(|token| token.to_string() == "tool");
        if hides {
            errors.at(
                attr,
                format!(
                    "`#[tool]` inside `cfg_attr` is not seen; put `#[cfg]` on the {noun} instead"
                ),
            );
        }
        !hides
    });
}

/// Whether an attribute is ours, by whatever path it is named.
pub(crate) fn is_tool(attr: &Attribute) -> bool {
    attr.path().segments.last().is_some_and(|last| last.ident == "tool")
}

pub(crate) fn cfgs(attrs: &[Attribute]) -> Vec<Attribute> {
    attrs.iter().filter(|attr| attr.path().is_ident("cfg")).cloned().collect()
}

/// Where a callable stands, for its messages: `read`, or `Editor::read`.
pub(crate) struct Owner<'a> {
    pub(crate) kind: &'a str,
    pub(crate) path: String,
}

/// Reads a signature; takes what is ours out of its parameters.
pub(crate) fn read(
    sig: &mut Signature,
    attrs: &[Attribute],
    args: Args,
    scope: &Scope,
    owner: &Owner<'_>,
    p: &TokenStream,
    errors: &mut Errors,
) -> Callable {
    let path = &owner.path;
    refuse_qualifiers(sig, path, errors);
    let receiver = receiver(sig, path, errors);
    let is_async = sig.asyncness.is_some();
    if let (Some(span), true) = (args.blocking, is_async) {
        errors.at_span(
            span,
            format!("`blocking` is for synchronous tools; `{path}` is async already"),
        );
    }
    let docs = description(attrs, &args);
    if docs.is_none() && !args.allow_missing_docs {
        errors.at(
            &sig.ident,
            format!(
                "{} `{path}` has no description; models choose tools by it: add a doc comment or `description = \"…\"`",
                owner.kind
            ),
        );
    }
    let mut params = Vec::new();
    for input in &mut sig.inputs {
        if let FnArg::Typed(input) = input {
            params.extend(param(input, scope, path, p, errors));
        }
    }
    refuse_twins(sig, &params, path, errors);
    let written = match &sig.output {
        ReturnType::Default => None,
        ReturnType::Type(_, ty) => Some(&**ty),
    };
    let name = match &args.name {
        Some(name) => name.value(),
        None => sig.ident.unraw().to_string(),
    };
    let own_name = match &scope.trait_ {
        Some(_) => name.clone(),
        None => sig.ident.unraw().to_string(),
    };
    Callable {
        ident: sig.ident.clone(),
        name,
        own_name,
        docs: docs.unwrap_or_else(|| quote!("")),
        receiver,
        params,
        is_async,
        is_blocking: args.blocking.is_some(),
        is_stream: written.is_some_and(is_stream),
        returns: written.map(|ty| scope.outside(ty)),
        returns_text: written.map_or_else(|| "()".to_owned(), text),
        returns_impl: written.is_some_and(has_impl),
        args,
        cfgs: cfgs(attrs),
    }
}

/// `description = "…"`, else the doc comment.
pub(crate) fn description(attrs: &[Attribute], args: &Args) -> Option<TokenStream> {
    match &args.description {
        Some(text) if !text.value().trim().is_empty() => Some(text.to_token_stream()),
        _ => docs::collect(attrs),
    }
}

fn refuse_qualifiers(sig: &Signature, path: &str, errors: &mut Errors) {
    let generic = sig.generics.params.iter().find(|p| !matches!(p, syn::GenericParam::Lifetime(_)));
    if let Some(generic) = generic {
        errors.at(
            generic,
            format!("`{path}` must not be generic: its arguments come as JSON, so every type must be known"),
        );
    }
    if let Safety::Unsafe(token) = &sig.safety {
        errors.at(
            token,
            format!("`{path}` must not be unsafe: a model cannot keep a safety contract"),
        );
    }
    if let Some(abi) = &sig.abi {
        errors.at(abi, format!("`{path}` must not be an extern function"));
    }
}

/// Two parameters of one JSON name, unless `#[cfg]` keeps one of them.
fn refuse_twins(sig: &Signature, params: &[Param], path: &str, errors: &mut Errors) {
    let kept = |param: &&Param| param.name.is_some() && param.cfgs.is_empty();
    for (i, param) in params.iter().enumerate().filter(|(_, param)| kept(param)) {
        if params[..i].iter().filter(kept).any(|twin| twin.name == param.name) {
            let name = param.name.as_deref().unwrap_or_default();
            errors.at(
                &sig.ident,
                format!("two parameters of `{path}` are called `{name}`; rename one"),
            );
        }
    }
}

fn receiver(sig: &Signature, path: &str, errors: &mut Errors) -> Receiver {
    let Some(receiver) = sig.receiver() else { return Receiver::None };
    match &receiver.kind {
        ReceiverKind::Reference(_, _, None) => Receiver::Shared,
        ReceiverKind::Reference(_, _, Some(_)) => Receiver::Exclusive,
        _ => {
            errors.at(
                receiver,
                format!("`{path}` must take `&self` or `&mut self`: the registry keeps the instance between calls"),
            );
            Receiver::Shared
        }
    }
}

fn param(
    input: &mut syn::PatType,
    scope: &Scope,
    path: &str,
    p: &TokenStream,
    errors: &mut Errors,
) -> Option<Param> {
    refuse_cfg_attr(&mut input.attrs, "parameter", errors);
    let args = take_args(&mut input.attrs, Place::Parameter, p, errors).unwrap_or_default();
    let docs = description(&input.attrs, &args).unwrap_or_else(|| quote!(""));
    // rustc refuses docs on parameters, also those behind a condition.
    input.attrs.retain(|attr| !docs::is_doc(attr) && !docs::is_conditional(attr));
    let name = match &*input.pat {
        Pat::Ident(pat) if pat.subpat.is_none() && pat.by_ref.is_none() => {
            pat.ident.unraw().to_string()
        }
        other => {
            errors.at(
                other,
                format!("a parameter of `{path}` must be a plain name; take it apart in the body"),
            );
            return None;
        }
    };
    let (ty, passing) = passed(&input.ty, scope, &name, path, errors)?;
    let ident_name = args.name.as_ref().map_or(name, syn::LitStr::value);
    Some(Param {
        name: (!args.skip).then_some(ident_name),
        docs,
        ty,
        span: here(&input.ty),
        passing,
        default: args.default,
        examples: args.examples,
        schema_with: args.schema_with,
        cfgs: cfgs(&input.attrs),
    })
}

/// The type that is decoded for a parameter, and how it is passed on.
fn passed(
    written: &Type,
    scope: &Scope,
    name: &str,
    path: &str,
    errors: &mut Errors,
) -> Option<(TokenStream, Passing)> {
    if has_impl(written) {
        errors.at(
            written,
            format!("parameter `{name}` of `{path}` must not be `impl Trait`: name the type, so that JSON can be decoded into it"),
        );
        return None;
    }
    let owned = |inner: &Type| {
        let inner = scope.outside(inner);
        quote!(<#inner as ::std::borrow::ToOwned>::Owned)
    };
    match ungrouped(written) {
        Type::Reference(reference) if reference.mutability.is_some() => {
            errors.at(
                reference,
                format!("parameter `{name}` of `{path}` must not be `&mut`: arguments come from the call, nobody sees the change"),
            );
            None
        }
        Type::Reference(reference)
            if reference.lifetime.as_ref().is_some_and(|lifetime| lifetime.ident == "static") =>
        {
            errors.at(
                reference,
                format!("parameter `{name}` of `{path}` must not be `&'static`: arguments end with their call; leave the lifetime out"),
            );
            None
        }
        Type::Reference(reference) => Some((owned(&reference.elem), Passing::Borrowed)),
        other => match option_argument(other).map(ungrouped) {
            Some(Type::Reference(inside)) if inside.mutability.is_none() => {
                let inner = owned(&inside.elem);
                Some((quote!(::core::option::Option<#inner>), Passing::BorrowedInside))
            }
            _ => Some((scope.outside(written).into_token_stream(), Passing::Owned)),
        },
    }
}
