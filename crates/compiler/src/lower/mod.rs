//! From the author's tree to the core tree: what modifiers and `before` blocks come to in functions, calls and
//! loops, and where coverage probes stand. It knows neither how names were resolved nor what instructions there are.

mod before;
mod build;
mod coverage;
mod modifiers;

use crate::effects::{self, Callee};
use crate::typed::{Body, ClassId, Function, FunctionId, Game, Origin, Param, Type};
use base::NodeId;
use bytecode::program::Probe;
use std::collections::BTreeSet;

/// A lowered game, the only thing that is emitted. Its bodies have no node that is for the author's tree alone, and
/// its functions are those of the author, then those that lowering made.
#[derive(Clone, Debug)]
pub struct Core {
    pub(crate) game: Game,
    /// What refuses an action is to be known of each that players may take, and not only where rules or tests need it.
    pub(crate) explains_all: bool,
    /// By class.
    pub(crate) hooks: Vec<Hooks>,
    /// Takes modifiers off whose condition has come true: runs after `setup`, each action and each event.
    pub(crate) expire_modifiers: Option<FunctionId>,
    /// Settles what modifiers make of the game, where something changed: runs before an event is raised and observed.
    pub(crate) settle: Option<FunctionId>,
    /// Settles it after that, too, where the engine makes another player active.
    pub(crate) settle_anew: Option<FunctionId>,
    /// The attribute of a global object that says that nothing has changed since everything was settled.
    pub(crate) clean: Option<(ClassId, u32)>,
    /// The attribute of the same object that says that everything is being settled.
    pub(crate) running: Option<(ClassId, u32)>,
    /// Read something after settling it. That never runs inside itself, so they call nothing that comes back to them.
    pub(crate) settle_and_read: BTreeSet<FunctionId>,
    /// None unless they were asked for.
    pub(crate) probes: Vec<Probe>,
    /// Constants that nothing reads are worked out, too.
    pub(crate) has_all_constants: bool,
    /// By action: the probe that is hit where a move is listed.
    pub(crate) offered: Vec<Option<u32>>,
}

/// The functions that lowering made for a class.
#[derive(Clone, Debug, Default)]
pub(crate) struct Hooks {
    /// Of an event that `before` blocks look at: `before(event)` runs them, and may cancel it.
    pub before: Option<FunctionId>,
    /// Of an event with which modifiers end: `after(event)` takes them off.
    pub after: Option<FunctionId>,
    /// The attributes that modifiers change or that are derived, with the function that reads them: `read(object)`.
    pub readers: Vec<(u32, FunctionId)>,
}

/// Lowers a checked game.
pub fn lower(game: Game) -> Core {
    // Functions are reserved first, since bodies refer to them by number.
    let mut core = Core::of(game);
    let mut plan = modifiers::reserve(&mut core);
    let mut blocks = before::reserve(&mut core);
    before::bodies(&mut core, &mut blocks, &plan);
    modifiers::bodies(&mut core, &mut plan);
    let ends = modifiers::rewrite(&mut core, &plan);
    before::runners(&mut core, &blocks);
    modifiers::install(&mut core, &plan, &ends);
    formulas(&mut core);
    let raised = core.hooks.iter().map(|h| h.before.map(Callee::Function)).collect();
    effects::analyze(&mut core.game, raised);
    core
}

/// Says that derived attributes are shown as their formulas give them, where modifiers do not say it already.
fn formulas(core: &mut Core) {
    for (class, hooks) in core.game.classes.iter().zip(&mut core.hooks) {
        for (i, attribute) in class.attributes.iter().enumerate() {
            let index = i as u32;
            if let Some(formula) = attribute.formula
                && hooks.readers.iter().all(|r| r.0 != index)
            {
                hooks.readers.push((index, formula));
            }
        }
    }
}

/// Lowers a checked game, and puts coverage probes into everything but the tests and what only they call. What
/// `counted` says no to, a library, has none of its own.
pub fn lower_with_probes(game: Game, counted: &dyn Fn(NodeId) -> bool) -> Core {
    let mut core = lower(game);
    coverage::insert(&mut core, counted);
    core
}

/// A function that no author wrote, with its parameters and body.
type Made = (FunctionId, Vec<Param>, Body);

impl Core {
    /// The same with all constants, those that nothing reads included, so that what is wrong with one is found.
    #[must_use]
    pub fn with_all_constants(self) -> Core {
        Core { has_all_constants: true, ..self }
    }

    /// The same, whose program knows of each action that players may take which condition refuses it.
    #[must_use]
    pub fn explaining_all(self) -> Core {
        Core { explains_all: true, ..self }
    }

    fn of(game: Game) -> Core {
        Core {
            hooks: vec![Hooks::default(); game.classes.len()],
            expire_modifiers: None,
            settle: None,
            settle_anew: None,
            clean: None,
            running: None,
            settle_and_read: BTreeSet::new(),
            probes: Vec::new(),
            has_all_constants: false,
            explains_all: false,
            offered: vec![None; game.actions.len()],
            game,
        }
    }

    fn reserve(&mut self, name: &str, at: NodeId, class: Option<ClassId>, returns: Type) -> FunctionId {
        self.reserve_as(Origin::Made, name, at, class, returns)
    }

    fn reserve_as(
        &mut self,
        origin: Origin,
        name: &str,
        at: NodeId,
        class: Option<ClassId>,
        returns: Type,
    ) -> FunctionId {
        self.game.functions.push(Function {
            name: name.to_owned(),
            at,
            class,
            params: Vec::new(),
            returns,
            is_abstract: false,
            origin,
            effects: Default::default(),
            body: Body::default(),
        });
        FunctionId(self.game.functions.len() as u32 - 1)
    }

    fn fill(&mut self, (function, params, body): Made) {
        let f = &mut self.game.functions[function.index()];
        (f.params, f.body) = (params, body);
    }
}
