//! Expressions that give objects, calls of functions, and what is asked or imagined.

use super::scope::{Gen, Here, Kind, PIECE, Ty};

impl Gen {
    /// A class of a kind of which objects can be made.
    pub(super) fn concrete(&mut self, kind: Kind) -> usize {
        let fits = |c: &usize| self.classes[*c].kind == kind && !self.classes[*c].is_abstract;
        let classes: Vec<usize> = (0..self.classes.len()).filter(fits).collect();
        self.pick(&classes).unwrap_or(PIECE)
    }

    pub(super) fn is_a(&self, class: usize, ancestor: usize) -> bool {
        class == ancestor || self.classes[class].parent.is_some_and(|p| self.is_a(p, ancestor))
    }

    /// An object of a class that is not null, if one is at hand.
    pub(super) fn object(&mut self, class: usize) -> Option<String> {
        let fits = |ty: &Ty| matches!(ty, Ty::Object(c) if self.is_a(*c, class));
        let mut known: Vec<String> =
            self.vars.iter().filter(|v| v.sure && fits(&v.ty)).map(|v| v.name.clone()).collect();
        if self.here.this.is_some_and(|c| self.is_a(c, class)) {
            known.push("this".to_owned());
        }
        if self.classes[class].kind == Kind::Global {
            known.push(self.classes[class].name.clone());
        }
        self.pick(&known)
    }

    /// An object that may be null.
    pub(super) fn maybe_object(&mut self, class: usize, d: u32) -> String {
        let name = self.classes[class].name.clone();
        let sure = self.object(class);
        match (self.below(6), sure) {
            (0..3, Some(object)) => object,
            (3, _) => {
                let test = self.lambda(&[Ty::Object(class)], |g, _| g.boolean(d.min(1)));
                format!("all({name}).first({test})")
            }
            (4, _) if class == PIECE => match self.zone(0) {
                Some(zone) => format!("{zone}.{}()", self.one(&["top", "bottom"])),
                None => "null".to_owned(),
            },
            _ => format!("all({name}).last()"),
        }
    }

    /// A call of a function that may be called here and is not too slow.
    pub(super) fn called(&mut self, returns: &Ty, d: u32) -> Option<String> {
        let budget = 3000 / self.here.weight.max(1);
        let fits = |f: &super::scope::Function| {
            f.returns == *returns
                && (f.pure || (!self.here.pure && self.here.chance))
                && (!f.may_ask || (self.here.may_ask && self.here.actor))
                && f.weight <= budget
                && !self.is_hidden(&f.name)
        };
        let fitting: Vec<usize> = (0..self.functions.len()).filter(|i| fits(&self.functions[*i])).collect();
        let i = self.pick(&fitting)?;
        self.spent += self.functions[i].weight * self.here.weight;
        let params = self.functions[i].params.clone();
        let given = params.len() - if self.chance(50) { self.functions[i].defaults } else { 0 };
        let args: Vec<String> = params[..given].iter().map(|t| self.value(t, d.min(1))).collect();
        Some(format!("{}({})", self.functions[i].name, args.join(", ")))
    }

    /// `suppose { ... } gives e`
    pub(super) fn imagined(&mut self, ty: &Ty, d: u32) -> Option<String> {
        if self.here.pure || self.here.lambda || self.here.weight > 8 || self.here.supposed {
            return None;
        }
        let events_from = usize::MAX;
        let here = Here { chance: false, may_ask: false, supposed: true, events_from, ..self.here.clone() };
        // Variables of the surroundings may not be changed.
        let writable: Vec<bool> = self.vars.iter().map(|v| v.writable).collect();
        self.vars.iter_mut().for_each(|v| v.writable = false);
        let text = self.within(here, |g| {
            // It may stand in a string, which has one line only.
            let block = g.statements(1, 2).replace('\n', " ");
            format!("(suppose {{ {block} }} gives {})", g.value(ty, d.min(1)))
        });
        self.vars.iter_mut().zip(writable).for_each(|(v, w)| v.writable = w);
        Some(text)
    }

    /// `choose ...`, with a value for the case that nothing can be chosen.
    pub(super) fn asked(&mut self, ty: &Ty, _d: u32) -> Option<String> {
        if !self.here.may_ask || self.here.weight > 2 || !self.here.actor {
            return None;
        }
        let by = match self.below(3) {
            0 => format!(" by {}", self.player(0)),
            _ => String::new(),
        };
        let optional = self.one(&["", "", "optional "]);
        let (prompt, known) = (self.one(&["", " \"Which?\""]), self.one(&["secret ", "open "]));
        Some(match ty {
            Ty::Number => {
                let most = self.below(3) + 1;
                format!("(({known}choose {optional}number{prompt}{by} from 0..{most}) ?? 0)")
            }
            Ty::Bool => format!("(({known}choose bool{prompt}{by}) ?? false)"),
            Ty::Player => format!("(({known}choose {optional}player{prompt}{by}) ?? player.active())"),
            Ty::Enum(e) => {
                let name = self.enums[*e].name.clone();
                let case = self.case(*e, 0);
                format!("(({known}choose {optional}{name}{prompt}{by}) ?? {case})")
            }
            _ => return None,
        })
    }
}
