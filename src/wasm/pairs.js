/** Appends pairs of a name and a score to an array; the names are one text. */
export function appendPairs(pairs, text, lengths, scores) {
  let start = 0;
  for (let i = 0; i < lengths.length; i += 1) {
    const end = start + lengths[i];
    pairs.push([text.slice(start, end), scores[i]]);
    start = end;
  }
}

/** Pairs of a number and a score. */
export function pairsOfNumbers(members, scores) {
  return Array.from(members, (member, at) => [member, scores[at]]);
}
