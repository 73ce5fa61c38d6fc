//! A stranger without script: games, forms, a match against a bot to its end.

use crate::client::{get, open, request, submit};
use crate::{House, generous};

/// The value of a field in a page.
fn field(page: &str, name: &str) -> Option<String> {
    let (_, after) = page.split_once(&format!("name=\"{name}\" value=\""))?;
    Some(after.split('"').next()?.to_owned())
}

/// Where the first form leads that has such a field.
fn action(page: &str) -> String {
    page.split("action=\"/m/").nth(1).unwrap().split('"').next().unwrap().to_owned()
}

#[test]
fn a_stranger_plays_a_match_against_a_bot_in_forms() {
    let house = House::new(generous());
    let home = get(house.address(), "/", None);
    assert!(home.body.contains("<a href=\"/g/tic-tac-toe\">"), "{home:?}");
    let game = get(house.address(), "/g/tic-tac-toe", None);
    assert!(game.body.contains("<h2>Rules</h2>") && game.body.contains("name=\"seat.1\""), "{game:?}");
    let fields = [("name", "Ann <b>"), ("players", "2"), ("seat.1", "bot")];
    let mut page = submit(house.address(), "/g/tic-tac-toe", &fields);
    assert_eq!(page.status, 200, "{page:?}");
    assert!(page.body.contains("Ann &lt;b&gt;") && !page.body.contains("Ann <b>"));
    let (name, token) = (action(&page.body), field(&page.body, "token").unwrap());
    let path = format!("/m/{name}");
    let mut moves = 0;
    while let Some(q) = field(&page.body, "q") {
        assert!(page.body.contains("place "), "{}", page.body);
        let fields = [("token", token.as_str()), ("do", "play"), ("q", &q), ("move", "0")];
        page = submit(house.address(), &path, &fields);
        moves += 1;
        assert!(page.status == 200 && !page.body.contains("class=\"no\""), "{page:?}");
    }
    assert!((3..=5).contains(&moves) && page.body.contains("The match is over"), "{page:?}");
    let looked = get(house.address(), &path, None);
    assert!(looked.body.contains("The match is over") && !looked.body.contains(&token));
    let replay = get(house.address(), &format!("/r/{name}?at=1"), None);
    assert!(replay.body.contains("Move 1 of "), "{replay:?}");
    let again = submit(house.address(), &path, &[("token", &token), ("do", "rematch")]);
    let (next, own) = (action(&again.body), field(&again.body, "token").unwrap());
    assert!(next != name && own != token, "{again:?}");
    let page = submit(house.address(), &format!("/m/{next}"), &[("token", &own)]);
    assert!(page.status == 200 && field(&page.body, "q").is_some(), "{page:?}");
}

#[test]
fn two_play_by_an_invite_and_refusals_are_words() {
    let house = House::new(generous());
    let fields = [("name", "Ann"), ("players", "2"), ("seat.1", "open")];
    let page = submit(house.address(), "/g/tic-tac-toe", &fields);
    let code = page.body.split("/i/").nth(1).unwrap().split('"').next().unwrap().to_owned();
    let invite = get(house.address(), &format!("/i/{code}"), None);
    assert!(invite.body.contains("Take the seat"), "{invite:?}");
    let guest = submit(house.address(), &format!("/i/{code}"), &[("name", "Bo")]);
    assert!(guest.body.contains("Others have to move"), "{guest:?}");
    assert_eq!(submit(house.address(), &format!("/i/{code}"), &[("name", "Eve")]).status, 404);
    let (name, token) = (action(&page.body), field(&page.body, "token").unwrap());
    let path = format!("/m/{name}");
    let play = |q: &str, typed: &str| {
        submit(house.address(), &path, &[("token", &token), ("do", "play"), ("q", q), ("typed", typed)])
    };
    let refused = play("1", "place z9");
    assert!(refused.body.contains("class=\"no\"") && field(&refused.body, "q").is_some(), "{refused:?}");
    assert!(play("1", "place b2").body.contains("Others have to move"));
    assert!(play("1", "place a1").body.contains("class=\"no\""), "that question is answered");
    let said = submit(house.address(), &path, &[("token", &token), ("do", "chat"), ("text", "<i>hello</i>")]);
    assert!(said.body.contains("Ann: &lt;i&gt;hello&lt;/i&gt;"), "{said:?}");
}

#[test]
fn every_link_leads_to_the_client_where_there_is_one() {
    let page = "<html><head><title>x</title></head><body><div id=\"app\"></div></body></html>";
    let script = "let a = 1;\n".repeat(100);
    let files = [("dist/index.html", page), ("dist/assets/a-1.js", script.as_str())];
    let house =
        House::furnished(&files, |config| config.client = config.db.parent().map(|at| at.join("dist")));
    let address = house.address();
    let opened = open(address, "tic-tac-toe", &["me", "open"], &serde_json::json!({ "watch": "nobody" }));
    let own = format!("/m/{}", opened["match"].as_str().unwrap());
    let texts = [
        ("/", "<title>Tavola</title>"),
        ("/", "<noscript>"),
        ("/", "<a href=\"/g/tic-tac-toe\">"),
        ("/g/tic-tac-toe", "<title>Tic-tac-toe</title>"),
        (own.as_str(), "Not possible"),
        ("/me", "needs script"),
        ("/settings", "needs script"),
    ];
    for (path, text) in texts {
        let answer = get(address, path, None);
        assert!(answer.status == 200 && answer.body.contains(text), "{path}: {answer:?}");
        assert!(answer.body.contains("<div id=\"app\">") && answer.body.ends_with("</body></html>"));
        assert!(answer.head.contains("content-security-policy: default-src 'self'; script-src 'self'"));
    }
    let unknown = get(address, "/m/0h2r9k4v7m1c", None).without_date();
    assert_eq!(get(address, &own, None).without_date(), unknown, "what may not be seen is not there");
    let script = get(address, "/assets/a-1.js", None);
    assert!(script.head.contains("immutable") && script.head.contains("text/javascript"), "{script:?}");
    let packed = request(address, ("GET", "/assets/a-1.js"), &[("Accept-Encoding", "br, gzip")], None);
    assert!(packed.head.contains("content-encoding: gzip") && packed.body.len() < 200, "{packed:?}");
    for missing in ["/assets/index.html", "/assets/../index.html", "/assets/", "/index.html"] {
        assert_eq!(get(address, missing, None).status, 404, "{missing}");
    }
    assert_eq!(get(House::new(generous()).address(), "/me", None).status, 404);
}
