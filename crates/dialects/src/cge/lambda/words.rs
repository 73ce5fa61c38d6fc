//! How problems speak of types and numbers. Nothing here reports one.

use super::tree::Param;
use super::types::Ty;

/// How a type is spoken of: `a String`, `an Int`.
pub(crate) fn article(ty: &Ty) -> String {
    match ty {
        Ty::Function(params, _) => format!("a function of {}", values(params.len())),
        Ty::Int | Ty::Option(_) => format!("an `{ty}`"),
        Ty::Nothing | Ty::Unknown => "nothing".to_owned(),
        _ => format!("a `{ty}`"),
    }
}

pub(crate) fn values(n: usize) -> String {
    match n {
        0 => "no values".to_owned(),
        1 => "1 value".to_owned(),
        n => format!("{n} values"),
    }
}

pub(crate) fn counted(wanted: &[Ty], params: &[Param]) -> String {
    let types: Vec<String> = wanted.iter().map(Ty::to_string).collect();
    let (count, found, types) = (wanted.len(), params.len(), types.join("`, `"));
    let plural = if count == 1 { "" } else { "s" };
    format!("expected a function of {count} parameter{plural} (`{types}`), found {found}")
}

/// What a parameter without a name is called.
pub(crate) fn nameless(ty: &Ty) -> &'static str {
    match ty {
        Ty::Card => "card",
        Ty::Player => "who",
        Ty::String => "word",
        Ty::Int | Ty::Double => "n",
        Ty::List(_) => "list",
        _ => "value",
    }
}

pub(crate) fn shown_name(name: &str) -> &str {
    if name.starts_with('#') { "_" } else { name }
}

/// What to write to get from one type to another.
pub(crate) fn conversion(found: &Ty, wanted: &Ty) -> Option<&'static str> {
    match (found, wanted) {
        (Ty::Option(of), wanted) if of.fits(wanted) => {
            Some("an option may be empty: write `.getOrElse(...)`, `.get`, or look with `.contains(...)`")
        }
        (found, Ty::Option(of)) if found.fits(of) => Some("write `Some(...)`"),
        (Ty::Hand | Ty::Deck, Ty::List(_)) => Some("write `.cards`"),
        (Ty::Double, Ty::Int) => Some("write `.toInt`"),
        (Ty::List(_), Ty::Boolean) => Some("write `.isEmpty` or `.nonEmpty`"),
        (Ty::Card, Ty::String) => Some("write `.suit` or `.rank`"),
        _ => None,
    }
}
