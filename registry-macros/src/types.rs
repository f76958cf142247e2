//! Types as written, made fit to stand outside of their impl block.

use proc_macro2::Span;
use quote::ToTokens;
use syn::visit_mut::{self, VisitMut};
use syn::{Expr, GenericArgument, Ident, Lifetime, Path, PathArguments, QSelf, Type, TypePath};

/// Where a signature stands: what `Self` is, and the arguments of a generic type's instance.
#[derive(Clone, Default)]
pub(crate) struct Scope {
    pub(crate) self_ty: Option<Type>,
    pub(crate) trait_: Option<Path>,
    pub(crate) types: Vec<(Ident, GenericArgument)>,
    /// The one trait that bounds a type parameter: what `D::Row` then means.
    pub(crate) bounds: Vec<(Ident, Path)>,
}

impl Scope {
    /// A type with `Self` and type parameters replaced, and every lifetime `'static`.
    pub(crate) fn outside(&self, ty: &Type) -> Type {
        let mut ty = ty.clone();
        Outside(self).visit_type_mut(&mut ty);
        ty
    }
}

struct Outside<'a>(&'a Scope);

impl VisitMut for Outside<'_> {
    fn visit_lifetime_mut(&mut self, lifetime: &mut Lifetime) {
        lifetime.ident = Ident::new("static", lifetime.ident.span());
    }

    fn visit_type_mut(&mut self, ty: &mut Type) {
        if let Type::Path(path) = ty
            && let Some(new) = self.replaced(path)
        {
            *ty = new;
            return;
        }
        if let Type::Reference(reference) = ty {
            reference.lifetime.get_or_insert_with(|| Lifetime::new("'static", Span::call_site()));
        }
        visit_mut::visit_type_mut(self, ty);
    }

    fn visit_expr_mut(&mut self, expr: &mut Expr) {
        if let Expr::Path(path) = expr
            && path.qself.is_none()
            && let Some(full) = self.member(&path.path)
        {
            *expr =
                Expr::Path(syn::ExprPath { attrs: Vec::new(), qself: full.qself, path: full.path });
            return;
        }
        if let Expr::Path(path) = expr
            && let Some(ident) = path.path.get_ident()
            && let Some((_, GenericArgument::Const(value))) =
                self.0.types.iter().find(|(name, _)| name == ident)
        {
            *expr = value.clone();
            return;
        }
        visit_mut::visit_expr_mut(self, expr);
    }
}

impl Outside<'_> {
    fn replaced(&self, path: &TypePath) -> Option<Type> {
        if path.qself.is_some() {
            return None;
        }
        if path.path.is_ident("Self") {
            return self.0.self_ty.clone();
        }
        if let Some(member) = self.member(&path.path) {
            return Some(Type::Path(member));
        }
        let ident = path.path.get_ident()?;
        let (_, argument) = self.0.types.iter().find(|(name, _)| name == ident)?;
        match argument {
            GenericArgument::Type(ty) => Some(ty.clone()),
            _ => None,
        }
    }

    /// `Self::X` of a trait impl is `<Type as Trait>::X`; `D::X`, where a type stands for `D`, is
    /// `<Type as Bound>::X`.
    fn member(&self, path: &Path) -> Option<TypePath> {
        let first = &path.segments.first()?.ident;
        if path.segments.len() < 2 {
            return None;
        }
        let named = |(name, _): &&(Ident, _)| name == first;
        let (ty, trait_) = if first == "Self" {
            (self.0.self_ty.clone()?, self.0.trait_.as_ref())
        } else {
            let (_, argument) = self.0.types.iter().find(|(name, _)| name == first)?;
            let GenericArgument::Type(ty) = argument else { return None };
            (ty.clone(), self.0.bounds.iter().find(named).map(|(_, bound)| bound))
        };
        let mut full = trait_
            .cloned()
            .unwrap_or_else(|| Path { leading_colon: None, segments: Default::default() });
        let position = full.segments.len();
        full.segments.extend(path.segments.iter().skip(1).cloned());
        Some(TypePath {
            attrs: Vec::new(),
            qself: Some(QSelf {
                lt_token: Default::default(),
                ty: Box::new(ty),
                position,
                as_token: trait_.is_some().then(Default::default),
                gt_token: Default::default(),
            }),
            path: full,
        })
    }
}

/// A type without the invisible groups that `macro_rules!` puts around `$t:ty`.
pub(crate) fn ungrouped(ty: &Type) -> &Type {
    match ty {
        Type::Group(group) => ungrouped(&group.elem),
        Type::Paren(paren) => ungrouped(&paren.elem),
        other => other,
    }
}

/// The argument of `Option<…>`, by spelling: only for what borrows inside.
pub(crate) fn option_argument(ty: &Type) -> Option<&Type> {
    let Type::Path(path) = ungrouped(ty) else { return None };
    let last = path.path.segments.last().filter(|last| last.ident == "Option")?;
    let PathArguments::AngleBracketed(arguments) = &last.arguments else { return None };
    match arguments.args.first()? {
        GenericArgument::Type(inner) => Some(inner),
        _ => None,
    }
}

/// A type as people write it.
pub(crate) fn text(ty: &Type) -> String {
    let text = ty.to_token_stream().to_string();
    let mut out = String::with_capacity(text.len());
    let mut chars = text.chars().peekable();
    while let Some(c) = chars.next() {
        let glued = |c: char| "<>(),&[]:;'".contains(c);
        if c == ' ' {
            let before = out.chars().last().unwrap_or(' ');
            let after = chars.peek().copied().unwrap_or(' ');
            let keep = match (before, after) {
                (',' | ';', _) | ('>', '+' | '=' | '-') => true,
                (_, '+' | '=') | ('+' | '=', _) => true,
                _ => !glued(before) && !glued(after),
            };
            if !keep {
                continue;
            }
        }
        out.push(c);
    }
    out
}

/// Whether a return type is, or holds, a stream: decided by its name, since only then can the
/// call keep alive what the stream borrows.
pub(crate) fn is_stream(ty: &Type) -> bool {
    struct Find(bool);
    impl VisitMut for Find {
        fn visit_path_mut(&mut self, path: &mut Path) {
            self.0 |= path.segments.last().is_some_and(|last| {
                ["Stream", "BoxStream", "ReceiverStream"].iter().any(|name| last.ident == name)
            });
            visit_mut::visit_path_mut(self, path);
        }
    }
    let mut find = Find(false);
    find.visit_type_mut(&mut ty.clone());
    find.0
}

/// Whether a type has `impl Trait` in it.
pub(crate) fn has_impl(ty: &Type) -> bool {
    struct Find(bool);
    impl VisitMut for Find {
        fn visit_type_impl_trait_mut(&mut self, _: &mut syn::TypeImplTrait) {
            self.0 = true;
        }
    }
    let mut find = Find(false);
    find.visit_type_mut(&mut ty.clone());
    find.0
}
