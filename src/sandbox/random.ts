/** Returns a seeded random number generator, from 0 to below 1 (mulberry32). It produces the same numbers on every run. */
export function createRandom(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

/** The item at this index; indexes beyond the end start over. */
export function pick<Item>(items: readonly Item[], index: number): Item {
  const item = items[index % items.length];
  if (item === undefined) throw new RangeError('The list is empty.');
  return item;
}

/** Returns a generator of ids that look opaque but are the same on every run: `ntf_5b0c1e9a2f47`. */
export function createIdGenerator(prefix: string, seed: number): () => string {
  const random = createRandom(seed);
  return () =>
    `${prefix}_${Array.from({ length: 12 }, () => Math.floor(random() * 16).toString(16)).join('')}`;
}

/** A random secret that is safe in URLs and headers. */
export function createSecret(bytes: number): string {
  return base64Url(String.fromCharCode(...crypto.getRandomValues(new Uint8Array(bytes))));
}

export function base64Url(binary: string): string {
  return btoa(binary).replaceAll('+', '-').replaceAll('/', '_').replaceAll('=', '');
}
