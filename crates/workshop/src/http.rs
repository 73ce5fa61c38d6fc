//! The page over HTTP, and the upgrade to sockets. Whatever comes from a page of another origin, or calls this machine by
//! another name, is refused. What is said over sockets is not looked at here.

use crate::desk::Job;
use crate::run::Page;
use crate::socket::{self, SocketKind};
use http_body_util::Full;
use hyper::body::{Bytes, Incoming};
use hyper::header::{self, HeaderMap, HeaderName, HeaderValue};
use hyper::{Method, Request, Response, StatusCode};
use std::path::PathBuf;
use std::sync::Arc;
use std::sync::mpsc::Sender;
use tokio::sync::OwnedSemaphorePermit;
use tokio_tungstenite::tungstenite::handshake::derive_accept_key;

type Answer = Response<Full<Bytes>>;

/// The address of the page; a built client has it below `PREFIX` or not.
const START: &str = "dev.html";
const PREFIX: &str = "app/";

/// What all connections share.
pub(crate) struct Served {
    /// How requests may call this server.
    pub(crate) hosts: [String; 2],
    pub(crate) token: String,
    pub(crate) page: Page,
    /// Where the game lies, and pictures beside it.
    pub(crate) folder: PathBuf,
    pub(crate) jobs: Sender<Job>,
}

impl Served {
    pub(crate) fn is_token(&self, shown: &str) -> bool {
        // How long the comparison takes says nothing that could be measured beside a socket's way.
        shown == self.token
    }
}

/// One of the connections that there may be at a time; a socket keeps it beyond the answer.
pub(crate) type Permit = Arc<OwnedSemaphorePermit>;

pub(crate) async fn answer(served: Arc<Served>, permit: Permit, mut request: Request<Incoming>) -> Answer {
    let mut answer = route(&served, permit, &mut request).unwrap_or_else(|status| {
        let mut answer = Answer::new(Full::from(status.canonical_reason().unwrap_or_default()));
        *answer.status_mut() = status;
        answer
    });
    if request.method() == Method::HEAD {
        *answer.body_mut() = Full::default();
    }
    guard(answer.headers_mut());
    answer
}

fn route(
    served: &Arc<Served>,
    permit: Permit,
    request: &mut Request<Incoming>,
) -> Result<Answer, StatusCode> {
    is_meant(served, request.headers())?;
    is_from_here(served, request.headers())?;
    if !matches!(*request.method(), Method::GET | Method::HEAD) {
        return Err(StatusCode::METHOD_NOT_ALLOWED);
    }
    let path = request.uri().path().trim_start_matches('/');
    if let Some(path) = path.strip_prefix("api/pictures/") {
        return picture(served, path);
    }
    match path {
        "api/desk" => upgrade(served, permit, request, SocketKind::Desk),
        "api/socket" => upgrade(served, permit, request, SocketKind::Table),
        path => {
            let path = path.strip_prefix(PREFIX).unwrap_or(path);
            let path = if path.is_empty() { START } else { path };
            let (kind, text) = (served.page)(path).ok_or(StatusCode::NOT_FOUND)?;
            let mut answer = Answer::new(Full::from(text));
            answer.headers_mut().insert(header::CONTENT_TYPE, HeaderValue::from_static(kind));
            Ok(answer)
        }
    }
}

/// A picture that a look names. It runs nothing, wherever it is shown.
fn picture(served: &Served, path: &str) -> Result<Answer, StatusCode> {
    let path = percent_encoding::percent_decode_str(path).decode_utf8_lossy();
    let bytes = project::read_picture(&served.folder, &path).map_err(|_| StatusCode::NOT_FOUND)?;
    let mut answer = Answer::new(Full::from(bytes));
    let kind = HeaderValue::from_static(project::media_type(&path));
    answer.headers_mut().insert(header::CONTENT_TYPE, kind);
    answer
        .headers_mut()
        .insert(header::CONTENT_SECURITY_POLICY, HeaderValue::from_static(project::PICTURE_POLICY));
    Ok(answer)
}

/// Another site may lead browsers here by a name of its own.
fn is_meant(served: &Served, headers: &HeaderMap) -> Result<(), StatusCode> {
    let mut hosts = headers.get_all(header::HOST).iter().map(|host| host.to_str().unwrap_or_default());
    let is_known = hosts.next().is_some_and(|host| served.hosts.iter().any(|own| own == host));
    if is_known && hosts.next().is_none() { Ok(()) } else { Err(StatusCode::MISDIRECTED_REQUEST) }
}

/// A link on another page may lead to this one; nothing else of another origin is answered.
fn is_from_here(served: &Served, headers: &HeaderMap) -> Result<(), StatusCode> {
    let text = |name: &str| headers.get(name).map(|value| value.to_str().unwrap_or("?"));
    let is_ours = match (text("origin"), text("sec-fetch-site")) {
        (Some(origin), _) => {
            let host = origin.strip_prefix("http://").unwrap_or_default();
            served.hosts.iter().any(|own| own == host)
        }
        (None, Some(site)) => {
            matches!(site, "same-origin" | "none") || text("sec-fetch-mode") == Some("navigate")
        }
        (None, None) => true,
    };
    if is_ours { Ok(()) } else { Err(StatusCode::FORBIDDEN) }
}

fn upgrade(
    served: &Arc<Served>,
    permit: Permit,
    request: &mut Request<Incoming>,
    kind: SocketKind,
) -> Result<Answer, StatusCode> {
    let has = |name: HeaderName, wanted: &str| {
        let value = request.headers().get(name).and_then(|value| value.to_str().ok()).unwrap_or_default();
        value.split(',').any(|word| word.trim().eq_ignore_ascii_case(wanted))
    };
    let is_socket = has(header::UPGRADE, "websocket") && has(header::CONNECTION, "upgrade");
    let key = request.headers().get(header::SEC_WEBSOCKET_KEY).filter(|_| is_socket);
    let key = derive_accept_key(key.ok_or(StatusCode::UPGRADE_REQUIRED)?.as_bytes());
    let (upgrading, served) = (hyper::upgrade::on(request), Arc::clone(served));
    tokio::spawn(async move {
        if let Ok(upgraded) = upgrading.await {
            socket::run(served, upgraded, kind).await;
        }
        drop(permit);
    });
    let answer = Response::builder()
        .status(StatusCode::SWITCHING_PROTOCOLS)
        .header(header::CONNECTION, "Upgrade")
        .header(header::UPGRADE, "websocket")
        .header(header::SEC_WEBSOCKET_ACCEPT, key)
        .body(Full::default());
    answer.map_err(|_| StatusCode::INTERNAL_SERVER_ERROR)
}

/// What every answer says in its head: nothing is run or fetched from elsewhere, and only this page shows it in frames.
fn guard(headers: &mut HeaderMap) {
    const POLICY: &str = "default-src 'self'; script-src 'self'; style-src 'self' 'unsafe-inline'; \
        img-src 'self' data:; object-src 'none'; base-uri 'none'; frame-ancestors 'self'; form-action 'none'";
    let all = [
        (header::CONTENT_SECURITY_POLICY, POLICY),
        (header::X_CONTENT_TYPE_OPTIONS, "nosniff"),
        (header::REFERRER_POLICY, "no-referrer"),
        (header::CACHE_CONTROL, "no-store"),
        (HeaderName::from_static("cross-origin-opener-policy"), "same-origin"),
        (HeaderName::from_static("cross-origin-resource-policy"), "same-origin"),
    ];
    for (name, value) in all {
        headers.insert(name, HeaderValue::from_static(value));
    }
}
