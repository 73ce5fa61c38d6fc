//! Which functions may come to call themselves. It knows no instructions.

use crate::circle::circular;
use crate::lower::Core;
use crate::typed::visit::{Parts, Visit};
use crate::typed::{ClassId, Expr, ExprKind, FunctionId, Game};

/// The functions that may come to call themselves: directly, through others, through actions, events and objects that
/// are made, or through function values.
pub(super) struct Recursive(Vec<bool>);

impl Recursive {
    pub(super) fn of(core: &Core) -> Recursive {
        let mut found = circular(&calls(core));
        found.truncate(core.game.functions.len());
        Recursive(found)
    }

    pub(super) fn contains(&self, f: FunctionId) -> bool {
        self.0[f.index()]
    }
}

/// Writes down what the code of one node calls. Functions are numbered first, then actions, then classes, which stand
/// for what runs where an object of them is made or raised; one last node stands for all function values.
struct Calls<'a> {
    game: &'a Game,
    node: usize,
    /// How many function values are around what is looked at.
    inside: usize,
    calls: &'a mut [Vec<usize>],
}

fn class_node(game: &Game, class: ClassId) -> usize {
    game.functions.len() + game.actions.len() + class.index()
}

impl Calls<'_> {
    fn push(&mut self, to: usize) {
        self.calls[self.node].push(to);
        if self.inside > 0
            && let Some(values) = self.calls.last_mut()
        {
            values.push(to);
        }
    }

    fn note(&mut self, e: &Expr) {
        let functions = self.game.functions.len();
        match &e.kind {
            ExprKind::Call(f, _) | ExprKind::CallBase(f, _) | ExprKind::CallMethod(_, f, _) => {
                self.push(f.index());
            }
            ExprKind::CallAction(_, a, _) => {
                self.push(functions + a.index());
                let below = self.game.overriding(*a);
                below.into_iter().for_each(|(_, own)| self.push(functions + own.index()));
            }
            ExprKind::Raise(class, _) | ExprKind::New(class, _) => self.push(class_node(self.game, *class)),
            _ => {}
        }
        if e.ty.is_callable() && !matches!(e.kind, ExprKind::Lambda(_)) {
            self.push(self.calls.len() - 1);
        }
    }
}

impl<'e> Visit<'e> for Calls<'_> {
    fn expr(&mut self, e: &'e Expr) {
        self.note(e);
        let is_value = usize::from(matches!(e.kind, ExprKind::Lambda(_)));
        self.inside += is_value;
        e.kind.parts(&mut |n| self.node(n));
        self.inside -= is_value;
    }
}

/// What each node calls.
fn calls(core: &Core) -> Vec<Vec<usize>> {
    let game = &core.game;
    let mut all = vec![Vec::new(); class_node(game, ClassId(game.classes.len() as u32)) + 1];
    let mut of = |node: usize, look: &mut dyn FnMut(&mut Calls<'_>)| {
        look(&mut Calls { game, node, inside: 0, calls: &mut all });
    };
    for (i, f) in game.functions.iter().enumerate() {
        if !core.settle_and_read.contains(&FunctionId(i as u32)) {
            of(i, &mut |c| c.function(f));
        }
    }
    for (i, a) in game.actions.iter().enumerate() {
        of(game.functions.len() + i, &mut |c| c.action(a));
    }
    for (i, class) in game.classes.iter().enumerate() {
        let node = class_node(game, ClassId(i as u32));
        let bodies = class.attributes.iter().filter_map(|a| a.default.as_ref()).chain(&class.effect);
        bodies.for_each(|body| of(node, &mut |c| c.body(body)));
        let hooks = &core.hooks[i];
        hooks
            .before
            .iter()
            .chain(&hooks.after)
            .chain(&core.settle)
            .for_each(|f| of(node, &mut |c| c.push(f.index())));
        for (root, runs) in class.methods.iter().filter(|(root, runs)| root != runs) {
            of(root.index(), &mut |c| c.push(runs.index()));
        }
    }
    for calls in &mut all {
        calls.sort_unstable();
        calls.dedup();
    }
    all
}
