//! From the model to tokens: one function and one table row per callable, all of it const data.

use proc_macro2::{Span, TokenStream};
use quote::{format_ident, quote, quote_spanned};
use syn::{Attribute, Expr, Ident, Lit, Type};

use crate::args::{here, json, method_ident};
use crate::method::{Callable, Param, Passing, Receiver};
use crate::types::Scope;

/// The function that answers calls, and its row in the table of methods.
pub(crate) struct Pieces {
    pub(crate) function: TokenStream,
    pub(crate) row: TokenStream,
}

/// Expands one callable; `callee` is what is called, `self_ty` whose instance it takes.
pub(crate) fn callable(
    callable: &Callable,
    index: usize,
    callee: &TokenStream,
    scope: &Scope,
    p: &TokenStream,
) -> Pieces {
    let function = format_ident!("__tool_call_{index}");
    let cfgs = &callable.cfgs;
    let body = body(callable, callee, scope.self_ty.as_ref(), p);
    let (name, ident) = (&callable.name, &callable.own_name);
    let docs = &callable.docs;
    let rows = table_rows(callable, p);
    let receiver = match callable.receiver {
        Receiver::None => quote!(None),
        Receiver::Shared => quote!(Shared),
        Receiver::Exclusive => quote!(Exclusive),
    };
    let (streaming, returns) = (callable.is_stream, &callable.returns_text);
    let output = output_schema(callable, scope, p);
    let meta = callable.args.meta_tokens(p);
    let line = line(callable.ident.span());
    Pieces {
        function: quote! {
            #(#cfgs)*
            fn #function(__tool_c: &mut #p::Call<'_>) -> #p::Outcome { #body }
        },
        row: quote! {
            #(#cfgs)*
            #p::Method {
                name: #name,
                ident: #ident,
                docs: #docs,
                params: &[#(#rows),*],
                receiver: #p::Receiver::#receiver,
                streaming: #streaming,
                returns: #returns,
                output: #output,
                call: #function,
                meta: #meta,
                line: #line,
            }
        },
    }
}

fn table_rows(callable: &Callable, p: &TokenStream) -> Vec<TokenStream> {
    let shown = callable.params.iter().filter_map(|param| Some((param, param.name.as_ref()?)));
    shown
        .map(|(param, name)| {
            let (cfgs, docs) = (&param.cfgs, &param.docs);
            let kind = kind(param, p);
            let default = default_json(param, p);
            let examples = param.examples.iter().map(|example| match json(example) {
                Some(text) => quote!(|| #p::literal(#text)),
                None => quote!(|| #p::to_value_or_null(&(#example))),
            });
            let schema_with = match &param.schema_with {
                Some(path) => quote!(#p::Some(#path)),
                None => quote!(#p::None),
            };
            quote! {
                #(#cfgs)*
                #p::Param {
                    name: #name,
                    docs: #docs,
                    shape: #kind.shape,
                    default: #default,
                    examples: &[#(#examples),*],
                    schema_with: #schema_with,
                }
            }
        })
        .collect()
}

/// Injected, JSON or neither, decided by the type's traits.
fn kind(param: &Param, p: &TokenStream) -> TokenStream {
    let ty = &param.ty;
    let span = param.span;
    if param.schema_with.is_some() {
        // Its schema comes from a function, so the type itself needs none.
        quote_spanned!(span=> #p::Kind::<#ty>::TAG.or(#p::Decoded::<#ty>::TAG).without_schema::<#ty>())
    } else {
        quote_spanned!(span=> #p::Kind::<#ty>::TAG.or(#p::Decoded::<#ty>::TAG).param::<#ty>())
    }
}

fn default_value(param: &Param, default: &Option<Expr>, p: &TokenStream) -> TokenStream {
    let ty = &param.ty;
    match default {
        None => quote_spanned!(param.span=> <#ty as ::core::default::Default>::default()),
        Some(expr @ Expr::Lit(literal)) if matches!(literal.lit, Lit::Str(_)) => {
            quote_spanned!(here(expr)=> #p::text::<#ty>(#expr))
        }
        Some(expr) => quote!(#expr),
    }
}

fn default_json(param: &Param, p: &TokenStream) -> TokenStream {
    let Some(default) = &param.default else { return quote!(#p::None) };
    if let Some(text) = default.as_ref().and_then(json) {
        return quote!(#p::Some(|| #p::Some(#p::literal(#text))));
    }
    let (ty, value) = (&param.ty, default_value(param, default, p));
    quote!(#p::Some(|| { let __tool_d: #ty = #value; #p::to_value(&__tool_d) }))
}

fn body(
    callable: &Callable,
    callee: &TokenStream,
    self_ty: Option<&Type>,
    p: &TokenStream,
) -> TokenStream {
    let names: Vec<Ident> =
        (0..callable.params.len()).map(|i| format_ident!("__tool_a{i}")).collect();
    let takes = takes(&callable.params, &names, p);
    let unpack = unpack(&callable.params, &names, p);
    let guard = match callable.receiver {
        Receiver::None => quote!(),
        Receiver::Shared => quote!(let __tool_g = __tool_c.guard();),
        Receiver::Exclusive => quote!(let mut __tool_g = __tool_c.guard();),
    };
    let instance = match (callable.receiver, self_ty) {
        (Receiver::Shared, Some(ty)) => Some(quote!(__tool_g.get::<#ty>())),
        (Receiver::Exclusive, Some(ty)) => Some(quote!(__tool_g.get_mut::<#ty>())),
        _ => None,
    };
    let await_ = callable.is_async.then(|| quote!(.await));
    let value = call(&callable.params, &names, callee, instance.as_ref(), await_.as_ref());
    let span = callable.returns.as_ref().map_or(here(&callable.ident), here);
    let at = here(&callable.ident);
    let finish = if callable.is_stream {
        let split = split(span, p);
        let item = convert(quote!(__tool_i), span, p);
        quote_spanned! {at=>
            let __tool_s = __tool_c.sink();
            #p::Outcome::future(async move {
                let __tool_v = #value;
                #split
                #p::drive(__tool_v, __tool_s, |__tool_i| #item).await
            })
        }
    } else {
        let result = convert(value, span, p);
        if callable.is_async {
            quote_spanned!(at=> #p::Outcome::future(async move { #p::Outcome::Ready(#result) }))
        } else if callable.is_blocking {
            quote_spanned!(at=> #p::Outcome::blocking(move || #result))
        } else {
            quote!(#p::Outcome::Ready(#result))
        }
    };
    quote! { #takes #unpack #guard #finish }
}

/// Decodes every argument before the first failure ends the call, so that all are reported.
fn takes(params: &[Param], names: &[Ident], p: &TokenStream) -> TokenStream {
    // Rows that a `#[cfg]` takes out of the table do not count.
    let mut base = 0usize;
    let mut depending: Vec<TokenStream> = Vec::new();
    let mut out = TokenStream::new();
    for (param, name) in params.iter().zip(names) {
        let cfgs = &param.cfgs;
        if param.name.is_none() {
            let value = default_value(param, &None, p);
            let ty = &param.ty;
            out.extend(quote!(#(#cfgs)* let __tool_x: #ty = #value; #(#cfgs)* let #name = #p::Some(__tool_x);));
            continue;
        }
        let kind = kind(param, p);
        let ty = &param.ty;
        let default = match &param.default {
            None => quote!(#p::None),
            Some(default) => {
                let value = default_value(param, default, p);
                quote!(#p::Some(|| -> #ty { #value }))
            }
        };
        out.extend(
            quote!(#(#cfgs)* let #name = (#kind.take)(__tool_c, #base #(+ #depending)*, #default);),
        );
        if cfgs.is_empty() {
            base += 1;
        } else {
            let predicates = cfgs.iter().filter_map(predicate);
            depending.push(quote!(::core::cfg!(all(#(#predicates),*)) as usize));
        }
    }
    out
}

fn predicate(cfg: &Attribute) -> Option<TokenStream> {
    match &cfg.meta {
        syn::Meta::List(list) => Some(list.tokens.clone()),
        _ => None,
    }
}

fn unpack(params: &[Param], names: &[Ident], p: &TokenStream) -> TokenStream {
    if params.is_empty() {
        return TokenStream::new();
    }
    if params.iter().all(|param| param.cfgs.is_empty()) {
        return quote! {
            let (#(#p::Some(#names),)*) = (#(#names,)*) else { return __tool_c.refused(); };
        };
    }
    let each = params.iter().zip(names).map(|(param, name)| {
        let cfgs = &param.cfgs;
        quote!(#(#cfgs)* let #p::Some(#name) = #name else { return __tool_c.refused(); };)
    });
    quote!(#(#each)*)
}

/// The call itself.
fn call(
    params: &[Param],
    names: &[Ident],
    callee: &TokenStream,
    instance: Option<&TokenStream>,
    await_: Option<&TokenStream>,
) -> TokenStream {
    let arguments = params.iter().zip(names).map(|(param, name)| {
        let (cfgs, value) = (&param.cfgs, passed(param, name));
        quote!(#(#cfgs)* #value)
    });
    let arguments = instance.into_iter().cloned().chain(arguments);
    quote!(#callee(#(#arguments),*)#await_)
}

fn passed(param: &Param, name: &Ident) -> TokenStream {
    match param.passing {
        Passing::Owned => quote!(#name),
        Passing::Borrowed => quote!(::core::borrow::Borrow::borrow(&#name)),
        Passing::BorrowedInside => {
            quote!(::core::option::Option::as_ref(&#name).map(|__tool_r| ::core::borrow::Borrow::borrow(__tool_r)))
        }
    }
}

/// A value as `Result<ToolOutput, CallError>`, whatever its type is.
fn convert(value: TokenStream, span: Span, p: &TokenStream) -> TokenStream {
    quote_spanned! {span=> {
        let __tool_v = #value;
        match (&&#p::Of::value(&__tool_v)).__tool_split_kind().split(__tool_v) {
            #p::Ok(__tool_v) => (&&&#p::Of::value(&__tool_v)).__tool_output_kind().output(__tool_v),
            #p::Err(__tool_e) => #p::Err((&&&#p::Of::value(&__tool_e)).__tool_error_kind().error(__tool_e)),
        }
    }}
}

fn split(span: Span, p: &TokenStream) -> TokenStream {
    quote_spanned! {span=>
        let __tool_v = match (&&#p::Of::value(&__tool_v)).__tool_split_kind().split(__tool_v) {
            #p::Ok(__tool_v) => __tool_v,
            #p::Err(__tool_e) => return #p::Outcome::Ready(#p::Err(
                (&&&#p::Of::value(&__tool_e)).__tool_error_kind().error(__tool_e)
            )),
        };
    }
}

fn output_schema(callable: &Callable, scope: &Scope, p: &TokenStream) -> TokenStream {
    if let Some(ty) = &callable.args.output {
        let ty = scope.outside(ty);
        return quote_spanned!(here(&ty)=> || #p::Returns::<#ty>::OK.schema());
    }
    match &callable.returns {
        Some(ty) if !callable.returns_impl => {
            quote!(|| (&&#p::Returns::<#ty>::OK).__tool_schema_kind().schema())
        }
        _ => quote!(|| #p::None),
    }
}

/// The line of a span.
pub(crate) fn line(span: Span) -> u32 {
    u32::try_from(span.unwrap().line()).unwrap_or(0)
}

/// FNV-1a, 64 bits: the identity of a method's name in a const parameter.
pub(crate) fn hash(name: &str) -> u64 {
    name.bytes().fold(0xcbf2_9ce4_8422_2325, |hash, byte| {
        (hash ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3)
    })
}

/// The check that a type has a tool method: rustc suggests a similar name, else our own words.
pub(crate) fn method_check(
    ty: &impl quote::ToTokens,
    method: &str,
    span: Span,
    p: &TokenStream,
) -> TokenStream {
    // The user's own span: rustc suggests no similar name for what a macro wrote.
    let own = span;
    let span = span.resolved_at(Span::call_site());
    let Some(ident) = method_ident(method, own) else { return TokenStream::new() };
    let hash = hash(method);
    let message = format!(
        "`{}` has no `#[tool]` method `{method}`; put `#[tool]` on its impl block and make the method `pub`, or mark it `#[tool]`",
        quote!(#ty).to_string().replace(' ', "")
    );
    quote_spanned! {span=>
        let _ = || { let _ = <#ty>::#ident; };
        ::core::assert!(#p::Probe::<#ty, #hash>::EXISTS, #message);
    }
}
