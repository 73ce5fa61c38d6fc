//! Requests and their answers: what is refused before anybody looks at it, which route it is, and what every answer says
//! in its head. It opens no match and reads no store itself.

mod api;
mod description;
mod form;
mod games;
mod html;
mod pages;
mod past;
mod schemas;

pub(crate) use past::Past;

use crate::accept::{self, Held, Socket};
use crate::app::App;
use crate::config::now;
use crate::door::{self, Refusal, Viewer};
use crate::matches::{self, No, beside, internal};
use crate::peer;
use crate::rate::Of;
use crate::routes::{Body, Found, Route};
use crate::{lock, token};
use http_body_util::{BodyExt, Full, Limited};
use hyper::body::{Bytes, Incoming};
use hyper::header::{self, HeaderMap, HeaderValue};
use hyper::{Method, Request, Response, StatusCode};
use std::net::IpAddr;
use std::sync::Arc;
use std::sync::atomic::Ordering::Relaxed;
use tokio::time::timeout;
use tokio_tungstenite::tungstenite::handshake::derive_accept_key;

/// A server that starts again, or a disk that is full, is asked again after so many seconds.
const SOON: u32 = 2;

pub(crate) type Answer = Response<Full<Bytes>>;

/// A request whose route is known and who asks, with what it carries.
pub(crate) struct Asked {
    pub(crate) app: Arc<App>,
    pub(crate) route: Route,
    pub(crate) found: Found,
    pub(crate) query: String,
    /// Whether the answer may be compressed.
    pub(crate) takes_gzip: bool,
    pub(crate) body: Bytes,
    pub(crate) asking: IpAddr,
    /// Who holds the token that the head carried.
    pub(crate) viewer: Viewer,
}

impl From<Refusal> for No {
    fn from(refusal: Refusal) -> No {
        match refusal {
            Refusal::Unknown => matches::no("unknown", "there is no such thing, or not for you"),
            Refusal::Storage => matches::no("storage", "matches cannot be read at the moment"),
        }
    }
}

/// Answers a request. Defects of ours are answers too.
pub(crate) async fn answer(app: Arc<App>, peer: IpAddr, request: Request<Incoming>) -> Answer {
    app.metrics.requests.fetch_add(1, Relaxed);
    let is_page = !description::is_described(request.uri().path());
    let is_head = request.method() == Method::HEAD;
    let mut answer = match serve(&app, peer, request).await {
        Ok(answer) => answer,
        Err(no) => {
            app.metrics.refusals.fetch_add(1, Relaxed);
            refused(&no, is_page)
        }
    };
    if is_head {
        *answer.body_mut() = Full::default();
    }
    guard(answer.headers_mut());
    answer
}

async fn serve(app: &Arc<App>, peer: IpAddr, mut request: Request<Incoming>) -> Result<Answer, No> {
    let asking = asking(app, peer, request.headers());
    // Files of the client lie in memory, and a page needs many of them.
    if !request.uri().path().starts_with("/assets/") {
        take(app, Of::Requests, asking)?;
    }
    is_meant(app, request.headers())?;
    let path = request.uri().path().to_owned();
    let query = request.uri().query().unwrap_or_default().to_owned();
    let (route, found) = Route::find(request.method().as_str(), &path).ok_or(Refusal::Unknown)?;
    let row = route.row();
    if row.body != Body::None || route == Route::Socket {
        is_from_here(app, request.headers())?;
    }
    if route == Route::Socket {
        let own =
            match asking == peer {
                true => None,
                false => Some(accept::socket(app, asking).ok_or_else(|| {
                    matches::not_yet("busy", "too many sockets are open for that address", 10)
                })?),
            };
        return upgrade(app, &mut request, (asking, own));
    }
    let body =
        body(app, row.body, request.headers().get(header::CONTENT_TYPE).cloned(), &mut request).await?;
    let token = token(route, request.headers(), &body);
    let takes_gzip = takes_gzip(request.headers());
    let own = Arc::clone(app);
    let ask = move || -> Result<Asked, No> {
        let viewer = admit(&own, route, &found, token.as_deref(), asking)?;
        Ok(Asked { app: own, route, found, query, takes_gzip, body, asking, viewer })
    };
    if route.is_page() {
        let sheet = match beside(ask).await {
            Ok(asked) => pages::sheet(asked).await,
            Err(no) => Err(no),
        };
        return pages::dressed(app, sheet);
    }
    match route {
        Route::Sit => pages::sit(beside(ask).await?).await,
        Route::TakeInvited => pages::take(beside(ask).await?).await,
        Route::Open => pages::open(beside(ask).await?).await,
        // Nobody need be known to open a match, so that the door reads nothing for it.
        Route::ApiOpen => api::open(ask()?).await,
        _ => beside(move || answer_whole(&ask()?)).await,
    }
}

fn answer_whole(asked: &Asked) -> Result<Answer, No> {
    match asked.route {
        Route::Style => Ok(with_type("text/css; charset=utf-8", pages::STYLE)),
        Route::App => file(asked),
        _ => api::answer(asked),
    }
}

/// The value of a field in the query of an address.
fn query<'a>(of: &'a str, name: &str) -> Option<&'a str> {
    of.split('&').find_map(|field| field.strip_prefix(name)?.strip_prefix('='))
}

fn takes_gzip(headers: &HeaderMap) -> bool {
    let all = headers.get_all(header::ACCEPT_ENCODING).iter().filter_map(|value| value.to_str().ok());
    all.flat_map(|value| value.split(',')).any(|one| one.trim() == "gzip")
}

/// A file of the client, whose name changes with what is in it.
fn file(asked: &Asked) -> Result<Answer, No> {
    let name = format!("assets/{}", asked.found.get("rest"));
    let file = asked.app.client.as_ref().and_then(|client| client.file(&name)).ok_or(Refusal::Unknown)?;
    let packed = file.packed.as_ref().filter(|_| asked.takes_gzip);
    let mut answer = with_type(file.kind, packed.unwrap_or(&file.bytes).clone());
    let headers = answer.headers_mut();
    let forever = HeaderValue::from_static("public, max-age=31536000, immutable");
    headers.insert(header::CACHE_CONTROL, forever);
    headers.insert(header::VARY, HeaderValue::from_static("accept-encoding"));
    if packed.is_some() {
        headers.insert(header::CONTENT_ENCODING, HeaderValue::from_static("gzip"));
    }
    Ok(answer)
}

/// Who asks, as far as those say whom the host trusts.
fn asking(app: &App, peer: IpAddr, headers: &HeaderMap) -> IpAddr {
    let forwarded = headers.get_all("x-forwarded-for").iter().filter_map(|value| value.to_str().ok());
    peer::asking(peer, forwarded, &app.config.trusted)
}

/// Takes one of what an address may ask.
pub(crate) fn take(app: &App, of: Of, asking: IpAddr) -> Result<(), No> {
    let quotas = &app.config.quotas;
    let rate = match of {
        Of::Requests => quotas.requests,
        Of::NewMatches => quotas.new_matches,
        Of::Guesses => quotas.guesses,
    };
    if lock(&app.buckets).take(of, asking, rate, now()) {
        return Ok(());
    }
    app.metrics.too_many.fetch_add(1, Relaxed);
    Err(matches::not_yet("busy", "too many requests; try again later", rate.wait()))
}

/// Takes one of the matches that may be opened.
pub(crate) fn take_new_match(app: &App, asking: IpAddr) -> Result<(), No> {
    take(app, Of::NewMatches, asking)?;
    let rate = app.config.quotas.all_new_matches;
    if lock(&app.all_new_matches).take(rate, now()) {
        return Ok(());
    }
    Err(matches::not_yet("busy", "too many matches are opened; try again later", rate.wait()))
}

/// That the request calls the server by one of its names: another site may lead browsers here by a name of its own.
fn is_meant(app: &App, headers: &HeaderMap) -> Result<(), No> {
    let mut hosts = headers.get_all(header::HOST).iter();
    let host = hosts.next().and_then(|host| host.to_str().ok());
    let is_one = hosts.next().is_none();
    let is_known = host.is_some_and(|host| app.hosts.iter().any(|own| own == host));
    if is_one && is_known { Ok(()) } else { Err(matches::no("host", "this server has another name")) }
}

/// That no page of another site sends it.
fn is_from_here(app: &App, headers: &HeaderMap) -> Result<(), No> {
    let text = |name: &str| headers.get(name).map(|value| value.to_str().unwrap_or("?"));
    let is_ours = match (text("origin"), text("sec-fetch-site")) {
        (Some(origin), _) => {
            let host = origin.strip_prefix("http://").or_else(|| origin.strip_prefix("https://"));
            host.is_some_and(|host| app.hosts.iter().any(|own| own == host))
        }
        (None, Some(site)) => site == "same-origin" || site == "none",
        (None, None) => true,
    };
    if is_ours { Ok(()) } else { Err(matches::no("origin", "only pages of this server may do that")) }
}

fn upgrade(
    app: &Arc<App>,
    request: &mut Request<Incoming>,
    (asking, own): (IpAddr, Option<Socket>),
) -> Result<Answer, No> {
    let has = |name: header::HeaderName, wanted: &str| {
        let value = request.headers().get(name).and_then(|value| value.to_str().ok()).unwrap_or_default();
        value.split(',').any(|word| word.trim().eq_ignore_ascii_case(wanted))
    };
    let key = request.headers().get(header::SEC_WEBSOCKET_KEY).map(|key| derive_accept_key(key.as_bytes()));
    let is_socket = has(header::UPGRADE, "websocket")
        && has(header::CONNECTION, "upgrade")
        && has(header::SEC_WEBSOCKET_VERSION, "13");
    let key = key.filter(|_| is_socket).ok_or_else(|| matches::no("bad", "a WebSocket is wanted here"))?;
    let held = request.extensions().get::<Held>().cloned();
    let upgrading = hyper::upgrade::on(request);
    let app = Arc::clone(app);
    tokio::spawn(async move {
        // A connection counts until its socket is closed.
        let _counted = (held, own);
        if let Ok(upgraded) = upgrading.await {
            crate::socket::run(app, upgraded, asking).await;
        }
    });
    let answer = Response::builder()
        .status(StatusCode::SWITCHING_PROTOCOLS)
        .header(header::CONNECTION, "Upgrade")
        .header(header::UPGRADE, "websocket")
        .header(header::SEC_WEBSOCKET_ACCEPT, key)
        .body(Full::default());
    answer.map_err(|_| internal())
}

async fn body(
    app: &App,
    wanted: Body,
    kind: Option<HeaderValue>,
    request: &mut Request<Incoming>,
) -> Result<Bytes, No> {
    let wanted = match wanted {
        Body::None => return Ok(Bytes::new()),
        Body::Json => "application/json",
        Body::Form => "application/x-www-form-urlencoded",
    };
    let kind = kind.as_ref().and_then(|kind| kind.to_str().ok()).unwrap_or_default();
    if kind.split(';').next().is_none_or(|kind| !kind.trim().eq_ignore_ascii_case(wanted)) {
        return Err(matches::no("bad", format!("the body must be {wanted}")));
    }
    let read = Limited::new(request.body_mut(), wire::MAX_BODY).collect();
    let read = timeout(app.config.quotas.body, read).await;
    let read = read.map_err(|_| matches::no("late", "the body did not come in time"))?;
    let read =
        read.map_err(|_| matches::no("long", format!("a body has at most {} bytes", wire::MAX_BODY)))?;
    Ok(read.to_bytes())
}

/// The token of a request: never in a path, which is written down in many places.
fn token(route: Route, headers: &HeaderMap, body: &Bytes) -> Option<String> {
    if route.row().body == Body::Form {
        return form::Form::read(body).get("token").map(str::to_owned);
    }
    let head = headers.get(header::AUTHORIZATION)?.to_str().ok()?;
    Some(head.strip_prefix("Bearer ").unwrap_or_default().to_owned())
}

/// Asks at the door. What is not about one match takes no token.
fn admit(app: &App, route: Route, found: &Found, token: Option<&str>, asking: IpAddr) -> Result<Viewer, No> {
    if !route.row().path.contains("{match}") {
        return Ok(door::admit(app, route, None, None)?);
    }
    let rate = app.config.quotas.guesses;
    if lock(&app.buckets).is_empty(Of::Guesses, asking, rate, now()) {
        return Err(matches::not_yet("busy", "too many wrong tokens; try again later", rate.wait()));
    }
    let of = token::match_of(found.get("match")).ok_or(Refusal::Unknown);
    let admitted = of.and_then(|of| door::admit(app, route, Some(of), token));
    // Whoever has no token guesses none.
    if token.is_some() && admitted.as_ref().is_err_and(|refusal| *refusal == Refusal::Unknown) {
        lock(&app.buckets).take(Of::Guesses, asking, rate, now());
    }
    Ok(admitted?)
}

fn status(code: &str) -> StatusCode {
    match code {
        "unknown" => StatusCode::NOT_FOUND,
        "host" => StatusCode::MISDIRECTED_REQUEST,
        "origin" => StatusCode::FORBIDDEN,
        "busy" => StatusCode::TOO_MANY_REQUESTS,
        "storage" | "restart" => StatusCode::SERVICE_UNAVAILABLE,
        "late" => StatusCode::REQUEST_TIMEOUT,
        "long" => StatusCode::PAYLOAD_TOO_LARGE,
        "internal" => StatusCode::INTERNAL_SERVER_ERROR,
        "taken" | "nothing" => StatusCode::CONFLICT,
        _ => StatusCode::BAD_REQUEST,
    }
}

fn refused(no: &No, is_page: bool) -> Answer {
    let mut answer = match is_page {
        true => pages::refused(no),
        false => json(&serde_json::json!({ "code": no.code, "why": no.why })),
    };
    *answer.status_mut() = status(no.code);
    if let Some(seconds) = no.retry.or((answer.status() == StatusCode::SERVICE_UNAVAILABLE).then_some(SOON)) {
        answer.headers_mut().insert(header::RETRY_AFTER, HeaderValue::from(seconds));
    }
    answer
}

pub(crate) fn json(value: &impl serde::Serialize) -> Answer {
    let text = serde_json::to_vec(value).unwrap_or_default();
    with_type("application/json", text)
}

pub(crate) fn with_type(kind: &'static str, body: impl Into<Bytes>) -> Answer {
    let mut answer = Response::new(Full::new(body.into()));
    answer.headers_mut().insert(header::CONTENT_TYPE, HeaderValue::from_static(kind));
    answer
}

/// What every answer says in its head: nothing is run or fetched from elsewhere, and nothing is kept.
fn guard(headers: &mut HeaderMap) {
    const POLICY: &str = "default-src 'self'; script-src 'self'; style-src 'self' 'unsafe-inline'; \
        img-src 'self' data:; object-src 'none'; base-uri 'none'; frame-ancestors 'none'; form-action 'self'";
    let all = [
        (header::CONTENT_SECURITY_POLICY, POLICY),
        (header::X_CONTENT_TYPE_OPTIONS, "nosniff"),
        (header::REFERRER_POLICY, "no-referrer"),
        (header::HeaderName::from_static("cross-origin-opener-policy"), "same-origin"),
        (header::HeaderName::from_static("cross-origin-resource-policy"), "same-origin"),
    ];
    for (name, value) in all {
        headers.entry(name).or_insert(HeaderValue::from_static(value));
    }
    headers.entry(header::CACHE_CONTROL).or_insert(HeaderValue::from_static("no-store"));
}
