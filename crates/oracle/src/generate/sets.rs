//! Sets of cases and of players, and expressions about them.

use super::scope::{Gen, Ty};

impl Gen {
    pub(super) fn set_type(&mut self) -> Ty {
        let of = match self.enums.is_empty() || self.chance(20) {
            true => Ty::Player,
            false => Ty::Enum(self.below(self.enums.len())),
        };
        Ty::Set(Box::new(of))
    }

    /// A set of these.
    pub(super) fn set(&mut self, of: &Ty, d: u32) -> String {
        let ty = Ty::Set(Box::new(of.clone()));
        let known = self.named(&ty, false);
        match (self.pick(&known), self.below(8)) {
            (Some(set), 0..3) => set,
            (_, 3 | 4) => {
                let list = self.list(of, d.min(1));
                // Lists of players may hold null.
                format!("{list}.filter(m => m != null).toSet()")
            }
            (_, 5) if d > 0 => {
                let (set, change) = (self.set(of, d - 1), self.one(&["with", "without"]));
                format!("{set}.{change}({})", self.member(of))
            }
            (_, 6 | 7) if d > 0 => {
                let (a, b) = (self.set(of, d - 1), self.set(of, d - 1));
                match self.below(6) {
                    0 => format!("({a} | {b})"),
                    1 => format!("({a} & {b})"),
                    2 => format!("({a} - {b})"),
                    3 => format!("{a}.union({b})"),
                    4 => format!("{a}.intersection({b})"),
                    _ => format!("{a}.difference({b})"),
                }
            }
            _ => {
                let members: Vec<String> = (0..self.below(3)).map(|_| self.member(of)).collect();
                format!("new {}() {{ {} }}", self.ty(&ty), members.join(", "))
            }
        }
    }

    /// What may be a member, and is not null but by chance.
    fn member(&mut self, of: &Ty) -> String {
        match of {
            Ty::Enum(_) => self.value(of, 0),
            _ => self.player(0),
        }
    }

    pub(super) fn about_set(&mut self, d: u32) -> String {
        let Ty::Set(of) = self.set_type() else { return "true".to_owned() };
        let set = self.set(&of, d);
        match self.below(6) {
            0 => format!("{set}.isEmpty()"),
            1 => format!("({set} <= {})", self.set(&of, 0)),
            2 => format!("{set}.isSubsetOf({})", self.set(&of, 0)),
            3 => format!("({set} == {})", self.set(&of, 0)),
            4 => {
                let test = self.lambda(&[*of], |g, _| g.boolean(d.min(1)));
                format!("{set}.any({test})")
            }
            _ => format!("{set}.contains({})", self.member(&of)),
        }
    }

    pub(super) fn set_size(&mut self, d: u32) -> String {
        let Ty::Set(of) = self.set_type() else { return "1".to_owned() };
        let set = self.set(&of, d);
        if self.chance(30) { format!("{set}.toList().length") } else { format!("{set}.length") }
    }
}
