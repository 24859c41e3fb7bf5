import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type DomainVersion, shippedVersions } from '../../src/domains/shipped-domains.ts';
import { openTextEncoder } from '../../src/engines/encoders/open-text-encoder.ts';
import type { TextEncoder } from '../../src/engines/encoders/text-encoder.ts';
import { type Gazetteer, openGazetteer } from '../../src/people/places/gazetteer.ts';
import { casesFolder, compileRules, type Evaluation, evaluate } from './evaluate.ts';
import { readCases } from './read-cases.ts';
import { precisionOf, recallOf, totalOf } from './score.ts';

let encoder: TextEncoder;
let gazetteer: Gazetteer;
beforeAll(async () => {
  encoder = await openTextEncoder('embedded');
  gazetteer = await openGazetteer();
});
afterAll(() => encoder.close());

async function evaluationsOf(version: DomainVersion): Promise<readonly Evaluation[]> {
  const definition = version.read();
  return evaluate(definition, await compileRules(definition, encoder, gazetteer), gazetteer);
}

const domains = shippedVersions().map((version) => [version.domain, version] as const);

describe('extraction of the shipped domains, on texts kept aside', () => {
  it.each(domains)('%s: precision at least .95, recall at least .85', async (_, version) => {
    const evaluations = await evaluationsOf(version);
    const heldOut = evaluations.find(({ part }) => part === 'heldout');
    expect(heldOut?.count).toBeGreaterThanOrEqual(30);
    const total = totalOf(heldOut?.tallies ?? new Map());
    expect(precisionOf(total)).toBeGreaterThanOrEqual(0.95);
    expect(recallOf(total)).toBeGreaterThanOrEqual(0.85);
  });
});

/** Sums beside numbers with units, ages beside a letter, openings that name kin. */
describe('texts that say nothing wrong', () => {
  it.each(domains)(
    '%s: are read without a mistake, but for the failures that are listed',
    async (_, version) => {
      const evaluations = await evaluationsOf(version);
      for (const part of ['probes', 'fresh'] as const) {
        const listed = readCases(casesFolder, version.domain, part)!.filter((given) => given.known_failure);
        const failed = evaluations.find((evaluation) => evaluation.part === part)?.failed;
        expect(failed?.map(({ text }) => text)).toEqual(listed.map(({ text }) => text));
      }
    },
  );
});
