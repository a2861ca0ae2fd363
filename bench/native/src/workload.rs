//! The workload of every figure, as `scripts/bench/workload.mjs` makes it; it is explained there.

pub const TOP_COUNT: usize = 100;
pub const AROUND_RADIUS: usize = 5;

const SCORE_SEED: u64 = 1;

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kind {
    Increment,
    Rank,
    Top,
    Around,
}

#[derive(Clone, Copy, Debug)]
pub struct Op {
    pub kind: Kind,
    pub member: u32,
    pub delta: f64,
}

/// splitmix64.
pub struct Splitmix(pub u64);

impl Splitmix {
    pub fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let z = (self.0 ^ (self.0 >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        let z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        z ^ (z >> 31)
    }
}

/// The upper 32 bits of the product of the low halves.
fn mul_high(a: u64, b: u64) -> u64 {
    ((a & 0xffff_ffff) * (b & 0xffff_ffff)) >> 32
}

fn spread(random: u64, bits: u64) -> f64 {
    let sum: u64 = (0..4).map(|lane| (random >> (16 * lane)) & 0xffff).sum();
    let exponent = sum * bits / 4;
    let power = 1 << (exponent >> 16);
    (power + ((power * (exponent & 0xffff)) >> 16)) as f64
}

fn scatter(index: u64, n: u64) -> u32 {
    ((index * 7_368_787 + 11) % n) as u32
}

/// The members in the order in which they join, and their first scores.
pub fn joins(n: usize) -> impl Iterator<Item = (u32, f64)> {
    let mut random = Splitmix(SCORE_SEED);
    (0..n as u64).map(move |index| (scatter(index, n as u64), spread(random.next(), 24)))
}

pub fn mixed(n: usize, count: usize, seed: u64) -> Vec<Op> {
    let mut random = Splitmix(seed);
    let draw = |_| {
        let first = random.next();
        let kind = match mul_high(first >> 32, 100) {
            0..70 => Kind::Increment,
            70..90 => Kind::Rank,
            90..95 => Kind::Top,
            _ => Kind::Around,
        };
        let cube = mul_high(mul_high(first, first), first);
        let member = scatter(mul_high(cube, n as u64), n as u64);
        Op { kind, member, delta: spread(random.next(), 12) }
    };
    (0..count).map(draw).collect()
}

/// Uniform members, all with the same kind of operation.
pub fn uniform(n: usize, count: usize, seed: u64, kind: Kind) -> Vec<Op> {
    let mut random = Splitmix(seed);
    let draw = |_| {
        let member = mul_high(random.next(), n as u64) as u32;
        Op { kind, member, delta: spread(random.next(), 12) }
    };
    (0..count).map(draw).collect()
}

/// How members are called.
#[derive(Clone, Copy, Debug)]
pub enum Ids {
    User,
    Int,
    Uuid,
}

impl Ids {
    pub fn parse(text: &str) -> Option<Self> {
        match text {
            "user" => Some(Ids::User),
            "int" => Some(Ids::Int),
            "uuid" => Some(Ids::Uuid),
            _ => None,
        }
    }

    pub fn name(self, index: u32) -> String {
        match self {
            Ids::User => format!("user:{index:07}"),
            Ids::Int => index.to_string(),
            Ids::Uuid => uuid(index),
        }
    }
}

fn uuid(index: u32) -> String {
    let mut random = Splitmix(u64::from(index));
    let first = format!("{:016x}", random.next());
    let second = format!("{:016x}", random.next());
    format!(
        "{}-{}-4{}-8{}-{}",
        &first[..8],
        &first[8..12],
        &first[13..16],
        &second[1..4],
        &second[4..]
    )
}
