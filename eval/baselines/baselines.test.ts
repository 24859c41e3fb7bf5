import { describe, expect, test } from 'vitest';
import { bm25 } from './bm25.ts';
import { boostingBaseline } from './boosting.ts';
import { logisticBaseline } from './logistic.ts';

describe('the baselines', () => {
  test('BM25 prefers the rare shared word, and scores 0 without a shared one', () => {
    const scores = bm25(['the welder', 'the nurse', 'the cook', 'piano'])('the nurse');
    expect(scores[1]).toBeGreaterThan(scores[0]!);
    expect(scores[0]).toBeGreaterThan(0);
    expect(scores[3]).toBe(0);
  });

  test('boosting learns an interaction that no sum of columns has', () => {
    const [a, b] = [0, 1].map((bit) => Float64Array.from({ length: 400 }, (_, n) => (n >> bit) & 1));
    // Unequal shares, since the first split of an exactly balanced exclusive-or has no gain.
    const keep = Uint32Array.from({ length: 400 }, (_, n) => n).filter((n) => n % 4 !== 3 || n % 3 === 0);
    const labels = Uint8Array.from(a!, (value, n) => value ^ b![n]!);
    const found = boostingBaseline([a!, b!], labels, keep);
    for (const n of [0, 1, 2, 3]) expect(found[n]! > 0.5).toBe(labels[n] === 1);
  });

  test('two-way effects tell apart who is chosen, from the training rows alone', () => {
    const seekers = Uint32Array.from({ length: 60 }, (_, n) => n % 6);
    const candidates = Uint32Array.from({ length: 60 }, (_, n) => 6 + (Math.floor(n / 6) % 2));
    const labels = Uint8Array.from(candidates, (candidate) => candidate - 6);
    const pairs = {
      people: Array.from({ length: 8 }, (_, n) => `p${n}`),
      seekers,
      candidates,
      labels,
      weights: new Float64Array(60).fill(1),
      atMs: new Float64Array(60),
    };
    const train = Uint32Array.from({ length: 48 }, (_, n) => n);
    const found = logisticBaseline(pairs, [], true, train);
    const flipped = { ...pairs, labels: labels.map((label, n) => (n < 48 ? label : 1 - label)) };
    expect(found[59]).toBeGreaterThan(found[49]!);
    expect(logisticBaseline(flipped, [], true, train)).toEqual(found);
  });
});
