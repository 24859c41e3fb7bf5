import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { changeSequence } from '../../../contract/brands.ts';
import type { DomainDefinition } from '../../../domains/definition.ts';
import type { FieldValues } from '../../../domains/field.ts';
import { Scorecard } from '../../../domains/scorecard.ts';
import { readsText, scorecardFaults } from '../../../domains/scorecard-check.ts';
import { shippedDomains } from '../../../domains/shipped-domains.ts';
import {
  definitionOf,
  firstSequence,
  type Person,
  people,
  schemas,
  storedProfile,
} from '../../../platform/storage/testing/random-profiles.ts';
import type { CandidateIndex } from '../../index/candidate-index.ts';
import type { TermOp } from '../../index/query-program.ts';
import { ReferenceIndex } from '../../index/reference/reference-index.ts';
import { personOfRow, type Person as RankedPerson } from '../scoring/person.ts';
import { type ReadyTerm, readyTerm } from '../scoring/ready-term.ts';
import { terms } from '../testing/random-terms.ts';
import { compileTerm, compileTerms } from './compile-terms.ts';

const NOW_MS = Date.parse('2026-01-09T05:37:12.345Z');

const worlds = schemas.chain((definition) =>
  fc.record({
    definition: fc.constant(definition),
    term: terms(definition),
    people: fc.uniqueArray(people(definition), { maxLength: 8, selector: ({ userId }) => userId }),
    seeker: people(definition),
  }),
);

/** Without the fields that their side does not have, as intake leaves them out. */
function ofOneSide({ sides, fields }: DomainDefinition, person: Person, draw: number): Person {
  if (sides === undefined) return person;
  const all = Object.keys(sides.seeks);
  const side = all[draw % all.length]!;
  const has = new Set(fields.filter((field) => field.sides?.includes(side) ?? true).map(({ name }) => name));
  const values = Object.entries(person.values).filter(([name]) => has.has(name));
  return { ...person, values: { ...Object.fromEntries(values), [sides.field]: side } };
}

function indexOf(
  definition: DomainDefinition,
  profiles: readonly ReturnType<typeof storedProfile>[],
): ReferenceIndex {
  const index = new ReferenceIndex(definition, firstSequence);
  index.apply({ upserts: profiles, deletes: [], sequence: changeSequence(1) });
  return index;
}

function contextOf({ definition, codes }: CandidateIndex, seeker: RankedPerson) {
  return { definition, codes, seeker, nowMs: NOW_MS };
}

/** Sums of both directions, from 0, by row of the index. */
async function pointsByRow(
  index: CandidateIndex,
  terms: readonly TermOp[],
): Promise<ReadonlyMap<number, readonly [forward: number, backward: number]>> {
  const { selection } = await index.select([]);
  const program = {
    intercept: 0,
    terms,
    personEffects: null,
    aggregation: 'product' as const,
    calibration: null,
  };
  const cut = { topK: index.size, minScore: 0 };
  const { rows, forward, backward } = await index.rank(selection, { program, personEffects: null }, cut);
  expect(rows).toHaveLength(index.size);
  return new Map(Array.from(rows, (row, at) => [row, [forward[at]!, backward![at]!]]));
}

describe('a compiled term', () => {
  it('gives every row the points of the pair, bit for bit', async () => {
    let counted = 0;
    const compiledBy = new Map<string, number>();
    await fc.assert(
      fc.asyncProperty(worlds, async ({ definition, ...world }) => {
        const scorecard = Scorecard.parse({ terms: [world.term] });
        fc.pre(scorecardFaults(scorecard, definition.fields).length === 0);
        const ready = readyTerm(definition, scorecard.terms[0]!, NOW_MS);
        const profiles = world.people.map((person) => storedProfile(definition, person));
        const seeker = personOfRow(definition, storedProfile(definition, world.seeker).row, []);
        const index = indexOf(definition, profiles);
        const ops = compileTerm(ready, { ...contextOf(index, seeker), twoWay: true });
        if (ops === null) return;
        for (const { op } of ops) compiledBy.set(op, (compiledBy.get(op) ?? 0) + 1);
        const points = await pointsByRow(index, ops);
        profiles.forEach(({ row: profile }, n) => {
          const other = personOfRow(definition, profile, []);
          const read = [ready.read(seeker, other), ready.read(other, seeker)] as const;
          for (const direction of [0, 1] as const) {
            // The sign of zero adds nothing to a sum.
            expect(points.get(n)![direction] + 0).toBe(read[direction].points + 0);
            expect(Number.isFinite(points.get(n)![direction])).toBe(true);
            if (read[direction].state === 'counted') counted++;
          }
        });
      }),
      { numRuns: 1000 },
    );
    expect(counted).toBeGreaterThan(200);
    expect([...compiledBy.keys()].sort()).toEqual([
      'bestOfSet',
      'codes',
      'completeness',
      'constant',
      'interval',
      'number',
      'overlap',
    ]);
  });

  it.each(shippedDomains().map((definition) => [definition.domain, definition] as const))(
    'exists for every term of %s that reads no text, whatever a seeker of a side has said',
    (_name, definition) => {
      const index = indexOf(definition, []);
      const ready = definition.scorecard.terms
        .filter((term) => !readsText(term))
        .map((term) => readyTerm(definition, term, NOW_MS));
      fc.assert(
        fc.property(people(definition), fc.nat(), (anybody, draw) => {
          const person = ofOneSide(definition, anybody, draw);
          const seeker = personOfRow(definition, storedProfile(definition, person).row, []);
          const context = { ...contextOf(index, seeker), twoWay: true };
          const left = ready.filter((term) => compileTerm(term, context) === null);
          expect(left.map(({ term }) => term.name)).toEqual([]);
        }),
        { numRuns: 60 },
      );
    },
  );

  const person = (userId: string, values: FieldValues): Person => ({
    userId,
    values,
    places: {},
    preferences: [],
    blocks: [],
    complete: true,
    vector: null,
  });

  it.each([
    ['count', [2, 2], [2, 2]],
    ['jaccard', [2 / 5, 2 / 5], [2 / 3, 2 / 3]],
    ['cover_mine', [2 / 3, 2 / 4], [2 / 3, 1]],
    ['cover_theirs', [2 / 4, 2 / 3], [1, 2 / 3]],
  ])('reads sets by %s, each direction from its own side', async (measure, wide, narrow) => {
    const values = Array.from({ length: 40 }, (_, v) => `v${v}`);
    const definition = definitionOf([{ name: 'tags', kind: 'hard', type: 'enum', multiple: true, values }]);
    const scorecard = Scorecard.parse({
      terms: [
        {
          name: 'tags',
          compare: 'overlap',
          field: 'tags',
          measure,
          knots: [
            [0, 0],
            [10, 10],
          ],
        },
      ],
    });
    const tagged = (userId: string, tags: readonly string[]) =>
      storedProfile(definition, person(userId, { tags }));
    const index = indexOf(definition, [
      tagged('wide', ['v1', 'v39', 'v7', 'v8']),
      tagged('narrow', ['v39', 'v1']),
      tagged('none', []),
    ]);
    const seeker = personOfRow(definition, tagged('me', ['v1', 'v2', 'v39']).row, []);
    const points = await pointsOf(definition, scorecard, index, seeker);
    const read = (direction: 0 | 1) => [0, 1].map((row) => points.get(row)![direction]);
    expect(read(0)).toEqual([wide[0], narrow[0]].map((x) => expect.closeTo(x!, 12)));
    expect(read(1)).toEqual([wide[1], narrow[1]].map((x) => expect.closeTo(x!, 12)));
  });

  it('is added to the terms before it', async () => {
    const definition = definitionOf([{ name: 'age', kind: 'hard', type: 'integer' }]);
    const scorecard = Scorecard.parse({
      terms: [
        {
          name: 'a',
          compare: 'prior',
          other: 'age',
          knots: [
            [0, 0],
            [10, 1],
          ],
        },
        {
          name: 'b',
          compare: 'difference',
          field: 'age',
          knots: [
            [0, 1],
            [10, 0],
          ],
          weight: 2,
        },
      ],
    });
    const aged = (userId: string, age: number) => storedProfile(definition, person(userId, { age }));
    const index = indexOf(definition, [aged('a', 5), aged('b', 10)]);
    const seeker = personOfRow(definition, aged('me', 5).row, []);
    const points = await pointsOf(definition, scorecard, index, seeker);
    expect([0, 1].map((row) => points.get(row))).toEqual([
      [0.5 + 2, 0.5 + 2],
      [1 + 1, 0.5 + 1],
    ]);
  });
});

async function pointsOf(
  definition: DomainDefinition,
  { terms: parsed }: Scorecard,
  index: CandidateIndex,
  seeker: RankedPerson,
) {
  const ready: readonly ReadyTerm[] = parsed.map((term) => readyTerm(definition, term, NOW_MS));
  return pointsByRow(index, compileTerms(ready, { ...contextOf(index, seeker), twoWay: true })!);
}
