import { describe, expect, it } from 'vitest';
import { type LabelledPairs, takePairs } from './evaluate/labelled-pairs.ts';
import { splitByTime } from './fit/split-by-time.ts';
import { unseenOutcomes } from './unseen-outcomes.ts';

const SEEKERS = 20;

/** 20 seekers, 10 candidates each; at most one outcome a pair. */
function outcomes(): LabelledPairs {
  const rows = Array.from({ length: 200 }, (_, n) => n);
  return {
    people: Array.from({ length: 2 * SEEKERS }, (_, n) => `p${n}`),
    seekers: Uint32Array.from(rows, (n) => n % SEEKERS),
    candidates: Uint32Array.from(rows, (n) => SEEKERS + ((n * 7 + Math.floor(n / SEEKERS)) % SEEKERS)),
    labels: Uint8Array.from(rows, (n) => n % 2),
    weights: new Float64Array(200).fill(1),
    atMs: Float64Array.from(rows, (n) => n),
  };
}

describe('outcomes that a model was not trained on', () => {
  it('are what its run held out and what came later, also when there is more by now', () => {
    const pairs = outcomes();
    const then = Uint32Array.from({ length: 120 }, (_, n) => n);
    const split = splitByTime(takePairs(pairs, then), { seed: 5 });
    const unseen = unseenOutcomes(pairs, { frozenAtMs: 119, seed: 5 });
    for (const row of split.train) expect(unseen[row]).toBe(0);
    for (const row of split.heldOut) expect(unseen[row]).toBe(1);
    expect(unseen.slice(120).every((one) => one === 1)).toBe(true);
  });

  it('leave out the mirror of what was learned from', () => {
    const pairs = outcomes();
    const split = splitByTime(pairs, { seed: 5 });
    const row = split.train[0]!;
    const mirrored: LabelledPairs = {
      ...pairs,
      seekers: Uint32Array.from([...pairs.seekers, pairs.candidates[row]!]),
      candidates: Uint32Array.from([...pairs.candidates, pairs.seekers[row]!]),
      labels: Uint8Array.from([...pairs.labels, 1]),
      weights: Float64Array.from([...pairs.weights, 1]),
      atMs: Float64Array.from([...pairs.atMs, 1000]),
    };
    expect(unseenOutcomes(mirrored, { frozenAtMs: 199, seed: 5 }).at(-1)).toBe(0);
  });
});
