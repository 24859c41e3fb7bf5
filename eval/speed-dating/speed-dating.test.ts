/** The measure within a person, and the two domain files. */
import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { parseDefinition } from '../../src/domains/parse-definition.ts';
import { withinDifference, withinInterval } from './auc-interval.ts';

test('the AUC within a person counts pairs of decisions of one person alone', () => {
  const decisions = { seekers: Uint32Array.of(7, 7, 7, 9, 9, 4), labels: Uint8Array.of(1, 0, 0, 1, 0, 1) };
  const scores = Float64Array.of(0.5, 0.4, 0.5, 0.1, 0.2, 0.9);
  // Person 7 has one pair right and one tie, person 9 one pair wrong, person 4 none.
  expect(withinInterval(decisions, scores).value).toBeCloseTo(1.5 / 3);
  const others = Float64Array.from(decisions.labels);
  expect(withinDifference(decisions, [{ scores, others }]).value).toBeCloseTo(-0.5);
});

test.each(['v1', 'v2'])('the domain file %s is valid', (version) => {
  const name = `speed-dating.${version}.yaml`;
  const source = readFileSync(new URL(name, import.meta.url), 'utf8');
  expect(parseDefinition(source, name).scorecard.terms.length).toBeGreaterThan(25);
});
