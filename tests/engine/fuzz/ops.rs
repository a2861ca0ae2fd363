//! Operations on a sorted set, against the model.

use edgeboard::sorted_set::SortedSet;

use super::source::Source;
use crate::model::{Model, Op, apply};

/// Draws operations from the input, compares every reply, and checks every invariant after each.
pub(crate) fn ops(input: &[u8]) {
    let mut source = Source::new(input);
    let members = [6, 24, 200][source.below(3) as usize];
    let mut set = SortedSet::with_seed(source.below(256));
    let mut model = Model::default();
    let mut play = |op: Op| {
        assert_eq!(apply(&mut set, &op), model.apply(&op), "{op:?}");
        set.internal_validate().unwrap_or_else(|broken| panic!("{broken}, after {op:?}"));
    };
    while !source.is_empty() {
        match source.below(64) {
            0 => play(Op::Clear),
            _ => play(Op::draw(&mut |bound| source.below(bound), members)),
        }
    }
    play(Op::Range { start: 0, stop: -1 });
}
