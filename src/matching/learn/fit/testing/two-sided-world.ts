/** Simulated people who decide by known rules, which a fit should recover. */
import { tenantId } from '../../../../contract/brands.ts';
import { DomainDefinition } from '../../../../domains/definition.ts';
import type { FieldValues } from '../../../../domains/field.ts';
import { sigmoid } from '../../../../platform/numeric/logistic.ts';
import { SeededRandom } from '../../../../platform/numeric/seeded-random.ts';
import type { ProfileVector } from '../../../../platform/storage/profile-row.ts';
import { quantizeFinely } from '../../../../platform/storage/quantized-vector.ts';
import { plainRow } from '../../../../platform/storage/testing/plain-row.ts';
import { unit } from '../../../ranking/scoring/person.ts';
import type { LabelledPairs } from '../../labelled-pairs.ts';
import { nothingShown } from '../../set/testing/nothing-shown.ts';
import type { TrainingSet, TrainingTriplets } from '../../training-set.ts';

export const FROZEN_AT_MS = Date.parse('2026-03-01T00:00:00Z');
const ENCODER = 'test@1';
const DIMENSION = 8;
const HOUR_MS = 3_600_000;

export const meeting = DomainDefinition.parse({
  domain: 'meeting',
  version: 1,
  title: 'Meeting',
  reciprocal: 'product',
  candidates: 'any',
  fields: [
    { name: 'age', kind: 'hard', type: 'integer' },
    { name: 'pet', kind: 'hard', type: 'enum', values: ['cat', 'dog', 'none'] },
    { name: 'noise', kind: 'hard', type: 'number' },
  ],
  scorecard: {
    intercept: 0,
    terms: [
      {
        name: 'age_gap',
        compare: 'difference',
        field: 'age',
        knots: [
          [0, 0.4],
          [10, 0],
          [30, -0.4],
        ],
        monotone: 'decreasing',
      },
      { name: 'pets', compare: 'matrix', field: 'pet', symmetric: true, matrix: { cat: { cat: 0.2 } } },
      {
        name: 'noise',
        compare: 'prior',
        other: 'noise',
        knots: [
          [0, 0],
          [1, 0],
        ],
        monotone: 'increasing',
      },
    ],
  },
});

export interface TwoSidedWorld {
  readonly set: TrainingSet;
  /** Log-odds by person. */
  readonly desirability: Float64Array;
  readonly selectivity: Float64Array;
  /** True log-odds of each outcome. */
  readonly logOdds: Float64Array;
}

/**
 * Each pair decides in both directions: 2 × `pairs` outcomes. The true effect of pets differs from the prior.
 */
export function twoSidedWorld(given: {
  readonly people: number;
  readonly pairs: number;
  readonly seed: number;
  /** Every person has a text; authors of one theme prefer those of another. */
  readonly texts?: boolean;
  /**
   * Strength of an interaction that no sum of terms holds: people with noise above 0.5 prefer their own pet,
   * others another.
   */
  readonly moods?: number;
}): TwoSidedWorld {
  const random = new SeededRandom(given.seed);
  const values = Array.from(
    { length: given.people },
    (): FieldValues => ({
      age: 20 + random.below(40),
      pet: ['cat', 'dog', 'none'][random.below(3)]!,
      noise: random.uniform(),
    }),
  );
  const desirability = Float64Array.from({ length: given.people }, () => random.normal());
  const selectivity = Float64Array.from({ length: given.people }, () => random.normal() * 0.8);
  const vectors = Array.from({ length: given.people }, () =>
    unit(Float32Array.from({ length: DIMENSION }, () => random.normal())),
  );
  const chance = (a: number, b: number) => {
    const texts = given.texts === true ? 8 * vectors[a]![0]! * vectors[b]![1]! : 0;
    const gap = Math.abs((values[a]!.age as number) - (values[b]!.age as number));
    const pets =
      values[a]!.pet === 'dog' && values[b]!.pet === 'dog'
        ? 1.5
        : values[a]!.pet === values[b]!.pet
          ? -0.5
          : 0;
    const suited = (values[a]!.noise as number) > 0.5 === (values[a]!.pet === values[b]!.pet);
    const moods = (given.moods ?? 0) * (suited ? 1 : -1);
    return 0.6 - gap / 15 + pets + texts + moods + desirability[b]! + selectivity[a]!;
  };
  const met = new Set<number>();
  const rows: { a: number; b: number; logOdds: number }[] = [];
  while (met.size < given.pairs) {
    const [a, b] = [random.below(given.people), random.below(given.people)];
    const key = Math.min(a, b) * given.people + Math.max(a, b);
    if (a === b || met.has(key)) continue;
    met.add(key);
    rows.push({ a, b, logOdds: chance(a, b) }, { a: b, b: a, logOdds: chance(b, a) });
  }
  const ids = values.map((_, n) => `p${n}`);
  const outcomes = {
    people: ids,
    seekers: Uint32Array.from(rows, ({ a }) => a),
    candidates: Uint32Array.from(rows, ({ b }) => b),
    labels: Uint8Array.from(rows, ({ logOdds }) => Number(random.uniform() < sigmoid(logOdds))),
    weights: new Float64Array(rows.length).fill(1),
    atMs: Float64Array.from(rows, (_, n) => FROZEN_AT_MS - (rows.length - n) * HOUR_MS),
  };
  const people = values.map((own, n) => ({
    values: own,
    vector: given.texts === true ? vectors[n]! : null,
  }));
  return {
    set: trainingSetOf(people, outcomes),
    desirability,
    selectivity,
    logOdds: Float64Array.from(rows, ({ logOdds }) => logOdds),
  };
}

/** The training set of these people, by the numbers of `outcomes.people`. */
export function trainingSetOf(
  people: readonly { readonly values: FieldValues; readonly vector: Float32Array | null }[],
  outcomes: LabelledPairs,
): TrainingSet {
  const tenant = tenantId('ten_world');
  const at = new Date(FROZEN_AT_MS).toISOString();
  return {
    tier: 'tenant',
    tenants: [tenant],
    definition: meeting,
    encoderId: ENCODER,
    frozenAtMs: FROZEN_AT_MS,
    people: people.map(({ values, vector }, n) => ({
      tenantId: tenant,
      userId: outcomes.people[n]!,
      row: plainRow(tenant, meeting, outcomes.people[n]!, values, at),
      profileVector: vector === null ? null : vectorOf(vector),
    })),
    outcomes,
    outcomeLabels: new Uint16Array(outcomes.labels.length),
    labelNames: ['accepted', 'rejected'],
    triplets: tripletsOf(outcomes),
    shown: nothingShown(outcomes.people),
  };
}

/** Pairs each choice of a seeker with up to two of the seeker's refusals. */
export function tripletsOf({ seekers, candidates, labels }: LabelledPairs): TrainingTriplets {
  const refused = new Map<number, number[]>();
  seekers.forEach((seeker, n) => {
    if (labels[n] === 0) refused.set(seeker, [...(refused.get(seeker) ?? []), candidates[n]!]);
  });
  const rows = Array.from(seekers).flatMap((seeker, n) =>
    labels[n] === 0
      ? []
      : (refused.get(seeker) ?? []).slice(0, 2).map((negative) => [seeker, candidates[n]!, negative]),
  );
  const column = (at: number) => Uint32Array.from(rows, (row) => row[at]!);
  return {
    seekers: column(0),
    positives: column(1),
    negatives: column(2),
    weights: new Float64Array(rows.length).fill(1),
  };
}

function vectorOf(vector: Float32Array): ProfileVector {
  return {
    domain: meeting.domain,
    sourceDomain: meeting.domain,
    encoderId: ENCODER,
    vector: quantizeFinely(vector),
    sentences: [],
    from: ['about'],
    at: new Date(FROZEN_AT_MS).toISOString(),
  };
}
