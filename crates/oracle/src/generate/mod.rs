//! Random programs: well typed, ending, of moderate size, as text. They are what two machines are compared on.
//! Names and types are tracked while the text is written; nothing here parses or checks.

mod action;
mod acts;
mod bools;
mod catalogue;
mod change;
mod declare;
mod fixed;
mod generic;
mod lists;
mod looks;
mod modifier;
mod numbers;
mod objects;
mod options;
mod rarer;
mod scope;
mod sets;
mod setup;
mod sides;
mod statement;
mod texts;

use scope::Gen;

/// A program of that seed; the same one on every machine.
pub fn generate(seed: u64) -> String {
    let mut g = Gen::new(seed);
    let mut out = format!("game \"Generated {seed}\";\n\n");
    g.enums(&mut out);
    g.options(&mut out);
    g.fixed(&mut out);
    g.tile_classes(&mut out);
    g.boards(&mut out);
    g.dice(&mut out);
    g.plan_classes();
    g.plan_modifiers();
    g.plan_generics();
    g.zones(&mut out);
    g.events(&mut out);
    g.applying(&mut out);
    g.keeping(&mut out);
    g.generics(&mut out);
    g.functions(&mut out);
    g.classes(&mut out);
    g.modifiers(&mut out);
    g.turns(&mut out);
    g.setup(&mut out);
    g.looks(&mut out);
    // Both spellings are understood.
    if seed % 7 == 3 { out.replace(".length", ".lenght") } else { out }
}
