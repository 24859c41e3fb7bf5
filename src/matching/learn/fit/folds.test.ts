import { describe, expect, it } from 'vitest';
import { SeededRandom } from '../../../platform/numeric/seeded-random.ts';
import { foldsByPairAndRound } from './folds.ts';

const FOLDS = 5;

/** Rounds of `size` raters each; every fourth rating is answered at a time of its own. */
function rounds(seed: number, count: number, size: number) {
  const random = new SeededRandom(seed);
  const rows: { rater: number; rated: number; at: number }[] = [];
  for (let round = 0; round < count; round++) {
    const rated = 100 + random.below(60);
    for (let n = 0; n < size; n++) {
      const rater = random.below(100);
      rows.push({ rater, rated, at: round });
      if (random.below(4) === 0) rows.push({ rater: rated, rated: rater, at: count + rows.length });
    }
  }
  const order = random.shuffle(Uint32Array.from(rows.keys()));
  const pick = (read: (row: (typeof rows)[number]) => number) => Array.from(order, (at) => read(rows[at]!));
  return {
    raters: Uint32Array.from(pick(({ rater }) => rater)),
    rated: Uint32Array.from(pick(({ rated }) => rated)),
    atMs: Float64Array.from(pick(({ at }) => at)),
  };
}

/** Keys of which some rows are in one fold and some in another. */
function tornApart(keys: readonly string[], folds: Uint8Array): number {
  const seen = new Map<string, Set<number>>();
  for (const [n, key] of keys.entries()) seen.set(key, (seen.get(key) ?? new Set()).add(folds[n]!));
  return [...seen.values()].filter((found) => found.size > 1).length;
}

const pairKeys = ({ raters, rated }: ReturnType<typeof rounds>) =>
  Array.from(raters, (rater, n) => [rater, rated[n]!].sort((a, b) => a - b).join('-'));
const roundKeys = ({ rated, atMs }: ReturnType<typeof rounds>) =>
  Array.from(rated, (one, n) => `${one}/${atMs[n]}`);

describe('folds by pair and round', () => {
  it('never put a pair or a round of candidates on both sides', () => {
    for (let seed = 1; seed <= 20; seed++) {
      const rows = rounds(seed, 300, 3);
      const folds = foldsByPairAndRound(rows, rows.atMs, FOLDS, new SeededRandom(seed));
      expect(tornApart(pairKeys(rows), folds)).toBe(0);
      // A chain of pairs may reach the bound and cut a few rounds.
      expect(tornApart(roundKeys(rows), folds)).toBeLessThan(6);
    }
  });

  it('keep every fold filled where all rows hang together, and pairs whole', () => {
    const rows = rounds(1, 300, 8);
    const folds = foldsByPairAndRound(
      { ...rows, rated: rows.rated },
      rows.atMs.fill(7),
      FOLDS,
      new SeededRandom(1),
    );
    expect(tornApart(pairKeys(rows), folds)).toBe(0);
    for (let fold = 0; fold < FOLDS; fold++) {
      const share = folds.filter((one) => one === fold).length / folds.length;
      expect(share).toBeGreaterThan(0.08);
      expect(share).toBeLessThan(0.4);
    }
  });

  it('leave undecided pairs, which have no time, to the pair rule', () => {
    const rows = rounds(2, 100, 3);
    const [folds, none] = [rows.atMs, new Float64Array()].map((times) =>
      foldsByPairAndRound(rows, times, FOLDS, new SeededRandom(3)),
    );
    expect(tornApart(roundKeys(rows), folds!)).toBeLessThan(6);
    expect(tornApart(roundKeys(rows), none!)).toBeGreaterThan(50);
    expect(tornApart(pairKeys(rows), none!)).toBe(0);
  });
});
