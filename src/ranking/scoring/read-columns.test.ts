import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { changeSequence, rowNumber } from '../../contract/brands.ts';
import type { DomainDefinition } from '../../domains/definition.ts';
import { Scorecard } from '../../domains/scorecard.ts';
import { scorecardFaults } from '../../domains/scorecard-check.ts';
import type { PlainIndex } from '../../index/candidate-index.ts';
import { ReferenceIndex } from '../../index/reference/reference-index.ts';
import {
  definitionOf,
  firstSequence,
  people,
  schemas,
  storedProfile,
} from '../../storage/testing/random-profiles.ts';
import { terms } from '../testing/random-terms.ts';
import { type Person, peopleOfIndex, personOfRow } from './person.ts';
import { type Direction, readColumn } from './read-columns.ts';
import { type ReadyTerm, readyTerm } from './read-term.ts';
import { addColumnTerms } from './sum-columns.ts';

const NOW_MS = Date.parse('2026-01-09T05:37:12.345Z');

const worlds = schemas.chain((definition) =>
  fc.record({
    definition: fc.constant(definition),
    term: terms(definition),
    people: fc.uniqueArray(people(definition), { maxLength: 8, selector: ({ userId }) => userId }),
    seeker: people(definition),
  }),
);

function indexOf(definition: DomainDefinition, profiles: ReturnType<typeof storedProfile>[]): PlainIndex {
  const index = new ReferenceIndex(definition, firstSequence);
  index.apply({ upserts: profiles, deletes: [], sequence: changeSequence(1) });
  return index;
}

function pointsOf(
  ready: ReadyTerm,
  index: PlainIndex,
  seeker: Person,
  direction: Direction,
  rows: Uint32Array,
) {
  const points = new Float64Array(rows.length).fill(Number.NaN);
  readColumn(ready, index, seeker, direction, rows, points);
  return points;
}

describe('a term over columns', () => {
  it('means what it means pair by pair, bit for bit', () => {
    let counted = 0;
    fc.assert(
      fc.property(worlds, (world) => {
        const { definition } = world;
        const scorecard = Scorecard.parse({ terms: [world.term] });
        fc.pre(scorecardFaults(scorecard, definition.fields).length === 0);
        const ready = readyTerm(definition, scorecard.terms[0]!, NOW_MS);
        const index = indexOf(
          definition,
          world.people.map((person) => storedProfile(definition, person)),
        );
        const seeker = personOfRow(definition, storedProfile(definition, world.seeker).row, []);
        const rows = index.all().rows();
        const personOf = peopleOfIndex(index);
        const forward = pointsOf(ready, index, seeker, 'forward', rows);
        const backward = pointsOf(ready, index, seeker, 'backward', rows);
        rows.forEach((row, n) => {
          const candidate = personOf(rowNumber(row));
          const reading = ready.read(seeker, candidate);
          if (reading.state === 'counted') counted++;
          // The sign of zero adds nothing to a sum.
          expect(forward[n]! + 0).toBe(reading.points + 0);
          expect(backward[n]! + 0).toBe(ready.read(candidate, seeker).points + 0);
          expect(Number.isFinite(forward[n]!)).toBe(true);
          if (ready.alike) expect(backward[n]! + 0).toBe(forward[n]! + 0);
        });
      }),
      { numRuns: 600 },
    );
    expect(counted).toBeGreaterThan(100);
  });

  it.each([
    ['count', [2, 2], [2, 2]],
    ['jaccard', [2 / 5, 2 / 5], [2 / 3, 2 / 3]],
    ['cover_mine', [2 / 3, 2 / 4], [2 / 3, 1]],
    ['cover_theirs', [2 / 4, 2 / 3], [1, 2 / 3]],
  ])('reads sets by %s, each direction from its own side', (measure, wide, narrow) => {
    const values = Array.from({ length: 40 }, (_, v) => `v${v}`);
    const definition = definitionOf([{ name: 'tags', kind: 'hard', type: 'enum', multiple: true, values }]);
    const { terms: parsed } = Scorecard.parse({
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
    const person = (userId: string, tags: string[]) =>
      storedProfile(definition, {
        userId,
        values: { tags },
        places: {},
        preferences: [],
        blocks: [],
        complete: true,
        vector: null,
      });
    const index = indexOf(definition, [
      person('wide', ['v1', 'v39', 'v7', 'v8']),
      person('narrow', ['v39', 'v1']),
      person('none', []),
    ]);
    const seeker = personOfRow(definition, person('me', ['v1', 'v2', 'v39']).row, []);
    const ready = readyTerm(definition, parsed[0]!, NOW_MS);
    const read = (direction: 'forward' | 'backward') => [
      ...pointsOf(ready, index, seeker, direction, Uint32Array.of(0, 1)),
    ];
    expect(read('forward')).toEqual([wide[0], narrow[0]].map((x) => expect.closeTo(x!, 12)));
    expect(read('backward')).toEqual([wide[1], narrow[1]].map((x) => expect.closeTo(x!, 12)));
  });

  it('sums terms in their order onto what is there', () => {
    const definition = definitionOf([{ name: 'age', kind: 'hard', type: 'integer' }]);
    const { terms: parsed } = Scorecard.parse({
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
    const person = (userId: string, age: number) =>
      storedProfile(definition, {
        userId,
        values: { age },
        places: {},
        preferences: [],
        blocks: [],
        complete: true,
        vector: null,
      });
    const index = indexOf(definition, [person('a', 5), person('b', 10)]);
    const sums = { forward: Float64Array.of(1, 1), backward: Float64Array.of(0, 0) };
    const seeker = personOfRow(definition, person('me', 5).row, []);
    addColumnTerms(
      parsed.map((term) => readyTerm(definition, term, NOW_MS)),
      index,
      seeker,
      Uint32Array.of(0, 1),
      sums,
    );
    expect([...sums.forward]).toEqual([1 + 0.5 + 2, 1 + 1 + 1]);
    expect([...sums.backward]).toEqual([0.5 + 2, 0.5 + 1]);
  });
});
