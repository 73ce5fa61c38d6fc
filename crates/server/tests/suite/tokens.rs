//! Every route with every kind of token: who is let in, and that all others get the same answer.

use crate::client::{Answer, Client, get, name_of, open, post, request, submit, token_of};
use crate::{House, generous};
use serde_json::{Value, json};
use server::{Body, Route};
use wire::{ByeWhy, ToClient};

struct Match {
    name: String,
    seat: String,
    host: String,
    watch: Option<String>,
}

fn opened(house: &House, watch: &str) -> Match {
    let opened = open(house.address(), "tic-tac-toe", &["me", "open"], &json!({ "watch": watch }));
    Match {
        name: name_of(&opened),
        seat: token_of(&opened, 0),
        host: opened["host"].as_str().unwrap().to_owned(),
        watch: opened["watch"].as_str().map(str::to_owned),
    }
}

fn ask(house: &House, route: Route, name: &str, token: Option<&str>) -> Answer {
    let row = route.row();
    let path = row.path.replace("{match}", name).replace("{game}", "tic-tac-toe").replace("{n}", "0");
    let path = path.replace("{code}", "0123456789ab").replace("{rest}", "index.html");
    match row.body {
        Body::Form => submit(house.address(), &path, &[("token", token.unwrap_or_default()), ("name", "A")]),
        Body::Json => {
            let body = match route {
                Route::ApiInvite => json!({ "seat": 1 }),
                Route::ApiSignOut => json!({ "seat": 0 }),
                Route::ApiNext => json!({}),
                Route::ApiPlayOn => json!({ "at": 0 }),
                _ => Value::Null,
            };
            post(house.address(), &path, token, &body)
        }
        Body::None => get(house.address(), &path, token),
    }
}

/// Signing out makes tokens worthless, so that it is tried in a match of its own.
fn is_about_a_match(route: Route) -> bool {
    route.row().path.contains("{match}") && route != Route::ApiSignOut
}

#[test]
fn each_route_lets_in_whom_its_row_names_and_tells_others_nothing() {
    let house = House::new(generous());
    for watch in ["all", "token", "nobody"] {
        let own = opened(&house, watch);
        let other = opened(&house, "token");
        let unknown = "tvs_00000000000000000000000000";
        for route in Route::ALL.into_iter().filter(|route| is_about_a_match(*route)) {
            let access = route.row().access;
            // Of what is about a match that is over, and of the next one, there is nothing yet: that is another answer.
            let is_in = |answer: &Answer| answer.status != 404;
            let nothing = ask(&house, route, "000000000000", Some(unknown));
            assert_eq!(nothing.status, 404, "{route:?}");
            let has_watch = access.watch && watch == "token";
            let has_anyone = access.anyone && watch == "all";
            for (who, token, expected) in [
                ("nobody", None, has_anyone),
                ("seat", Some(own.seat.as_str()), access.seat),
                ("host", Some(own.host.as_str()), access.host),
                ("watcher", own.watch.as_deref().or(Some("tvw_")), has_watch),
                ("seat elsewhere", Some(other.seat.as_str()), false),
                ("host elsewhere", Some(other.host.as_str()), false),
                ("watcher elsewhere", other.watch.as_deref(), false),
                ("unknown", Some(unknown), false),
                ("rubbish", Some("rubbish"), false),
                ("other case", Some(&*own.seat.to_uppercase()), false),
            ] {
                let answer = ask(&house, route, &own.name, token);
                // A page's form has no other token than that of a seat.
                assert_eq!(is_in(&answer), expected, "{route:?} as {who}, {watch}: {answer:?}");
                if !expected {
                    assert_eq!(answer.without_date(), nothing.without_date(), "{route:?} as {who}");
                }
            }
        }
    }
}

#[test]
fn nothing_else_is_there() {
    let files = [("dist/index.html", "<title></title>"), ("dist/assets/a.js", ""), ("secret", "")];
    let house =
        House::furnished(&files, |config| config.client = config.db.parent().map(|at| at.join("dist")));
    assert_eq!(get(house.address(), "/assets/a.js", None).status, 200);
    for path in [
        "/admin",
        "/api",
        "/api/matches",
        "/m",
        "/g/../x",
        "/%00",
        "/assets/../index.html",
        "/assets/%2e%2e/index.html",
        "/assets/..%2findex.html",
        "/assets/../../secret",
        "/assets/%2e%2e/%2e%2e/secret",
        "/assets/..%5c..%5csecret",
        "/assets//a.js",
        "/assets/./a.js",
    ] {
        assert_eq!(get(house.address(), path, None).status, 404, "{path}");
    }
    for method in ["PUT", "DELETE", "OPTIONS", "TRACE"] {
        assert_eq!(request(house.address(), (method, "/"), &[], None).status, 404, "{method}");
    }
}

#[test]
fn a_token_is_worth_nothing_once_its_seat_is_given_to_another() {
    let house = House::new(generous());
    let own = opened(&house, "all");
    let mut old = Client::join(house.address(), &own.name, Some(&own.seat), None).greeted();
    let path = format!("/api/matches/{}/sign-out", own.name);
    let by_other = opened(&house, "all");
    for wrong in [None, Some(by_other.seat.as_str()), Some(by_other.host.as_str())] {
        assert_eq!(post(house.address(), &path, wrong, &json!({ "seat": 0 })).status, 404);
    }
    let seat = post(house.address(), &path, Some(&own.seat), &json!({ "seat": 1 }));
    assert_eq!(seat.status, 404, "a seat signs out itself alone");
    let renewed = post(house.address(), &path, Some(&own.host), &json!({ "seat": 0 }));
    assert_eq!(renewed.status, 200, "{renewed:?}");
    let bye = old.until(|message| matches!(message, ToClient::Bye(_)));
    assert!(matches!(bye, ToClient::Bye(bye) if bye.why == ByeWhy::SignedOut));
    let again = Client::join(house.address(), &own.name, Some(&own.seat), None).next();
    assert!(matches!(again, Some(ToClient::Bye(bye)) if bye.why == ByeWhy::Unknown));
    let token = renewed.json()["token"].as_str().unwrap().to_owned();
    Client::join(house.address(), &own.name, Some(&token), None).greeted();
}

#[test]
fn a_socket_is_for_the_match_of_its_token_alone() {
    let house = House::new(generous());
    let (own, other, hidden) = (opened(&house, "all"), opened(&house, "all"), opened(&house, "nobody"));
    for (name, token) in [
        (&own.name, Some(other.seat.as_str())),
        (&own.name, Some(own.host.as_str())),
        (&own.name, Some("tvs_")),
        (&hidden.name, None),
        (&hidden.name, Some(own.seat.as_str())),
    ] {
        let mut client = Client::join(house.address(), name, token, None);
        let bye = client.next();
        assert!(matches!(bye, Some(ToClient::Bye(bye)) if bye.why == ByeWhy::Unknown && bye.retry.is_none()));
        assert!(client.next().is_none());
    }
}

#[test]
fn pages_of_others_may_do_nothing() {
    let house = House::new(generous());
    let address = house.address();
    let body = r#"{"game":"tic-tac-toe"}"#;
    let sent = |headers: &[(&str, &str)]| {
        request(address, ("POST", "/api/matches"), headers, Some(("application/json", body))).status
    };
    assert_eq!(sent(&[("Origin", &format!("http://{address}"))]), 200);
    assert_eq!(sent(&[("Sec-Fetch-Site", "same-origin")]), 200);
    for headers in [
        [("Origin", "http://evil.example")],
        [("Origin", "null")],
        [("Origin", &*format!("http://{address}.evil.example"))],
        [("Sec-Fetch-Site", "cross-site")],
        [("Sec-Fetch-Site", "same-site")],
    ] {
        assert_eq!(sent(&headers), 403, "{headers:?}");
    }
    let text = request(address, ("POST", "/api/matches"), &[], Some(("text/plain", body)));
    assert_eq!(text.status, 400);
    let raw = |host: &str| {
        crate::client::raw_request(
            address,
            format!("GET / HTTP/1.1\r\n{host}Connection: close\r\n\r\n").as_bytes(),
        )
    };
    assert!(raw(&format!("Host: {address}\r\n")).starts_with("HTTP/1.1 200"));
    assert!(raw("Host: evil.example\r\n").starts_with("HTTP/1.1 421"));
    assert!(raw(&format!("Host: {address}\r\nHost: evil.example\r\n")).starts_with("HTTP/1.1 4"));
    assert!(raw("").starts_with("HTTP/1.1 4"));
    let page = get(address, "/", None);
    for header in [
        "content-security-policy: default-src 'self'",
        "x-content-type-options: nosniff",
        "cache-control: no-store",
    ] {
        assert!(page.head.contains(header), "{header}");
    }
}
