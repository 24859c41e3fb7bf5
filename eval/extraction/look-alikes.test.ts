import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { z } from 'zod';
import { readYaml } from '../../src/domains/read-yaml.ts';
import { shippedDomain } from '../../src/domains/shipped-domains.ts';
import { openTextEncoder } from '../../src/engines/encoders/open-text-encoder.ts';
import { openGazetteer } from '../../src/people/places/gazetteer.ts';
import { compileRules } from './evaluate.ts';

it('invents no derived value from look-alikes', async () => {
  const name = 'look-alikes.yaml';
  const source = readFileSync(join(import.meta.dirname, name), 'utf8');
  const texts = readYaml(source, z.record(z.string(), z.array(z.string())), name);
  expect(Object.values(texts).flat().length).toBeGreaterThanOrEqual(100);
  const encoder = await openTextEncoder('embedded');
  const gazetteer = await openGazetteer();
  const invented: string[] = [];
  for (const [domain, own] of Object.entries(texts)) {
    const definition = shippedDomain(domain)!;
    const extractor = await compileRules(definition, encoder, gazetteer);
    const derived = new Set(
      definition.fields.filter(({ kind }) => kind === 'derived').map((field) => field.name),
    );
    for (const text of own)
      for (const { field, value } of (await extractor.extract(text, Date.parse('2026-06-01'))).values)
        if (derived.has(field)) invented.push(`${field} ${value}: ${text}`);
  }
  await encoder.close();
  expect(invented).toEqual([]);
});
