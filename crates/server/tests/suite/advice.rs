//! What a bot would do, for who plays alone against bots.

use crate::client::{Answer, Client, get, name_of, open, settle, token_of};
use crate::{House, generous};
use serde_json::{Value, json};
use server::{Quotas, Rate, Thinking};
use wire::{FromClient, Play, Request, ToClient, raw};

fn ask(house: &House, of: &Value, seat: usize) -> Answer {
    get(house.address(), &format!("/api/matches/{}/advice", name_of(of)), Some(&token_of(of, seat)))
}

fn join(house: &House, of: &Value, seat: usize) -> Client {
    Client::join(house.address(), &name_of(of), Some(&token_of(of, seat)), None).greeted()
}

#[test]
fn what_a_bot_would_do_can_be_done() {
    let house = House::new(generous());
    for game in ["tic-tac-toe", "leduc", "crazy-eights", "backgammon"] {
        let opened = open(house.address(), game, &["me", "random"], &json!({ "draft": true }));
        let mut client = join(&house, &opened, 0);
        for _ in 0..3 {
            while client.ask.is_none() && !client.is_over {
                client.next().unwrap();
            }
            let Some(asked) = client.ask.take() else { break };
            let answer = ask(&house, &opened, 0);
            assert_eq!(answer.status, 200, "{game}: {answer:?}");
            let advice = answer.json();
            assert_eq!((advice["seat"].as_u64(), advice["q"].as_u64()), (Some(0), Some(asked.q)));
            assert_eq!(advice["chances"].as_array().unwrap().len(), 2);
            let (id, path) = (client.id(), raw(&advice["moves"][0]["path"]));
            let played = client.ask_for(&FromClient::Play(Play { id, q: asked.q, path }));
            assert!(matches!(played, ToClient::Ack(_)), "{game}: {advice} {played:?}");
        }
    }
}

#[test]
fn nobody_is_advised_against_people_or_when_not_asked() {
    let house = House::new(generous());
    let both = open(house.address(), "tic-tac-toe", &["me", "me"], &json!({}));
    let waiting = open(house.address(), "tic-tac-toe", &["me", "open"], &json!({}));
    let alone = open(house.address(), "tic-tac-toe", &["me", "random"], &json!({}));
    for (of, seat, status) in [(&both, 0, 409), (&both, 1, 409), (&waiting, 0, 409), (&alone, 0, 200)] {
        assert_eq!(ask(&house, of, seat).status, status, "{of}");
    }
    let mut client = join(&house, &alone, 0);
    let id = client.id();
    client.ask_for(&FromClient::Resign(Request { id }));
    settle(&mut client);
    assert_eq!(ask(&house, &alone, 0).status, 409, "the match is over");
}

#[test]
fn advice_costs_of_what_bots_may_think() {
    let nothing = Thinking { of_all: Rate::new(0.0, 0.0), ..generous().thinking };
    let house = House::new(Quotas { thinking: nothing, ..generous() });
    let alone = open(house.address(), "chess", &["me", "random"], &json!({}));
    let answer = ask(&house, &alone, 0);
    assert_eq!(answer.status, 200, "{answer:?}");
    let counted = get(house.address(), "/metrics", None).body;
    assert!(counted.contains("tavola_bots_cut_short_total 1"), "{counted}");
}
