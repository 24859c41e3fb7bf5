/** Every sample is complete, once its text has been read. */
import { beforeAll, expect, it } from 'vitest';
import { type DomainDefinition, missingRequired } from '../../src/domains/definition.ts';
import { shippedDomain } from '../../src/domains/shipped-domains.ts';
import { openTextEncoder } from '../../src/engines/encoders/open-text-encoder.ts';
import type { TextEncoder } from '../../src/engines/encoders/text-encoder.ts';
import { openGazetteer } from '../../src/people/places/gazetteer.ts';
import { compileExtractor } from '../../src/people/reading/compile-extractor.ts';
import type { Extraction, Extractor } from '../../src/people/reading/extractor.ts';
import { corpora } from './corpora.ts';
import type { SampleProfile } from './sample-profile.ts';

const NOW_MS = Date.parse('2026-06-01');

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

/** Hard and derived values that the extractor finds otherwise than the profile's own fields say. */
function contradictions(values: Extraction['values'], profile: SampleProfile): readonly string[] {
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

it.each(Object.entries(corpora))(
  'the samples of %s can be shown: what is required is in their fields or found in their text, and the two agree',
  async (domain, generate) => {
    const definition = shippedDomain(domain)!;
    const extractor = await compiled(definition);
    const faults: string[] = [];
    for (const profile of generate()) {
      const found =
        profile.context === undefined ? [] : (await extractor.extract(profile.context, NOW_MS, {})).values;
      const values = {
        ...Object.fromEntries(found.map(({ field, value }) => [field, value])),
        ...profile.fields,
      };
      const missing = isSought(definition, values) ? missingRequired(definition, values) : [];
      if (missing.length > 0) faults.push(`${profile.user_id} lacks ${missing.join(', ')}`);
      faults.push(...contradictions(found, profile));
    }
    expect(faults).toEqual([]);
  },
);
