//! What clients are told of games, and of matches that are over.

use crate::client::{Client, get, name_of, open, post, token_of};
use crate::{House, generous};
use serde_json::json;
use wire::ToClient;

const WHOLE: &str = "game \"Whole\";\nlook game { minutes 3; }\nsetup { players 2..4; }\n";

#[test]
fn games_are_listed_with_what_they_say_and_what_is_wrong() {
    let files =
        [("own/whole/game.tgdl", WHOLE), ("own/broken/game.tgdl", "game \"Broken\";\nsetup { x; }\n")];
    let house = House::furnished(&files, |config| {
        config.folders = config.db.parent().map(|at| at.join("own")).into_iter().collect();
    });
    let one = get(house.address(), "/api/games/whole", None).json();
    // Games are compiled one after the other, and a list waits for none.
    let has_all =
        |listed: &serde_json::Value| !listed[0]["problem"].is_null() && !listed[1]["players"].is_null();
    let lists = (0..1000).map(|_| {
        std::thread::sleep(std::time::Duration::from_millis(10));
        get(house.address(), "/api/games", None).json()
    });
    let listed = lists.into_iter().find(has_all).expect("the games are compiled soon");
    let whole = json!({ "game": "whole", "title": "Whole", "about": { "minutes": 3 },
        "players": { "least": 2, "most": 4 }, "secret": false });
    assert_eq!(listed[1], whole);
    assert_eq!((&listed[0]["game"], &listed[0]["secret"]), (&json!("broken"), &json!(null)));
    assert!(listed[0]["problem"].as_str().is_some_and(|why| !why.is_empty()), "{listed}");
    assert_eq!((&one["counts"], &one["players"]), (&json!([2, 3, 4]), &whole["players"]));
    let still = get(house.address(), "/api/games/whole/still", None);
    assert!(still.head.contains("max-age=60"), "{still:?}");
    let still = still.json();
    assert!(still["rules"] == one["rules"] && still["legend"]["game"] == "Whole", "{still}");
    assert_eq!(still["table"]["seats"].as_array().map(Vec::len), Some(2), "{still}");
    assert_eq!(get(house.address(), "/api/games/broken/still", None).code(), "bad");
    assert_eq!(get(house.address(), "/api/games/none/still", None).status, 404);
}

#[test]
fn rules_and_words_are_told_in_another_language_where_they_are_there() {
    let game = format!("{WHOLE}enum Good {{ Hay }}\nlook words it {{ \"hay\" = \"fieno\"; }}\n");
    let files = [
        ("own/whole/game.tgdl", game.as_str()),
        ("own/whole/README.md", "# Whole\n\nRules.\n"),
        ("own/whole/README.it.md", "# Tutto\n\nRegole.\n\n<!-- for builders -->\n\nAltro.\n"),
        ("own/whole/README.x.md", "no language"),
    ];
    let house = House::furnished(&files, |config| {
        config.folders = config.db.parent().map(|at| at.join("own")).into_iter().collect();
    });
    let manual = |query: &str| get(house.address(), &format!("/api/games/whole/manual{query}"), None).body;
    assert_eq!(manual("?language=it"), "# Tutto\n\nRegole.");
    for query in ["", "?language=de", "?language=../x", "?language=", "?language=x", "?language=IT"] {
        assert_eq!(manual(query), "# Whole\n\nRules.\n", "{query}");
    }
    let words = json!({ "it": [["hay", "fieno"]] });
    assert_eq!(get(house.address(), "/api/games/whole", None).json()["words"], words);
    assert_eq!(get(house.address(), "/api/games/whole/still", None).json()["legend"]["words"], words);
}

#[test]
fn pictures_of_a_game_are_served_and_run_nothing_and_no_other_files_are() {
    let picture = r#"<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>"#;
    let files = [
        ("own/whole/game.tgdl", WHOLE),
        ("own/whole/art/a dragon.svg", picture),
        ("own/whole/.hidden.svg", picture),
        ("own/other.svg", picture),
    ];
    let house = House::furnished(&files, |config| {
        config.folders = config.db.parent().map(|at| at.join("own")).into_iter().collect();
    });
    let of = |path: &str| get(house.address(), &format!("/api/games/whole/pictures/{path}"), None);
    let found = of("art/a%20dragon.svg");
    assert_eq!((found.status, found.body.as_str()), (200, picture));
    let head = found.head.to_ascii_lowercase();
    assert!(head.contains("content-type: image/svg+xml") && head.contains("nosniff"), "{head}");
    assert!(head.contains("content-security-policy: sandbox; default-src 'none'"), "{head}");
    for path in ["game.tgdl", ".hidden.svg", "../other.svg", "%2e%2e/other.svg", "art", "art/none.svg", ""] {
        assert_eq!(of(path).status, 404, "{path}");
    }
    assert_eq!(get(house.address(), "/api/games/none/pictures/a.svg", None).status, 404);
}

#[test]
fn whoever_comes_anew_is_told_what_happened_last() {
    let house = House::new(generous());
    let opened = open(house.address(), "tic-tac-toe", &["me", "me"], &json!({}));
    let (name, tokens) = (name_of(&opened), [0, 1].map(|seat| token_of(&opened, seat)));
    let mine = |token: &str| post(house.address(), "/api/mine", None, &json!({ "tokens": [token] })).json();
    assert_eq!([&mine(&tokens[0])[0]["waiting"], &mine(&tokens[1])[0]["waiting"]], [true, false]);
    let mut all = [0, 1].map(|n| Client::join(house.address(), &name, Some(&tokens[n]), None).greeted());
    for n in [0, 1] {
        let [first, second] = &mut all;
        let (who, other) = if n == 0 { (first, second) } else { (second, first) };
        while who.ask.is_none() {
            who.next();
        }
        who.play();
        who.until(|message| matches!(message, ToClient::Step(_)));
        other.until(|message| matches!(message, ToClient::Step(_)));
    }
    assert_eq!(mine(&tokens[0])[0]["waiting"], true);
    assert_eq!(mine(&tokens[0])[0]["game"], "tic-tac-toe");
    let steps = |client: &Client| {
        let read = client.got.iter().filter_map(|text| match ToClient::read(text) {
            Ok(ToClient::Step(step)) => Some(step),
            _ => None,
        });
        read.collect::<Vec<_>>()
    };
    let told = steps(&all[0]);
    let welcome = |client: &Client| match ToClient::read(&client.got[0]) {
        Ok(ToClient::Welcome(welcome)) => welcome,
        other => panic!("{other:?}"),
    };
    let text = |raw: &wire::Raw| raw.get().to_owned();
    let log: Vec<String> = told.iter().flat_map(|step| &step.log).map(text).collect();
    let trace = told.last().and_then(|step| step.trace.as_ref()).map(text);
    drop(all);
    let mut house = house;
    for is_anew in [false, true] {
        if is_anew {
            house.start(generous());
        }
        let again = welcome(&Client::join(house.address(), &name, Some(&tokens[0]), None).greeted());
        assert_eq!(again.log.iter().map(text).collect::<Vec<_>>(), log, "after a restart: {is_anew}");
        assert_eq!(again.trace.as_ref().map(text), trace);
        assert_eq!(log.len(), 2);
    }
}

#[test]
fn matches_are_opened_whatever_comes_to_lie_beside_a_game() {
    let mut house = House::furnished(&[("own/whole/game.tgdl", WHOLE)], |config| {
        config.folders = config.db.parent().map(|at| at.join("own")).into_iter().collect();
    });
    let opened = |house: &House| name_of(&open(house.address(), "whole", &["me", "me"], &json!({})));
    assert_ne!(opened(&house), "");
    for (file, text) in [("more.tgdl", "class More { }\n"), ("bot.json", "{}")] {
        std::fs::write(house.folder.path().join("own/whole").join(file), text).unwrap();
        house.start(generous());
        assert_ne!(opened(&house), "", "{file}");
    }
}
