import { describe, expect, it } from 'vitest';
import { type LabelledPairs, takePairs } from '../labelled-pairs.ts';
import { withDrawnCandidates } from './with-drawn-candidates.ts';

/** Ten seekers; each chose five of twenty candidates. */
function choices(label = 1): LabelledPairs {
  const rows = Array.from({ length: 50 }, (_, n) => n);
  return {
    people: Array.from({ length: 30 }, (_, n) => `p${n}`),
    seekers: Uint32Array.from(rows, (n) => n % 10),
    candidates: Uint32Array.from(rows, (n) => 10 + ((n * 3 + Math.floor(n / 10)) % 20)),
    labels: Uint8Array.from(rows, (n) => (n === 0 ? label : 1)),
    weights: new Float64Array(50).fill(2),
    atMs: Float64Array.from(rows),
    slates: Int32Array.from(rows),
  };
}

describe('drawn candidates', () => {
  it('stand in for refusals where there are none: never decided on, and as heavy together as the choice', () => {
    const all = choices();
    const heldOut = takePairs(all, Uint32Array.of(3, 14, 27));
    const filled = withDrawnCandidates(heldOut, all, { each: 4, seed: 2 });
    expect(filled.labels).toEqual(Uint8Array.from([1, 1, 1, ...Array(12).fill(0)]));
    expect(filled.weights.subarray(3)).toEqual(new Float64Array(12).fill(0.5));
    const decided = new Set(Array.from(all.seekers, (seeker, n) => `${seeker} ${all.candidates[n]}`));
    for (let n = 3; n < 15; n++) {
      expect(decided.has(`${filled.seekers[n]} ${filled.candidates[n]}`)).toBe(false);
      expect(filled.candidates[n]).toBeGreaterThanOrEqual(10);
      expect(filled.slates![n]).toBe(heldOut.slates![Math.floor((n - 3) / 4)]);
    }
  });

  it('are not used where a refusal exists', () => {
    const all = choices(0);
    const heldOut = takePairs(all, Uint32Array.of(0, 5));
    expect(withDrawnCandidates(heldOut, all)).toBe(heldOut);
  });
});
