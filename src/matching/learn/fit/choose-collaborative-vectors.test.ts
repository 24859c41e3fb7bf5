import { describe, expect, it } from 'vitest';
import { sigmoid } from '../../../platform/numeric/logistic.ts';
import { SeededRandom } from '../../../platform/numeric/seeded-random.ts';
import { mean } from '../../../platform/numeric/statistics.ts';
import type { LabelledPairs } from '../labelled-pairs.ts';
import { chooseCollaborativeVectors } from './choose-collaborative-vectors.ts';
import { affinities, fitCollaborativeVectors } from './collaborative-vectors.ts';

const SEEKERS = 60;
const EACH = 40;
const CANDIDATES = 60;

/** Every seeker decided on 40 of 60 candidates, by a taste in one dimension. */
function decisions(seed: number): { readonly pairs: LabelledPairs; readonly offsets: Float64Array } {
  const random = new SeededRandom(seed);
  const hidden = Array.from({ length: SEEKERS + CANDIDATES }, () => 1.5 * random.normal());
  const rows = Array.from({ length: SEEKERS }, (_, seeker) =>
    [...random.shuffle(Uint32Array.from({ length: CANDIDATES }, (_, n) => SEEKERS + n))]
      .slice(0, EACH)
      .map((candidate) => ({ seeker, candidate })),
  ).flat();
  const pairs = {
    people: hidden.map((_, n) => `p${n}`),
    seekers: Uint32Array.from(rows, ({ seeker }) => seeker),
    candidates: Uint32Array.from(rows, ({ candidate }) => candidate),
    labels: Uint8Array.from(rows, ({ seeker, candidate }) =>
      Number(random.uniform() < sigmoid(hidden[seeker]! * hidden[candidate]!)),
    ),
    weights: new Float64Array(rows.length).fill(1),
    atMs: Float64Array.from(rows, (_, n) => n),
  };
  return { pairs, offsets: new Float64Array(rows.length) };
}

describe('choosing collaborative vectors', () => {
  it('keeps them where people have tastes, and reports the gain', () => {
    const { pairs, offsets } = decisions(1);
    const chosen = chooseCollaborativeVectors({ pairs, offsets, nowMs: 0, seed: 1 });
    expect(chosen.logLossWith).toBeLessThan(chosen.logLossWithout - 0.02);
    expect(chosen.reason).toMatch(/^kept: held-out log loss 0\.\d+ beside 0\.\d+ without$/);
    const input = { pairs, offsets, nowMs: 0, seed: 1 };
    const affinity = affinities(fitCollaborativeVectors(input, chosen.settings!), pairs);
    expect(affinity.some((value) => value !== 0)).toBe(true);
  });

  it('leaves them out in at least 9 of 10 tries where choices mean nothing', () => {
    const kept = Array.from({ length: 10 }, (_, seed) => {
      const { pairs, offsets } = decisions(10 + seed);
      const labels = new SeededRandom(seed).shuffle(Uint8Array.from(pairs.labels));
      return chooseCollaborativeVectors({ pairs: { ...pairs, labels }, offsets, nowMs: 0, seed }).settings;
    });
    expect(kept.filter((settings) => settings !== null).length).toBeLessThanOrEqual(1);
  });

  it('compares choices with drawn candidates without refusals', () => {
    const { pairs, offsets } = decisions(2);
    const chosen = [...pairs.labels.keys()].filter((row) => pairs.labels[row] === 1);
    const refused = [...pairs.labels.keys()].filter((row) => pairs.labels[row] === 0);
    const only = (column: Uint32Array, rows: readonly number[]) =>
      Uint32Array.from(rows, (row) => column[row]!);
    const choices: LabelledPairs = {
      people: pairs.people,
      seekers: only(pairs.seekers, chosen),
      candidates: only(pairs.candidates, chosen),
      labels: new Uint8Array(chosen.length).fill(1),
      weights: new Float64Array(chosen.length).fill(1),
      atMs: Float64Array.from(chosen, (row) => pairs.atMs[row]!),
    };
    const drawn = {
      seekers: only(pairs.seekers, refused),
      candidates: only(pairs.candidates, refused),
      weights: new Float64Array(refused.length).fill(0.15),
      offsets: new Float64Array(refused.length),
    };
    const { length } = choices.seekers;
    const result = chooseCollaborativeVectors({
      pairs: choices,
      offsets: offsets.slice(0, length),
      drawn,
      nowMs: 0,
      seed: 1,
    });
    expect(result.settings).not.toBeNull();
    const input = { pairs: choices, offsets: offsets.slice(0, length), nowMs: 0, seed: 1 };
    const vectors = fitCollaborativeVectors(input, result.settings!);
    const meanOf = (of: LabelledPairs | typeof drawn) => mean(affinities(vectors, of));
    expect(meanOf(choices)).toBeGreaterThan(meanOf(drawn) + 0.1);
  });

  it('reports too few outcomes', () => {
    const { pairs } = decisions(3);
    const first = (column: Uint32Array) => column.slice(0, 20);
    const few = {
      ...pairs,
      seekers: first(pairs.seekers),
      candidates: first(pairs.candidates),
      labels: pairs.labels.slice(0, 20),
      weights: pairs.weights.slice(0, 20),
      atMs: pairs.atMs.slice(0, 20),
    };
    const chosen = chooseCollaborativeVectors({
      pairs: few,
      offsets: new Float64Array(20),
      nowMs: 0,
      seed: 1,
    });
    expect(chosen).toMatchObject({
      settings: null,
      reason: 'left out: 3 outcomes to judge by, 30 are needed',
    });
  });
});
