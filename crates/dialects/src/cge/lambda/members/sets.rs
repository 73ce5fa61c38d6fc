//! Members of sets, which are lists in which nothing stands twice.

use super::lists::{self, contains};
use super::searches;
use super::{Known, known};
use crate::cge::lambda::calls::Use;
use crate::cge::lambda::check::{Before, Checker, Low};
use crate::cge::lambda::types::Ty;
use language::tree::Expr as Tgdl;

/// Sets are lists in which nothing stands twice.
pub const SET: &[Known] = &[
    known("isEmpty", 0, 0),
    known("nonEmpty", 0, 0),
    known("size", 0, 0),
    known("contains", 1, 1),
    known("apply", 1, 1),
    known("subsetOf", 1, 1),
    known("intersect", 1, 1),
    known("union", 1, 1),
    known("diff", 1, 1),
    known("head", 0, 0),
    known("sum", 0, 0),
    known("max", 0, 0),
    known("min", 0, 0),
    known("toList", 0, 0),
    known("toSeq", 0, 0),
    known("map", 1, 1),
    known("filter", 1, 1),
    known("filterNot", 1, 1),
    known("exists", 1, 1),
    known("forall", 1, 1),
    known("count", 1, 1),
    known("find", 1, 1),
];

pub fn set(c: &mut Checker, used: Use, of: &Ty, before: &mut Before) -> Low {
    let (span, set) = (used.span, used.of.ty.clone());
    c.make.at = span;
    match (used.name.text.as_str(), used.values) {
        ("apply", [value]) => contains(c, used.of, of, value, span, before),
        ("subsetOf" | "intersect" | "union" | "diff", [other]) => {
            let other = c.typed(other, &set, before);
            c.make.at = span;
            let without = |c: &mut Checker, a: Tgdl, b: Tgdl| c.make.method(a, "without", vec![b]);
            let mine = used.of.expr;
            match used.name.text.as_str() {
                "union" => {
                    let all = c.make.method(mine, "concat", vec![other.expr]);
                    Low::new(c.make.method(all, "distinct", Vec::new()), set)
                }
                "diff" => Low::new(without(c, mine, other.expr), set),
                "intersect" => {
                    let rest = without(c, mine.clone(), other.expr);
                    Low::new(without(c, mine, rest), set)
                }
                _ => {
                    let rest = without(c, mine, other.expr);
                    Low::new(c.make.method(rest, "isEmpty", Vec::new()), Ty::Boolean)
                }
            }
        }
        (name, _) => {
            let stays = matches!(name, "filter" | "filterNot" | "map");
            let as_list = Low { ty: Ty::list(of.clone()), ..used.of.clone() };
            let used = Use { of: as_list, ..used };
            let is_search = searches::LIST.iter().any(|k| k.name == used.name.text);
            let low = if is_search {
                searches::list(c, used, of, before)
            } else {
                lists::list(c, used, of, before)
            };
            if stays { c.distinct(low, span) } else { low }
        }
    }
}
