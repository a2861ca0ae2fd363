//! The table of commands: what each is called, how many arguments it takes, who runs it.

use super::call::Call;
use super::session::{self, Session};
use super::{Keyspace, RedisError, Reply};
use super::{combine, expiry, hashes, keys, members, pop, range, remove, scan, strings, zadd};
use crate::time::Timestamp;

/// A command of the table.
#[derive(Clone, Copy)]
pub(super) struct Command {
    pub(super) name: &'static str,
    arity: Arity,
    needs_memory: bool,
    pub(super) run: Run,
}

/// How many words a command has, its name included.
#[derive(Clone, Copy)]
enum Arity {
    Exactly(usize),
    AtLeast(usize),
}

/// Runs with the keyspace alone.
type KeysFn = fn(Call<'_>) -> Result<Reply, RedisError>;

/// Runs with the session too.
type SessionFn = fn(&mut Session, Call<'_>) -> Result<Reply, RedisError>;

/// Who runs a command, and when within a transaction.
#[derive(Clone, Copy)]
pub(super) enum Run {
    /// The keyspace; within a transaction such a command waits for `EXEC`.
    Keys(KeysFn),
    /// The session, after it waited as well.
    Session(SessionFn),
    /// The session, at once.
    AtOnce(SessionFn),
}

impl Keyspace {
    /// Runs one command without a session. Commands that need one are refused.
    ///
    /// The cost is that of the command, and **O(log n)** for each key that has expired since the
    /// last one.
    pub fn call(&mut self, args: &[&[u8]], now: Timestamp) -> Reply {
        run(self, args, now).into()
    }
}

/// Runs a command that needs no session.
fn run(keyspace: &mut Keyspace, args: &[&[u8]], now: Timestamp) -> Result<Reply, RedisError> {
    keyspace.expire(now);
    let command = check(keyspace, args)?;
    match command.run {
        Run::Keys(run) => run(Call { keyspace, args, now, name: command.name }),
        Run::Session(_) | Run::AtOnce(_) => {
            Err(RedisError::Fixed("ERR this command needs a session"))
        }
    }
}

/// Finds a command and checks everything that does not depend on its keys.
pub(super) fn check(keyspace: &Keyspace, args: &[&[u8]]) -> Result<&'static Command, RedisError> {
    let limits = keyspace.limits();
    if args.len() > limits.arguments {
        return Err(RedisError::Limit("the number of arguments", limits.arguments as u64));
    }
    if args.iter().any(|arg| arg.len() > limits.argument_bytes) {
        return Err(RedisError::Limit("the size of an argument", limits.argument_bytes as u64));
    }
    if args.iter().map(|arg| arg.len()).sum::<usize>() > limits.command_bytes {
        return Err(RedisError::Limit("the size of a command", limits.command_bytes as u64));
    }
    let name = args.first().copied().unwrap_or_default();
    let command = find(name).ok_or_else(|| RedisError::unknown_command(args))?;
    let fits = match command.arity {
        Arity::Exactly(count) => args.len() == count,
        Arity::AtLeast(count) => args.len() >= count,
    };
    if !fits {
        return Err(RedisError::Arity(command.name));
    }
    if command.name == "object" {
        keys::check_object(args)?;
    }
    if command.needs_memory && keyspace.is_out_of_memory() {
        return Err(RedisError::OUT_OF_MEMORY);
    }
    Ok(command)
}

/// Finds a command by its name in any case.
fn find(name: &[u8]) -> Option<&'static Command> {
    let lower = |byte: &u8| byte.to_ascii_lowercase();
    let order = |command: &Command| command.name.bytes().cmp(name.iter().map(lower));
    // tidy: a table of constants.
    COMMANDS.binary_search_by(order).ok().map(|at| &COMMANDS[at])
}

/// A command that only reads, or makes things smaller.
const fn light(name: &'static str, arity: Arity, run: KeysFn) -> Command {
    Command { name, arity, needs_memory: false, run: Run::Keys(run) }
}

/// A command that may need memory for what it keeps.
const fn heavy(name: &'static str, arity: Arity, run: KeysFn) -> Command {
    Command { name, arity, needs_memory: true, run: Run::Keys(run) }
}

/// A command that opens or ends a transaction, or belongs before it.
const fn at_once(name: &'static str, arity: Arity, run: SessionFn) -> Command {
    Command { name, arity, needs_memory: false, run: Run::AtOnce(run) }
}

use Arity::{AtLeast, Exactly};

/// All commands, by name.
static COMMANDS: [Command; 76] = [
    light("dbsize", Exactly(1), keys::dbsize),
    heavy("decr", Exactly(2), strings::decr),
    heavy("decrby", Exactly(3), strings::decrby),
    light("del", AtLeast(2), keys::del),
    at_once("discard", Exactly(1), session::discard),
    light("echo", Exactly(2), keys::echo),
    at_once("exec", Exactly(1), session::exec),
    light("exists", AtLeast(2), keys::exists),
    light("expire", AtLeast(3), expiry::expire),
    light("expireat", AtLeast(3), expiry::expireat),
    light("expiretime", Exactly(2), expiry::expiretime),
    light("flushall", AtLeast(1), keys::flushall),
    light("flushdb", AtLeast(1), keys::flushall),
    light("get", Exactly(2), strings::get),
    light("hdel", AtLeast(3), hashes::hdel),
    light("hget", Exactly(3), hashes::hget),
    light("hgetall", Exactly(2), hashes::hgetall),
    heavy("hincrby", Exactly(4), hashes::hincrby),
    light("hlen", Exactly(2), hashes::hlen),
    light("hmget", AtLeast(3), hashes::hmget),
    light("hscan", AtLeast(3), scan::hscan),
    heavy("hset", AtLeast(4), hashes::hset),
    heavy("incr", Exactly(2), strings::incr),
    heavy("incrby", Exactly(3), strings::incrby),
    light("keys", Exactly(2), keys::keys),
    at_once("multi", Exactly(1), session::multi),
    light("object", AtLeast(2), keys::object),
    light("persist", Exactly(2), expiry::persist),
    light("pexpire", AtLeast(3), expiry::pexpire),
    light("pexpireat", AtLeast(3), expiry::pexpireat),
    light("pexpiretime", Exactly(2), expiry::pexpiretime),
    light("ping", AtLeast(1), keys::ping),
    light("pttl", Exactly(2), expiry::pttl),
    heavy("sadd", AtLeast(3), hashes::sadd),
    light("scan", AtLeast(2), scan::scan),
    light("scard", Exactly(2), hashes::scard),
    heavy("set", AtLeast(3), strings::set),
    light("smembers", Exactly(2), hashes::smembers),
    light("srem", AtLeast(3), hashes::srem),
    light("ttl", Exactly(2), expiry::ttl),
    light("type", Exactly(2), keys::kind),
    light("unlink", AtLeast(2), keys::del),
    Command {
        name: "unwatch",
        arity: Exactly(1),
        needs_memory: false,
        run: Run::Session(session::unwatch),
    },
    at_once("watch", AtLeast(2), session::watch),
    heavy("zadd", AtLeast(4), zadd::zadd),
    light("zcard", Exactly(2), members::zcard),
    light("zcount", Exactly(4), range::zcount),
    light("zdiff", AtLeast(3), combine::zdiff),
    heavy("zdiffstore", AtLeast(4), combine::zdiffstore),
    heavy("zincrby", Exactly(4), zadd::zincrby),
    light("zinter", AtLeast(3), combine::zinter),
    light("zintercard", AtLeast(3), combine::zintercard),
    heavy("zinterstore", AtLeast(4), combine::zinterstore),
    light("zlexcount", Exactly(4), range::zlexcount),
    light("zmpop", AtLeast(4), pop::zmpop),
    light("zmscore", AtLeast(3), members::zmscore),
    light("zpopmax", AtLeast(2), pop::zpopmax),
    light("zpopmin", AtLeast(2), pop::zpopmin),
    light("zrandmember", AtLeast(2), members::zrandmember),
    light("zrange", AtLeast(4), range::zrange),
    light("zrangebylex", AtLeast(4), range::zrangebylex),
    light("zrangebyscore", AtLeast(4), range::zrangebyscore),
    heavy("zrangestore", AtLeast(5), range::zrangestore),
    light("zrank", AtLeast(3), members::zrank),
    light("zrem", AtLeast(3), remove::zrem),
    light("zremrangebylex", Exactly(4), remove::zremrangebylex),
    light("zremrangebyrank", Exactly(4), remove::zremrangebyrank),
    light("zremrangebyscore", Exactly(4), remove::zremrangebyscore),
    light("zrevrange", AtLeast(4), range::zrevrange),
    light("zrevrangebylex", AtLeast(4), range::zrevrangebylex),
    light("zrevrangebyscore", AtLeast(4), range::zrevrangebyscore),
    light("zrevrank", AtLeast(3), members::zrevrank),
    light("zscan", AtLeast(3), scan::zscan),
    light("zscore", Exactly(3), members::zscore),
    light("zunion", AtLeast(3), combine::zunion),
    heavy("zunionstore", AtLeast(4), combine::zunionstore),
];

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_table_is_in_order_and_found_in_any_case() {
        assert!(COMMANDS.is_sorted_by(|a, b| a.name < b.name));
        assert!(find(b"ZRevRange").is_some_and(|command| command.name == "zrevrange"));
        assert!(find(b"zrevrang").is_none() && find(b"").is_none());
    }
}
