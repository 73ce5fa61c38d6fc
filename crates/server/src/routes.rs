//! What may be asked for over HTTP, and with which kinds of token: one row a route. Nothing is served that has no row.

/// Everything that may be asked for.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum Route {
    /// The list of games, as a page.
    Home,
    /// A game with its manual, as a page.
    Game,
    /// Opens a match from a page.
    Open,
    /// A match for who looks on, as a page.
    Watch,
    /// A match for a seat, whose token stands in the body; also moves, chat and the like from a page.
    Sit,
    /// What an invite is for, as a page.
    Invited,
    /// Takes the seat of an invite from a page.
    TakeInvited,
    /// A moment of a match that is over, as a page.
    Replay,
    Style,
    /// The matches of a browser, and its settings: pages of the client alone.
    Own,
    Settings,
    /// A file of the client for browsers.
    App,
    ApiDescription,
    ApiGames,
    ApiGame,
    ApiManual,
    /// A picture that lies beside a game.
    ApiPicture,
    ApiStill,
    ApiLegend,
    ApiOpen,
    ApiMatch,
    ApiRecord,
    ApiMoment,
    ApiInvite,
    ApiInvited,
    ApiTake,
    ApiSignOut,
    ApiNext,
    ApiPlayOn,
    ApiAdvice,
    ApiAhead,
    ApiMine,
    Socket,
    Live,
    Ready,
    Health,
    Metrics,
}

/// Which kinds of token a route takes. `anyone` is whoever has none; where the route is about a match, those whom its host
/// lets look on.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Access {
    pub anyone: bool,
    pub seat: bool,
    pub host: bool,
    pub watch: bool,
}

const ANYONE: Access = Access { anyone: true, seat: false, host: false, watch: false };
const MATCH: Access = Access { anyone: true, seat: true, host: true, watch: true };
const SEAT: Access = Access { anyone: false, seat: true, host: false, watch: false };
const HOST: Access = Access { anyone: false, seat: false, host: true, watch: false };

/// What a body must be.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Body {
    None,
    Json,
    Form,
}

#[derive(Clone, Copy, Debug)]
pub struct Row {
    pub method: &'static str,
    /// With the names of what varies in braces; `{match}` is the match that the token must be of.
    pub path: &'static str,
    pub access: Access,
    pub body: Body,
}

impl Route {
    pub const ALL: [Route; 37] = [
        Route::Home,
        Route::Game,
        Route::Open,
        Route::Watch,
        Route::Sit,
        Route::Invited,
        Route::TakeInvited,
        Route::Replay,
        Route::Style,
        Route::Own,
        Route::Settings,
        Route::App,
        Route::ApiDescription,
        Route::ApiGames,
        Route::ApiGame,
        Route::ApiManual,
        Route::ApiPicture,
        Route::ApiStill,
        Route::ApiLegend,
        Route::ApiOpen,
        Route::ApiMatch,
        Route::ApiRecord,
        Route::ApiMoment,
        Route::ApiInvite,
        Route::ApiInvited,
        Route::ApiTake,
        Route::ApiSignOut,
        Route::ApiNext,
        Route::ApiPlayOn,
        Route::ApiAdvice,
        Route::ApiAhead,
        Route::ApiMine,
        Route::Socket,
        Route::Live,
        Route::Ready,
        Route::Health,
        Route::Metrics,
    ];

    pub fn row(self) -> Row {
        use Body::{Form, Json};
        let get = |path, access| Row { method: "GET", path, access, body: Body::None };
        let post = |path, access, body| Row { method: "POST", path, access, body };
        match self {
            Route::Home => get("/", ANYONE),
            Route::Game => get("/g/{game}", ANYONE),
            Route::Open => post("/g/{game}", ANYONE, Form),
            Route::Watch => get("/m/{match}", Access { anyone: true, ..NO_TOKEN }),
            Route::Sit => post("/m/{match}", SEAT, Form),
            Route::Invited => get("/i/{code}", ANYONE),
            Route::TakeInvited => post("/i/{code}", ANYONE, Form),
            Route::Replay => get("/r/{match}", Access { anyone: true, ..NO_TOKEN }),
            Route::Style => get("/plain.css", ANYONE),
            Route::Own => get("/me", ANYONE),
            Route::Settings => get("/settings", ANYONE),
            Route::App => get("/assets/{rest}", ANYONE),
            Route::ApiDescription => get("/api/openapi.json", ANYONE),
            Route::ApiGames => get("/api/games", ANYONE),
            Route::ApiGame => get("/api/games/{game}", ANYONE),
            Route::ApiManual => get("/api/games/{game}/manual", ANYONE),
            Route::ApiPicture => get("/api/games/{game}/pictures/{rest}", ANYONE),
            Route::ApiStill => get("/api/games/{game}/still", ANYONE),
            Route::ApiLegend => get("/api/matches/{match}/legend", MATCH),
            Route::ApiOpen => post("/api/matches", ANYONE, Json),
            Route::ApiMatch => get("/api/matches/{match}", MATCH),
            Route::ApiRecord => get("/api/matches/{match}/record", MATCH),
            Route::ApiMoment => get("/api/matches/{match}/moments/{n}", MATCH),
            Route::ApiInvite => post("/api/matches/{match}/invites", HOST, Json),
            Route::ApiInvited => get("/api/invites/{code}", ANYONE),
            Route::ApiTake => post("/api/invites/{code}", ANYONE, Json),
            Route::ApiSignOut => post("/api/matches/{match}/sign-out", Access { host: true, ..SEAT }, Json),
            Route::ApiNext => post("/api/matches/{match}/next", SEAT, Json),
            Route::ApiPlayOn => post("/api/matches/{match}/play-on", MATCH, Json),
            Route::ApiAdvice => get("/api/matches/{match}/advice", SEAT),
            Route::ApiAhead => get("/api/matches/{match}/ahead", MATCH),
            Route::ApiMine => post("/api/mine", ANYONE, Json),
            Route::Socket => get("/api/socket", ANYONE),
            Route::Live => get("/live", ANYONE),
            Route::Ready => get("/ready", ANYONE),
            Route::Health => get("/health", ANYONE),
            Route::Metrics => get("/metrics", ANYONE),
        }
    }

    /// Whether a link leads there, so that whoever follows it is to see a page.
    pub(crate) fn is_page(self) -> bool {
        use Route::{Game, Home, Invited, Own, Replay, Settings, Watch};
        [Home, Game, Watch, Invited, Replay, Own, Settings].contains(&self)
    }

    /// The route of a request and what varies in its path, by name; None where there is none.
    pub(crate) fn find(method: &str, path: &str) -> Option<(Route, Found)> {
        Route::ALL.into_iter().find_map(|route| {
            let row = route.row();
            // Who asks for the head of an answer gets that of a GET.
            let is_method = row.method == method || row.method == "GET" && method == "HEAD";
            is_method.then(|| fits(row.path, path)).flatten().map(|found| (route, found))
        })
    }
}

const NO_TOKEN: Access = Access { anyone: false, seat: false, host: false, watch: false };

/// What varies in a path.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub(crate) struct Found(Vec<(&'static str, String)>);

impl Found {
    pub(crate) fn get(&self, name: &str) -> &str {
        self.0.iter().find(|(other, _)| *other == name).map_or("", |(_, value)| value)
    }
}

fn fits(pattern: &'static str, path: &str) -> Option<Found> {
    let (mut found, mut rest) = (Found::default(), path.split('/'));
    for piece in pattern.split('/') {
        let name = piece.strip_prefix('{').and_then(|piece| piece.strip_suffix('}'));
        match name {
            Some("rest") => {
                found.0.push(("rest", rest.collect::<Vec<_>>().join("/")));
                return Some(found);
            }
            Some(name) => found.0.push((name, rest.next().filter(|value| !value.is_empty())?.to_owned())),
            None if rest.next() == Some(piece) => {}
            None => return None,
        }
    }
    rest.next().is_none().then_some(found)
}

#[cfg(test)]
mod tests {
    use super::{Body, Route};
    use std::collections::BTreeSet;

    #[test]
    fn every_route_is_found_by_its_path_and_no_other() {
        let mut known = BTreeSet::new();
        for route in Route::ALL {
            let row = route.row();
            assert!(known.insert(route) && (row.method == "POST") == (row.body != Body::None), "{route:?}");
            let path = row.path.replace(['{', '}'], "");
            assert_eq!(Route::find(row.method, &path).map(|(found, _)| found), Some(route), "{path}");
        }
        let find = |method, path| {
            Route::find(method, path).map(|(route, found)| (route, found.get("match").to_owned()))
        };
        assert_eq!(find("HEAD", "/m/abc"), Some((Route::Watch, "abc".to_owned())));
        for (method, path) in [("GET", "/m/"), ("GET", "/m/a/b"), ("PUT", "/"), ("GET", "//"), ("GET", "")] {
            assert_eq!(find(method, path), None, "{method} {path}");
        }
    }
}
