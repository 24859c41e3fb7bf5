import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { shippedVersions } from '../../src/domains/shipped-domains.ts';
import { openTextEncoder } from '../../src/encoders/open-text-encoder.ts';
import type { TextEncoder } from '../../src/encoders/text-encoder.ts';
import { type Gazetteer, openGazetteer } from '../../src/places/gazetteer.ts';
import { compileRules, evaluate } from './evaluate.ts';
import { precisionOf, recallOf, totalOf } from './score.ts';

let encoder: TextEncoder;
let gazetteer: Gazetteer;
beforeAll(async () => {
  encoder = await openTextEncoder('embedded');
  gazetteer = await openGazetteer();
});
afterAll(() => encoder.close());

describe('extraction of the shipped domains, on texts kept aside', () => {
  it.each(shippedVersions().map((version) => [version.domain, version] as const))(
    '%s: precision at least .95, recall at least .85',
    async (_, version) => {
      const definition = version.read();
      const rules = await compileRules(definition, encoder, gazetteer);
      const evaluations = await evaluate(definition, rules, gazetteer);
      const heldOut = evaluations.find(({ part }) => part === 'heldout');
      expect(heldOut?.count).toBeGreaterThanOrEqual(30);
      const total = totalOf(heldOut?.tallies ?? new Map());
      expect(precisionOf(total)).toBeGreaterThanOrEqual(0.95);
      expect(recallOf(total)).toBeGreaterThanOrEqual(0.85);
    },
  );
});
