const encoder = new TextEncoder();

/** Returns the 32-bit FNV-1a hash of a text's UTF-8 bytes. */
export function fnv1a(text: string): number {
  let hash = 0x811c9dc5;
  for (const byte of encoder.encode(text)) hash = Math.imul(hash ^ byte, 0x01000193);
  return hash >>> 0;
}

/** Returns a mulberry32 random generator. Its numbers, in 0…1, depend only on the seed. */
export function mulberry32(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let t = Math.imul(state ^ (state >>> 15), 1 | state);
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t;
    return ((t ^ (t >>> 14)) >>> 0) / 4_294_967_296;
  };
}

/** Returns the list item at the position that a number in 0…1 selects. */
export function pick<T>(list: readonly [T, ...T[]], r: number): T {
  return list[Math.min(list.length - 1, Math.floor(r * list.length))] ?? list[0];
}
