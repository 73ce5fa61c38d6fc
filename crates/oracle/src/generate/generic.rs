//! Generic classes, some for certain types, and what bodies do with their objects.

use super::scope::{Bag, Gen, Kind, PIECE, TICKS, Ty};
use std::fmt::Write;

impl Gen {
    /// Which types generic classes are made for. Each has an object in an attribute of the global class.
    pub(super) fn plan_generics(&mut self) {
        if self.chance(50) {
            return;
        }
        for _ in 0..self.below(3) + 1 {
            let of = match self.below(5) {
                0 => Ty::Object(PIECE),
                1 => Ty::list(Ty::Number),
                _ => self.simple_type(),
            };
            let name = self.name("bag");
            self.bags.push(Bag { name, of });
        }
        if self.chance(60) {
            self.shelf = Some(self.name("shelf"));
        }
    }

    fn of_global(&mut self, name: &str) -> String {
        let global = self.concrete(Kind::Global);
        format!("{}.{name}", self.classes[global].name)
    }

    /// The generic classes.
    pub(super) fn generics(&mut self, out: &mut String) {
        if self.bags.is_empty() {
            return;
        }
        let (most, seen, worth) = (self.below(6) + 2, self.literal(), self.literal());
        let _ = writeln!(
            out,
            "class Bag<T> {{
    List<T> held = {{}};
    T last;
    number seen = {seen};
    (T) => number worth = x => {worth};
    function T put(T x) {{ if (held.length < {most}) {{ held.add(x); }} last = x; seen += 1; return held.first(); }}
    function T draw() {{
        if (held.isEmpty()) {{ return last; }}
        T x = held[held.length - 1];
        held.removeAt(held.length - 1);
        return x;
    }}
    function number total() {{ return held.map(worth).sum() % 100; }}
}}
class Sack<T> extends Bag<T> {{
    Bag<List<T>> inner = new Bag<List<T>>();
    override function T draw() {{ inner.put(held.copy()); return held.length == 1 ? held[0] : base.draw(); }}
}}"
        );
        if self.shelf.is_some() {
            let _ = writeln!(
                out,
                "class Shelf<T extends interactable> {{
    Zone<T> from;
    Zones<T> all;
    T top;
    number moved = 0;
    function number full(player p) {{ return from.length * 10 + all(p).count(x => x.owner == p); }}
    function void shift(Zone<T> to, player p) {{
        top = from.isEmpty() ? all(p).top() : from.top();
        if (top != null && top.place != to) {{ to.add(top); moved += 1; }}
        from.draw(1, to: all(p));
    }}
}}"
            );
        }
        if self.chance(40) {
            // For one choice of types.
            let of = self.ty(&self.bags[0].of.clone());
            let by = self.literal();
            let _ = writeln!(
                out,
                "modifier Padded on Bag<{of}> {{
    override number seen {{ return base.seen + {by}; }}
    override function number total() {{ return base.total() + held.length; }}
}}"
            );
            self.padded = true;
        }
    }

    /// The attributes of the global class.
    pub(super) fn bag_attributes(&mut self, out: &mut String) {
        for bag in self.bags.clone() {
            let (of, class) = (self.ty(&bag.of), self.one(&["Bag", "Sack"]));
            let _ = writeln!(out, "Bag<{of}> {} = new {class}<{of}>();", bag.name);
        }
        if let Some(shelf) = self.shelf.clone() {
            let piece = self.classes[PIECE].name.clone();
            let (from, all) = (self.zones[0].name.clone(), self.zones[1].name.clone());
            let made = format!("new Shelf<{piece}>() {{ from = {from}, all = {all} }}");
            let _ = writeln!(out, "Shelf<{piece}> {shelf} = {made};");
        }
    }

    /// A number that an object of a generic class gives.
    pub(super) fn of_bag(&mut self, d: u32) -> Option<String> {
        let bag = self.pick(&self.bags.clone())?;
        let (name, of) = (self.of_global(&bag.name), self.ty(&bag.of));
        let shelf = self.shelf.clone().map(|s| self.of_global(&s));
        Some(match (self.below(8), shelf) {
            (0, _) => format!("{name}.total()"),
            (1, _) => format!("{name}.held.length"),
            (2, _) => format!("all(Bag<{of}>).length"),
            (3, _) => format!("({name} is Sack<{of}> ? {} : {})", self.number(d), self.number(d)),
            (4, _) if bag.of == Ty::Number => format!("({name}.last ?? {})", self.number(d)),
            (5, Some(shelf)) => format!("{shelf}.full({})", self.player(d)),
            (6, Some(shelf)) => format!("{shelf}.moved"),
            _ => format!("{name}.seen"),
        })
    }

    /// A change of such an object, or through it.
    pub(super) fn bag_change(&mut self) -> Option<String> {
        let i = self.below(self.bags.len().max(1));
        let bag = self.bags.get(i).cloned()?;
        let (name, of) = (self.of_global(&bag.name), self.ty(&bag.of));
        let shelf = self.shelf.clone().map(|s| self.of_global(&s));
        Some(match (self.below(9), shelf) {
            (0..3, _) => {
                let value = self.value(&bag.of, 1);
                format!("{name}.put({value});")
            }
            (3, _) => format!("{name}.draw();"),
            (4, _) if self.here.weight < 4 => {
                format!("{name} = new Sack<{of}>() {{ seen = {} }};", self.number(1))
            }
            (5, _) => format!("{name}.worth = {};", self.worth(&bag.of)),
            (6, Some(shelf)) if self.here.moves => {
                let (zone, p) = (self.zone(1)?, self.player(1));
                format!("{shelf}.shift({zone}, {p});")
            }
            (7, Some(shelf)) if self.here.moves => {
                let zone = self.zone(1)?;
                format!("{shelf}.from = {zone};")
            }
            (8, _) if self.padded && i == 0 && self.here.weight < 4 => {
                if self.chance(60) {
                    format!("{name}.add(Padded);")
                } else {
                    format!("{name}.remove(Padded);")
                }
            }
            _ => format!("{name}.seen += {};", self.below(4)),
        })
    }

    /// What an element is worth. It calls nothing, so that it never calls itself.
    fn worth(&mut self, of: &Ty) -> String {
        let (x, n) = (self.name("x"), self.literal());
        let ticks = self.of_global(TICKS);
        match (of, self.below(3)) {
            (Ty::Number, 0) => format!("{x} => ({x} ?? 1) % 7 + {n}"),
            (Ty::Text, 0) => format!("{x} => ({x} ?? \"\").length"),
            (Ty::Object(_), 0) => format!("{x} => {x} == null || {x}.owner == null ? {n} : 2"),
            (Ty::List(_), 0) => format!("{x} => {x} == null ? 0 : {x}.length"),
            (_, 1) => format!("{x} => {x} == null ? {ticks} : {n}"),
            _ => format!("{x} => {n}"),
        }
    }
}
