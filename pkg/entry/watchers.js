// Those who are told what changed in a part of a board.

export class Watchers {
  #watchers = new Set();

  /** Watches the entries that `read` returns; returns the function that ends it. */
  add(read, listener) {
    const watcher = { read, listener, before: read() };
    this.#watchers.add(watcher);
    return () => void this.#watchers.delete(watcher);
  }

  /** Tells everybody who sees a difference; `present` says what belongs to each answer. */
  tell(present) {
    for (const watcher of this.#watchers) {
      const after = watcher.read();
      const difference = differenceOf(watcher.before, after);
      watcher.before = after;
      if (difference) call(watcher.listener, { ...present(), ...difference });
    }
  }
}

function differenceOf(before, after) {
  const old = new Map(before.map((entry) => [entry.member, JSON.stringify(entry)]));
  const changed = after.filter((entry) => old.get(entry.member) !== JSON.stringify(entry));
  const members = new Set(after.map((entry) => entry.member));
  const removed = [...old.keys()].filter((member) => !members.has(member));
  return changed.length + removed.length > 0 && { entries: after, changed, removed };
}

/** What a listener throws is not the fault of who changed the board: it ends where nobody waits. */
function call(listener, difference) {
  try {
    listener(difference);
  } catch (error) {
    queueMicrotask(() => {
      throw error;
    });
  }
}
