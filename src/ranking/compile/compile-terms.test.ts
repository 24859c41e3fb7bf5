import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { DomainDefinition } from '../../domains/definition.ts';
import { Scorecard } from '../../domains/scorecard.ts';
import { readsText, scorecardFaults } from '../../domains/scorecard-check.ts';
import { shippedDomains } from '../../domains/shipped-domains.ts';
import { IndexDictionaries } from '../../index/segments/rows/index-dictionaries.ts';
import { type Person, people, schemas, storedProfile } from '../../storage/testing/random-profiles.ts';
import { personOfRow } from '../scoring/person.ts';
import { readyTerm } from '../scoring/read-term.ts';
import { terms } from '../testing/random-terms.ts';
import { compileTerm } from './compile-terms.ts';
import { codedRow, interpretTerm } from './testing/interpret-term.ts';

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

describe('a compiled term', () => {
  it('gives every row the points of the pair, bit for bit', () => {
    let counted = 0;
    const compiledBy = new Map<string, number>();
    fc.assert(
      fc.property(worlds, ({ definition, ...world }) => {
        const scorecard = Scorecard.parse({ terms: [world.term] });
        fc.pre(scorecardFaults(scorecard, definition.fields).length === 0);
        const ready = readyTerm(definition, scorecard.terms[0]!, NOW_MS);
        const profiles = world.people.map((person) => storedProfile(definition, person));
        const seeker = personOfRow(definition, storedProfile(definition, world.seeker).row, []);
        const codes = new IndexDictionaries(definition);
        const rows = profiles.map((profile) => codedRow(definition, codes, profile));
        const ops = compileTerm(ready, { definition, codes, seeker, nowMs: NOW_MS, twoWay: true });
        if (ops === null) return;
        for (const { op } of ops) compiledBy.set(op, (compiledBy.get(op) ?? 0) + 1);
        rows.forEach((row, n) => {
          const other = personOfRow(definition, profiles[n]!.row, []);
          const read = [ready.read(seeker, other), ready.read(other, seeker)] as const;
          for (const direction of [0, 1] as const) {
            const sum = ops.reduce((points, op) => points + interpretTerm(op, row, direction), 0);
            expect(sum).toBe(read[direction].points + 0);
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
      const codes = new IndexDictionaries(definition);
      const ready = definition.scorecard.terms
        .filter((term) => !readsText(term))
        .map((term) => readyTerm(definition, term, NOW_MS));
      fc.assert(
        fc.property(people(definition), fc.nat(), (anybody, draw) => {
          const person = ofOneSide(definition, anybody, draw);
          const seeker = personOfRow(definition, storedProfile(definition, person).row, []);
          const context = { definition, codes, seeker, nowMs: NOW_MS, twoWay: true };
          const left = ready.filter((term) => compileTerm(term, context) === null);
          expect(left.map(({ term }) => term.name)).toEqual([]);
        }),
        { numRuns: 60 },
      );
    },
  );
});
