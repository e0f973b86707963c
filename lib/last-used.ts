/** A map with a maximum size, which removes the least recently used values. */
export class LastUsed<Key, Value> {
  readonly #kept = new Map<Key, Value>();
  readonly #most: number;

  /** @param most the maximum number of values in the map */
  constructor(most: number) {
    this.#most = most;
  }

  get(key: Key): Value | undefined {
    const value = this.#kept.get(key);
    if (value !== undefined) this.set(key, value);
    return value;
  }

  delete(key: Key): void {
    this.#kept.delete(key);
  }

  set(key: Key, value: Value): void {
    // The most recently used key is inserted last, so the first key of the map is the least recently used.
    this.#kept.delete(key);
    this.#kept.set(key, value);
    for (const oldest of this.#kept.keys()) {
      if (this.#kept.size <= this.#most) break;
      this.#kept.delete(oldest);
    }
  }
}
