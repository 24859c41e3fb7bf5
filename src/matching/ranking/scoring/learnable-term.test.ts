import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { fieldNamed } from '../../../domains/definition.ts';
import { termFields } from '../../../domains/read-term.ts';
import { Scorecard, type Term } from '../../../domains/scorecard.ts';
import { scorecardFaults } from '../../../domains/scorecard-check.ts';
import { people, schemas, storedProfile } from '../../../platform/storage/testing/random-profiles.ts';
import { terms } from '../testing/random-terms.ts';
import { type LearnableTerm, learnableTerm } from './learnable-term.ts';
import { type Person, personOfRow } from './person.ts';
import { readyTerm } from './ready-term.ts';

const NOW_MS = Date.parse('2026-01-09T05:37:12.345Z');

function summed(learnable: LearnableTerm, values: ArrayLike<number>, me: Person, other: Person): number {
  let sum = 0;
  learnable.read(me, other, (slot, share) => {
    sum += share * values[slot]!;
  });
  return sum;
}

const worlds = schemas.chain((definition) =>
  fc.record({
    definition: fc.constant(definition),
    term: terms(definition),
    me: people(definition),
    other: people(definition),
    seed: fc.integer({ min: 1, max: 1000 }),
  }),
);

describe('a learnable term', () => {
  it('gives every pair the points of the term, before and after its points are replaced', () => {
    let pairs = 0;
    fc.assert(
      fc.property(worlds, ({ definition, term: given, me, other, seed }) => {
        const scorecard = Scorecard.parse({ terms: [given] });
        fc.pre(scorecardFaults(scorecard, definition.fields).length === 0);
        const term = scorecard.terms[0]!;
        const learnable = learnableTerm(definition, term, NOW_MS);
        const [mine, theirs] = [me, other].map((each) =>
          personOfRow(definition, storedProfile(definition, each).row, []),
        ) as [Person, Person];
        const read = (each: Term) => readyTerm(definition, each, NOW_MS).read(mine, theirs).points;
        pairs++;
        expect(summed(learnable, learnable.values, mine, theirs)).toBeCloseTo(read(term), 9);
        const same = learnable.withValues(learnable.values);
        expect(read(same)).toBeCloseTo(Math.max(-10, Math.min(10, read(term))), 4);
        const several = Object.values(termFields(term)).some(
          (name) => name !== null && fieldNamed(definition, name)?.multiple,
        );
        if (several && term.compare !== 'overlap') return;
        const others = learnable.values.map((_, slot) => (((slot + 1) * seed) % 97) / 10 - 4);
        const replaced = learnable.withValues(others);
        expect(Scorecard.safeParse({ terms: [replaced] }).success).toBe(true);
        expect(read(replaced)).toBeCloseTo(summed(learnable, others, mine, theirs), 4);
      }),
      { numRuns: 2000 },
    );
    expect(pairs).toBeGreaterThan(1000);
  });

  it('names every slot, and the direction in which a curve must go', () => {
    const definition = { fields: [{ name: 'age', kind: 'hard', type: 'integer' }] } as never;
    const term = Scorecard.parse({
      terms: [
        {
          name: 'age',
          compare: 'difference',
          field: 'age',
          weight: 2,
          missing: -0.5,
          monotone: 'decreasing',
          knots: [
            [0, 1],
            [5, 0],
            [20, -1],
          ],
        },
      ],
    }).terms[0]!;
    const learnable = learnableTerm(definition, term, NOW_MS);
    expect([...learnable.values]).toEqual([2, 0, -2, -1]);
    expect(learnable.slotNames).toEqual(['at 0', 'at 5', 'at 20', 'missing']);
    expect(learnable.ordered).toEqual([
      [1, 0],
      [2, 1],
    ]);
    expect(learnable.withValues([3, 1, 0, 0.25])).toMatchObject({
      weight: 1,
      missing: 0.25,
      knots: [
        [0, 3],
        [5, 1],
        [20, 0],
      ],
    });
  });
});
