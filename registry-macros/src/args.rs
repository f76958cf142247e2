//! The keys inside `#[tool(…)]`: what is allowed where, and what each takes.

use proc_macro2::{Span, TokenStream};
use quote::{ToTokens, quote};
use syn::ext::IdentExt;
use syn::parse::{Parse, ParseStream, Parser};
use syn::punctuated::Punctuated;
use syn::spanned::Spanned;
use syn::{Expr, ExprLit, Ident, Lit, LitStr, Path, Token, Type};

use crate::errors::{Errors, nearest};

/// Where an attribute stands.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum Place {
    Type,
    Impl,
    Function,
    Method,
    Parameter,
}

impl Place {
    fn name(self) -> &'static str {
        match self {
            Self::Type => "a struct or enum",
            Self::Impl => "an impl block",
            Self::Function => "a function",
            Self::Method => "a method",
            Self::Parameter => "a parameter",
        }
    }
}

use Place::{Function, Impl, Method, Parameter, Type as OnType};

/// Every key, and where it goes.
const KEYS: &[(&str, &[Place])] = &[
    ("name", &[OnType, Impl, Function]),
    ("include", &[OnType, Impl]),
    ("instances", &[Impl]),
    ("crate", &[OnType, Impl, Function]),
    ("docs", &[OnType, Impl, Function]),
    ("group", &[OnType, Impl, Function]),
    ("version", &[OnType, Impl, Function]),
    ("title", &[OnType, Impl, Function, Method]),
    ("tags", &[OnType, Impl, Function, Method]),
    ("description", &[OnType, Impl, Function, Method, Parameter]),
    ("allow_missing_docs", &[OnType, Impl, Function, Method]),
    ("meta", &[OnType, Impl, Function, Method]),
    ("risk", &[OnType, Impl, Function, Method]),
    ("read_only", &[OnType, Impl, Function, Method]),
    ("destructive", &[OnType, Impl, Function, Method]),
    ("idempotent", &[OnType, Impl, Function, Method]),
    ("open_world", &[OnType, Impl, Function, Method]),
    ("timeout", &[OnType, Impl, Function, Method]),
    ("scopes", &[OnType, Impl, Function, Method]),
    ("agents", &[OnType, Impl, Function, Method]),
    ("requires_auth", &[OnType, Impl, Function, Method]),
    ("stage", &[OnType, Impl, Function, Method]),
    ("flag", &[OnType, Impl, Function, Method]),
    ("errors", &[Function, Method]),
    ("wire", &[Function, Method]),
    ("blocking", &[Function, Method]),
    ("concurrency", &[Function, Method]),
    ("output", &[Function, Method]),
    ("deprecated", &[Function, Method]),
    ("rename", &[Method, Parameter]),
    ("skip", &[Method, Parameter]),
    ("default", &[Parameter]),
    ("example", &[Parameter]),
    ("examples", &[Function, Method, Parameter]),
    ("schema_with", &[Parameter]),
];

/// What one attribute says.
#[derive(Default)]
pub(crate) struct Args {
    pub(crate) krate: Option<Path>,
    pub(crate) name: Option<LitStr>,
    pub(crate) include: Option<(Span, Vec<LitStr>)>,
    pub(crate) instances: Vec<LitStr>,
    pub(crate) description: Option<LitStr>,
    pub(crate) allow_missing_docs: bool,
    pub(crate) skip: bool,
    pub(crate) blocking: Option<Span>,
    pub(crate) output: Option<Type>,
    /// `None` inside: `#[tool(default)]`.
    pub(crate) default: Option<Option<Expr>>,
    pub(crate) examples: Vec<Expr>,
    pub(crate) schema_with: Option<Path>,
    /// Fields of the runtime's `Meta`, as they stand in its literal.
    pub(crate) meta: Vec<TokenStream>,
}

struct Key {
    name: Ident,
    value: Value,
}

enum Value {
    Flag,
    Expr(Expr),
    List(TokenStream),
}

impl Parse for Key {
    fn parse(input: ParseStream<'_>) -> syn::Result<Self> {
        let name = input.call(Ident::parse_any)?;
        let value = if input.peek(Token![=]) {
            input.parse::<Token![=]>()?;
            Value::Expr(bare(input.parse()?))
        } else if input.peek(syn::token::Paren) {
            let inner;
            syn::parenthesized!(inner in input);
            Value::List(inner.parse()?)
        } else {
            Value::Flag
        };
        Ok(Self { name, value })
    }
}

/// A value without the invisible groups that `macro_rules!` puts around `$value:expr`.
fn bare(expr: Expr) -> Expr {
    match expr {
        Expr::Group(group) => bare(*group.expr),
        Expr::Array(mut array) => {
            array.elems = array.elems.into_iter().map(bare).collect();
            Expr::Array(array)
        }
        other => other,
    }
}

impl Args {
    /// Reads the keys of an attribute.
    pub(crate) fn read(
        tokens: TokenStream,
        place: Place,
        p: &TokenStream,
        errors: &mut Errors,
    ) -> Self {
        let mut args = Self::default();
        let keys = match Punctuated::<Key, Token![,]>::parse_terminated.parse2(tokens) {
            Ok(keys) => keys,
            Err(error) => {
                errors.push(error);
                return args;
            }
        };
        let mut seen: Vec<String> = Vec::new();
        for key in keys {
            let name = key.name.to_string();
            if seen.contains(&name) {
                errors.at(&key.name, format!("key `{name}` is given twice; remove one"));
                continue;
            }
            if allowed(&key.name, &name, place, errors) {
                args.take(&key, &name, place, p, errors);
            }
            seen.push(name);
        }
        args
    }

    fn take(&mut self, key: &Key, name: &str, place: Place, p: &TokenStream, errors: &mut Errors) {
        match name {
            "crate" => self.krate = path(key, errors),
            "name" | "rename" => self.name = text(key, errors).filter(|name| legal(name, errors)),
            "include" => self.include = include(key, errors),
            "instances" => self.instances = texts(key, errors),
            "description" => self.description = text(key, errors),
            "allow_missing_docs" => self.allow_missing_docs = flag(key, errors),
            "skip" => self.skip = flag(key, errors),
            "blocking" => self.blocking = flag(key, errors).then(|| key.name.span()),
            "output" => self.output = ty(key, errors),
            "default" => {
                self.default = Some(match &key.value {
                    Value::Expr(expr) => Some(expr.clone()),
                    _ => None,
                });
            }
            "example" => self.examples.extend(expr(key, errors)),
            "examples" if place == Parameter => self.examples.extend(exprs(key, errors)),
            "schema_with" => self.schema_with = path(key, errors),
            "docs" => {
                let strict = text(key, errors);
                if let Some(level) = strict {
                    if level.value() == "strict" {
                        self.meta.push(quote!(strict_docs: true));
                    } else {
                        errors.at(
                            level,
                            "the only level is `\"strict\"`: every parameter needs a description",
                        );
                    }
                }
            }
            "meta" => self.notes(key, p, errors),
            "risk" => self.risk(key, p, errors),
            "timeout" => self.timeout(key, p, errors),
            "concurrency" => self.concurrency(key, p, errors),
            "deprecated" => {
                let why = match &key.value {
                    Value::Flag => Some(LitStr::new("", key.name.span())),
                    _ => text(key, errors),
                };
                self.meta.extend(why.map(|why| quote!(deprecated: #p::Some(#why))));
            }
            "wire" => {
                let wire = text(key, errors).filter(|wire| legal_wire(wire, errors));
                self.meta.extend(wire.map(|wire| quote!(wire: #p::Some(#wire))));
            }
            "tags" | "scopes" | "agents" | "errors" | "examples" => {
                let list = texts(key, errors);
                let field = Ident::new(name, Span::call_site());
                self.meta.push(quote!(#field: &[#(#list),*]));
            }
            "group" | "version" | "title" | "stage" | "flag" => {
                let field = Ident::new(name, Span::call_site());
                let value = text(key, errors);
                self.meta.extend(value.map(|value| quote!(#field: #p::Some(#value))));
            }
            _ => {
                let field = Ident::new(name, Span::call_site());
                let value = flag(key, errors);
                self.meta.push(quote!(#field: #p::Some(#value)));
            }
        }
    }

    /// The `Meta` of the runtime.
    pub(crate) fn meta_tokens(&self, p: &TokenStream) -> TokenStream {
        let fields = &self.meta;
        if fields.is_empty() {
            quote!(&#p::Meta::EMPTY)
        } else {
            quote!(&#p::Meta { #(#fields,)* ..#p::Meta::EMPTY })
        }
    }

    fn risk(&mut self, key: &Key, p: &TokenStream, errors: &mut Errors) {
        let Some(level) = text(key, errors) else { return };
        let variant = match level.value().as_str() {
            "low" => quote!(Low),
            "medium" => quote!(Medium),
            "high" => quote!(High),
            other => {
                let message =
                    format!("`{other}` is not a risk; write \"low\", \"medium\" or \"high\"");
                errors.at(level, message);
                return;
            }
        };
        self.meta.push(quote!(risk: #p::Some(#p::Risk::#variant)));
    }

    fn timeout(&mut self, key: &Key, p: &TokenStream, errors: &mut Errors) {
        let Some(literal) = text(key, errors) else { return };
        let value = literal.value();
        let digits = value.chars().take_while(char::is_ascii_digit).count();
        let (number, unit) = value.split_at(digits);
        let factor = match unit {
            "ms" => Some(1),
            "s" => Some(1000),
            "m" => Some(60_000),
            _ => None,
        };
        let ms = number.parse::<u64>().ok().zip(factor).and_then(|(n, f)| n.checked_mul(f));
        match ms.filter(|ms| *ms > 0) {
            Some(ms) => self.meta.push(quote!(timeout_ms: #p::Some(#ms))),
            None => errors.at(
                &literal,
                format!("`{value}` is not a duration; write a number with a unit, such as \"30s\", \"500ms\" or \"2m\""),
            ),
        }
    }

    fn concurrency(&mut self, key: &Key, p: &TokenStream, errors: &mut Errors) {
        let number = match &key.value {
            Value::Expr(Expr::Lit(ExprLit { lit: Lit::Int(int), .. })) => {
                int.base10_parse::<u32>().ok()
            }
            _ => None,
        };
        match number.filter(|number| *number > 0) {
            Some(number) => self.meta.push(quote!(concurrency: #p::Some(#number))),
            None => {
                errors.at(&key.name, "key `concurrency` takes a number, such as `concurrency = 4`")
            }
        }
    }

    fn notes(&mut self, key: &Key, p: &TokenStream, errors: &mut Errors) {
        let Value::List(tokens) = &key.value else {
            errors.at(
                &key.name,
                "key `meta` takes a list, such as `meta(owner = \"search\", cost = 3)`",
            );
            return;
        };
        let _ = p;
        let pairs = match Punctuated::<Key, Token![,]>::parse_terminated.parse2(tokens.clone()) {
            Ok(pairs) => pairs,
            Err(error) => return errors.push(error),
        };
        let mut notes = Vec::new();
        for pair in pairs {
            let json = match &pair.value {
                Value::Flag => Some("true".to_owned()),
                Value::Expr(expr) => json(expr),
                Value::List(_) => None,
            };
            match json {
                Some(json) => {
                    let name = pair.name.unraw().to_string();
                    notes.push(quote!((#name, #json)));
                }
                None => {
                    errors.at(&pair.name, "a note is a literal: text, a number or a truth value")
                }
            }
        }
        self.meta.push(quote!(extra: &[#(#notes),*]));
    }
}

fn allowed(ident: &Ident, name: &str, place: Place, errors: &mut Errors) -> bool {
    if let Some((_, places)) = KEYS.iter().find(|(key, _)| *key == name) {
        if places.contains(&place) {
            return true;
        }
        let right: Vec<&str> = places.iter().map(|place| place.name()).collect();
        errors.at(
            ident,
            format!("key `{name}` belongs on {}, not on {}", right.join(" or "), place.name()),
        );
        return false;
    }
    let here: Vec<&str> =
        KEYS.iter().filter(|(_, places)| places.contains(&place)).map(|(key, _)| *key).collect();
    let message = match nearest(name, here.iter().copied()) {
        Some(near) => format!("unknown key `{name}`; did you mean `{near}`?"),
        None => {
            format!("unknown key `{name}`; the keys on {} are: {}", place.name(), here.join(", "))
        }
    };
    errors.at(ident, message);
    false
}

fn text(key: &Key, errors: &mut Errors) -> Option<LitStr> {
    match &key.value {
        Value::Expr(Expr::Lit(ExprLit { lit: Lit::Str(text), .. })) => Some(text.clone()),
        Value::Expr(other) => {
            let name = &key.name;
            errors
                .at(other, format!("key `{name}` takes text in quotes, such as `{name} = \"…\"`"));
            None
        }
        _ => {
            let name = &key.name;
            errors.at(name, format!("key `{name}` needs a value: `{name} = \"…\"`"));
            None
        }
    }
}

fn exprs(key: &Key, errors: &mut Errors) -> Vec<Expr> {
    match &key.value {
        Value::Expr(Expr::Array(array)) => array.elems.iter().cloned().collect(),
        _ => {
            let name = &key.name;
            errors.at(name, format!("key `{name}` takes a list: `{name} = […]`"));
            Vec::new()
        }
    }
}

fn texts(key: &Key, errors: &mut Errors) -> Vec<LitStr> {
    let mut texts = Vec::new();
    for expr in exprs(key, errors) {
        match expr {
            Expr::Lit(ExprLit { lit: Lit::Str(text), .. }) => texts.push(text),
            other => errors.at(other, format!("key `{}` takes texts in quotes", key.name)),
        }
    }
    texts
}

fn include(key: &Key, errors: &mut Errors) -> Option<(Span, Vec<LitStr>)> {
    let names = texts(key, errors);
    if let Value::Expr(Expr::Array(array)) = &key.value
        && array.elems.is_empty()
    {
        errors.at(array, "an empty `include` hides every method; name one, or remove `#[tool]`");
        return None;
    }
    let mut kept: Vec<LitStr> = Vec::new();
    for name in names {
        let value = name.value();
        if method_ident(&value, name.span()).is_none() {
            errors.at(&name, format!("`{value}` is not a method's name"));
        } else if kept.iter().any(|seen| seen.value() == value) {
            errors.at(&name, format!("`{value}` is included twice; remove one"));
        } else {
            kept.push(name);
        }
    }
    Some((key.name.span(), kept))
}

/// A method's identifier, raw where the name is a keyword.
pub(crate) fn method_ident(name: &str, span: Span) -> Option<Ident> {
    if matches!(name, "_" | "self" | "Self" | "super" | "crate") {
        return None;
    }
    // `gen` is a keyword of edition 2024 that syn takes for a name.
    let plain = name != "gen" && syn::parse_str::<Ident>(name).is_ok();
    Ident::parse_any.parse_str(name).ok()?;
    Some(if plain { Ident::new(name, span) } else { Ident::new_raw(name, span) })
}

fn flag(key: &Key, errors: &mut Errors) -> bool {
    match &key.value {
        Value::Flag => true,
        Value::Expr(Expr::Lit(ExprLit { lit: Lit::Bool(value), .. })) => value.value,
        _ => {
            let name = &key.name;
            errors.at(name, format!("key `{name}` takes `true` or `false`, or nothing"));
            false
        }
    }
}

fn expr(key: &Key, errors: &mut Errors) -> Option<Expr> {
    match &key.value {
        Value::Expr(expr) => Some(expr.clone()),
        _ => {
            let name = &key.name;
            errors.at(name, format!("key `{name}` needs a value: `{name} = …`"));
            None
        }
    }
}

fn path(key: &Key, errors: &mut Errors) -> Option<Path> {
    match &key.value {
        Value::Expr(Expr::Path(path)) => Some(path.path.clone()),
        _ => {
            let name = &key.name;
            errors.at(name, format!("key `{name}` takes a path: `{name} = some::path`"));
            None
        }
    }
}

fn ty(key: &Key, errors: &mut Errors) -> Option<Type> {
    let parsed = match &key.value {
        Value::Expr(expr) => syn::parse2(expr.to_token_stream()).ok(),
        _ => None,
    };
    if parsed.is_none() {
        errors.at(&key.name, "key `output` takes a type: `output = Report`");
    }
    parsed
}

fn legal(name: &LitStr, errors: &mut Errors) -> bool {
    let value = name.value();
    let starts = value.chars().next().is_some_and(|c| c.is_alphabetic() || c == '_');
    let right = value.chars().all(|c| c.is_alphanumeric() || c == '_' || c == '-');
    let legal = starts && right && value.len() <= 128;
    if !legal {
        errors.at(
            name,
            format!("`{value}` cannot be a name; use letters, digits, `_` and `-`, starting with a letter, at most 128 bytes"),
        );
    }
    legal
}

fn legal_wire(wire: &LitStr, errors: &mut Errors) -> bool {
    let value = wire.value();
    let right = value.bytes().all(|b| b.is_ascii_alphanumeric() || matches!(b, b'_' | b'-'));
    let legal = right && (1..=64).contains(&value.len());
    if !legal {
        errors.at(
            wire,
            format!("`{value}` is refused by providers; use 1 to 64 of `A-Z a-z 0-9 _ -`"),
        );
    }
    legal
}

/// A literal as JSON text.
pub(crate) fn json(expr: &Expr) -> Option<String> {
    match expr {
        Expr::Lit(ExprLit { lit, .. }) => match lit {
            Lit::Str(text) => Some(json_text(&text.value())),
            Lit::Bool(value) => Some(value.value.to_string()),
            Lit::Int(int) => Some(int.base10_digits().to_owned()),
            Lit::Float(float) => {
                let value: f64 = float.base10_parse().ok()?;
                value.is_finite().then(|| format!("{value:?}"))
            }
            Lit::Char(c) => Some(json_text(&c.value().to_string())),
            _ => None,
        },
        Expr::Unary(unary) if matches!(unary.op, syn::UnOp::Neg(_)) => {
            json(&unary.expr).map(|number| format!("-{number}"))
        }
        Expr::Group(group) => json(&group.expr),
        _ => None,
    }
}

fn json_text(text: &str) -> String {
    let mut out = String::from("\"");
    for c in text.chars() {
        match c {
            '"' => out.push_str("\\\""),
            '\\' => out.push_str("\\\\"),
            c if c < ' ' => out.push_str(&format!("\\u{:04x}", c as u32)),
            c => out.push(c),
        }
    }
    out.push('"');
    out
}

/// The span of an expression, placed where names of the user resolve.
pub(crate) fn here(tokens: &impl Spanned) -> Span {
    tokens.span().resolved_at(Span::call_site())
}
