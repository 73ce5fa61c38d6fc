//! Which games are settled as a whole: those in which some modifier may change what another one looks at. In all others
//! each value follows from its own modifiers alone, whenever it is read. It knows nothing of how they are settled.

use super::super::problems as problem;
use super::super::world::World;
use crate::circle::components;
use crate::typed::dispatch::{Dispatch, function_values, may_be_called};
use crate::typed::visit::{Node, Parts, Visit};
use crate::typed::{
    Authored, ClassId, Expr, ExprKind, FunctionId, Game, LooksAt, Member, Modifier, Override, Replacement,
    Type,
};
use language::limits::{MAX_SETTLED_PAIRS, PAIRS_OF_A_GRANT};
use std::collections::{BTreeMap, BTreeSet};
use std::rc::Rc;

/// An attribute, by the class that declares it.
type Touched = (ClassId, u32);

impl LooksAt {
    pub(crate) fn extend(&mut self, other: &LooksAt) {
        self.attributes.extend(&other.attributes);
        self.abilities.extend(&other.abilities);
    }
}

impl World<'_> {
    /// Finds whether modifiers have to be settled as a whole, and when it is known what objects have by nature.
    pub(in super::super) fn find_settling(&mut self, dispatch: &Dispatch) {
        let looking = Looking::new(&self.game, dispatch);
        let abilities = self.game.modifiers.iter().any(|m| !m.takes.is_empty() || !m.grants.is_empty());
        let natural = self.game.classes.iter().any(|c| !c.grants.is_empty());
        let settles = abilities || natural || looking.renews() || looking.entangled();
        let mut known = Vec::new();
        for class in &self.game.classes {
            known.push(class.grants.iter().map(|n| looking.last(&looking.of(n))).collect::<Vec<_>>());
        }
        let looks: Vec<LooksAt> = self.game.modifiers.iter().map(|m| looking.effects(m)).collect();
        let late = looking.granted_too_late();
        let crowded = looking.crowded(&looks);
        if let Some(class) = crowded.filter(|_| settles) {
            let at = self.span(self.game.classes[class.index()].at);
            self.report(problem::too_many_pairs(at, self.class_name(class), MAX_SETTLED_PAIRS));
        }
        for (at, name, layers) in late {
            let layer = |l: usize| self.modifiers.layers.get(l).map_or("", String::as_str);
            let names = [name.as_str(), layer(layers[0]), layer(layers[1])];
            self.report(problem::granted_too_late(self.span(at), names));
        }
        self.game.settles = settles;
        for (modifier, looks) in self.game.modifiers.iter_mut().zip(looks) {
            modifier.looks = looks;
        }
        for (class, known) in self.game.classes.iter_mut().zip(known) {
            for (natural, after) in class.grants.iter_mut().zip(known) {
                natural.after = after;
            }
        }
    }
}

struct Looking<'g> {
    game: &'g Game,
    /// In which layers attributes are changed.
    touched: BTreeMap<Touched, BTreeSet<usize>>,
    /// By function, whatever it calls included.
    functions: Vec<Rc<LooksAt>>,
    /// What all function values of a type look at by themselves.
    values: BTreeMap<&'g Type, Directly>,
    dispatch: &'g Dispatch,
}

impl<'g> Looking<'g> {
    fn new(game: &'g Game, dispatch: &'g Dispatch) -> Looking<'g> {
        let mut touched: BTreeMap<Touched, BTreeSet<usize>> = BTreeMap::new();
        for o in game.modifiers.iter().flat_map(|m| &m.overrides) {
            if let Member::Attribute(index) = o.member {
                touched.entry((o.class, index)).or_default().insert(o.layer);
            }
        }
        let values = BTreeMap::new();
        let mut looking = Looking { game, touched, functions: Vec::new(), values, dispatch };
        let mut values: BTreeMap<&Type, Directly> = BTreeMap::new();
        for (ty, lambda) in function_values(game) {
            let mut reads = Reads { looking: &looking, directly: values.remove(ty).unwrap_or_default() };
            reads.block(&lambda.body);
            values.insert(ty, reads.directly);
        }
        looking.values = values;
        let own = game.functions.iter().map(|f| looking.directly(&mut |each| each.function(f)).looks);
        looking.functions = with_callees(own.collect(), dispatch.called(game));
        looking
    }

    /// What code looks at by itself or through function values, and what it calls.
    fn directly(&self, walk: &mut dyn FnMut(&mut Reads<'_, 'g>)) -> Directly {
        let mut reads = Reads { looking: self, directly: Directly::default() };
        walk(&mut reads);
        let mut found = reads.directly;
        let mut open = Vec::from_iter(found.values.clone());
        let mut within: BTreeSet<&Type> = BTreeSet::new();
        while let Some(called) = open.pop() {
            for (written, value) in &self.values {
                if may_be_called(self.game, written, &called) && within.insert(written) {
                    found.looks.extend(&value.looks);
                    found.called.extend(&value.called);
                    open.extend(value.values.iter().filter(|ty| found.values.insert((*ty).clone())).cloned());
                }
            }
        }
        found
    }

    fn of(&self, part: &'g impl Parts) -> LooksAt {
        let Directly { mut looks, called, .. } =
            self.directly(&mut |each| part.parts(&mut |node: Node<'g>| each.node(node)));
        for f in called {
            let running = self.dispatch.targets(f).iter().copied();
            running.chain([f]).for_each(|f| looks.extend(&self.functions[f.index()]));
        }
        looks
    }

    fn renews(&self) -> bool {
        let game = self.game;
        let mut found = false;
        crate::typed::visit::Each(|e: &Expr| {
            found |= matches!(&e.kind, ExprKind::Authored(a) if matches!(**a, Authored::RenewModifier(_)));
        })
        .game(game);
        found
    }

    /// The modifier of a class.
    fn modifier(&self, class: ClassId) -> Option<&'g Modifier> {
        self.game.modifiers.iter().find(|m| m.class == class)
    }

    /// What the conditions of a modifier look at, those of what it inherits included.
    fn conditions(&self, m: &'g Modifier) -> LooksAt {
        let mut found = LooksAt::default();
        for above in self.game.above(m.class).filter_map(|c| self.modifier(c)) {
            found.extend(&self.of(&above.awake));
            above.affects.iter().for_each(|a| found.extend(&self.of(&a.condition)));
        }
        found
    }

    /// Everything on which it depends what a modifier does.
    fn effects(&self, m: &'g Modifier) -> LooksAt {
        let mut found = self.conditions(m);
        for above in self.game.above(m.class).filter_map(|c| self.modifier(c)) {
            for o in &above.overrides {
                if let Replacement::Attribute { body, .. } = &o.by {
                    found.extend(&self.of(body));
                }
            }
            above.grants.iter().flat_map(|g| &g.args).for_each(|arg| found.extend(&self.of(arg)));
        }
        found
    }

    /// The layers in which a modifier does something, those of what it inherits included.
    fn layers(&self, class: ClassId) -> BTreeSet<usize> {
        let line = self.game.above(class).filter_map(|c| self.modifier(c));
        line.flat_map(|m| {
            let attributes = m.overrides.iter().filter(|o| matches!(o.member, Member::Attribute(_)));
            let takes = m.takes.iter().map(|t| t.layer);
            attributes.map(|o| o.layer).chain(takes).chain(m.grants.iter().map(|g| g.layer))
        })
        .collect()
    }

    /// The modifier up to which they look at too much of what others change.
    fn crowded(&self, looks: &[LooksAt]) -> Option<ClassId> {
        let mut changes: BTreeMap<Touched, usize> = BTreeMap::new();
        for o in self.game.modifiers.iter().flat_map(|m| &m.overrides) {
            if let Member::Attribute(index) = o.member {
                *changes.entry((o.class, index)).or_default() += 1;
            }
        }
        let mut all = 0;
        let exceeds = |(m, looks): &(&Modifier, &LooksAt)| {
            all += looks.attributes.iter().filter_map(|a| changes.get(a)).sum::<usize>();
            all += m.grants.len() * PAIRS_OF_A_GRANT;
            all > MAX_SETTLED_PAIRS
        };
        self.game.modifiers.iter().zip(looks).find(exceeds).map(|(m, _)| m.class)
    }

    /// From which layer on an application is there that was added.
    fn arrival(&self, class: ClassId) -> usize {
        let own = self.modifier(class).map_or(0, |m| m.layer);
        self.layers(class).into_iter().chain([own]).min().unwrap_or(own)
    }

    /// The last layer in which something of that is changed; None where nothing is.
    fn last(&self, looks: &LooksAt) -> Option<usize> {
        let attributes = looks.attributes.iter().filter_map(|a| self.touched.get(a)?.last().copied());
        let kinds = self.game.modifiers.iter().filter(|m| {
            looks.abilities.iter().any(|a| self.game.is_sub(m.class, *a) || self.game.is_sub(*a, m.class))
        });
        attributes.chain(kinds.map(|m| self.arrival(m.class))).max()
    }

    /// Whether some modifier looks at what is changed in its own layer or in a later one, or a formula at what is
    /// changed not before what it gives.
    fn entangled(&self) -> bool {
        let derived = self.touched.keys().any(|(class, i)| self.game.formula(*class, *i).is_some());
        let after = |looks: &LooksAt, layer: Option<&usize>| {
            layer.is_some_and(|first| self.last(looks).is_some_and(|last| last >= *first))
        };
        let by_modifier = |m: &'g Modifier| {
            let layers = self.layers(m.class);
            let conditions = self.conditions(m);
            let by = |o: &'g Override| match &o.by {
                Replacement::Attribute { body, .. } => after(&self.of(body), Some(&o.layer)),
                Replacement::Function(_) => false,
            };
            after(&conditions, layers.first()) || m.overrides.iter().any(by)
        };
        let by_formula = |((class, index), layers): (&Touched, &BTreeSet<usize>)| {
            let formula = self.game.formula(*class, *index);
            formula.is_some_and(|f| {
                let mut looks = LooksAt::clone(&self.functions[f.index()]);
                looks.attributes.remove(&(*class, *index));
                after(&looks, layers.first())
            })
        };
        derived && (self.game.modifiers.iter().any(by_modifier) || self.touched.iter().any(by_formula))
    }

    /// What is granted after a layer in which it would do something: where, its name, the layers.
    fn granted_too_late(&self) -> Vec<(base::NodeId, String, [usize; 2])> {
        let mut found = Vec::new();
        for grant in self.game.modifiers.iter().flat_map(|m| &m.grants) {
            let first = self.layers(grant.class).first().copied();
            if let Some(first) = first.filter(|first| *first < grant.layer) {
                let name = self.game.classes[grant.class.index()].name.clone();
                found.push((grant.at, name, [grant.layer, first]));
            }
        }
        found
    }
}

/// What functions look at, with all that they call. Those that call one another look at the same.
fn with_callees(own: Vec<LooksAt>, called: &[Vec<usize>]) -> Vec<Rc<LooksAt>> {
    let mut all: Vec<Option<Rc<LooksAt>>> = vec![None; own.len()];
    for component in components(called) {
        let mut looks = LooksAt::default();
        for f in &component {
            looks.extend(&own[*f]);
            // Of this component nothing is known yet.
            called[*f]
                .iter()
                .filter_map(|callee| all[*callee].as_ref())
                .for_each(|known| looks.extend(known));
        }
        let looks = Rc::new(looks);
        component.into_iter().for_each(|f| all[f] = Some(Rc::clone(&looks)));
    }
    all.into_iter().map(Option::unwrap_or_default).collect()
}

/// What code looks at, and what it calls.
#[derive(Default)]
struct Directly {
    looks: LooksAt,
    called: BTreeSet<FunctionId>,
    /// As which types it calls function values.
    values: BTreeSet<Type>,
}

struct Reads<'l, 'g> {
    looking: &'l Looking<'g>,
    directly: Directly,
}

impl Reads<'_, '_> {
    fn calls(&mut self, ty: &Type) {
        if !self.directly.values.contains(ty) {
            self.directly.values.insert(ty.clone());
        }
    }
}

impl<'e> Visit<'e> for Reads<'_, '_> {
    fn expr(&mut self, e: &'e Expr) {
        let game = self.looking.game;
        match &e.kind {
            ExprKind::Attribute(object, index) => {
                if let Type::Class(class) = object.ty {
                    let declares = game.classes[class.index()].attributes[*index as usize].class;
                    if self.looking.touched.contains_key(&(declares, *index)) {
                        self.directly.looks.attributes.insert((declares, *index));
                    }
                    self.directly.called.extend(game.formula(class, *index));
                }
            }
            ExprKind::CallMethod(_, f, _) => {
                self.directly.called.insert(*f);
                // Who overrides it is there or not.
                let overriding = game
                    .modifiers
                    .iter()
                    .filter(|m| m.overrides.iter().any(|o| o.member == Member::Function(*f)));
                self.directly.looks.abilities.extend(overriding.map(|m| m.class));
            }
            ExprKind::Call(f, _) | ExprKind::CallBase(f, _) => {
                self.directly.called.insert(*f);
            }
            ExprKind::CallValue(value, _) => self.calls(&value.ty),
            ExprKind::Builtin(_, args) => {
                let values = args.iter().flatten().filter(|e| e.ty.is_callable());
                let values = values.filter(|e| !matches!(e.kind, ExprKind::Lambda(_)));
                values.for_each(|e| self.calls(&e.ty));
            }
            ExprKind::AllOf(class) if game.classes[class.index()].modifier.is_some() => {
                self.directly.looks.abilities.insert(*class);
            }
            ExprKind::AllOf(ClassId::MODIFIER) => {
                self.directly.looks.abilities.insert(ClassId::MODIFIER);
            }
            ExprKind::Authored(authored) => match &**authored {
                Authored::HasModifier(_, class) => {
                    self.directly.looks.abilities.insert(*class);
                }
                Authored::Modifiers(_) => {
                    self.directly.looks.abilities.insert(ClassId::MODIFIER);
                }
                Authored::Base(Member::Function(f), _) => {
                    self.directly.called.insert(*f);
                }
                _ => {}
            },
            _ => {}
        }
        e.kind.parts(&mut |n| self.node(n));
    }
}
