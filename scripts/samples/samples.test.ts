/** The files equal the output of the generators, and every profile fits its domain. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import { UpsertUserRequest } from '../../src/contract/user.ts';
import { type DomainDefinition, missingRequired } from '../../src/domains/definition.ts';
import { shippedDomain } from '../../src/domains/shipped-domains.ts';
import { openTextEncoder } from '../../src/engines/encoders/open-text-encoder.ts';
import type { TextEncoder } from '../../src/engines/encoders/text-encoder.ts';
import { openGazetteer } from '../../src/people/places/gazetteer.ts';
import { validateFields } from '../../src/people/profiles/record/validate-fields.ts';
import { compileExtractor } from '../../src/people/reading/compile-extractor.ts';
import type { Extractor } from '../../src/people/reading/extractor.ts';
import { corpora } from './corpora.ts';
import type { SampleProfile } from './sample-profile.ts';

const NOW_MS = Date.parse('2026-06-01');
const folder = join(import.meta.dirname, '../../src/domains/samples');

let encoder: TextEncoder;
let gazetteer: Awaited<ReturnType<typeof openGazetteer>>;
beforeAll(async () => {
  encoder = await openTextEncoder('embedded');
  gazetteer = await openGazetteer();
  return () => encoder.close();
});

function compiled(definition: DomainDefinition): Promise<Extractor> {
  const tools = { encoder, resolvePlace: gazetteer.resolve, populationOf: gazetteer.populationOf };
  return compileExtractor(definition, tools);
}

/** Hard and derived values of a text that the extractor finds otherwise than the profile's own fields say. */
async function contradictions(extractor: Extractor, profile: SampleProfile): Promise<string[]> {
  const { values } = await extractor.extract(profile.context!, NOW_MS, {});
  return values.flatMap(({ field, value }) => {
    const own = profile.fields?.[field];
    return own === undefined || Array.isArray(own) || typeof value === 'string' || value === own
      ? []
      : [`${profile.user_id} ${field}: ${String(own)}, in the text ${String(value)}`];
  });
}

/** Whether the profile may be shown as a candidate; only such profiles must be complete. */
function isSought({ sides }: DomainDefinition, values: Readonly<Record<string, unknown>>): boolean {
  return sides === undefined || Object.values(sides.seeks).flat().includes(String(values[sides.field]));
}

describe.each(Object.entries(corpora))('the samples of %s', (domain, generate) => {
  const definition = shippedDomain(domain)!;
  const profiles = generate();

  it('are at least 200, with ids of their own', () => {
    expect(profiles.length).toBeGreaterThanOrEqual(200);
    expect(new Set(profiles.map(({ user_id }) => user_id)).size).toBe(profiles.length);
  });

  it('are in the file as they are generated (else: npm run samples)', () => {
    const lines = profiles.map((profile) => `${JSON.stringify(profile)}\n`).join('');
    expect(readFileSync(join(folder, `${domain}.ndjson`), 'utf8')).toBe(lines);
  });

  it('are bodies of POST /users whose values the domain takes', () => {
    for (const profile of profiles) {
      expect(() => UpsertUserRequest.parse({ ...profile, domain })).not.toThrow();
      expect(() => validateFields(definition, profile.fields ?? {}, '2026-06-01T00:00:00Z')).not.toThrow();
    }
  });

  it('can be shown: what is required is in their fields or found in their text, and the two agree', async () => {
    const extractor = await compiled(definition);
    const faults: string[] = [];
    for (const profile of profiles) {
      const found =
        profile.context === undefined ? [] : (await extractor.extract(profile.context, NOW_MS, {})).values;
      const values = {
        ...Object.fromEntries(found.map(({ field, value }) => [field, value])),
        ...profile.fields,
      };
      const missing = isSought(definition, values) ? missingRequired(definition, values) : [];
      if (missing.length > 0) faults.push(`${profile.user_id} lacks ${missing.join(', ')}`);
      if (profile.context !== undefined) faults.push(...(await contradictions(extractor, profile)));
    }
    expect(faults).toEqual([]);
  });
});
