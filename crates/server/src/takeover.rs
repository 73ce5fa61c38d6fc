//! Handing the listening socket on to another process, so that nobody is refused while another version starts. Whoever
//! connects to the socket beside the database gets it, and only the user that runs the server may.

#[cfg(not(unix))]
use std::io;
#[cfg(not(unix))]
use std::path::Path;

#[cfg(unix)]
mod unix {
    use rustix::cmsg_space;
    use rustix::net::{RecvAncillaryBuffer, RecvAncillaryMessage, RecvFlags, recvmsg};
    use rustix::net::{SendAncillaryBuffer, SendAncillaryMessage, SendFlags, sendmsg};
    use std::fs::{self, Permissions};
    use std::io::{self, ErrorKind, IoSlice, IoSliceMut, Read, Write};
    use std::mem::MaybeUninit;
    use std::net::TcpListener;
    use std::os::fd::{AsFd, OwnedFd};
    use std::os::unix::fs::PermissionsExt;
    use std::os::unix::net::UnixStream;
    use std::path::Path;
    use std::time::Duration;
    use store::sqlite::SocketPlace;
    use tokio::net::UnixListener;

    /// Comes with the socket: messages without a byte carry nothing.
    const HERE: u8 = b'+';

    /// Says that the other process has the socket, and that this one may end.
    const GO: u8 = b'.';

    /// Nobody who means it takes longer.
    const PATIENCE: Duration = Duration::from_secs(5);

    /// Where other processes ask.
    #[derive(Debug)]
    pub(crate) struct Door {
        listener: UnixListener,
        _place: SocketPlace,
    }

    impl Door {
        /// For the server that holds the database's lock. To be called where the timers and sockets run.
        pub(crate) fn open(db: &Path) -> io::Result<Door> {
            let place = SocketPlace::take(db)?;
            let listener = UnixListener::bind(place.path())?;
            fs::set_permissions(place.path(), Permissions::from_mode(0o600))?;
            Ok(Door { listener, _place: place })
        }

        /// Returns when another process has the socket.
        pub(crate) async fn hand_on(&self, socket: TcpListener) {
            let own = rustix::process::geteuid().as_raw();
            let mut socket = socket;
            loop {
                let Ok((stream, _)) = self.listener.accept().await else {
                    tokio::time::sleep(Duration::from_millis(50)).await;
                    continue;
                };
                if !stream.peer_cred().is_ok_and(|peer| peer.uid() == own) {
                    continue;
                }
                let Ok(stream) = stream.into_std() else { continue };
                let given = tokio::task::spawn_blocking(move || {
                    let given = give(stream, &socket);
                    (given, socket)
                });
                match given.await {
                    Ok((Ok(()), _)) => return,
                    Ok((Err(_), still)) => socket = still,
                    // The runtime ends.
                    Err(_) => return,
                }
            }
        }
    }

    fn give(mut stream: UnixStream, socket: &TcpListener) -> io::Result<()> {
        stream.set_nonblocking(false)?;
        stream.set_read_timeout(Some(PATIENCE))?;
        stream.set_write_timeout(Some(PATIENCE))?;
        let mut space = [MaybeUninit::uninit(); cmsg_space!(ScmRights(1))];
        let mut with = SendAncillaryBuffer::new(&mut space);
        let sockets = [socket.as_fd()];
        if !with.push(SendAncillaryMessage::ScmRights(&sockets)) {
            return Err(ErrorKind::OutOfMemory.into());
        }
        sendmsg(&stream, &[IoSlice::new(&[HERE])], &mut with, SendFlags::empty())?;
        let mut answer = [0];
        stream.read_exact(&mut answer)?;
        if answer == [GO] { Ok(()) } else { Err(ErrorKind::InvalidData.into()) }
    }

    /// The socket of the server that runs with this database, which ends then; None where none runs.
    pub(crate) fn ask(db: &Path) -> io::Result<Option<TcpListener>> {
        let mut stream = match UnixStream::connect(SocketPlace::of(db)) {
            Ok(stream) => stream,
            Err(error) if matches!(error.kind(), ErrorKind::NotFound | ErrorKind::ConnectionRefused) => {
                return Ok(None);
            }
            Err(error) => return Err(error),
        };
        stream.set_read_timeout(Some(PATIENCE))?;
        let mut space = [MaybeUninit::uninit(); cmsg_space!(ScmRights(1))];
        let mut with = RecvAncillaryBuffer::new(&mut space);
        let mut byte = [0];
        recvmsg(&stream, &mut [IoSliceMut::new(&mut byte)], &mut with, RecvFlags::CMSG_CLOEXEC)?;
        let sockets = with.drain().filter_map(|message| match message {
            RecvAncillaryMessage::ScmRights(mut sockets) => sockets.next(),
            _ => None,
        });
        let socket: Option<OwnedFd> = sockets.last();
        let socket = socket.map(TcpListener::from).filter(|_| byte == [HERE]);
        let socket = socket.ok_or_else(|| io::Error::other("the server that runs gave no socket"))?;
        socket.local_addr()?;
        stream.write_all(&[GO])?;
        Ok(Some(socket))
    }
}

#[cfg(unix)]
pub(crate) use unix::{Door, ask};

/// Sockets cannot be handed on here.
#[cfg(not(unix))]
#[derive(Debug)]
pub(crate) struct Door;

#[cfg(not(unix))]
impl Door {
    pub(crate) fn open(_: &Path) -> io::Result<Door> {
        Err(io::ErrorKind::Unsupported.into())
    }

    pub(crate) async fn hand_on(&self, _: std::net::TcpListener) {
        std::future::pending().await
    }
}

#[cfg(not(unix))]
pub(crate) fn ask(_: &Path) -> io::Result<Option<std::net::TcpListener>> {
    Err(io::ErrorKind::Unsupported.into())
}
