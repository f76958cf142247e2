//! `select![Editor::{read, write}, Terminal, add]`.

use proc_macro2::{Span, TokenStream};
use quote::{quote, quote_spanned};
use syn::ext::IdentExt;
use syn::parse::{Parse, ParseStream, Parser};
use syn::punctuated::Punctuated;
use syn::spanned::Spanned;
use syn::{Ident, Path, PathSegment, Token};

use crate::expand::method_check;
use crate::items::default_runtime;

struct Pick {
    path: Path,
    methods: Vec<Ident>,
}

impl Parse for Pick {
    fn parse(input: ParseStream<'_>) -> syn::Result<Self> {
        if !(input.peek(Ident::peek_any) || input.peek(Token![::])) {
            return Err(input.error(
                "`select!` takes types and functions: `Editor`, `Editor::{read, write}`, `add`",
            ));
        }
        let leading_colon = input.parse()?;
        let mut segments: Punctuated<PathSegment, Token![::]> = Punctuated::new();
        segments.push_value(input.parse()?);
        let mut methods = Vec::new();
        while input.peek(Token![::]) {
            let colons = input.parse()?;
            if input.peek(syn::token::Brace) {
                let inner;
                syn::braced!(inner in input);
                let names = Punctuated::<Ident, Token![,]>::parse_terminated_with(
                    &inner,
                    Ident::parse_any,
                )?;
                methods.extend(names);
                break;
            }
            segments.push_punct(colons);
            segments.push_value(input.parse()?);
        }
        Ok(Self { path: Path { leading_colon, segments }, methods })
    }
}

/// Expands `select!`.
pub(crate) fn expand(input: TokenStream) -> TokenStream {
    let picks = match Punctuated::<Pick, Token![,]>::parse_terminated.parse2(input) {
        Ok(picks) => picks,
        Err(error) => return error.to_compile_error(),
    };
    let p = default_runtime();
    let mut checks = TokenStream::new();
    let mut items = Vec::new();
    for Pick { path, methods } in &picks {
        for method in methods {
            let name = method.unraw().to_string();
            let span = method.span().resolved_at(Span::call_site());
            let check = method_check(path, &name, method.span(), &p);
            let left_out = format!("`{}` is left out by the `include` of its type", name);
            let included = quote_spanned! {span=>
                ::core::assert!(#p::included(#p::Included::<#path>::INCLUDE, #name), #left_out);
            };
            checks.extend(quote!(const _: () = { #[allow(unused_imports)] use #p::kinds::*; #check #included };));
        }
        let names = methods.iter().map(|method| method.unraw().to_string());
        let written = path.segments.last().map(|last| last.ident.unraw().to_string());
        let span = path.span().resolved_at(Span::call_site());
        items.push(
            quote_spanned!(span=> (#p::TypeId::of::<#path>(), #written, &[#(#names),*] as &[&str])),
        );
    }
    quote!({ #checks #p::select(&[#(#items),*]) })
}
