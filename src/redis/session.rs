//! What belongs to one connection: its transaction and the keys it watches.

use alloc::vec::Vec;

use super::call::Call;
use super::command::{self, Run};
use super::{Keyspace, RedisError, Reply};
use crate::time::Timestamp;

/// A connection to a [`Keyspace`]: it holds the queue of `MULTI` and the keys of `WATCH`.
///
/// # Examples
///
/// ```
/// use edgeboard::redis::{Keyspace, Reply, Session};
/// use edgeboard::time::Timestamp;
///
/// let (mut keyspace, mut session) = (Keyspace::new(), Session::new());
/// let mut run = |args: &[&[u8]]| session.run(&mut keyspace, args, Timestamp::EPOCH);
/// run(&[b"MULTI"]);
/// assert_eq!(run(&[b"ZINCRBY", b"lb", b"5", b"ann"]), Reply::Status("QUEUED"));
/// let Reply::Array(replies) = run(&[b"EXEC"]) else { panic!() };
/// assert_eq!(replies.len(), 1);
/// ```
#[derive(Clone, Debug, Default)]
pub struct Session {
    queue: Option<Queue>,
    watched: Vec<Watch>,
}

/// The commands between `MULTI` and `EXEC`.
#[derive(Clone, Debug, Default)]
struct Queue {
    commands: Vec<Vec<Vec<u8>>>,
    bytes: usize,
    /// A command was refused when it came, so none will run.
    is_broken: bool,
}

#[derive(Clone, Debug)]
struct Watch {
    key: Vec<u8>,
    since: u64,
}

impl Session {
    /// Returns a session without a transaction.
    #[must_use]
    pub fn new() -> Self {
        Self::default()
    }

    /// Runs a command, or queues it within a transaction.
    ///
    /// `args` are the name of the command and its arguments. Expired keys go first. Whatever the
    /// bytes are, the answer is a reply: an error is one, and means that nothing has changed.
    pub fn run(&mut self, keyspace: &mut Keyspace, args: &[&[u8]], now: Timestamp) -> Reply {
        keyspace.expire(now);
        let command = match command::check(keyspace, args) {
            Ok(command) => command,
            Err(error) => return self.refuse(keyspace, args, error),
        };
        let call = Call { keyspace, args, now, name: command.name };
        match command.run {
            Run::AtOnce(run) => run(self, call),
            _ if self.queue.is_some() => self.enqueue(&call),
            Run::Keys(run) => run(call),
            Run::Session(run) => run(self, call),
        }
        .into()
    }

    /// Ends the session: its transaction and its watches go. A session that is only dropped leaves
    /// its watches behind, which cost a little memory.
    pub fn close(&mut self, keyspace: &mut Keyspace) {
        self.queue = None;
        self.forget_watched(keyspace);
    }

    fn enqueue(&mut self, call: &Call<'_>) -> Result<Reply, RedisError> {
        let Some(queue) = &mut self.queue else { return Ok(Reply::Nil) };
        let most = call.keyspace.limits().command_bytes;
        let bytes = call.args.iter().map(|arg| arg.len() + size_of::<Vec<u8>>()).sum::<usize>();
        if queue.bytes.saturating_add(bytes) > most {
            queue.is_broken = true;
            return Err(RedisError::Limit("the size of a transaction in bytes", most as u64));
        }
        queue.bytes += bytes;
        queue.commands.push(call.args.iter().map(|arg| arg.to_vec()).collect());
        Ok(Reply::Status("QUEUED"))
    }

    /// Answers a command that was refused before it could run.
    fn refuse(&mut self, keyspace: &mut Keyspace, args: &[&[u8]], error: RedisError) -> Reply {
        let is_exec = args.first().is_some_and(|name| name.eq_ignore_ascii_case(b"exec"));
        if is_exec {
            self.close(keyspace);
            let why = ": wrong number of arguments for 'exec' command";
            return RedisError::ExecAborted(why).into();
        }
        if let Some(queue) = &mut self.queue {
            queue.is_broken = true;
        }
        error.into()
    }

    fn forget_watched(&mut self, keyspace: &mut Keyspace) {
        for watch in self.watched.drain(..) {
            keyspace.watches.unwatch(&watch.key);
        }
    }
}

pub(super) fn multi(session: &mut Session, _: Call<'_>) -> Result<Reply, RedisError> {
    if session.queue.is_some() {
        return Err(RedisError::Fixed("ERR MULTI calls can not be nested"));
    }
    session.queue = Some(Queue::default());
    Ok(Reply::OK)
}

pub(super) fn discard(session: &mut Session, call: Call<'_>) -> Result<Reply, RedisError> {
    if session.queue.is_none() {
        return Err(RedisError::Fixed("ERR DISCARD without MULTI"));
    }
    session.close(call.keyspace);
    Ok(Reply::OK)
}

pub(super) fn watch(session: &mut Session, call: Call<'_>) -> Result<Reply, RedisError> {
    if session.queue.is_some() {
        return Err(RedisError::Fixed("ERR WATCH inside MULTI is not allowed"));
    }
    for key in &call.args[1..] {
        if session.watched.iter().all(|watch| watch.key != *key) {
            let since = call.keyspace.watches.watch(key);
            session.watched.push(Watch { key: key.to_vec(), since });
        }
    }
    Ok(Reply::OK)
}

pub(super) fn unwatch(session: &mut Session, call: Call<'_>) -> Result<Reply, RedisError> {
    session.forget_watched(call.keyspace);
    Ok(Reply::OK)
}

pub(super) fn exec(session: &mut Session, call: Call<'_>) -> Result<Reply, RedisError> {
    let Call { keyspace, now, .. } = call;
    let Some(queue) = session.queue.take() else {
        return Err(RedisError::Fixed("ERR EXEC without MULTI"));
    };
    let has_changed = |watch: &Watch| keyspace.watches.has_changed(&watch.key, watch.since);
    let is_stale = session.watched.iter().any(has_changed);
    session.forget_watched(keyspace);
    if queue.is_broken {
        return Err(RedisError::ExecAborted(" previous errors."));
    }
    if is_stale {
        return Ok(Reply::NilArray);
    }
    let run = |command: &Vec<Vec<u8>>| {
        let args: Vec<&[u8]> = command.iter().map(Vec::as_slice).collect();
        session.run(keyspace, &args, now)
    };
    Ok(Reply::Array(queue.commands.iter().map(run).collect()))
}
