// What the browser keeps for the page. Where it is switched off, memory takes its place: the page
// works, and forgets with the tab.

export function openStorage(name) {
  try {
    const storage = window[name];
    storage.getItem("");
    return storage;
  } catch {
    return new MemoryStorage();
  }
}

class MemoryStorage {
  #values = new Map();

  getItem(key) {
    return this.#values.get(key) ?? null;
  }

  setItem(key, value) {
    this.#values.set(key, value);
  }

  removeItem(key) {
    this.#values.delete(key);
  }
}
