/** The meaning is tested on the engine: `match/remote-candidates.opensearch.test.ts`. */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { DomainDefinition } from '../../../domains/definition.ts';
import { Scorecard } from '../../../domains/scorecard.ts';
import { readsText, scorecardFaults } from '../../../domains/scorecard-check.ts';
import { shippedDomains } from '../../../domains/shipped-domains.ts';
import {
  type Person,
  people,
  schemas,
  storedProfile,
} from '../../../platform/storage/testing/random-profiles.ts';
import { scoreScript } from '../../search-engine/opensearch/scripts/score-script.ts';
import { personOfRow } from '../scoring/person.ts';
import { readyTerm } from '../scoring/ready-term.ts';
import { terms } from '../testing/random-terms.ts';
import { compileRemoteTerms } from './compile-remote-terms.ts';

const NOW_MS = Date.parse('2026-01-09T05:37:12.345Z');
/** The engine takes no longer one. */
const MOST_TEXT = 65_535;

function scriptOf(
  definition: DomainDefinition,
  scorecard: Scorecard,
  person: Person,
  aggregation: 'off' | 'min',
) {
  const ready = scorecard.terms
    .filter((term) => !readsText(term))
    .map((term) => readyTerm(definition, term, NOW_MS));
  const seeker = personOfRow(definition, storedProfile(definition, person).row, []);
  return scoreScript(definition, {
    intercept: scorecard.intercept,
    terms: compileRemoteTerms(ready, { definition, seeker, nowMs: NOW_MS }),
    aggregation,
    calibration: null,
    personEffects: null,
    minScore: 0,
  });
}

function expectOneText(
  definition: DomainDefinition,
  scorecard: Scorecard,
  [one, other]: readonly Person[],
): void {
  const [mine, theirs] = [
    scriptOf(definition, scorecard, one!, 'off'),
    scriptOf(definition, scorecard, other!, 'min'),
  ];
  expect(theirs.source).toBe(mine.source);
  expect(theirs.params.n).toHaveLength((mine.params.n as number[]).length);
  expect((mine.params.n as number[]).every(Number.isFinite)).toBe(true);
  expect(mine.source.length).toBeLessThan(MOST_TEXT);
}

const twoOf = (definition: DomainDefinition) => fc.array(people(definition), { minLength: 2, maxLength: 2 });

describe('the script of a scorecard', () => {
  it('has one text for all seekers', () => {
    const worlds = schemas.chain((definition) =>
      fc.record({
        definition: fc.constant(definition),
        drawn: fc.array(terms(definition), { maxLength: 5 }),
        seekers: twoOf(definition),
      }),
    );
    fc.assert(
      fc.property(worlds, ({ definition, drawn, seekers }) => {
        const scorecard = Scorecard.parse({ terms: drawn.map((term, n) => ({ ...term, name: `t${n}` })) });
        fc.pre(scorecardFaults(scorecard, definition.fields).length === 0);
        expectOneText(definition, scorecard, seekers);
      }),
      { numRuns: 300 },
    );
  });

  it.each(shippedDomains().map((definition) => [definition.domain, definition] as const))(
    'has one text for all seekers of %s',
    (_domain, definition) => {
      fc.assert(
        fc.property(twoOf(definition), (seekers) => expectOneText(definition, definition.scorecard, seekers)),
        { numRuns: 20 },
      );
    },
  );

  it('leaves out the last terms of a scorecard that is too long for the engine', () => {
    const [definition] = shippedDomains();
    const [term] = definition!.scorecard.terms;
    const long = Array.from({ length: 200 }, (_, n) => ({ ...term!, name: `t${n}` }));
    const [person] = fc.sample(people(definition!), { numRuns: 1, seed: 1 });
    const { source } = scriptOf(definition!, Scorecard.parse({ terms: long }), person!, 'min');
    expect(source.length).toBeLessThan(MOST_TEXT);
    expect(source.length).toBeGreaterThan(20_000);
  });
});
