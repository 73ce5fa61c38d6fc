//! `std/mana`: the rule tests beside this file, and payments against a search through all ways of paying, for random
//! costs and mana. It knows how costs are written, and nothing of how the library pays.

#![allow(clippy::unwrap_used, reason = "a test that cannot go on fails")]

use base::Random;
use engine::Match;
use engine::view::ValueView;
use project::{Memory, Request};
use std::collections::BTreeSet;
use std::path::Path;

/// The kinds in the order of their declaration, the last one snow.
const KINDS: [&str; 7] = ["W", "U", "B", "R", "G", "C", "S"];
const COLOURS: usize = 5;
const SNOW: usize = 6;

/// The kinds that one mana counts as, sorted.
type Unit = Vec<usize>;

/// Mana that is left, sorted, and life that was paid.
type Left = (Vec<Unit>, usize);

enum Symbol {
    Any(usize),
    /// One mana of any of these kinds.
    Kind(Vec<usize>),
    TwoOr(usize),
    /// One mana of any of these kinds, or 2 life.
    LifeOr(Vec<usize>),
    /// X mana of one kind.
    Variable(usize),
}

struct Case {
    cost: Vec<Symbol>,
    units: Vec<Unit>,
    life: usize,
    x: usize,
}

fn written(kinds: &[usize]) -> String {
    kinds.iter().map(|k| KINDS[*k]).collect::<Vec<_>>().join("/")
}

fn roll(random: &mut Random, n: usize) -> usize {
    usize::try_from(random.below(n as u64)).unwrap()
}

impl Case {
    /// Few kinds make hard cases, so their number varies.
    fn random(random: &mut Random) -> Case {
        let (mixed, spread, variable) = (roll(random, 3) == 0, 1 + roll(random, 6), roll(random, 6));
        let (units, symbols) = (roll(random, 9), 1 + roll(random, 6));
        Case {
            cost: (0..symbols).map(|_| Case::symbol(random, mixed, spread, variable)).collect(),
            units: (0..units).map(|_| Case::unit(random, mixed, spread)).collect(),
            life: roll(random, 6),
            x: roll(random, 3),
        }
    }

    fn unit(random: &mut Random, mixed: bool, spread: usize) -> Unit {
        let kind = roll(random, spread);
        if !mixed || roll(random, 3) > 0 {
            return vec![kind];
        }
        let more = if roll(random, 2) == 0 { SNOW } else { (kind + 1 + roll(random, 5)) % (COLOURS + 1) };
        let mut unit = vec![kind, more];
        unit.sort_unstable();
        unit
    }

    fn symbol(random: &mut Random, mixed: bool, spread: usize, variable: usize) -> Symbol {
        let a = roll(random, spread);
        let b = (a + 1 + roll(random, 5)) % (COLOURS + 1);
        match roll(random, 16) {
            0..3 => Symbol::Any(1 + roll(random, 3)),
            3..7 => Symbol::Kind(vec![a]),
            7..11 => Symbol::Kind(vec![a, b]),
            11..13 => Symbol::TwoOr(a),
            13 => Symbol::LifeOr(vec![a]),
            14 => Symbol::LifeOr(vec![a, b]),
            _ if mixed => Symbol::Kind(vec![SNOW]),
            _ => Symbol::Variable(variable),
        }
    }

    /// `2{W/U}{2/B};WW{U/S};2;1`: the cost, the mana, the life that may be paid, and X.
    fn text(&self) -> String {
        let symbol = |s: &Symbol| match s {
            Symbol::Any(n) => format!("{{{n}}}"),
            Symbol::Kind(kinds) => format!("{{{}}}", written(kinds)),
            Symbol::TwoOr(kind) => format!("{{2/{}}}", KINDS[*kind]),
            Symbol::LifeOr(kinds) => format!("{{{}/P}}", written(kinds)),
            Symbol::Variable(kind) => format!("{{X:{}}}", KINDS[*kind]),
        };
        let cost: String = self.cost.iter().map(symbol).collect();
        let units: String = self.units.iter().map(|u| format!("{{{}}}", written(u))).collect();
        format!("{cost};{units};{};{}", self.life, self.x)
    }

    /// All that can be left after the cost was paid.
    fn outcomes(&self) -> BTreeSet<Left> {
        let mut units = self.units.clone();
        units.sort();
        let mut all = BTreeSet::from([(units, 0)]);
        for symbol in &self.cost {
            all = match symbol {
                Symbol::Any(n) => spend(all, *n, &|_| true),
                Symbol::Kind(kinds) => spend(all, 1, &|u| u.iter().any(|k| kinds.contains(k))),
                Symbol::Variable(kind) => spend(all, self.x, &|u| u.contains(kind)),
                Symbol::TwoOr(kind) => {
                    let mut one = spend(all.clone(), 1, &|u| u.contains(kind));
                    one.extend(spend(all, 2, &|_| true));
                    one
                }
                Symbol::LifeOr(kinds) => {
                    let mut one = spend(all.clone(), 1, &|u| u.iter().any(|k| kinds.contains(k)));
                    one.extend(all.into_iter().map(|(units, life)| (units, life + 2)));
                    one.retain(|(_, life)| *life <= self.life);
                    one
                }
            };
        }
        all
    }
}

fn spend(all: BTreeSet<Left>, n: usize, pays: &dyn Fn(&Unit) -> bool) -> BTreeSet<Left> {
    let mut all = all;
    for _ in 0..n {
        let mut next = BTreeSet::new();
        for (units, life) in all {
            for i in (0..units.len()).filter(|i| pays(&units[*i]) && (*i == 0 || units[*i] != units[*i - 1]))
            {
                let mut left = units.clone();
                left.remove(i);
                next.insert((left, life));
            }
        }
        all = next;
    }
    all
}

/// How good what is left is: little life, many amounts of coloured mana that can be taken out of it, much mana.
fn worth((units, life): &Left) -> (usize, usize, usize) {
    let coloured = (0..COLOURS).map(|k| units.iter().filter(|u| u.contains(&k)).count() + 1);
    (100 - life, coloured.product(), units.len())
}

/// What the library answers to each case: what `says` makes of `bill`, `units` and `life`.
fn answers(cases: &[Case], says: &str) -> Vec<String> {
    let asked: Vec<String> = cases.iter().map(Case::text).collect();
    let text = format!(
        "game \"Payments\";
import \"std/mana/wubrg\";
turn Main {{ }}
function string left(List<number> bill, List<List<Mana>> units, List<Mana> way) {{
    List<List<Mana>> rest = (0..units.length - 1).filter(i => way[i] == null).map(i => units[i]);
    string all = rest.fold(\"\", (text, u) => text + kindText(u) + \",\");
    return \"{{all}}{{lifeFor(bill, units, way)}}\";
}}
global class Rules {{
    string out = \"\";
    action answer {{
        trigger PlayerChoiceEvent {{ return true; }}
        effect {{
            for (string line in '{}'.split(\"|\")) {{
                List<string> parts = line.split(\";\");
                List<number> bill = cost(parts[0]).bill(x: parts[3] as number);
                List<List<Mana>> units = mana(parts[1]);
                number life = parts[2] as number;
                out += {says} + \"|\";
            }}
        }}
    }}
}}
setup {{ players 2; turns.use(\"Main\"); }}
",
        asked.join("|")
    );
    let source = Memory::default().with("game.tgdl", &text);
    let loaded = project::open(Request::new((&source, "game.tgdl"))).unwrap();
    let game = loaded.game.unwrap_or_else(|| panic!("{:?}", loaded.problems));
    let mut current = Match::start(&game, 2, 1);
    if let Err(refused) = current.play("answer") {
        panic!("{refused:?}");
    }
    assert!(current.outcome().is_none(), "{:?}", current.outcome());
    let view = current.secrecy().view_all();
    let rules = view.objects.iter().find(|o| o.class == "Rules").unwrap();
    let out = &rules.attributes.iter().find(|(name, _)| name == "out").unwrap().1;
    let ValueView::Text(out) = out else { panic!("{out:?}") };
    out.split_terminator('|').map(str::to_owned).collect()
}

/// Reads `W,S/U,2`: the units that are left, and how much life was paid.
fn read(left: &str) -> Left {
    let (units, life) = left.rsplit_once(',').unwrap_or(("", left));
    let kind = |k: &str| KINDS.iter().position(|name| *name == k).unwrap();
    let unit = |u: &str| {
        let mut unit: Unit = u.split('/').map(kind).collect();
        unit.sort_unstable();
        unit
    };
    let mut units: Vec<Unit> = units.split_terminator(',').map(unit).collect();
    units.sort();
    (units, life.parse().unwrap())
}

fn random_cases(count: usize, seed: u64) -> Vec<Case> {
    let mut random = Random::new(seed);
    (0..count).map(|_| Case::random(&mut random)).collect()
}

#[test]
fn rule_tests_hold() {
    for name in ["five", "purple", "energies"] {
        let path = Path::new(env!("CARGO_MANIFEST_DIR")).join(format!("tests/mana/{name}.tgdl"));
        let loaded = project::open(Request::new(&path)).unwrap();
        let game = loaded.game.unwrap_or_else(|| panic!("{name}: {:?}", loaded.problems));
        assert!(loaded.problems.is_empty() && !game.tests().is_empty(), "{name}: {:?}", loaded.problems);
        for i in 0..game.tests().len() {
            let report = game.run_test(i);
            assert!(report.failure.is_none(), "{name}, {}: {:?}", report.name, report.failure);
        }
    }
}

#[test]
fn what_can_be_paid_is_paid_and_nothing_else() {
    let mut paid = 0;
    for seed in 0..100 {
        let cases = random_cases(1000, seed);
        let said = answers(&cases, "(payable(bill, units, life) ? \"yes\" : \"no\")");
        for (case, said) in cases.iter().zip(said) {
            let can = !case.outcomes().is_empty();
            assert_eq!(said == "yes", can, "{}", case.text());
            paid += usize::from(can);
        }
    }
    assert!((20_000..80_000).contains(&paid), "{paid} of 100,000 can be paid");
}

#[test]
fn every_payment_that_leaves_something_else_is_found() {
    for seed in 1000..1003 {
        let cases = random_cases(500, seed);
        let says = "payments(bill, units, life, 1000).fold(\"\", (all, way) => all + left(bill, units, way) + \" \")";
        for (case, said) in cases.iter().zip(answers(&cases, says)) {
            let found: Vec<Left> = said.split_terminator(' ').map(read).collect();
            let all: BTreeSet<Left> = found.iter().cloned().collect();
            assert_eq!(all.len(), found.len(), "twice the same: {}", case.text());
            // Where less life would do for the same mana, nobody wants to pay more.
            let mut wanted = case.outcomes();
            let least = wanted.clone();
            wanted.retain(|(units, life)| !least.iter().any(|(u, l)| u == units && l < life));
            assert_eq!(all, wanted, "{}", case.text());
        }
    }
}

#[test]
fn the_payment_that_is_chosen_keeps_most_options_open() {
    for seed in 2000..2010 {
        let cases = random_cases(1000, seed);
        let says = "(payable(bill, units, life) ? left(bill, units, payment(bill, units, life)) : \"\")";
        for (case, said) in cases.iter().zip(answers(&cases, says)) {
            let outcomes = case.outcomes();
            if outcomes.is_empty() {
                assert_eq!(said, "", "{}", case.text());
                continue;
            }
            let chosen = read(&said);
            assert!(outcomes.contains(&chosen), "{} leaves {said}", case.text());
            assert_eq!(chosen.1, outcomes.iter().map(|o| o.1).min().unwrap(), "{}: {said}", case.text());
            if case.units.iter().all(|u| u.len() == 1) {
                let best = outcomes.iter().map(worth).max().unwrap();
                assert_eq!(worth(&chosen), best, "{} leaves {said}", case.text());
            }
        }
    }
}
