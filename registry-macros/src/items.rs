//! The items that `#[tool]` goes on.

use proc_macro2::TokenStream;
use quote::{ToTokens, quote};
use syn::ext::IdentExt;
use syn::parse::Parser;
use syn::spanned::Spanned;
use syn::{
    Attribute, FnArg, GenericArgument, GenericParam, Generics, Ident, ImplItem, Item, ItemFn,
    ItemImpl, LitStr, Path, PathArguments, Type, TypeParamBound, Visibility,
};

use crate::args::{Args, Place};
use crate::errors::{Errors, nearest};
use crate::expand::{Pieces, callable, hash, line, method_check};
use crate::method::{
    Callable, Owner, cfgs, description, is_tool, read, refuse_cfg_attr, take_args,
};
use crate::types::Scope;

/// What stands beside the item.
#[derive(Default)]
struct Expansion {
    /// What other checks look for; also there when the item has errors, so that one mistake is
    /// one error.
    marks: TokenStream,
    code: TokenStream,
}

/// Expands `#[tool]`; with errors, the item stays as it is, so that nothing else breaks.
pub(crate) fn expand(args: TokenStream, item: TokenStream) -> TokenStream {
    let mut errors = Errors::default();
    let parsed = match syn::parse2::<Item>(item.clone()) {
        Ok(parsed) => parsed,
        Err(error) => {
            let error = error.to_compile_error();
            return quote!(#error #item);
        }
    };
    let (kept, generated) = match parsed {
        Item::Fn(mut item) => {
            let generated = function(args, &mut item, &mut errors);
            (item.into_token_stream(), generated)
        }
        Item::Impl(mut item) => {
            let generated = block(args, &mut item, &mut errors);
            (item.into_token_stream(), generated)
        }
        Item::Struct(item) => {
            let generated = declared(args, &item.attrs, &item.ident, &item.generics, &mut errors);
            (item.into_token_stream(), generated)
        }
        Item::Enum(item) => {
            let generated = declared(args, &item.attrs, &item.ident, &item.generics, &mut errors);
            (item.into_token_stream(), generated)
        }
        other => {
            misplaced(&other, &mut errors);
            (other.into_token_stream(), Expansion::default())
        }
    };
    let Expansion { marks, code } = generated;
    match errors.into_tokens() {
        Some(errors) => quote!(#kept #marks #errors),
        None => quote!(#kept #marks #code),
    }
}

fn misplaced(item: &Item, errors: &mut Errors) {
    let goes = "`#[tool]` goes on a struct or enum, an impl block, or a function";
    let message = match item {
        Item::Trait(_) => format!("{goes}; for a trait, put it on the impl block of a type"),
        Item::Mod(_) => format!("{goes}; put it on each item inside the module"),
        Item::Union(_) => format!("{goes}; this is a union, which JSON cannot describe"),
        Item::Macro(_) => format!("{goes}; write it inside the macro, on the item that it makes"),
        _ => goes.to_owned(),
    };
    let span = match item {
        Item::Trait(item) => item.trait_token.span,
        Item::Mod(item) => item.mod_token.span,
        Item::Union(item) => item.union_token.span,
        Item::Const(item) => item.const_token.span,
        Item::Static(item) => item.static_token.span,
        Item::Type(item) => item.type_token.span,
        other => other.span(),
    };
    errors.at_span(span, message);
}

/// The path of the runtime, and of what generated code may name in it.
fn runtime(args: &Args) -> TokenStream {
    match &args.krate {
        Some(path) => quote!(#path::__private),
        None => default_runtime(),
    }
}

pub(crate) fn default_runtime() -> TokenStream {
    quote!(::tool_registry::__private)
}

/// Reads the keys twice: once for `crate`, on which everything else depends.
fn arguments(tokens: TokenStream, place: Place, errors: &mut Errors) -> (Args, TokenStream) {
    let first = Args::read(tokens.clone(), place, &default_runtime(), &mut Errors::default());
    let p = runtime(&first);
    (Args::read(tokens, place, &p, errors), p)
}

fn function(args: TokenStream, item: &mut ItemFn, errors: &mut Errors) -> Expansion {
    if let Some(FnArg::Receiver(receiver)) = item.sig.inputs.first() {
        errors.at(
            receiver,
            format!("`{}` is a method: put `#[tool]` on its impl block too", item.sig.ident),
        );
        return Expansion::default();
    }
    let (args, p) = arguments(args, Place::Function, errors);
    let name = args.name.as_ref().map_or_else(|| item.sig.ident.unraw().to_string(), LitStr::value);
    let named = args.name.is_some();
    let owner = Owner { kind: "tool", path: name.clone() };
    let model = read(&mut item.sig, &item.attrs, args, &Scope::default(), &owner, &p, errors);
    let ident = &item.sig.ident;
    let callee = quote!(#ident);
    let Pieces { function, row } = callable(&model, 0, &callee, &Scope::default(), &p);
    let (docs, line, cfgs, vis) = (&model.docs, line(ident.span()), &model.cfgs, &item.vis);
    let meta = model.args.meta_tokens(&p);
    let id = type_id(&quote!(#ident), &p);
    let marks = quote! {
        #(#cfgs)*
        #[doc(hidden)]
        #[allow(non_camel_case_types, dead_code)]
        #vis struct #ident {}
    };
    let code = quote! {
        #(#cfgs)*
        const _: () = {
            #[allow(unused_imports)]
            use #p::kinds::*;
            #function
            static __TOOL_METHODS: [#p::Method; 1] = [#row];
            static __TOOL_ENTRY: #p::EntryData = #p::EntryData {
                kind: #p::EntryKind::Function,
                name: #name,
                named: #named,
                docs: #docs,
                id: #id,
                meta: #meta,
                include: #p::None,
                methods: &__TOOL_METHODS,
                instance: #p::None,
                file: ::core::file!(),
                line: #line,
            };
            #p::submit! { #p::Entry::new(&__TOOL_ENTRY) }
        };
    };
    Expansion { marks, code }
}

fn type_id(ty: &TokenStream, p: &TokenStream) -> TokenStream {
    quote!(#p::TypeId::of::<#ty>())
}

fn declared(
    args: TokenStream,
    attrs: &[Attribute],
    ident: &Ident,
    generics: &Generics,
    errors: &mut Errors,
) -> Expansion {
    let (args, p) = arguments(args, Place::Type, errors);
    refuse_generics(ident, generics, errors);
    let docs = description(attrs, &args);
    if docs.is_none() && !args.allow_missing_docs {
        errors.at(
            ident,
            format!("tool `{ident}` has no description; models choose tools by it: add a doc comment or `description = \"…\"`"),
        );
    }
    let docs = docs.unwrap_or_else(|| quote!(""));
    let name = args.name.as_ref().map_or_else(|| ident.unraw().to_string(), LitStr::value);
    let named = args.name.is_some();
    let names: &[LitStr] = args.include.as_ref().map_or(&[], |(_, names)| names);
    let include = match &args.include {
        Some((_, names)) => quote!(#p::Some(&[#(#names),*])),
        None => quote!(#p::None),
    };
    let checks = names.iter().map(|name| {
        let check = method_check(ident, &name.value(), name.span(), &p);
        quote!(const _: () = { #[allow(unused_imports)] use #p::kinds::*; #check };)
    });
    let (meta, line, cfgs) = (args.meta_tokens(&p), line(ident.span()), cfgs(attrs));
    let id = type_id(&quote!(#ident), &p);
    let checks: TokenStream = checks.collect();
    let code = quote! {
        #(#cfgs)*
        const _: () = {
            #[allow(unused_imports)]
            use #p::kinds::*;
            static __TOOL_INSTANCE: #p::InstanceType = #p::InstanceType::of::<#ident>(#p::DefaultOf::<#ident>::MAKE);
            static __TOOL_ENTRY: #p::EntryData = #p::EntryData {
                kind: #p::EntryKind::Type,
                name: #name,
                named: #named,
                docs: #docs,
                id: #id,
                meta: #meta,
                include: #include,
                methods: &[],
                instance: #p::Some(&__TOOL_INSTANCE),
                file: ::core::file!(),
                line: #line,
            };
            #p::submit! { #p::Entry::new(&__TOOL_ENTRY) }
            impl #p::ToolType for #ident {
                const INCLUDE: #p::Option<&'static [&'static str]> = #include;
            }
            #checks
        };
    };
    Expansion { marks: TokenStream::new(), code }
}

fn refuse_generics(ident: &Ident, generics: &Generics, errors: &mut Errors) {
    let Some(first) = generics.params.first() else { return };
    match first {
        GenericParam::Lifetime(_) => errors.at(
            first,
            format!("tool `{ident}` must not have lifetimes: the registry keeps its instance; own the data, or share it in an `Arc`"),
        ),
        _ => errors.at(
            first,
            format!("tool `{ident}` must not be generic; put `#[tool(instances = [\"Name = {ident}<Type>\"])]` on its impl block alone"),
        ),
    }
}

fn block(args: TokenStream, item: &mut ItemImpl, errors: &mut Errors) -> Expansion {
    let (args, p) = arguments(args, Place::Impl, errors);
    let trait_ = item.trait_.as_ref().map(|(path, _)| path.clone());
    let instances = instances(&args, item, errors);
    // Signatures are read once per instance, since their types differ; the first strips the item.
    let original = item.items.clone();
    let bounds = bounds(&item.generics);
    let mut expansion = Expansion::default();
    for (i, instance) in instances.into_iter().enumerate() {
        let mut items = original.clone();
        let mut own = Errors::default();
        let block =
            Block { args: &args, p: &p, trait_: trait_.as_ref(), instance, bounds: &bounds };
        let Expansion { marks, code } = block.expand(item, &mut items, &mut own);
        expansion.marks.extend(marks);
        expansion.code.extend(code);
        if i == 0 {
            item.items = items;
            if let Some(error) = own.into_inner() {
                errors.push(error);
            }
        }
    }
    expansion
}

/// One tool of an impl block: the type itself, or one instance of a generic one.
struct Instance {
    ty: Type,
    name: String,
    named: bool,
    types: Vec<(Ident, GenericArgument)>,
}

fn type_name(ty: &Type) -> Option<String> {
    match ty {
        Type::Path(path) => Some(path.path.segments.last()?.ident.unraw().to_string()),
        Type::Group(group) => type_name(&group.elem),
        _ => None,
    }
}

fn instances(args: &Args, item: &ItemImpl, errors: &mut Errors) -> Vec<Instance> {
    let own = type_name(&item.self_ty).unwrap_or_default();
    let generic = item.generics.params.first();
    if args.instances.is_empty() {
        if let Some(generic) = generic {
            errors.at(
                generic,
                format!("a generic impl block needs the names of its tools: `#[tool(instances = [\"Name = {own}<Type>\"])]`"),
            );
        }
        let name = args.name.as_ref().map_or(own, LitStr::value);
        let ty = (*item.self_ty).clone();
        return vec![Instance { ty, name, named: args.name.is_some(), types: Vec::new() }];
    }
    let parse = |input: syn::parse::ParseStream<'_>| {
        let name: Ident = input.parse()?;
        input.parse::<syn::Token![=]>()?;
        Ok((name, input.parse::<Type>()?))
    };
    let mut found = Vec::new();
    for text in &args.instances {
        let tokens = match text.parse::<TokenStream>() {
            Ok(tokens) => tokens,
            Err(error) => {
                errors.push(error);
                continue;
            }
        };
        match parse.parse2(tokens) {
            Ok((name, ty)) => {
                let types = substitution(&item.generics, &item.self_ty, &ty);
                found.push(Instance { ty, name: name.to_string(), named: true, types });
            }
            Err(_) => errors.at(text, format!("write an instance as `\"Name = {own}<Type>\"`")),
        }
    }
    found
}

/// Which argument stands for which parameter, by comparing `Store<B>` with `Store<Postgres>`.
fn substitution(
    generics: &Generics,
    general: &Type,
    special: &Type,
) -> Vec<(Ident, GenericArgument)> {
    let (Some(general), Some(special)) = (generic_arguments(general), generic_arguments(special))
    else {
        return Vec::new();
    };
    let mut found = Vec::new();
    for (parameter, argument) in general.into_iter().zip(special) {
        let name = parameter.to_token_stream().to_string();
        let matching = generics.params.iter().find_map(|param| match param {
            GenericParam::Type(param) if param.ident == name => Some(param.ident.clone()),
            GenericParam::Const(param) if param.ident == name => Some(param.ident.clone()),
            _ => None,
        });
        found.extend(matching.map(|ident| (ident, argument)));
    }
    found
}

/// The type parameters that one trait alone bounds, markers apart, and that trait.
fn bounds(generics: &Generics) -> Vec<(Ident, Path)> {
    const MARKERS: [&str; 6] = ["Send", "Sync", "Unpin", "Sized", "Clone", "Copy"];
    let mut found = Vec::new();
    for param in generics.type_params() {
        let clauses = generics.where_clause.iter().flat_map(|clause| &clause.predicates);
        let inherited = clauses.filter_map(|predicate| match predicate {
            syn::WherePredicate::Type(clause) => match &clause.bounded_ty {
                Type::Path(path) if path.path.is_ident(&param.ident) => Some(&clause.bounds),
                _ => None,
            },
            _ => None,
        });
        let all = param.bounds.iter().chain(inherited.flatten());
        let traits: Vec<&Path> = all
            .filter_map(|bound| match bound {
                TypeParamBound::Trait(bound) => Some(&bound.path),
                _ => None,
            })
            .filter(|path| {
                let last = path.segments.last().map(|last| last.ident.to_string());
                last.is_some_and(|last| !MARKERS.contains(&last.as_str()))
            })
            .collect();
        if let [only] = traits[..] {
            found.push((param.ident.clone(), only.clone()));
        }
    }
    found
}

fn generic_arguments(ty: &Type) -> Option<Vec<GenericArgument>> {
    let Type::Path(path) = ty else { return None };
    match &path.path.segments.last()?.arguments {
        PathArguments::AngleBracketed(arguments) => Some(arguments.args.iter().cloned().collect()),
        _ => None,
    }
}

struct Block<'a> {
    args: &'a Args,
    p: &'a TokenStream,
    trait_: Option<&'a Path>,
    instance: Instance,
    bounds: &'a [(Ident, Path)],
}

impl Block<'_> {
    fn expand(&self, item: &ItemImpl, items: &mut [ImplItem], errors: &mut Errors) -> Expansion {
        let (p, ty) = (self.p, &self.instance.ty);
        let methods = self.methods(items, errors);
        if methods.is_empty() {
            let at = item.impl_token.span;
            errors.at_span(
                at,
                format!(
                    "this `#[tool]` impl block exposes no method; make one `pub`, or mark it `#[tool]` (`{}`)",
                    self.instance.name
                ),
            );
            return Expansion::default();
        }
        let methods = self.narrow(methods, errors);
        self.refuse_twins(&methods, errors);
        let scope = self.scope();
        let mut functions = TokenStream::new();
        let mut rows = Vec::new();
        let mut marks = TokenStream::new();
        let mut marked = Vec::new();
        for (i, method) in methods.iter().enumerate() {
            let ident = &method.ident;
            let callee = match self.trait_ {
                Some(trait_) => quote!(<#ty as #trait_>::#ident),
                None => quote!(<#ty>::#ident),
            };
            let pieces = callable(method, i, &callee, &scope, p);
            functions.extend(pieces.function);
            rows.push(pieces.row);
            marks.extend(self.marks(method, &mut marked));
        }
        let args = self.args;
        let docs = description(&item.attrs, args).unwrap_or_else(|| quote!(""));
        let (name, named) = (&self.instance.name, self.instance.named);
        let meta = args.meta_tokens(p);
        let line = line(item.impl_token.span);
        let cfgs = cfgs(&item.attrs);
        let id = type_id(&quote!(#ty), p);
        let code = quote! {
            #(#cfgs)*
            const _: () = {
                #[allow(unused_imports)]
                use #p::kinds::*;
                #functions
                static __TOOL_METHODS: &[#p::Method] = &[#(#rows),*];
                static __TOOL_INSTANCE: #p::InstanceType = #p::InstanceType::of::<#ty>(#p::DefaultOf::<#ty>::MAKE);
                static __TOOL_ENTRY: #p::EntryData = #p::EntryData {
                    kind: #p::EntryKind::Impl,
                    name: #name,
                    named: #named,
                    docs: #docs,
                    id: #id,
                    meta: #meta,
                    include: #p::None,
                    methods: __TOOL_METHODS,
                    instance: #p::Some(&__TOOL_INSTANCE),
                    file: ::core::file!(),
                    line: #line,
                };
                #p::submit! { #p::Entry::new(&__TOOL_ENTRY) }
            };
        };
        let cfgs = quote!(#(#cfgs)*);
        let marks = quote!(#cfgs const _: () = { #marks };);
        Expansion { marks, code }
    }

    fn scope(&self) -> Scope {
        Scope {
            self_ty: Some(self.instance.ty.clone()),
            trait_: self.trait_.cloned(),
            types: self.instance.types.clone(),
            bounds: self.bounds.to_vec(),
        }
    }

    /// What `include` and `select!` look for.
    fn marks(&self, method: &Callable, marked: &mut Vec<String>) -> TokenStream {
        let (p, ty, cfgs) = (self.p, &self.instance.ty, &method.cfgs);
        // A name that is exposed twice is an error of its own, unless `#[cfg]` keeps one of them.
        if marked.contains(&method.own_name) {
            return TokenStream::new();
        }
        if cfgs.is_empty() {
            marked.push(method.own_name.clone());
        }
        let hash = hash(&method.own_name);
        quote!(#(#cfgs)* impl #p::HasToolMethod<#hash> for #ty {})
    }

    fn methods(&self, items: &mut [ImplItem], errors: &mut Errors) -> Vec<Callable> {
        let mut methods = Vec::new();
        for item in items {
            match item {
                ImplItem::Fn(item) => {
                    refuse_cfg_attr(&mut item.attrs, "method", errors);
                    let args = take_args(&mut item.attrs, Place::Method, self.p, errors);
                    let public = self.trait_.is_some() || matches!(item.vis, Visibility::Public(_));
                    let skipped = args.as_ref().is_some_and(|args| args.skip);
                    if skipped || !(public || args.is_some()) {
                        strip(&mut item.sig);
                        continue;
                    }
                    let path = format!("{}::{}", self.instance.name, item.sig.ident.unraw());
                    let owner = Owner { kind: "tool method", path };
                    let args = args.unwrap_or_default();
                    let scope = self.scope();
                    methods.push(read(&mut item.sig, &item.attrs, args, &scope, &owner, self.p, errors));
                }
                ImplItem::Macro(item) => errors.at(
                    &item.mac.path,
                    "`#[tool]` cannot see methods that a macro makes inside the block; wrap the whole impl block, with its `#[tool]`, in the macro",
                ),
                _ => {}
            }
        }
        methods
    }

    fn narrow(&self, methods: Vec<Callable>, errors: &mut Errors) -> Vec<Callable> {
        let Some((_, include)) = &self.args.include else { return methods };
        let names: Vec<String> = methods.iter().map(|method| method.own_name.clone()).collect();
        for literal in include {
            let wanted = literal.value();
            if names.contains(&wanted) {
                continue;
            }
            let known = names.iter().map(String::as_str);
            let message = match nearest(&wanted, known) {
                Some(near) => {
                    format!("this block has no tool method `{wanted}`; did you mean `{near}`?")
                }
                None => format!(
                    "this block has no tool method `{wanted}`; it has: {}",
                    names.join(", ")
                ),
            };
            errors.at(literal, message);
        }
        methods
            .into_iter()
            .filter(|m| include.iter().any(|name| name.value() == m.own_name))
            .collect()
    }

    fn refuse_twins(&self, methods: &[Callable], errors: &mut Errors) {
        for (i, method) in methods.iter().enumerate() {
            let twin = methods[..i].iter().find(|m| m.name == method.name && m.cfgs.is_empty());
            if let Some(twin) = twin.filter(|_| method.cfgs.is_empty()) {
                errors.at(
                    &method.ident,
                    format!(
                        "`{}` is exposed as `{}` like `{}`; rename one",
                        method.ident, method.name, twin.ident
                    ),
                );
            }
        }
    }
}

/// Methods that are no tools may still carry our attribute on a parameter.
fn strip(sig: &mut syn::Signature) {
    for input in &mut sig.inputs {
        if let FnArg::Typed(input) = input {
            input.attrs.retain(|attr| !is_tool(attr));
        }
    }
}
