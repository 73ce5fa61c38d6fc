//! Limits on the size of a program, checked before memory is allocated for it. It knows neither types nor bodies.

use super::problems as problem;
use super::world::World;
use crate::typed::{ClassId, ModifierOf};
use base::NodeId;
use language::limits::{
    MAX_ACTIONS, MAX_ATTRIBUTES, MAX_BLOCKS, MAX_BOARDS, MAX_CASE_ATTRIBUTES, MAX_CASES, MAX_CLASSES,
    MAX_ENUMS, MAX_FUNCTIONS, MAX_INPUTS, MAX_LAYERS, MAX_MEMBERS, MAX_PHASES, MAX_SHARED, MAX_TILE_VALUES,
    MAX_TILES_OF_ALL, MAX_TURNS, MAX_ZONES, TEXT_OF_A_MEMBER,
};
use language::tree::{self, Input, Item, Name};

/// What one class has, inherited members counted.
#[derive(Clone, Copy, Default)]
struct Size {
    attributes: usize,
    functions: usize,
    /// Attributes, functions and actions, and the text of what subclasses have copies of.
    members: usize,
}

impl World<'_> {
    /// Whether events and the `before` blocks that look at them are not too many pairs; reports it if not.
    pub(super) fn blocks_fit(&mut self) -> bool {
        let mut blocks = vec![0; self.game.classes.len()];
        self.befores.iter().for_each(|b| blocks[b.event.index()] += 1);
        let mut all = 0;
        for i in 0..blocks.len() {
            let class = &self.game.classes[i];
            // Parents stand before children.
            blocks[i] += class.parent.map_or(0, |p| blocks[p.index()]);
            all += blocks[i];
            if all > MAX_BLOCKS {
                let problem = problem::too_many_blocks(self.span(class.at), &class.name, MAX_BLOCKS);
                self.report(problem);
                return false;
            }
        }
        true
    }

    /// Reports what exceeds a limit. The rest of the checker allocates memory for all declarations, so it must not run
    /// if this returns false.
    pub(super) fn declarations_fit(&mut self) -> bool {
        let before = self.problem_count();
        self.count_declarations();
        self.count_inputs();
        self.count_shared();
        if self.problem_count() == before {
            self.count_members();
        }
        self.problem_count() == before
    }

    fn count_declarations(&mut self) {
        let enums = self.enums.iter().map(|e| e.1.name.id).collect::<Vec<_>>();
        let boards = self.boards.iter().map(|b| b.1.name.id).collect::<Vec<_>>();
        let zones = self.zones.iter().map(|z| z.1.name.id).collect::<Vec<_>>();
        let own = self.game.classes.iter().skip(ClassId::BUILT_IN);
        let classes = own.map(|c| c.at).collect::<Vec<_>>();
        let trees = self.classes.iter().filter_map(|c| c.tree);
        let actions = trees.flat_map(|c| &c.actions).map(|a| a.name.id).collect::<Vec<_>>();
        let turns = self.turns.iter().map(|t| t.1.name.id).collect::<Vec<_>>();
        let phases = self.turns.iter().flat_map(|t| &t.1.phases).map(|p| p.name.id).collect::<Vec<_>>();
        let items = self.modules.iter().flat_map(|m| &m.items);
        let layers =
            items.filter_map(|i| if let Item::Layers(layers) = i { Some(&layers.names) } else { None });
        let layers = layers.flatten().map(|name| name.id).collect::<Vec<_>>();
        for (what, all, most) in [
            ("enumerations", enums, MAX_ENUMS),
            ("boards", boards, MAX_BOARDS),
            ("zones", zones, MAX_ZONES),
            ("classes", classes, MAX_CLASSES),
            ("actions", actions, MAX_ACTIONS),
            ("turns", turns, MAX_TURNS),
            ("phases", phases, MAX_PHASES),
            ("layers", layers, MAX_LAYERS),
        ] {
            if let Some(at) = all.get(most) {
                let problem = problem::too_many_in_game(self.span(*at), what, all.len(), most);
                self.report(problem);
            }
        }
        for i in 0..self.enums.len() {
            let tree = self.enums[i].1;
            let attributes = tree.attributes.iter().map(|a| a.name.id).collect::<Vec<_>>();
            let cases = self.all_cases[i].iter().map(|c| c.1.name.id).collect::<Vec<_>>();
            for (what, all, most) in
                [("attributes", attributes, MAX_CASE_ATTRIBUTES), ("cases", cases, MAX_CASES)]
            {
                if let Some(at) = all.get(most) {
                    let (at, name) = (self.span(*at), &tree.name.text);
                    self.report(problem::too_many_of(at, name, what, all.len(), most));
                }
            }
        }
    }

    /// Requirements of several actions, each of which has them for itself.
    fn count_shared(&mut self) {
        let actions = self.classes.iter().filter_map(|c| c.tree).flat_map(|c| &c.actions);
        let shared = actions.flat_map(|a| a.shared.iter().map(move |c| (a, c.id)));
        let mut all = 0;
        for (action, id) in shared {
            let span = self.span(id);
            all += (span.end - span.start) as usize;
            if all > MAX_SHARED {
                let problem = problem::too_much_shared(self.span(action.name.id), MAX_SHARED);
                return self.report(problem);
            }
        }
    }

    /// Functions, actions and modifiers with too many inputs.
    fn count_inputs(&mut self) {
        for item in self.modules.iter().flat_map(|m| &m.items) {
            for (name, inputs) in takers(item) {
                if let Some(first) = inputs.get(MAX_INPUTS) {
                    let at = self.span(first.name.id);
                    self.report(problem::too_many_of(at, &name.text, "inputs", inputs.len(), MAX_INPUTS));
                }
            }
        }
    }

    /// Adds up what classes have, parents before those that inherit from them.
    fn count_members(&mut self) {
        let mut sizes: Vec<Size> = Vec::with_capacity(self.game.classes.len());
        let mut all = 0;
        for (i, class) in self.game.classes.iter().enumerate() {
            let above = class.parent.and_then(|p| sizes.get(p.index())).copied().unwrap_or_default();
            let size = self.classes[i].tree.map_or(above, |tree| self.with_own(tree, above));
            sizes.push(size);
            all += size.members;
            let (at, name) = (self.span(class.at), &class.name);
            let problem = if size.attributes > MAX_ATTRIBUTES {
                problem::too_many_of(at, name, "attributes", size.attributes, MAX_ATTRIBUTES)
            } else if size.functions > MAX_FUNCTIONS {
                problem::too_many_of(at, name, "functions and actions", size.functions, MAX_FUNCTIONS)
            } else if all > MAX_MEMBERS {
                problem::too_many_inherited(at, name, MAX_MEMBERS)
            } else {
                continue;
            };
            self.report(problem);
            return;
        }
    }

    fn with_own(&self, tree: &tree::Class, above: Size) -> Size {
        let text = |at: NodeId| {
            let span = self.span(at);
            (span.end - span.start) as usize / TEXT_OF_A_MEMBER
        };
        let defaults = tree.attributes.iter().filter_map(|a| a.value.as_ref()).map(|e| text(e.id));
        let effect = tree.effect.iter().map(|block| text(block.id));
        let params = tree.modifier.as_deref().map_or(0, |m| ModifierOf::HIDDEN as usize + m.params.len());
        let attributes = tree.attributes.len() + params;
        let functions = tree.functions.len() + tree.actions.len();
        let own = attributes + functions;
        Size {
            attributes: above.attributes + attributes,
            functions: above.functions + functions,
            members: above.members + own + defaults.sum::<usize>() + effect.sum::<usize>(),
        }
    }

    /// Whether one more board with this many tiles is within the limits; reports if not.
    pub(super) fn board_fits(&mut self, name: &tree::Name, tiles: usize, class: ClassId) -> bool {
        let (mut all, mut values) = (0, 0);
        let boards = self.geometries.iter().zip(&self.game.boards).map(|(g, b)| (g.tiles.len(), b.tile));
        for (tiles, class) in boards.chain([(tiles, class)]) {
            all += tiles;
            values += tiles * self.game.classes[class.index()].attributes.len();
        }
        let at = self.span(name.id);
        let problem = if all > MAX_TILES_OF_ALL {
            problem::too_many_tiles(at, &name.text, all, MAX_TILES_OF_ALL)
        } else if values > MAX_TILE_VALUES {
            problem::too_many_tile_values(at, &name.text, values, MAX_TILE_VALUES)
        } else {
            return true;
        };
        self.report(problem);
        false
    }
}

/// What takes inputs in an item, with its name.
fn takers(item: &Item) -> Vec<(&Name, &[Input])> {
    let class = match item {
        Item::Function(f) => return vec![(&f.name, &f.inputs)],
        Item::Class(class) => class,
        _ => return Vec::new(),
    };
    let functions = class.functions.iter().map(|f| (&f.name, f.inputs.as_slice()));
    let actions = class.actions.iter().map(|a| (&a.name, a.inputs.as_slice()));
    let modifier = class.modifier.iter().map(|m| (&class.name, m.params.as_slice()));
    functions.chain(actions).chain(modifier).collect()
}
