//! What messages of players become: a row, or a refusal. In this order: who, the id, the question, the rules. So what
//! was done is never refused when it is sent again.

use super::{PendingChat, QUEUE, Queued, Replay, Table, Turn};
use crate::choose;
use crate::fold::{Fold, Played};
use crate::frames;
use crate::input::{ConnId, Input, Output};
use crate::note::{Answer, Back, Note};
use crate::rules::fnv;
use crate::table::Pending;
use engine::{CameOut, question};
use store::{Change, Chat, MatchState, Millis, NextStep, SeatKind, Standing, Step, StepKind};
use wire::{Ack, Code, FromClient, Id, Play, Pong, ToClient, Undo, Vote};

/// At most so much of a message's way is not counted, and so much in one match.
const MAX_LAG: Millis = 300;
const MAX_LAG_IN_ALL: Millis = 3_000;

/// A seat asks at most so often to take something back that is not its own to take back, and all seats together ask
/// so often of each other.
const MAX_ASKED_BACK: u32 = 3;
const MAX_VOTES: u32 = 30;

/// More rows than this no match has.
const MAX_ROWS: u32 = 100_000;

/// So many characters are said at once.
const MAX_SAID: usize = 500;

/// So many messages of the chat are known when they come again.
pub(super) const MAX_SAID_KNOWN: usize = 256;

/// A message of a seat that wants something done.
struct Wanted {
    conn: ConnId,
    seat: u32,
    id: Id,
    content: u64,
    lag: Millis,
    /// When it came.
    at: Millis,
}

/// A row before it has a number.
struct Draft {
    kind: StepKind,
    seat: u32,
    note: Note,
    at: Millis,
    spent: Millis,
    played: Option<Played>,
}

/// Why something is refused.
type No = (Code, String);

fn no<T>(code: Code, why: &str) -> Result<T, No> {
    Err((code, why.to_owned()))
}

impl Table {
    pub(super) fn message(
        &mut self,
        conn: ConnId,
        message: FromClient,
        lag: Millis,
        at: Millis,
        turn: &mut Turn<'_>,
    ) {
        let Some(entry) = self.conns.get(&conn) else { return turn.out.push(Output::Close(conn)) };
        let viewer = entry.viewer;
        if let FromClient::Ping(ping) = message {
            return turn.send(conn, &ToClient::Pong(Pong { t: ping.t }));
        }
        // A second hello is no message that a client sends.
        let Some(id) = message.id() else { return turn.bye(conn, wire::ByeWhy::Unknown, None) };
        if let FromClient::Past(past) = message {
            return self.tell_past(conn, id, viewer, past.before as usize, turn);
        }
        if viewer >= self.seats.len() {
            return turn.refuse(conn, id, Code::Forbidden, "you look on");
        }
        let content = fnv(message.to_text().as_bytes());
        let wanted = Wanted { conn, seat: viewer as u32, id, content, lag: lag.clamp(0, MAX_LAG), at };
        match message {
            FromClient::Chat(chat) => self.say(&wanted, &chat.text, turn),
            FromClient::Rematch(_) => self.ask_rematch(&wanted, turn),
            FromClient::Part(part) => self.look_up(&wanted, part.q, turn, |fold, id, seat| {
                frames::part(fold, id, part.q, seat, &part.path)
            }),
            FromClient::Why(why) => {
                self.look_up(&wanted, why.q, turn, |fold, id, seat| frames::why(fold, id, seat, &why.path));
            }
            message => self.want(wanted, message, turn),
        }
    }

    /// What a viewer saw before. Who looks on later than it happens is told nothing: of moves that were taken back since,
    /// others stand.
    fn tell_past(&mut self, conn: ConnId, id: Id, viewer: usize, before: usize, turn: &mut Turn<'_>) {
        let Some(warm) = &mut self.warm else { return };
        if viewer >= self.seats.len() && warm.delayed.is_some() {
            return turn.refuse(conn, id, Code::Forbidden, "you look on");
        }
        match frames::past(&mut warm.fold, id, viewer, before) {
            Ok(past) => turn.send(conn, &past),
            Err(why) => turn.refuse(conn, id, Code::Nothing, &why),
        }
    }

    /// Something that changes nothing, about the question that a seat is asked.
    fn look_up(
        &self,
        wanted: &Wanted,
        q: u64,
        turn: &mut Turn<'_>,
        find: impl FnOnce(&Fold, Id, u32) -> Result<ToClient, question::Refused>,
    ) {
        let Some(warm) = &self.warm else { return };
        let (fold, seat) = (&warm.fold, wanted.seat as usize);
        if !fold.light.asked[seat] || fold.light.q[seat] != q {
            return turn.refuse(wanted.conn, wanted.id, Code::Stale, "that is not what is asked");
        }
        match find(fold, wanted.id, wanted.seat) {
            Ok(answer) => turn.send(wanted.conn, &answer),
            Err(why) => {
                let (code, why) = refused(why);
                turn.refuse(wanted.conn, wanted.id, code, &why);
            }
        }
    }

    /// Something that becomes a row.
    fn want(&mut self, wanted: Wanted, message: FromClient, turn: &mut Turn<'_>) {
        let Some(warm) = &mut self.warm else { return };
        let Wanted { conn, seat, id, content, .. } = wanted;
        if warm.chat.has(id) {
            return turn.refuse(conn, id, Code::Reused, "something else was sent under this id");
        }
        if let Some(known) = warm.fold.known(id.0) {
            if (known.seat, known.content) != (Some(seat), Some(content)) {
                return turn.refuse(conn, id, Code::Reused, "something else was sent under this id");
            }
            let v = Some(warm.fold.v_at(seat as usize, known.n));
            return turn.send(conn, &ToClient::Ack(Ack { id, v }));
        }
        if let Some(pending) = &mut warm.pending {
            if pending.row.id == Some(id.0) {
                if (pending.seat, pending.content) == (Some(seat), Some(content)) {
                    return pending.acks.push((conn, id));
                }
                return turn.refuse(conn, id, Code::Reused, "something else was sent under this id");
            }
            let input = Input::Message { conn, message, lag: wanted.lag };
            return self.enqueue(Queued { input, at: wanted.at }, turn);
        }
        // What came in time counts; what came later finds the clock run down.
        if self.flag(wanted.at - wanted.lag, turn) {
            let input = Input::Message { conn, message, lag: wanted.lag };
            return self.enqueue(Queued { input, at: wanted.at }, turn);
        }
        match self.draft(&wanted, message) {
            Ok(draft) => self.begin(draft, Some((id, content)), vec![(conn, id)], turn),
            Err((code, why)) => turn.refuse(conn, id, code, &why),
        }
    }

    fn draft(&mut self, wanted: &Wanted, message: FromClient) -> Result<Draft, No> {
        let Some(warm) = &self.warm else { return no(Code::Busy, "send it again") };
        let (fold, seat) = (&warm.fold, wanted.seat);
        if fold.is_over() {
            return no(Code::Over, "the match is over");
        }
        if fold.steps >= MAX_ROWS {
            return no(Code::Over, "the match is too long");
        }
        let is_back = matches!(message, FromClient::Back(_));
        if fold.light.kinds[seat as usize] != SeatKind::Human && !is_back {
            return no(Code::Forbidden, "a bot plays for you; come back first");
        }
        let ends = matches!(message, FromClient::Resign(_) | FromClient::Draw(_));
        if ends && frames::is_out(fold, seat) {
            return no(Code::Nothing, "you are out already, and the match is that of the others");
        }
        let (kind, note) = match message {
            FromClient::Play(play) => return self.moved(wanted, &play),
            FromClient::Unseal(unseal) => {
                if fold.sealed_by(seat).is_none() || fold.light.q[seat as usize] != unseal.q {
                    return no(Code::Stale, "that is not sealed any more");
                }
                (StepKind::Undo, Note { back: Some(Back::Sealed), ..Note::default() })
            }
            FromClient::Undo(undo) => self.undo(seat, &undo)?,
            FromClient::Vote(vote) => answer(fold, seat, &vote)?,
            FromClient::Resign(_) => (StepKind::Resign, Note::default()),
            FromClient::Draw(_) => self.draw(seat)?,
            FromClient::Back(_) => {
                let is_away = fold.light.kinds[seat as usize] == SeatKind::Left;
                if !is_away || fold.light.resigned.contains(&seat) {
                    return no(Code::Nothing, "nobody plays for you");
                }
                (StepKind::Back, Note::default())
            }
            _ => return no(Code::Bad, "that is no wish"),
        };
        Ok(Draft { kind, seat, note, at: wanted.at, spent: 0, played: None })
    }

    fn moved(&mut self, wanted: &Wanted, play: &Play) -> Result<Draft, No> {
        let Some(warm) = &mut self.warm else { return no(Code::Busy, "send it again") };
        let (fold, seat) = (&mut warm.fold, wanted.seat as usize);
        if !fold.light.asked[seat] || fold.light.q[seat] != play.q {
            return no(Code::Stale, "that is not what is asked");
        }
        let played = choose::play(&mut fold.core, wanted.seat, &play.path).map_err(refused)?;
        let lag = wanted.lag.min(MAX_LAG_IN_ALL - fold.light.lag[seat]).max(0);
        let spent = self.spent(&played, wanted.at - lag);
        let note = Note { written: played.live.written.clone(), lag, ..Note::default() };
        let played = Some(played);
        Ok(Draft { kind: StepKind::Move, seat: wanted.seat, note, at: wanted.at, spent, played })
    }

    /// How long a decision took. What is sealed takes its time when the round ends.
    fn spent(&self, played: &Played, at: Millis) -> Millis {
        let Some(warm) = &self.warm else { return 0 };
        if played.core.secrecy().is_sealed() || !warm.fold.light.has_begun {
            return 0;
        }
        (at - warm.started).max(0)
    }

    /// A step back: at once where nothing has come out since, or nobody is there to be asked.
    fn undo(&self, seat: u32, undo: &Undo) -> Result<(StepKind, Note), No> {
        let Some(warm) = &self.warm else { return no(Code::Busy, "send it again") };
        let fold = &warm.fold;
        if fold.core.secrecy().is_secret() {
            return no(Code::Nothing, "nothing is taken back while several choose in secret");
        }
        let to = match undo.to {
            Some(v) => fold.settled_at(seat as usize, v),
            None => fold.before_own(seat),
        };
        let Some(to) = to.filter(|to| (fold.copied()..fold.settled()).contains(to)) else {
            return no(Code::Nothing, "there is nothing to take back");
        };
        let is_own = to + 1 == fold.settled() && fold.last_mover() == Some(seat);
        let note = |back| Note { back: Some(back), ..Note::default() };
        if is_own && frames::undo(fold, seat).free {
            return Ok((StepKind::Undo, note(Back::Free { to })));
        }
        if fold.light.voters(seat).next().is_none() {
            // Who has left may come back, and is not asked by a program that keeps the seat.
            if fold.light.is_somebody_away() {
                return no(Code::Nothing, "nobody is there to be asked");
            }
            // Otherwise a bot's move could be taken back again and again, until it chooses what one likes.
            if fold.before_own(seat).is_none_or(|own| to > own) {
                return no(Code::Nothing, "only moves of bots would be taken back by it");
            }
            // Bots agree to everything but to what gives something hidden away; chance may be tried again.
            let Ok(before) = fold.as_it_was(to) else {
                return no(Code::Nothing, "there is nothing to take back");
            };
            return match fold.core.secrecy().came_out(&before, &[seat]).filter(|_| fold.players > 1) {
                None | Some(CameOut::Chance) => Ok((StepKind::Undo, note(Back::Asked { to }))),
                Some(why) => no(Code::Nothing, &format!("that cannot be taken back: {why}")),
            };
        }
        self.may_ask(fold)?;
        if fold.light.asked_back[seat as usize] >= MAX_ASKED_BACK {
            return no(Code::Forbidden, "you have asked for it as often as one may");
        }
        Ok((StepKind::Vote, note(Back::Asked { to })))
    }

    fn draw(&self, seat: u32) -> Result<(StepKind, Note), No> {
        let Some(warm) = &self.warm else { return no(Code::Busy, "send it again") };
        if warm.fold.light.voters(seat).next().is_none() {
            return no(Code::Nothing, "nobody is there to be asked");
        }
        self.may_ask(&warm.fold)?;
        Ok((StepKind::Draw, Note::default()))
    }

    fn may_ask(&self, fold: &Fold) -> Result<(), No> {
        if fold.light.vote.is_some() {
            return no(Code::Forbidden, "something else is asked already");
        }
        if fold.light.votes >= MAX_VOTES {
            return no(Code::Forbidden, "enough has been asked in this match");
        }
        Ok(())
    }

    /// What a bot chose. Where its question is not open any more, or a human has the seat again, it is too late.
    pub(super) fn bot(&mut self, seat: u32, q: u64, number: usize, at: Millis, turn: &mut Turn<'_>) {
        let Some(warm) = &mut self.warm else { return };
        if warm.pending.is_some() {
            return self.enqueue(Queued { input: Input::Bot { seat, q, number }, at }, turn);
        }
        let fold = &mut warm.fold;
        let is_open = fold.light.asked.get(seat as usize) == Some(&true) && fold.light.q[seat as usize] == q;
        if fold.is_over() || !is_open || !fold.light.is_played_by_bot(seat) {
            return;
        }
        let chosen = choose::play_as(&mut fold.core, seat, question::Answer::Number(number));
        let Ok(played) = chosen else { return };
        let note = Note { written: played.live.written.clone(), ..Note::default() };
        let draft = Draft { kind: StepKind::Move, seat, note, at, spent: 0, played: Some(played) };
        self.begin(draft, None, Vec::new(), turn);
    }

    /// A row of the table's own.
    pub(super) fn note(&mut self, kind: StepKind, seat: u32, turn: &mut Turn<'_>) {
        let draft = Draft { kind, seat, note: Note::default(), at: turn.now, spent: 0, played: None };
        self.begin(draft, None, Vec::new(), turn);
    }

    /// Hands a row to the disk.
    fn begin(
        &mut self,
        draft: Draft,
        message: Option<(Id, u64)>,
        acks: Vec<(ConnId, Id)>,
        turn: &mut Turn<'_>,
    ) {
        let Some(warm) = &mut self.warm else { return };
        let Draft { kind, seat, mut note, at, spent, played } = draft;
        let fold = &mut warm.fold;
        let n = fold.steps;
        note.content = message.map(|(_, content)| content);
        let candidate = played.as_ref().map(|played| played.live.candidate as i64);
        let mut row = Step {
            n,
            kind,
            seat: Some(seat),
            candidate,
            text: note.to_text(),
            at,
            spent,
            id: message.map(|(id, _)| id.0),
            fingerprint: None,
            chain: fold.chain,
        };
        let next = match fold.next(&row, &note, played) {
            Ok(next) => next,
            Err(why) => {
                return acks.iter().for_each(|(conn, id)| turn.refuse(*conn, *id, Code::Nothing, &why));
            }
        };
        row.fingerprint = Fold::fingerprint(n, next.core(fold));
        let is_over = next.is_over(fold);
        let state = if is_over { MatchState::Over } else { MatchState::On };
        let due = crate::clocks::deadline(fold, &next.light, next.core(fold), at)
            .filter(|_| !is_over && next.light.has_begun);
        // Whoever has a seat may ask when its match was touched.
        let standing = Standing { state, due: due.map(|(at, _)| at), touched: next.light.told_at };
        let step = NextStep::new(fold.of, fold.chain, row, standing);
        self.writes += 1;
        let (write, content) = (self.writes, note.content);
        warm.pending = Some(Pending { write, row: step.step.clone(), next, seat: Some(seat), content, acks });
        turn.out.push(Output::Write { write, change: Change::Step(Box::new(step)) });
    }

    fn say(&mut self, wanted: &Wanted, text: &str, turn: &mut Turn<'_>) {
        let Some(warm) = &mut self.warm else { return };
        let Wanted { conn, seat, id, at, .. } = *wanted;
        let Some(text) = said(text) else {
            return turn.refuse(conn, id, Code::Bad, "a line has 1 to 500 characters that can be shown");
        };
        let content = content_of_line(seat, &text);
        let is_pending = warm.pending.as_ref().is_some_and(|pending| pending.row.id == Some(id.0));
        if is_pending || warm.fold.known(id.0).is_some() {
            return turn.refuse(conn, id, Code::Reused, "something else was sent under this id");
        }
        let book = &mut warm.chat;
        let pending = book.pending.iter_mut().find(|pending| pending.id == id);
        let known = book.ids.iter().find(|(known, _)| *known == id).map(|(_, content)| *content);
        match (known.or(pending.as_ref().map(|pending| pending.content)), pending) {
            (Some(other), _) if other != content => {
                return turn.refuse(conn, id, Code::Reused, "something else was sent under this id");
            }
            (Some(_), Some(pending)) => return pending.acks.push(conn),
            (Some(_), None) => return turn.send(conn, &ToClient::Ack(Ack { id, v: None })),
            (None, _) => {}
        }
        if book.pending.len() >= QUEUE {
            return turn.refuse(conn, id, Code::Busy, "too much is under way; send it again");
        }
        let line = Chat { of: warm.fold.of, n: book.next, at, seat: Some(seat), text, id: Some(id.0) };
        book.next += 1;
        self.writes += 1;
        let write = self.writes;
        book.pending.push_back(PendingChat { write, line: line.clone(), id, content, acks: vec![conn] });
        turn.out.push(Output::Write { write, change: Change::Chat(line) });
    }

    /// A line of the chat stands, or it does not.
    pub(super) fn said(&mut self, write: u64, is_done: bool, turn: &mut Turn<'_>) {
        let Some(warm) = &mut self.warm else { return };
        let book = &mut warm.chat;
        let Some(i) = book.pending.iter().position(|pending| pending.write == write) else { return };
        let Some(PendingChat { line, id, content, acks, .. }) = book.pending.remove(i) else { return };
        if !is_done {
            return acks.into_iter().for_each(|conn| turn.refuse(conn, id, Code::Storage, "send it again"));
        }
        book.ids.push_back((id, content));
        if book.ids.len() > MAX_SAID_KNOWN {
            book.ids.pop_front();
        }
        acks.into_iter().for_each(|conn| turn.send(conn, &ToClient::Ack(Ack { id, v: None })));
        self.tell_line(line, turn);
    }

    fn ask_rematch(&mut self, wanted: &Wanted, turn: &mut Turn<'_>) {
        let Wanted { conn, id, seat, .. } = *wanted;
        if !self.warm.as_ref().is_some_and(|warm| warm.fold.is_over()) {
            return turn.refuse(conn, id, Code::Nothing, "the match is not over");
        }
        match &mut self.rematch {
            Replay::Opened => turn.send(conn, &ToClient::Ack(Ack { id, v: None })),
            Replay::Asked(_, acks) => acks.push((conn, id)),
            Replay::None => {
                self.rematch = Replay::Asked(seat, vec![(conn, id)]);
                turn.out.push(Output::Rematch);
            }
        }
    }

    pub(super) fn not_rematched(&mut self, turn: &mut Turn<'_>) {
        let Replay::Asked(_, acks) = std::mem::replace(&mut self.rematch, Replay::None) else { return };
        for (conn, id) in acks.into_iter().filter(|(conn, _)| self.conns.contains_key(conn)) {
            turn.refuse(conn, id, Code::Storage, "it could not be kept; send it again");
        }
    }

    /// The next match is open: each seat is told of it in its own stream alone.
    pub(super) fn rematched(&mut self, public: &str, takes: Vec<Option<wire::Take>>, turn: &mut Turn<'_>) {
        let Replay::Asked(by, acks) = std::mem::replace(&mut self.rematch, Replay::Opened) else { return };
        for (conn, id) in acks.into_iter().filter(|(conn, _)| self.conns.contains_key(conn)) {
            turn.send(conn, &ToClient::Ack(Ack { id, v: None }));
        }
        let is_delayed = self.warm.as_ref().is_some_and(|warm| warm.delayed.is_some());
        let conns: Vec<(ConnId, usize)> = self.conns.iter().map(|(id, conn)| (*id, conn.viewer)).collect();
        for (conn, viewer) in conns {
            let take = takes.get(viewer).cloned().flatten();
            // It would tell who looks on later of the end; the API names the next match where that has been seen.
            if is_delayed && viewer == self.seats.len() {
                continue;
            }
            turn.send(conn, &ToClient::Rematch(wire::Rematch { r#match: public.to_owned(), by, take }));
        }
    }
}

fn answer(fold: &Fold, seat: u32, vote: &Vote) -> Result<(StepKind, Note), No> {
    let open = fold.light.vote.as_ref().filter(|open| open.of == vote.of);
    let is_asked = |open: &&crate::fold::Vote| {
        fold.light.voters(open.by).any(|voter| voter == seat) && !open.yes.contains(&seat)
    };
    if open.filter(is_asked).is_none() {
        return no(Code::Nothing, "that is not asked of you");
    }
    let answer = Answer { of: vote.of, yes: vote.yes };
    Ok((StepKind::Vote, Note { vote: Some(answer), ..Note::default() }))
}

fn refused(refused: question::Refused) -> No {
    let code = match refused {
        question::Refused::Over => Code::Over,
        question::Refused::NotAsked => Code::Stale,
        question::Refused::Illegal(_) | question::Refused::Ambiguous(_) | question::Refused::Faulty(_) => {
            Code::Illegal
        }
        question::Refused::Defect(_) => Code::Bad,
    };
    (code, refused.to_string())
}

/// By what a line is known when it comes again.
pub(super) fn content_of_line(seat: u32, text: &str) -> u64 {
    fnv(format!("{seat} {text}").as_bytes())
}

/// A line as it can be shown; None where it cannot.
fn said(text: &str) -> Option<String> {
    let text = text.trim();
    let is_shown = base::is_visible(text) && !text.chars().any(|c| c.is_control() || base::turns(c));
    let length = text.chars().take(MAX_SAID + 1).count();
    (is_shown && (1..=MAX_SAID).contains(&length)).then(|| text.to_owned())
}
