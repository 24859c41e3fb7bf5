/** mulberry32: a seeded generator of numbers in [0, 1), the same on every machine. */
export function randomNumbers(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

/** A number in [0, 1) determined by a text and a seed: FNV-1a with a final mix. */
export function chanceOf(text: string, seed: number): number {
  let hash = 0x811c9dc5 ^ seed;
  for (let n = 0; n < text.length; n++) hash = Math.imul(hash ^ text.charCodeAt(n), 0x01000193);
  return randomNumbers(hash)();
}

/** Standard normal numbers by Box and Muller. */
export function normalNumbers(random: () => number): () => number {
  return () => Math.sqrt(-2 * Math.log(1 - random())) * Math.cos(2 * Math.PI * random());
}

/** Fisher and Yates, in place. */
export function shuffle<T extends { [index: number]: number; readonly length: number }>(
  values: T,
  random: () => number,
): T {
  for (let last = values.length - 1; last > 0; last--) {
    const other = Math.floor(random() * (last + 1));
    const kept = values[last]!;
    values[last] = values[other]!;
    values[other] = kept;
  }
  return values;
}
