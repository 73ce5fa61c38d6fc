//! Starting a desk on this machine, and stopping it.

use crate::desk::{Desk, Job};
use crate::http::{self, Served};
use crate::session::Beginning;
use hyper::server::conn::http1;
use hyper::service::service_fn;
use hyper_util::rt::{TokioIo, TokioTimer};
use std::convert::Infallible;
use std::fmt;
use std::io;
use std::net::{Ipv4Addr, SocketAddr};
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::mpsc::{self, Sender};
use std::time::Duration;
use tokio::net::TcpListener;
use tokio::runtime::Runtime;
use tokio::sync::Semaphore;

/// To send the head of a request.
const HEAD: Duration = Duration::from_secs(5);

/// More connections than these wait.
const MAX_CONNECTIONS: usize = 128;

/// A file of the page by its path: what kind it is, and its bytes.
pub type Page = Arc<dyn Fn(&str) -> Option<(&'static str, Vec<u8>)> + Send + Sync>;

/// Whoever may write files.
pub trait Writer: Send {
    /// Gives a file a text, whole or not at all; one that `is_new` must not be there yet.
    ///
    /// # Errors
    /// What the system says; the file is as it was.
    fn write(&self, path: &Path, text: &str, is_new: bool) -> io::Result<()>;
}

/// What to serve.
pub struct Config {
    /// A game file, or a folder that holds one game.
    pub path: PathBuf,
    pub beginning: Beginning,
    /// On this machine; 0 is any that is free.
    pub port: u16,
    pub page: Page,
    pub writer: Box<dyn Writer>,
}

/// Why nothing is served.
#[derive(Debug)]
pub struct StartError(io::Error);

impl fmt::Display for StartError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "the page cannot be served: {}", self.0)
    }
}

impl std::error::Error for StartError {}

impl From<io::Error> for StartError {
    fn from(error: io::Error) -> StartError {
        StartError(error)
    }
}

/// A desk that runs, until it is dropped.
#[derive(Debug)]
pub struct Workshop {
    url: String,
    runtime: Option<Runtime>,
    jobs: Sender<Job>,
}

impl Workshop {
    pub fn start(config: Config) -> Result<Workshop, StartError> {
        let runtime = tokio::runtime::Builder::new_multi_thread().worker_threads(1).enable_all().build()?;
        let address = SocketAddr::from((Ipv4Addr::LOCALHOST, config.port));
        let listener = runtime.block_on(TcpListener::bind(address))?;
        let port = listener.local_addr()?.port();
        let token = draw()?;
        let (jobs, inbox) = mpsc::channel();
        let (own, last) = (jobs.clone(), jobs.clone());
        let Config { path, beginning, writer, page, .. } = config;
        let beside = path.parent().map(Path::to_path_buf).unwrap_or_default();
        let folder = if path.is_dir() { path.clone() } else { beside };
        let desk = std::thread::Builder::new().name("desk".to_owned());
        desk.spawn(move || Desk::new(&path, beginning, writer, own).run(&inbox))?;
        let hosts = [format!("127.0.0.1:{port}"), format!("localhost:{port}")];
        // What stands behind the sign is not sent with requests, and written down nowhere.
        let url = format!("http://{}/#{token}", hosts[0]);
        runtime.spawn(accept(listener, Arc::new(Served { hosts, token, page, folder, jobs })));
        Ok(Workshop { url, runtime: Some(runtime), jobs: last })
    }

    /// Where the page is, with the token.
    pub fn url(&self) -> &str {
        &self.url
    }
}

impl Drop for Workshop {
    fn drop(&mut self) {
        // Where it has ended already there is nobody to be told.
        drop(self.jobs.send(Job::End));
        if let Some(runtime) = self.runtime.take() {
            runtime.shutdown_background();
        }
    }
}

/// 128 random bits.
fn draw() -> io::Result<String> {
    let mut bytes = [0; 16];
    getrandom::fill(&mut bytes).map_err(|_| io::Error::other("the system has no random numbers to give"))?;
    Ok(bytes.iter().map(|byte| format!("{byte:02x}")).collect())
}

async fn accept(listener: TcpListener, served: Arc<Served>) {
    let free = Arc::new(Semaphore::new(MAX_CONNECTIONS));
    loop {
        let Ok(permit) = Arc::clone(&free).acquire_owned().await else { return };
        let Ok((stream, _)) = listener.accept().await else {
            tokio::time::sleep(Duration::from_millis(50)).await;
            continue;
        };
        // Small messages must not wait for each other.
        stream.set_nodelay(true).ok();
        let (served, permit) = (Arc::clone(&served), Arc::new(permit));
        tokio::spawn(async move {
            let service = service_fn(|request| {
                let (served, permit) = (Arc::clone(&served), Arc::clone(&permit));
                async move { Ok::<_, Infallible>(http::answer(served, permit, request).await) }
            });
            let connection = http1::Builder::new()
                .timer(TokioTimer::new())
                .header_read_timeout(HEAD)
                .half_close(false)
                .serve_connection(TokioIo::new(stream), service)
                .with_upgrades();
            // What goes wrong with one connection is that connection's end.
            connection.await.ok();
        });
    }
}
