//! What settling modifiers costs, counted in steps of the machine: it goes by what lives.

#![allow(clippy::unwrap_used, reason = "a test that cannot go on fails")]

use base::Random;
use bots::{Bot, BotKind, Decision};
use lab::{Options, simulate};
use project::{Memory, Request};

/// Makes the first move of the list.
struct First;

impl Bot for First {
    fn choose(&mut self, _: &Decision<'_>, _: &mut Random) -> usize {
        0
    }
}

/// Turns a card two hundred times and reads a derived attribute each time, with `begin` before.
fn steps(begin: &str) -> u64 {
    let text = format!(
        r#"game "Turning";
interactable Card {{
    bool turned = false;
    derived number power = 3;
}}
modifier Weak on Card {{
    affects (Card c) from field => c.turned;
    override number power = base.power - 1;
}}
modifier Steady on Card {{
    affects (Card c) from field => c.power > 2;
    override number power = base.power + 1;
}}
zone field of Card {{ visible all; ordered; }}
turn Main {{ }}
global class Rules {{
    number seen = 0;
    action look {{
        trigger PlayerChoiceEvent;
        effect {{
            Card c = field[0];
            for (number i in 1..200) {{
                c.turned = !c.turned;
                seen += c.power;
            }}
            winner actor;
        }}
    }}
}}
setup {{
    players 2;
    turns.use("Main");
    for (number i in 1..20) {{ field.add(new Card()); }}
    {begin}
}}
"#
    );
    let files = Memory::default().with("game.tgdl", text.as_str());
    let game = project::open(Request::new((&files, "game.tgdl"))).unwrap().game.unwrap();
    let bots = vec![BotKind::of("first", || Box::new(First)); 2];
    let options = Options { games: 1, seed: 1, players: 2, threads: 1, max_moves: 100, bots, profile: true };
    let profile = simulate(&game, &options, &|_| ()).profile.unwrap();
    profile.stacks(&game).iter().map(|stack| stack.steps).sum()
}

#[test]
fn nothing_is_settled_where_nobody_lives_to_whom_a_change_matters() {
    let (none, other, one) = (steps(""), steps("field[1].add(Steady);"), steps("field[1].add(Weak);"));
    // Each turn matters to Weak, which looks at twenty cards.
    assert!(one > none + 200 * 20, "{none} steps with nobody, {one} with one");
    assert!(
        other < none + 200 * 20,
        "{none} steps with nobody, {other} with one that looks at something else"
    );
}
