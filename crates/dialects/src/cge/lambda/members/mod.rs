//! What can stand behind the `.` of a value, with what it is in TGDL. The members themselves stand in `table`.

mod lists;
mod others;
mod signature;
mod table;

pub(crate) use table::{hand_rule, playing_rule, win_condition};

use super::calls::Use;
use super::lowering::{Lowered, RuleLowering};
use super::template::{Gaps, Template, is_name};
use super::tree::{Expr, Type, TypeKind};
use super::types::Ty;
use signature::{Meaning, Member, letter, matches};

/// Lowers the use of a member that is more than a template.
type Special = fn(&mut RuleLowering, Use) -> Lowered;

/// The members of that name that a type has: one for each form of the type, or number of values.
fn named(ty: &Ty, name: &str) -> impl Iterator<Item = &'static Member> {
    let has_name = move |member: &&Member| member.name == name;
    table::MEMBERS.iter().filter(has_name).filter(move |member| matches(&member.of, ty, &mut Vec::new()))
}

/// The names of the members of a type.
pub(crate) fn names(ty: &Ty) -> Vec<&'static str> {
    let of_type = table::MEMBERS.iter().filter(|member| matches(&member.of, ty, &mut Vec::new()));
    let mut names: Vec<&str> = of_type.map(|member| member.name.as_str()).collect();
    names.dedup();
    names
}

/// The least and the largest number of values that a member takes; None where the type has none of that name.
pub(crate) fn counts(ty: &Ty, name: &str) -> Option<(usize, usize)> {
    let all = named(ty, name).map(Member::counts);
    all.reduce(|a, b| (a.0.min(b.0), a.1.max(b.1)))
}

/// What to write for a member that another type has.
pub(crate) fn instead(ty: &Ty, name: &str) -> Option<&'static str> {
    const PAIRS: [&str; 7] = ["zip", "zipWithIndex", "partition", "span", "splitAt", "toMap", "unzip"];
    match ty {
        Ty::Hand | Ty::Deck if counts(&Ty::list(Ty::Card), name).is_some() => {
            Some("write `.cards` before it")
        }
        Ty::Player if name == "cards" => Some("write `.hand.cards`"),
        Ty::Option(of) if counts(of, name).is_some() => {
            Some("an option may be empty: write `.get` before it, or `.map(...)`")
        }
        Ty::Table if name == "cards" => Some("write `cardsOnTable`"),
        Ty::List(_) if PAIRS.contains(&name) => Some("pairs are not part of the language of rules"),
        Ty::Map(..) if name.starts_with("withDefault") => {
            Some("write `.getOrElse(key, default)` where it is looked up")
        }
        Ty::List(_) if ["foreach", "update"].contains(&name) => {
            Some("rules change nothing: they look and tell")
        }
        _ => None,
    }
}

/// What the use of a member is in TGDL.
pub(crate) fn lower(c: &mut RuleLowering, used: Use) -> Lowered {
    let count = used.values.len();
    let takes = |member: &&Member| (member.counts().0..=member.counts().1).contains(&count);
    let member = named(&used.of.ty, &used.name.text).find(takes);
    let Some(member) = member else { return c.error_expr(used.span) };
    c.build.at = used.span;
    match &member.means {
        Meaning::Special(_, _, special) => special(c, used),
        Meaning::Template(template) => filled(c, used, member, template),
    }
}

/// What has the member comes first, then the values, then whatever the template names besides.
fn filled(c: &mut RuleLowering, used: Use, member: &Member, template: &Template) -> Lowered {
    let mut gaps = Gaps::default();
    matches(&member.of, &used.of.ty, &mut gaps.types);
    let it = match member.own() {
        Some(own) => {
            let own = c.meant(own, &gaps);
            c.fit(used.of, &own, used.span)
        }
        None => used.of,
    };
    gaps.values.push(("it".to_owned(), it.clone()));
    let first = template.names_of("it");
    c.name_values(template, 0..first, &mut gaps);
    for (param, value) in member.params().iter().zip(used.values) {
        let Some(ty) = &param.ty else { continue };
        let low = c.given(value, ty, &mut gaps);
        gaps.values.push((param.name.text.clone(), low));
    }
    c.build.at = used.span;
    c.name_values(template, first..template.names.len(), &mut gaps);
    let ty = c.meant(&member.gives, &gaps);
    if is_name(&template.value, "it") {
        return Lowered { ty, ..it };
    }
    let is_zone = matches!(&member.gives.kind, TypeKind::Named(name, _) if name == "Zone");
    Lowered { expr: c.fill(&template.value, &mut gaps), ty, is_zone }
}

impl RuleLowering<'_> {
    /// The type that a row of the table means. `Zone` is a list of cards that is a zone, `Points` what points are
    /// counted in.
    fn meant(&self, written: &Type, gaps: &Gaps) -> Ty {
        let all = |all: &[Type]| all.iter().map(|ty| self.meant(ty, gaps)).collect::<Vec<Ty>>();
        match &written.kind {
            TypeKind::Function(params, result) => {
                Ty::Function(all(params), Box::new(self.meant(result, gaps)))
            }
            TypeKind::Missing => Ty::Unknown,
            TypeKind::Named(name, of) => match (name.as_str(), all(of).as_slice()) {
                ("Zone", _) => Ty::list(Ty::Card),
                ("Points", _) => self.facts.points.clone(),
                (letter, []) if gaps.ty(letter).is_some() => gaps.ty(letter).cloned().unwrap_or(Ty::Unknown),
                (name, of) => Ty::named(name, of.to_vec()).unwrap_or(Ty::Unknown),
            },
        }
    }

    /// A value that a member takes. What a function gives settles a letter that nothing has settled yet, and `Like[A]`
    /// is a value that is looked for among those of `A`.
    fn given(&mut self, value: &Expr, ty: &Type, gaps: &mut Gaps) -> Lowered {
        match &ty.kind {
            TypeKind::Function(params, result) => {
                let params: Vec<Ty> = params.iter().map(|ty| self.meant(ty, gaps)).collect();
                let wanted = self.meant(result, gaps);
                let (expr, gives) = self.function(value, &params, &wanted);
                if let Some(letter) = letter(result).filter(|letter| gaps.ty(letter).is_none()) {
                    gaps.types.push((letter.to_owned(), gives.clone()));
                }
                Lowered::new(expr, Ty::Function(params, Box::new(gives)))
            }
            TypeKind::Named(name, of) if name == "Like" => {
                let of = of.first().map_or(Ty::Unknown, |of| self.meant(of, gaps));
                lists::element(self, value, &of)
            }
            _ => {
                let ty = self.meant(ty, gaps);
                self.typed(value, &ty)
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::{Meaning, table::MEMBERS};
    use crate::cge::lambda::tree::TypeKind;
    use language::tree::ExprKind;

    #[test]
    fn each_row_of_the_table_is_read() {
        for member in MEMBERS.iter() {
            assert!(!member.name.is_empty() && !matches!(member.of.kind, TypeKind::Missing));
            if let Meaning::Template(template) = &member.means {
                assert_ne!(template.value.kind, ExprKind::Missing, "{}", member.name);
                assert!(!matches!(member.gives.kind, TypeKind::Missing), "{}", member.name);
            }
        }
    }
}
