/** Why a run made nothing better, in words that name the cause. */
import { describe, expect, it } from 'vitest';
import type { FieldValues } from '../../../domains/field.ts';
import { FROZEN_AT_MS, trainingSetOf } from '../fit/testing/two-sided-world.ts';
import { takePairs } from '../labelled-pairs.ts';
import type { TrainingSet } from '../training-set.ts';
import { alikeCandidates } from './alike-candidates.ts';
import { scarceOutcomes } from './scarce-outcomes.ts';

const values = [{ age: 30 }, { age: 31 }, { age: 32 }, { age: 33 }];

/** `pairs`: seeker and candidate, numbers of four people. `labels`: 1 where the seeker chose. */
function setOf(pairs: readonly (readonly [number, number])[], labels: readonly number[]): TrainingSet {
  return trainingSetOf(
    values.map((own) => ({ values: own, vector: null })),
    {
      people: ['a', 'b', 'c', 'd'],
      seekers: Uint32Array.from(pairs, ([seeker]) => seeker),
      candidates: Uint32Array.from(pairs, ([, candidate]) => candidate),
      labels: Uint8Array.from(labels),
      weights: new Float64Array(pairs.length).fill(1),
      atMs: new Float64Array(pairs.length).fill(FROZEN_AT_MS),
    },
  );
}

const three = [
  [0, 1],
  [0, 2],
  [3, 2],
] as const;
const split = (fit: readonly number[], heldOut: readonly number[]) => ({
  fit: Uint32Array.from(fit),
  heldOut: Uint32Array.from(heldOut),
});
const scarce = (set: TrainingSet, train: readonly number[], heldOut: readonly number[]) =>
  scarceOutcomes([{ set, split: split(train, heldOut) }]);

describe('outcomes that cannot be learned from', () => {
  it.each([
    ['none', setOf([], []), [], [], 'There is no outcome to learn from'],
    ['one', setOf([[0, 1]], [1]), [0], [], 'One outcome is too few'],
    ['refusals', setOf(three, [0, 0, 0]), [0, 1], [2], 'None of 3 outcomes speaks for a candidate'],
    ['all held out', setOf(three, [1, 0, 0]), [], [0, 1, 2], 'All 3 outcomes of 2 seekers are held out'],
    [
      'its choices held out',
      setOf(three, [1, 0, 0]),
      [1, 2],
      [0],
      'The one choice among 3 outcomes of 2 seekers is held out',
    ],
    ['nobody else', setOf(three, [1, 1, 1]), [0, 1], [2], 'All 2 outcomes to learn from are choices'],
    [
      'none held out',
      setOf(three, [1, 0, 0]),
      [0, 1, 2],
      [],
      'None of 3 outcomes of 2 seekers could be held out',
    ],
  ])('are reported: %s', (_, set, train, heldOut, words) => {
    const reason = scarce(set, train, heldOut);
    expect(reason).toContain(words);
    expect(reason).toMatch(/What serves stays\.$/);
  });

  it('are enough with a choice and a refusal in training and one held out', () => {
    expect(scarce(setOf(three, [1, 0, 0]), [0, 1], [2])).toBeNull();
  });

  it('of several domains count together', () => {
    const [choices, refusals] = [setOf(three, [1, 1, 1]), setOf(three, [0, 0, 0])];
    const parts = [choices, refusals].map((set) => ({ set, split: split([0, 1], [2]) }));
    expect(scarceOutcomes(parts)).toBeNull();
  });
});

describe('candidates', () => {
  const everybody = (own: FieldValues | null): TrainingSet => {
    const set = setOf(three, [1, 0, 0]);
    const people = set.people.map(({ row, ...person }) => ({
      ...person,
      row: own === null ? null : { ...row!, fields: own },
    }));
    return { ...set, people };
  };

  it('that are alike are reported', () => {
    expect(alikeCandidates(everybody({ pet: 'cat' }))).toBe(
      'All 2 candidates have the same fields and texts, so no term can tell one from another.',
    );
    const nothing =
      'None of 2 candidates has a value in any field of the domain, so no term can tell one from another.';
    expect(alikeCandidates(everybody({}))).toBe(nothing);
    expect(alikeCandidates(everybody(null))).toBe(nothing);
  });

  it('are reported where there is only one', () => {
    const { outcomes, ...set } = setOf(three, [1, 0, 0]);
    const one = { ...set, outcomes: takePairs(outcomes, Uint32Array.of(1, 2)) };
    expect(alikeCandidates(one)).toContain('All outcomes are about one candidate');
  });

  it('that differ are not reported', () => {
    expect(alikeCandidates(setOf(three, [1, 0, 0]))).toBeNull();
  });
});
