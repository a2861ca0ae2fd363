//! An owner as anybody would write him: a table of all members, sorted for each question.

use std::collections::BTreeMap;

use edgeboard::leaderboard::{
    Answer, BoardError, BoardKey, Change, Effect, HybridBoard, HybridOutcome, Kept, RankKind,
    Record, Row, SortOrder, Terms, Tie,
};
use edgeboard::time::Timestamp;

pub(crate) const KINDS: [RankKind; 3] =
    [RankKind::Ordinal, RankKind::Competition, RankKind::Modified];

/// The members of a hybrid board, and the board.
#[derive(Clone)]
pub(crate) struct Owner {
    pub(crate) board: HybridBoard,
    pub(crate) table: BTreeMap<String, Kept>,
    /// Refills, and rows in them.
    pub(crate) refills: (usize, usize),
    pub(crate) counts: usize,
}

impl Owner {
    pub(crate) fn new(terms: impl Into<Terms>, exact_head: u32) -> Self {
        let board = HybridBoard::new(terms, exact_head).unwrap();
        Self { board, table: BTreeMap::new(), refills: (0, 0), counts: 0 }
    }

    /// Makes the next record, and stores what becomes of it; no effect is answered.
    pub(crate) fn tell(&mut self, member: &str, change: Change) -> HybridOutcome {
        let version = self.board.version() + 1;
        // Two records to an instant.
        let stamp = Timestamp::from_ms(version / 2).unwrap();
        let member = member.to_owned();
        let record = Record { version, shard: 0, sequence: version, stamp, member, change };
        let outcome = self.board.follow(&record, self.table.get(&record.member)).unwrap();
        match outcome.row {
            Some(row) => self.table.insert(record.member, row),
            None => self.table.remove(&record.member),
        };
        outcome
    }

    pub(crate) fn submit(&mut self, member: &str, points: i64) -> HybridOutcome {
        self.tell(member, Change::submit(points))
    }

    /// All ranked members in the order of the board.
    pub(crate) fn rows(&self) -> Vec<Row> {
        let ranked = self.table.iter().filter(|(_, kept)| !kept.banned);
        let rows = ranked
            .filter_map(|(member, kept)| Some(Row { member: member.clone(), key: kept.key? }));
        let mut rows: Vec<Row> = rows.collect();
        let terms = self.board.terms();
        rows.sort_by(|a, b| {
            let columns = a.key.columns().cmp(&b.key.columns());
            columns.then_with(|| match (terms.tie, terms.columns.all()[0].order) {
                (Tie::Earliest, _) => a.key.cmp(&b.key),
                (Tie::Member, SortOrder::Asc) => a.member.cmp(&b.member),
                (Tie::Member, SortOrder::Desc) => b.member.cmp(&a.member),
            })
        });
        rows
    }

    pub(crate) fn key(&self, member: &str) -> BoardKey {
        self.table[member].key.unwrap()
    }

    pub(crate) fn reply(&self, effect: &Effect) -> Answer {
        let rows = self.rows();
        match effect {
            Effect::Refill { behind, count, .. } => {
                let at = behind
                    .as_ref()
                    .map_or(0, |last| 1 + rows.iter().position(|row| row == last).unwrap());
                Answer::Rows(rows[at..].iter().take(*count).cloned().collect())
            }
            Effect::Count { up_to, .. } => {
                Answer::Count(rows.iter().filter(|row| row.key <= *up_to).count() as u64)
            }
        }
    }

    /// Answers the present effect, if there is one.
    pub(crate) fn answer(&mut self) -> bool {
        let Some(effect) = self.board.effect() else { return false };
        let answer = self.reply(&effect);
        match &answer {
            Answer::Rows(rows) => self.refills = (self.refills.0 + 1, self.refills.1 + rows.len()),
            Answer::Count(_) => self.counts += 1,
        }
        self.board.answer(&effect, answer).unwrap();
        true
    }

    pub(crate) fn answer_all(&mut self) {
        while self.answer() {}
    }

    /// Compares every rank, the head and all that is counted with the table.
    pub(crate) fn check(&self) {
        let (board, rows) = (&self.board, self.rows());
        board.internal_validate().unwrap();
        assert_eq!(board.total(), rows.len() as u64);
        let head: Vec<_> = board.head().rows().map(|(name, key)| (name.to_vec(), key)).collect();
        let expected = rows.iter().map(|row| (row.member.clone().into_bytes(), row.key));
        assert!(expected.take(head.len()).eq(head.iter().cloned()), "the head is the best rows");
        if board.effect().is_none() {
            assert!(head.len() >= rows.len().min(board.exact_head() as usize));
        }
        for kind in KINDS {
            let mut last = 0;
            for (at, row) in rows.iter().enumerate() {
                let truth = true_rank(&rows, at, kind);
                let told = board.rank(&row.member, row.key, kind).unwrap();
                let context = || format!("{kind:?} {at} of {}: {told:?}, {truth}", rows.len());
                assert!(told.lo <= truth && truth <= told.hi, "{}", context());
                assert!(told.lo <= told.rank && told.rank <= told.hi, "{}", context());
                assert_eq!(told.exact, told.lo == told.hi);
                assert!(last <= told.rank, "{} after {last}", context());
                last = told.rank;
                let is_shared = kind == RankKind::Competition && truth <= head.len() as u64;
                if at < head.len() && kind != RankKind::Modified || is_shared {
                    assert!(told.exact, "{}", context());
                } else if at >= head.len() {
                    assert!(told.lo > head.len() as u64, "{}", context());
                }
            }
        }
        for (at, row) in rows.iter().enumerate() {
            let worse = rows.len() as u64 - true_rank(&rows, at, RankKind::Modified);
            let told = board.percentile(&row.member, row.key).unwrap();
            assert!(u64::from(told) * rows.len() as u64 <= 100 * worse, "{told}, {worse}");
            let counting = board.counting(row.key);
            let is_counted = |row: &&Row| counting.behind.is_none_or(|behind| row.key > behind);
            let counted = rows[..=at].iter().filter(is_counted).count() as u64;
            assert_eq!(counting.above + counted, at as u64 + 1, "{counting:?}");
        }
    }

    /// The board's error for a record about a member of whom the owner says this.
    pub(crate) fn refused(&self, member: &str, kept: Option<&Kept>) -> BoardError {
        let (version, stamp) = (self.board.version() + 1, Timestamp::EPOCH);
        let (member, change) = (member.to_owned(), Change::submit(1));
        let record = Record { version, shard: 0, sequence: version, stamp, member, change };
        let (mut board, hash) = (self.board.clone(), self.board.hash());
        let error = board.follow(&record, kept).unwrap_err();
        assert_eq!(board.hash(), hash, "nothing has changed");
        error
    }
}

fn true_rank(rows: &[Row], at: usize, kind: RankKind) -> u64 {
    let columns = rows[at].key.columns();
    let rank = match kind {
        RankKind::Competition => 1 + rows.partition_point(|row| row.key.columns() < columns),
        RankKind::Modified => rows.partition_point(|row| row.key.columns() <= columns),
        _ => at + 1,
    };
    rank as u64
}
