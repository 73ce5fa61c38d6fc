//! Takes connections, so many and no more, and serves each with a time limit on everything. It knows no routes.

use crate::app::App;
use crate::http;
use hyper::Request;
use hyper::body::Incoming;
use hyper::server::conn::http1;
use hyper::service::service_fn;
use hyper_util::rt::{TokioIo, TokioTimer};
use std::collections::BTreeMap;
use std::convert::Infallible;
use std::net::IpAddr;
use std::sync::atomic::Ordering::Relaxed;
use std::sync::{Arc, Mutex};
use std::time::Duration;
use tokio::net::{TcpListener, TcpStream};
use tokio::sync::watch;

/// Names and values of a head, in bytes, and how many names.
const MAX_HEAD: usize = 16 * 1024;
const MAX_HEADERS: usize = 64;

/// The connections that are open, by address.
#[derive(Debug, Default)]
struct Open(Mutex<BTreeMap<IpAddr, usize>>);

/// A connection that counts as long as this lives.
struct Counted {
    open: Arc<Open>,
    address: IpAddr,
    app: Arc<App>,
}

impl Drop for Counted {
    fn drop(&mut self) {
        let mut open = crate::lock(&self.open.0);
        if let Some(count) = open.get_mut(&self.address) {
            *count -= 1;
            if *count == 0 {
                open.remove(&self.address);
            }
        }
        self.app.metrics.connections.fetch_sub(1, Relaxed);
    }
}

/// None where there are too many already. Behind a proxy that the host trusts all connections come from one address, and
/// only their number counts; their sockets are counted by whom they are for.
fn count(app: &Arc<App>, open: &Arc<Open>, address: IpAddr) -> Option<Counted> {
    let quotas = &app.config.quotas;
    let is_proxy = crate::peer::asking(address, ["0.0.0.0"].into_iter(), &app.config.trusted) != address;
    let mut all = crate::lock(&open.0);
    let sum: usize = all.values().sum();
    let own = all.get(&address).copied().unwrap_or(0);
    if sum >= quotas.connections || !is_proxy && own >= quotas.connections_of_address {
        app.metrics.too_many.fetch_add(1, Relaxed);
        return None;
    }
    *all.entry(address).or_default() += 1;
    app.metrics.connections.fetch_add(1, Relaxed);
    drop(all);
    Some(Counted { open: Arc::clone(open), address, app: Arc::clone(app) })
}

/// The open sockets of those for whom a trusted proxy speaks, by address.
#[derive(Debug, Default)]
pub(crate) struct Sockets(Mutex<BTreeMap<IpAddr, usize>>);

/// A socket that counts as long as this lives.
pub(crate) struct Socket {
    app: Arc<App>,
    address: IpAddr,
}

impl Drop for Socket {
    fn drop(&mut self) {
        let mut open = crate::lock(&self.app.sockets.0);
        if let Some(count) = open.get_mut(&self.address) {
            *count -= 1;
            if *count == 0 {
                open.remove(&self.address);
            }
        }
    }
}

/// None where that address has as many already as one may have connections.
pub(crate) fn socket(app: &Arc<App>, address: IpAddr) -> Option<Socket> {
    let address = crate::rate::place(address);
    let mut open = crate::lock(&app.sockets.0);
    let count = open.entry(address).or_default();
    if *count >= app.config.quotas.connections_of_address {
        app.metrics.too_many.fetch_add(1, Relaxed);
        return None;
    }
    *count += 1;
    drop(open);
    Some(Socket { app: Arc::clone(app), address })
}

/// Until the server stops.
pub(crate) async fn run(app: Arc<App>, listener: TcpListener, mut stopping: watch::Receiver<bool>) {
    let open = Arc::new(Open::default());
    loop {
        let accepted = tokio::select! {
            accepted = listener.accept() => accepted,
            _ = stopping.changed() => return,
        };
        match accepted {
            Ok((stream, peer)) => {
                let Some(counted) = count(&app, &open, peer.ip().to_canonical()) else { continue };
                tokio::spawn(serve(Arc::clone(&app), stream, counted));
            }
            // No descriptors are left, or the other end is gone already.
            Err(_) => tokio::time::sleep(Duration::from_millis(50)).await,
        }
    }
}

async fn serve(app: Arc<App>, stream: TcpStream, counted: Counted) {
    // Small messages must not wait for each other.
    stream.set_nodelay(true).ok();
    let (peer, head) = (counted.address, app.config.quotas.head);
    let counted = Arc::new(counted);
    let service = service_fn(move |request: Request<Incoming>| {
        let (app, counted) = (Arc::clone(&app), Arc::clone(&counted));
        async move {
            let mut request = request;
            request.extensions_mut().insert(Held(counted));
            Ok::<_, Infallible>(http::answer(app, peer, request).await)
        }
    });
    let connection = http1::Builder::new()
        .timer(TokioTimer::new())
        .header_read_timeout(head)
        .max_headers(MAX_HEADERS)
        .max_buf_size(MAX_HEAD)
        .half_close(false)
        .serve_connection(TokioIo::new(stream), service)
        .with_upgrades();
    // What goes wrong with one connection is that connection's end.
    connection.await.ok();
}

/// Keeps a connection counted.
#[derive(Clone)]
pub(crate) struct Held(#[expect(dead_code, reason = "it is there to be dropped")] Arc<Counted>);
