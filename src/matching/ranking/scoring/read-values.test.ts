import { describe, expect, it } from 'vitest';
import { shippedDomain } from '../../../domains/shipped-domains.ts';
import type { LayeredValue } from '../../../platform/storage/profile-row.ts';
import { learnableTerm } from './learnable-term.ts';
import { personOfRow } from './person.ts';
import { pointsOfReading } from './read-values.ts';
import { readingOf } from './reading.ts';
import { readyTerm } from './ready-term.ts';

const hiring = shippedDomain('hiring')!;
const rule = { from: 500, characters_a_value: 30 };
const skills = hiring.scorecard.terms.find(({ name }) => name === 'skills_asked_for')!;
const pay = hiring.scorecard.terms.find(({ name }) => name === 'pay')!;
const layered = {} as LayeredValue;

/** `given`: fields that the client gave; the others were read. */
function personWith(fields: Record<string, unknown>, characters: number, given: readonly string[] = []) {
  const row = {
    fields: { ...fields, summary: 'x'.repeat(characters) } as never,
    derived: {},
    places: {},
    updatedAt: '2026-01-01T00:00:00.000Z',
    layers: {
      client: Object.fromEntries(given.map((name) => [name, layered])),
      feedback: {},
      extracted: {},
    },
  };
  return personOfRow(hiring, row, [], readingOf(hiring, row));
}

const job = (characters: number, given?: readonly string[]) =>
  personWith({ role: 'job', skills: ['python', 'sql'], salary_max: 50_000 }, characters, [
    'role',
    ...(given ?? []),
  ]);
const candidate = (characters: number, given?: readonly string[]) =>
  personWith({ role: 'candidate', skills: ['python', 'sql'], salary_expectation: 90_000 }, characters, [
    'role',
    ...(given ?? []),
  ]);

const terms = [skills, pay].map((term) => readyTerm(hiring, term, 0));
const lost = (me: ReturnType<typeof job>, other: ReturnType<typeof job>) =>
  pointsOfReading(rule, terms, me, other);
const whole = terms[0]!.read(job(0), candidate(0)).points;

describe('choices that were read from texts', () => {
  it('count whole in short texts, and without a rule', () => {
    expect(lost(job(500), candidate(500))).toBe(0);
    expect(pointsOfReading(undefined, terms, job(9000), candidate(9000))).toBe(0);
  });

  it('count by the number of values for the length of the text, of both sides', () => {
    // 3 values where 90 more characters let 3 more be expected.
    expect(lost(job(590), candidate(0))).toBeCloseTo(-0.5 * whole, 9);
    expect(lost(job(590), candidate(590))).toBeCloseTo(-0.75 * whole, 9);
  });

  it('count whole where the client gave them, and numbers always do', () => {
    expect(lost(job(590, ['skills']), candidate(590))).toBeCloseTo(-0.5 * whole, 9);
    expect(lost(job(9000, ['skills']), candidate(9000, ['skills']))).toBe(0);
    expect(terms[1]!.read(job(9000), candidate(9000)).points).toBeLessThan(0);
  });

  it('are learned from with the share with which they count', () => {
    const learnable = learnableTerm(hiring, skills, 0, { readValues: rule });
    let sum = 0;
    learnable.read(job(590), candidate(590), (slot, share) => {
      sum += share * learnable.values[slot]!;
    });
    expect(sum).toBeCloseTo(0.25 * whole, 9);
  });
});
