/**
 * OpenSearch finds the people of the reference index, with the scores of the comparators, in the same order.
 */
import fc from 'fast-check';
import { afterAll, describe, expect, it } from 'vitest';
import { asLogOdds, changeSequence, rowNumber } from '../../contract/brands.ts';
import { bindPreferenceOrigin } from '../../domains/bind-origin.ts';
import { Aggregation, type DomainDefinition } from '../../domains/definition.ts';
import type { Clauses } from '../../domains/filter.ts';
import { Scorecard } from '../../domains/scorecard.ts';
import { readsText, scorecardFaults } from '../../domains/scorecard-check.ts';
import { shippedDomain } from '../../domains/shipped-domains.ts';
import type { StoredProfile } from '../../platform/storage/store.ts';
import {
  aTenant,
  clauses as clausesOf,
  firstSequence,
  type Person,
  people,
  schemas,
  someUserIds,
  storedProfile,
} from '../../platform/storage/testing/random-profiles.ts';
import type { NarrowingStep } from '../index/candidate-index.ts';
import { scoreOf } from '../index/program/final-score.ts';
import { ReferenceIndex } from '../index/reference/reference-index.ts';
import { tieBreak } from '../index/tie-break.ts';
import { type CalibrationCurve, calibrate } from '../ranking/calibration-curve.ts';
import { compileRemoteTerms } from '../ranking/compile/compile-remote-terms.ts';
import { personOfRow } from '../ranking/scoring/person.ts';
import { type ReadyTerm, readyTerm } from '../ranking/scoring/ready-term.ts';
import { terms as someTerms } from '../ranking/testing/random-terms.ts';
import type { RemoteStep } from '../search-engine/candidate-search.ts';
import { newIndex, openTestEngine } from '../search-engine/opensearch/testing/test-engine.ts';
import type { RemoteScoring } from '../search-engine/remote-scoring.ts';

const NOW_MS = Date.parse('2026-01-09T05:37:12.345Z');
/** Scores are rounded to f32 on the way; logarithms and angles differ in their last bits. */
const TOLERANCE = 1e-6;
const SHARDS = 5;

const engine = openTestEngine({ shards: SHARDS });
afterAll(() => engine.close());

const ids = [
  ...someUserIds,
  '日'.repeat(256),
  '~hash',
  '_id',
  ...Array.from({ length: 40 }, (_, n) => `person ${n}`),
];

const curves: fc.Arbitrary<CalibrationCurve> = fc.oneof(
  fc.constant({ kind: 'identity' as const }),
  fc.record({
    kind: fc.constant('platt' as const),
    slope: fc.constantFrom(0.5, 2),
    offset: fc.constantFrom(-1, 0.25),
  }),
  fc.constant<CalibrationCurve>({
    kind: 'isotonic',
    knots: [
      [-1, -2],
      [0, 0.5],
      [2, 1],
    ],
  }),
);

interface Query {
  readonly keep: Clauses;
  readonly seeker: Person;
  readonly dropped: readonly string[];
  /** People beside these who are dropped and are not there: many are counted in another way. */
  readonly ghosts: number;
  readonly masked: readonly string[];
  readonly aggregation: Aggregation;
  readonly forward: CalibrationCurve;
  readonly backward: CalibrationCurve;
  readonly knows: boolean;
}

function queries(definition: DomainDefinition): fc.Arbitrary<Query> {
  const some = fc.uniqueArray(fc.constantFrom(...ids), { maxLength: 3 });
  return fc.record({
    keep: clausesOf(definition),
    seeker: people(definition),
    dropped: some,
    ghosts: fc.constantFrom(0, 0, 0, 0, 0, 20_001),
    masked: some,
    aggregation: fc.constantFrom(...Aggregation.options),
    forward: curves,
    backward: curves,
    knows: fc.boolean(),
  });
}

function worldsOf(definitions: fc.Arbitrary<DomainDefinition>) {
  return definitions.chain((definition) =>
    fc.record({
      definition: fc.constant(definition),
      terms: fc.array(someTerms(definition), { maxLength: 8 }),
      population: fc.array(people(definition), { minLength: 20, maxLength: ids.length }),
      requested: fc.array(queries(definition), { minLength: 8, maxLength: 8 }),
    }),
  );
}
type World = ReturnType<typeof worldsOf> extends fc.Arbitrary<infer W> ? W : never;

function profilesOf(definition: DomainDefinition, population: readonly Person[]): readonly StoredProfile[] {
  return population.map((person, n) => {
    const { row } = storedProfile(definition, { ...person, userId: ids[n]! });
    const updatedAt = new Date(NOW_MS - (n % 9) * 37 * 3_600_000).toISOString();
    return { row: { ...row, updatedAt }, profileVector: null };
  });
}

function stepsOf({ keep, seeker, dropped, ghosts }: Query): readonly RemoteStep[] {
  return [
    { reason: 'excluded', drop: [...dropped, ...Array.from({ length: ghosts }, (_, n) => `ghost ${n}`)] },
    { reason: 'blocked', blocking: seeker.userId },
    { reason: 'incomplete', keep: 'complete' },
    { reason: 'filters', keep: bindPreferenceOrigin(keep, seeker.places) },
    { reason: 'not_wanted', accepts: seeker },
  ];
}

function inRows(index: ReferenceIndex, steps: readonly RemoteStep[]): readonly NarrowingStep[] {
  const rowsOf = (userIds: readonly string[]) => userIds.flatMap((userId) => index.rowOf(userId) ?? []);
  return steps.map((step) => {
    if ('drop' in step) return { reason: step.reason, drop: rowsOf(step.drop) };
    return 'blocking' in step ? { reason: step.reason, drop: index.blocking(step.blocking) } : step;
  });
}

/** Whether documents say these preferences too widely (`preference-parts.ts`). */
function areWide(clauses: Clauses): boolean {
  const lists = clauses.filter(({ op }) => op === 'in' || op === 'eq' || op === 'place_in');
  const fields = new Set(lists.map(({ field }) => field));
  return (
    fields.size < lists.length ||
    clauses.some(
      (clause) => clause.missing === 'pass' || (clause.op === 'within_km' && clause.origin !== null),
    )
  );
}

let exact = 0;
let found = 0;

async function check({ definition, terms: drawn, population, requested }: World): Promise<void> {
  const scorecard = Scorecard.parse({
    intercept: -0.25,
    terms: drawn.map((term, n) => ({ ...term, name: `t${n}` })),
  });
  fc.pre(scorecardFaults(scorecard, definition.fields).length === 0);
  await checkWith(definition, scorecard, population, requested);
}

async function checkWith(
  definition: DomainDefinition,
  scorecard: Scorecard,
  population: readonly Person[],
  requested: readonly Query[],
): Promise<void> {
  const profiles = profilesOf(definition, population);
  const reference = new ReferenceIndex(definition, firstSequence);
  reference.apply({ upserts: profiles, deletes: [], sequence: changeSequence(1) });
  const of = { tenant: aTenant, definition };
  // Where the schema has a place, each shard has a part of the globe.
  const places = profiles.flatMap(({ row }) => Object.values(row.places));
  const name = await newIndex(engine, of, places.length === 0 ? [] : repeated(places, 10 * SHARDS));
  const writer = engine.indexes.writer(of, name);
  await writer.write(
    profiles.map((profile, n) => ({ userId: profile.row.userId, sequence: changeSequence(n + 1), profile })),
  );
  await writer.refresh();
  await engine.indexes.serve(of, name);
  const ready = scorecard.terms
    .filter((term) => !readsText(term))
    .map((term) => readyTerm(definition, term, NOW_MS));
  for (const query of requested)
    await checkQuery(reference, name, ready, scorecard.intercept, query, profiles);
  await engine.indexes.drop(name);
}

async function checkQuery(
  reference: ReferenceIndex,
  index: string,
  ready: readonly ReadyTerm[],
  intercept: number,
  query: Query,
  profiles: readonly StoredProfile[],
): Promise<void> {
  const { definition } = reference;
  const steps = stepsOf(query);
  const seeker = personOfRow(definition, storedProfile(definition, query.seeker).row, []);
  const isMasked = new Set(query.masked);
  const among = profiles.flatMap(({ row: { userId } }) =>
    isMasked.has(userId) ? [] : [reference.rowOf(userId)!],
  );
  const narrowed = await reference.select(inRows(reference, steps), undefined, among);
  const kept = new Set(Array.from(narrowed.selection.rows(), (row) => reference.userIdOf(rowNumber(row))!));
  const effects = effectsOf(query, profiles);
  const scoring: RemoteScoring = {
    intercept,
    terms: compileRemoteTerms(ready, { definition, seeker, nowMs: NOW_MS }),
    aggregation: query.aggregation,
    calibration: { forward: query.forward, backward: [query.backward], sideField: null },
    personEffects: effects,
    minScore: 0,
  };
  const answer = await engine.search.best({
    ...{ tenant: aTenant, definition, index, steps, masked: query.masked, scoring, topK: 100, counts: true },
  });
  const rows = new Map(profiles.map(({ row }) => [row.userId, row]));
  expect(answer.total).toBe(among.length);
  expect(new Set(answer.userIds).size).toBe(answer.userIds.length);
  expect(answer.userIds.filter((userId) => kept.has(userId)).sort()).toEqual([...kept].sort());
  expect(answer.userIds.some((userId) => isMasked.has(userId))).toBe(false);
  expect([answer.passing, answer.scored, answer.isBounded]).toEqual([
    answer.userIds.length,
    answer.userIds.length,
    false,
  ]);
  const hasRadius = query.keep.some(({ op }) => op === 'within_km');
  const preferencesOf = new Map(profiles.map(({ row }) => [row.userId, row.preferences.effective.clauses]));
  const more = answer.userIds.filter((userId) => !kept.has(userId));
  expect(more.filter((userId) => !hasRadius && !areWide(preferencesOf.get(userId)!))).toEqual([]);
  if (more.length === 0 && !hasRadius) {
    exact++;
    expect(answer.dropped).toEqual(narrowed.dropped);
  }
  found += kept.size;
  answer.userIds.forEach((userId, n) => {
    const other = personOfRow(definition, rows.get(userId)!, []);
    const effect = effects?.known.find((one) => one.userId === userId) ?? {
      points: effects?.unknownPoints ?? [0, 0],
      shrinkage: effects?.unknownShrinkage ?? [1, 1],
    };
    const sum = (direction: 0 | 1) => {
      const [me, you] = direction === 0 ? [seeker, other] : [other, seeker];
      const points = ready.reduce((total, term) => total + term.read(me, you).points, intercept);
      const curve = direction === 0 ? query.forward : query.backward;
      return calibrate(curve, asLogOdds((points + effect.points[direction]) * effect.shrinkage[direction]));
    };
    const score = scoreOf(query.aggregation, sum(0), sum(1));
    expect(Math.abs(answer.scores[n]! - score), `${userId}: ${answer.scores[n]} for ${score}`).toBeLessThan(
      TOLERANCE,
    );
  });
  const order = answer.userIds.map((userId, n) => ({ score: answer.scores[n]!, tie: tieBreak(userId) }));
  expect(order).toEqual(order.toSorted((a, b) => b.score - a.score || a.tie - b.tie));
}

function repeated<T>(all: readonly T[], times: number): readonly T[] {
  return Array.from({ length: times }, (_, n) => all[n % all.length]!);
}

function effectsOf({ knows }: Query, profiles: readonly StoredProfile[]): RemoteScoring['personEffects'] {
  if (!knows) return null;
  const known = profiles.slice(0, 7).map(({ row: { userId } }, n) => ({
    userId,
    points: [n / 4, -n / 3] as const,
    shrinkage: [1 / (1 + n), 0.5] as const,
  }));
  return { unknownPoints: [0.125, -0.5], unknownShrinkage: [0.75, 0.5], known };
}

describe('candidates from OpenSearch', () => {
  it('are those of the reference index, whatever the schema, the people and the query', async () => {
    const property = fc.asyncProperty(worldsOf(schemas), check);
    await fc.assert(property, { numRuns: 12, endOnFailure: true });
    expect(exact).toBeGreaterThan(20);
    expect(found).toBeGreaterThan(100);
  }, 240_000);

  it.each(['dating', 'hiring'])(
    'are those of the reference index in the shipped domain %s',
    async (domain) => {
      const definition = shippedDomain(domain)!;
      const worlds = worldsOf(fc.constant(definition));
      const property = fc.asyncProperty(worlds, ({ population, requested }) =>
        checkWith(definition, definition.scorecard, population, requested),
      );
      await fc.assert(property, { numRuns: 2, endOnFailure: true });
    },
    240_000,
  );
});
