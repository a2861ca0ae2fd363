// Plays the stream, and watches what each answer says about its event.

/** Sends every submission of `stream`, `concurrency` at a time; returns the tally. */
export async function play({ client, board, stream, concurrency, onAnswer }) {
  const tally = new Tally();
  const path = `/v1/boards/${board}/scores`;
  const connection = async () => {
    // All connections draw from one iterator, so a repeat at once is under way beside its event.
    for (const submission of stream) {
      const { eventId, member, score } = submission;
      const sentAt = performance.now();
      const sent = { eventId, member, score };
      // Leaving the loop by an error ends the iterator, and with it the other connections.
      const { body } = await client.request("POST", path, sent);
      tally.note(submission, body, performance.now() - sentAt);
      onAnswer(tally.answers);
    }
  };
  await Promise.all(Array.from({ length: concurrency }, connection));
  return tally;
}

/** What the answers add up to. */
class Tally {
  #latencies = [];
  #outcomes = new Map();
  answers = 0;
  replays = 0;
  pending = 0;
  /** Answers that contradict each other or the event, as sentences. */
  faults = [];

  note(submission, answer, latencyMs) {
    this.answers += 1;
    this.#latencies.push(latencyMs);
    if (answer.replayed) this.replays += 1;
    if (answer.pending.length > 0) this.pending += 1;
    const { eventId } = submission;
    if (answer.eventId !== eventId) {
      this.faults.push(`${eventId} was answered as ${answer.eventId}`);
    }
    // An event that the stream sends once has one answer, and nothing to compare that with.
    if (submission.isRepeated) this.#compare(eventId, answer);
  }

  /** The same event has one outcome, and is new once. */
  #compare(eventId, answer) {
    const seen = this.#outcomes.get(eventId) ?? { isNew: false };
    if (!answer.replayed) {
      if (seen.isNew) this.faults.push(`${eventId} was taken as new twice`);
      seen.isNew = true;
    }
    if (answer.pending.length === 0) {
      const outcome = outcomeOf(answer);
      seen.outcome ??= outcome;
      if (seen.outcome !== outcome) {
        this.faults.push(`${eventId} came to ${seen.outcome} and to ${outcome}`);
      }
    }
    this.#outcomes.set(eventId, seen);
  }

  /** The latency that `share` of the answers stayed below, in ms. */
  latency(share) {
    this.#latencies.sort((a, b) => a - b);
    return this.#latencies[Math.floor((this.#latencies.length - 1) * share)] ?? 0;
  }
}

/** What a repeat must say again; ranks are the present ones and may differ. */
function outcomeOf({ stamp, entries }) {
  const periods = Object.values(entries).map(({ period, applied, reason, entry, previous }) =>
    [period, applied, reason, entry.score, entry.reachedAt, previous?.score ?? "none"].join(" "));
  return [stamp, ...periods.sort()].join(", ");
}
