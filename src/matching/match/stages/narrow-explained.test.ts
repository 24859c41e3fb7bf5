/** An explained sql_filter reports the same for each rule as a loop over the rows. */
import fc from 'fast-check';
import { afterAll, describe, expect, it } from 'vitest';
import { changeSequence } from '../../../contract/brands.ts';
import { bindPreferenceOrigin } from '../../../domains/bind-origin.ts';
import type { DomainDefinition } from '../../../domains/definition.ts';
import { comparesPlaces, rowPasses } from '../../../domains/row-passes.ts';
import {
  clauses as clausesOf,
  definitionOf,
  firstSequence,
  type Person,
  people,
  schemas,
  someUserIds,
  storedProfile,
} from '../../../platform/storage/testing/random-profiles.ts';
import type { CandidateIndex } from '../../index/candidate-index.ts';
import { ReferenceIndex } from '../../index/reference/reference-index.ts';
import { SegmentedIndex } from '../../index/segments/segmented-index.ts';
import { QueryWorkers } from '../../index/segments/workers/query-workers.ts';
import type { GivenCandidates } from '../stage.ts';
import { type NamedStep, SELF, singleRules } from './filter-rules.ts';
import { joinParts, narrowExplained } from './narrow-explained.ts';

const workers = new QueryWorkers(2);
afterAll(() => workers.close());

interface Asked {
  readonly seeker: Person;
  readonly filters: Person['preferences'];
  readonly preferences: Person['preferences'];
  readonly excluded: readonly string[];
  readonly given: readonly string[] | null;
}

const rowsOf = (index: CandidateIndex, ids: readonly string[]) => ids.flatMap((id) => index.rowOf(id) ?? []);

function stepsOf(
  index: CandidateIndex,
  { seeker, filters, preferences, excluded }: Asked,
): readonly NamedStep[] {
  return [
    { rule: SELF, reason: SELF, drop: rowsOf(index, [seeker.userId]) },
    {
      rule: 'candidate.preferences.exclude_user_ids',
      reason: 'blocked',
      drop: index.blocking(seeker.userId),
    },
    { rule: 'filters.exclude_user_ids', reason: 'excluded', drop: rowsOf(index, excluded) },
    { rule: 'required_fields', reason: 'incomplete', keep: 'complete' },
    { rule: 'filters', reason: 'filters', keep: bindPreferenceOrigin(filters, seeker.places) },
    { rule: 'preferences', reason: 'preferences', keep: bindPreferenceOrigin(preferences, seeker.places) },
    { rule: 'candidate.preferences', reason: 'not_wanted', accepts: seeker },
  ];
}

/** Whether one rule drops one person, by the plain check of rows. */
function drops(rule: NamedStep, person: Person, { seeker, excluded }: Asked): boolean {
  if (rule.rule === 'candidate.preferences.exclude_user_ids') return person.blocks.includes(seeker.userId);
  if (rule.rule === 'filters.exclude_user_ids') return excluded.includes(person.userId);
  if ('accepts' in rule) {
    const theirs = bindPreferenceOrigin(person.preferences, person.places);
    return !rowPasses(theirs, seeker.values, seeker.places);
  }
  if (!('keep' in rule)) throw new Error(`a rule without a meaning here: ${rule.rule}`);
  return rule.keep === 'complete' ? !person.complete : !rowPasses(rule.keep, person.values, person.places);
}

const sum = (counts: readonly number[]) => counts.reduce((a, b) => a + b, 0);

/** Whether the person lacks what the clauses of the rule compare. */
function statesNothing(rules: readonly NamedStep[], { values, places }: Person): boolean {
  const clauses = rules.flatMap((rule) => ('keep' in rule && rule.keep !== 'complete' ? rule.keep : []));
  const held = clauses.some(comparesPlaces) ? places : values;
  return !Object.hasOwn(held, clauses[0]!.field);
}

async function expectExplained(index: CandidateIndex, everyone: readonly Person[], asked: Asked) {
  const rules = singleRules(stepsOf(index, asked));
  const inQuestion = everyone.filter(
    ({ userId }) => userId !== asked.seeker.userId && (asked.given?.includes(userId) ?? true),
  );
  const candidates: GivenCandidates | null = asked.given && {
    users: new Map(inQuestion.map(({ userId }) => [index.rowOf(userId)!, userId])),
    missing: new Map(),
  };
  const {
    kept,
    dropped,
    rules: found = [],
    examples = {},
    reasons,
  } = await narrowExplained(index, candidates, rules, undefined);
  const counted = rules.filter(({ reason }) => reason !== SELF);
  const droppedBy = inQuestion.map((person) => counted.filter((rule) => drops(rule, person, asked)));
  expect(found.map(({ rule }) => rule)).toEqual(counted.map(({ rule }) => rule));
  for (const [at, rule] of counted.entries()) {
    const entry = found[at]!;
    const first = inQuestion.filter((_, n) => droppedBy[n]![0] === rule).map(({ userId }) => userId);
    const only = inQuestion.filter((_, n) => droppedBy[n]!.length === 1 && droppedBy[n]![0] === rule);
    expect(entry).toMatchObject({ rule: rule.rule, reason: rule.reason, dropped: first.length });
    expect(entry.alone).toBe(only.length);
    const named = entry.example_user_ids ?? [];
    expect(named).toHaveLength(Math.min(3, first.length));
    expect(first).toEqual(expect.arrayContaining(named));
    const ofOnly = named.filter((id) => only.some(({ userId }) => userId === id));
    expect(ofOnly).toHaveLength(Math.min(3, only.length));
  }
  for (const { rule, dropped, mismatch, missing } of joinParts(found)) {
    const own = counted.filter((step) => step.rule === rule);
    expect(dropped).toBe(sum(own.map((step) => droppedBy.filter(([first]) => first === step).length)));
    if (mismatch === undefined && missing === undefined) continue;
    expect((mismatch ?? 0) + (missing ?? 0)).toBe(dropped);
    const lacking = inQuestion.filter(
      (person, n) => own.includes(droppedBy[n]![0]!) && statesNothing(own, person),
    );
    if (missing !== undefined) expect(missing).toBe(lacking.length);
  }
  const passing = inQuestion.filter((_, n) => droppedBy[n]!.length === 0).map(({ userId }) => userId);
  const held = Array.from(kept.withRows().rows, (row) => index.userIdOf(row as never));
  expect(held.toSorted()).toEqual(passing.toSorted());
  const total = Object.values(dropped).reduce((sum, count) => sum + count, 0);
  expect(total + passing.length).toBe(inQuestion.length);
  for (const [reason, count] of Object.entries(dropped)) {
    expect(found.filter((rule) => rule.reason === reason).reduce((sum, rule) => sum + rule.dropped, 0)).toBe(
      count,
    );
    expect(examples[reason]?.length ?? 0).toBeLessThanOrEqual(3);
  }
  if (candidates !== null) expect(reasons!.size).toBe(total);
  kept.held?.release();
  return found;
}

function indexesOf(definition: DomainDefinition, everyone: readonly Person[]): readonly CandidateIndex[] {
  const start = { sequence: firstSequence, encoderId: '' };
  const all = [new ReferenceIndex(definition, firstSequence), new SegmentedIndex(definition, workers, start)];
  const upserts = everyone.map((person) => storedProfile(definition, { ...person, vector: null }));
  for (const index of all) index.apply({ upserts, deletes: [], sequence: changeSequence(1) });
  return all;
}

const worlds = schemas.chain((definition) =>
  fc.record({
    definition: fc.constant(definition),
    everyone: fc.uniqueArray(people(definition), { selector: ({ userId }) => userId, minLength: 2 }),
    filters: clausesOf(definition),
    preferences: clausesOf(definition),
    excluded: fc.uniqueArray(fc.constantFrom(...someUserIds), { maxLength: 2 }),
    given: fc.option(fc.uniqueArray(fc.constantFrom(...someUserIds), { minLength: 1 })),
  }),
);

describe('explained narrowing', () => {
  it('counts, for each rule, what it drops and what it alone drops, and names some of these', async () => {
    let alone = 0;
    await fc.assert(
      fc.asyncProperty(worlds, async ({ definition, everyone, ...asked }) => {
        for (const index of indexesOf(definition, everyone)) {
          const rules = await expectExplained(index, everyone, { ...asked, seeker: everyone[0]! });
          for (const rule of rules) alone += rule.alone ?? 0;
        }
      }),
      { numRuns: 120 },
    );
    expect(alone).toBeGreaterThan(50);
  });

  it('over many blocks, read by several threads', async () => {
    const definition = definitionOf([
      { name: 'age', kind: 'hard', type: 'integer' },
      { name: 'job', kind: 'hard', type: 'enum', values: ['baker', 'smith', 'miller'] },
    ]);
    const jobs = ['baker', 'smith', 'miller'];
    const everyone = Array.from(
      { length: 40_000 },
      (_, n): Person => ({
        userId: `u${n}`,
        values: { age: n % 61, ...(n % 7 !== 0 && { job: jobs[n % 3]! }) },
        places: {},
        preferences: n % 5 === 0 ? [{ op: 'gte', field: 'age', value: 40 }] : [],
        blocks: n % 997 === 1 ? ['u17'] : [],
        complete: n % 11 !== 0,
        vector: null,
      }),
    );
    const [, index] = indexesOf(definition, everyone);
    const asked: Asked = {
      seeker: everyone[17]!,
      filters: [
        { op: 'gte', field: 'age', value: 18 },
        { op: 'lt', field: 'age', value: 45 },
        { op: 'in', field: 'job', values: ['baker', 'smith'] },
      ],
      preferences: [{ op: 'ne', field: 'job', value: 'smith' }],
      excluded: ['u100', 'u39999'],
      given: null,
    };
    const rules = await expectExplained(index!, everyone, asked);
    expect(joinParts(rules).map(({ rule }) => rule)).toEqual([
      'candidate.preferences.exclude_user_ids',
      'filters.exclude_user_ids',
      'required_fields',
      'filters.age',
      'filters.job',
      'preferences.job',
      'candidate.preferences',
    ]);
    expect(rules.every(({ alone }) => alone! > 0 || alone === 0)).toBe(true);
    expect(rules.filter(({ alone }) => alone! > 0).length).toBeGreaterThan(4);
  });

  it('examines every rule, however many a request has', async () => {
    const names = Array.from({ length: 40 }, (_, n) => `f${n}`);
    const definition = definitionOf(names.map((name) => ({ name, kind: 'hard', type: 'integer' })));
    const everyone = Array.from(
      { length: 200 },
      (_, n): Person => ({
        userId: `u${n}`,
        values: Object.fromEntries(names.map((name, at) => [name, n % 40 === at ? 0 : 1])),
        places: {},
        preferences: [],
        blocks: [],
        complete: true,
        vector: null,
      }),
    );
    const [reference, index] = indexesOf(definition, everyone);
    const filters = names.map((field) => ({ op: 'eq' as const, field, value: 1 }));
    const asked = { seeker: everyone[0]!, filters, preferences: [], excluded: [], given: null };
    for (const candidateIndex of [reference!, index!]) {
      const rules = await expectExplained(candidateIndex, everyone, asked);
      const dropping = rules.filter(({ dropped }) => dropped > 0);
      expect(dropping).toHaveLength(40);
      expect(dropping.every(({ alone, dropped }) => alone === dropped)).toBe(true);
    }
  });
});
