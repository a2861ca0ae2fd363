//! Chance, and how bad a world is.

/// Numbers that look random, from a seed: splitmix64.
#[derive(Debug)]
pub(super) struct Rng(u64);

impl Rng {
    pub(super) const fn new(seed: u64) -> Self {
        Self(seed)
    }

    const fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let z = (self.0 ^ (self.0 >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        let z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        z ^ (z >> 31)
    }

    /// Returns a number below `bound`.
    pub(super) const fn below(&mut self, bound: u64) -> u64 {
        self.next() % bound
    }

    /// Returns a number from `low` to `high`, both included.
    pub(super) const fn between(&mut self, low: u64, high: u64) -> u64 {
        low + self.below(high - low + 1)
    }

    /// Returns `true` so many times in a thousand.
    pub(super) const fn chance(&mut self, per_mille: u64) -> bool {
        self.below(1_000) < per_mille
    }

    pub(super) fn pick<T: Copy>(&mut self, from: &[T]) -> T {
        from[self.below(from.len() as u64) as usize]
    }
}

/// How often things go wrong, in a thousand.
#[derive(Clone, Debug)]
pub(super) struct Weather {
    /// A message is lost.
    pub(super) lost: u64,
    /// A message arrives twice.
    pub(super) doubled: u64,
    /// A message arrives after everybody has stopped to wait for it.
    pub(super) late: u64,
    /// How long an ordinary message takes at most, in ms.
    pub(super) delay: u64,
    /// A transaction does not return as it should.
    pub(super) storage: u64,
    /// Rows cannot be read.
    pub(super) reads: u64,
    /// At a tick, an object dies with all that it was doing.
    pub(super) crashes: u64,
    /// At a tick, an object drops its memory and goes on with what it was doing.
    pub(super) forgets: u64,
    /// At a tick, an object of a period is set back to older rows.
    pub(super) rollbacks: u64,
    /// At a tick, the clock jumps.
    pub(super) jumps: u64,
    /// Answers are heard by a ledger even when it has stopped to wait for them.
    pub(super) is_loose: bool,
}

/// What goes wrong with a transaction.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Mishap {
    /// The object dies before anything is stored.
    CrashBefore,
    /// Nothing is stored, and the object is told so.
    Failure,
    /// The object dies after all is stored.
    CrashAfter,
    /// All is stored, but the object is told that it failed.
    FalseFailure,
}

impl Weather {
    /// Nothing goes wrong, and what is sent arrives soon.
    pub(super) const fn calm(is_loose: bool) -> Self {
        let (lost, doubled, late, storage, reads) = (0, 0, 0, 0, 0);
        let (crashes, forgets, rollbacks, jumps) = (0, 0, 0, 0);
        let delay = 20;
        Self {
            lost,
            doubled,
            late,
            delay,
            storage,
            reads,
            crashes,
            forgets,
            rollbacks,
            jumps,
            is_loose,
        }
    }

    /// Draws a weather: each kind of trouble is absent, rare or frequent.
    pub(super) fn draw(rng: &mut Rng) -> Self {
        let rollbacks = rng.pick(&[0, 0, 20, 60]);
        let (delay, is_loose) = (rng.pick(&[2, 30, 300, 2_000]), rng.chance(300));
        let mut level = |rare, frequent| rng.pick(&[0, rare, rare, frequent]);
        Self {
            lost: level(20, 150),
            doubled: level(20, 150),
            late: level(10, 80),
            storage: level(10, 80),
            reads: level(5, 30),
            crashes: level(40, 200),
            forgets: level(60, 300),
            jumps: level(80, 300),
            rollbacks,
            delay,
            is_loose,
        }
    }

    pub(super) fn mishap(&self, rng: &mut Rng) -> Option<Mishap> {
        use Mishap::{CrashAfter, CrashBefore, Failure, FalseFailure};
        let kinds = [CrashBefore, CrashAfter, Failure, FalseFailure];
        rng.chance(self.storage).then(|| rng.pick(&kinds))
    }
}
