import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { shippedVersions } from '../../src/domains/shipped-domains.ts';
import { openTextEncoder } from '../../src/engines/encoders/open-text-encoder.ts';
import type { TextEncoder } from '../../src/engines/encoders/text-encoder.ts';
import { type Gazetteer, openGazetteer } from '../../src/people/places/gazetteer.ts';
import { casesFolder, compileRules, type Evaluation, evaluate } from './evaluate.ts';
import { type Part, readCases } from './read-cases.ts';
import { precisionOf, recallOf, totalOf } from './score.ts';

let encoder: TextEncoder;
let gazetteer: Gazetteer;
beforeAll(async () => {
  encoder = await openTextEncoder('embedded');
  gazetteer = await openGazetteer();
});
afterAll(() => encoder.close());

/** The parts on which something is promised; `npm run eval -- extraction` reads the others as well. */
const promised = ['heldout', 'probes', 'fresh'] as const;
const domains = shippedVersions().map((version) => [version.domain, version] as const);

describe.each(domains)('extraction of %s', (_, version) => {
  let evaluations: readonly Evaluation[];
  beforeAll(async () => {
    const definition = version.read();
    const rules = await compileRules(definition, encoder, gazetteer);
    evaluations = await evaluate(definition, rules, gazetteer, { only: promised });
  });
  const evaluationOf = (wanted: Part) => evaluations.find(({ part }) => part === wanted);

  it('has a precision of at least .95 and a recall of at least .85 on texts kept aside', () => {
    const heldOut = evaluationOf('heldout');
    expect(heldOut?.count).toBeGreaterThanOrEqual(30);
    const total = totalOf(heldOut?.tallies ?? new Map());
    expect(precisionOf(total)).toBeGreaterThanOrEqual(0.95);
    expect(recallOf(total)).toBeGreaterThanOrEqual(0.85);
  });

  /** Sums beside numbers with units, ages beside a letter, openings that name kin. */
  it('makes no mistake in texts that say nothing wrong, but for the failures that are listed', () => {
    for (const part of ['probes', 'fresh'] as const) {
      const listed = readCases(casesFolder, version.domain, part)!.filter((given) => given.known_failure);
      expect(evaluationOf(part)?.failed.map(({ text }) => text)).toEqual(listed.map(({ text }) => text));
    }
  });
});
