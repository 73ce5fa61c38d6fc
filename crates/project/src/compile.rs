//! From modules to a game that can be played: the one place where checker, emitter and engine are put together.

use crate::{Loaded, Modules};
use compiler::{check, emit};
use engine::Game;
use std::sync::Arc;

/// Checks the modules, and compiles them where nothing is wrong. Fills `typed`, `game` and `problems`.
pub(crate) fn compile(modules: &Modules, loaded: &mut Loaded) {
    let library = modules.all.first().is_some_and(|m| m.game.is_none() && !has_setup(m));
    let check = if library { check::check_library } else { check::check };
    let checked = check(&modules.all, &modules.imports, &loaded.origins);
    loaded.problems.extend(checked.problems);
    let sound = !loaded.problems.iter().any(base::Problem::is_error);
    let Some(typed) = checked.value.filter(|_| sound) else { return };
    if !library {
        match emit::emit(&typed, &loaded.origins) {
            Ok(program) => {
                loaded.game =
                    Some(Arc::new(Game::new(program, loaded.sources.clone(), loaded.origins.clone())))
            }
            Err(problem) => loaded.problems.push(*problem),
        }
    }
    loaded.typed = Some(typed);
}

fn has_setup(module: &language::tree::Module) -> bool {
    module.items.iter().any(|i| matches!(i, language::tree::Item::Setup(_)))
}
