import { describe, expect, test } from 'vitest';
import { schemaVersion } from '../../../domains/definition.ts';
import type { Scorecard, Term } from '../../../domains/scorecard.ts';
import { shippedDomain } from '../../../domains/shipped-domains.ts';
import { servedScorecard } from '../../ranking/models/served-scorecard.ts';
import { learnableTerm } from '../../ranking/scoring/learnable-term.ts';
import { describeTerms, MOST_POINTS } from './describe-terms.ts';

const definition = shippedDomain('dating')!;
const schema_version = schemaVersion(definition);
const declared = servedScorecard(definition);
const [first] = declared.terms;

/** All points of the first term grow by 1. */
function raised(term: Term): Term {
  const learnable = learnableTerm(definition, term, 0);
  return learnable.withValues(learnable.values.map((points) => points + 1));
}
const cardOf = (scorecard: Scorecard) => ({ card: { schema_version, scorecard } });

describe('what a model learned', () => {
  test('is beside what the domain declares, biggest changes first', () => {
    const scorecard = {
      ...declared,
      intercept: declared.intercept + 0.5,
      terms: declared.terms.map((term) => (term === first ? raised(term) : term)),
    };
    const terms = describeTerms(definition, cardOf(scorecard))!;
    expect(terms.map(({ name }) => name).slice(0, 2)).toEqual([first!.name, 'intercept']);
    expect(terms).toHaveLength(declared.terms.length + 2);
    for (const { declared: before, learned } of terms[0]!.points) expect(learned).toBeCloseTo(before + 1);
    const before = declared.intercept;
    const [starting] = terms[1]!.points;
    expect(terms[1]).toMatchObject({ name: 'intercept', compare: 'intercept', change: 0.5 });
    expect(starting!.at).toBe('every pair');
    expect(starting!.declared).toBeCloseTo(before, 5);
    expect(starting!.learned).toBeCloseTo(before + 0.5, 5);
    for (const { change, points } of terms.slice(2)) {
      expect(change).toBe(0);
      expect(points.length).toBeLessThanOrEqual(MOST_POINTS);
      for (const { declared: own, learned } of points) expect(learned).toBe(own);
    }
  });

  test('is not known of a model of another version of the domain, or without a scorecard', () => {
    const other = { card: { schema_version: 'dating.v9', scorecard: declared } };
    expect(describeTerms(definition, other)).toBeNull();
    expect(describeTerms(definition, { card: { schema_version } })).toBeNull();
  });
});
