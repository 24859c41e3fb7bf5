import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { DomainDefinition } from './definition.ts';
import { outlineOf } from './definition-outline.ts';
import { parseDefinition } from './parse-definition.ts';
import { shippedDomain, shippedDomainNames, shippedDomains, shippedVersions } from './shipped-domains.ts';

/** A definition is read in five minutes. */
const MAX_DEFINITION_BYTES = 25_000;

describe('the shipped domains', () => {
  it('are six, and read once', () => {
    expect(shippedDomainNames()).toEqual([
      ...['agent-to-agent', 'dating', 'founder-investor', 'hiring', 'marketplace', 'product-recommendation'],
    ]);
    expect(shippedDomains()).toBe(shippedDomains());
    expect(shippedDomain('dating')).toBe(shippedVersions()[1]!.read());
    expect(shippedDomain('domains')).toBeUndefined();
  });

  it.each(shippedVersions().map((version) => [version.domain, version] as const))(
    '%s is valid with its words, and the same as one file',
    (domain, { version, source, read }) => {
      const definition = read();
      expect(DomainDefinition.parse(definition)).toEqual(definition);
      const joined = parseDefinition(source(), `${domain}.yaml`);
      expect(joined).toEqual(definition);
      expect(outlineOf(joined)).toEqual(outlineOf(definition));
      expect(definition.version).toBe(version);
      expect(definition.fields.filter(({ extract }) => extract === undefined)).toEqual([]);
    },
  );

  it.each(shippedDomainNames())('the definition of %s is short and has no words', (domain) => {
    const text = readFileSync(new URL(`${domain}/definition.yaml`, import.meta.url), 'utf8');
    expect(Buffer.byteLength(text)).toBeLessThanOrEqual(MAX_DEFINITION_BYTES);
    expect(text).not.toMatch(/\bextract:|_cues:|_headings:|_topic:/);
  });

  it('define the documented fields of dating', () => {
    const fields = shippedDomain('dating')?.fields.map(({ name, kind, type, required }) => [
      name,
      kind,
      type,
      required,
    ]);
    const documented = [
      ['age', 'hard', 'integer', true],
      ['gender', 'hard', 'enum', true],
      ['location', 'hard', 'string', true],
      ['relationship_goal', 'hard', 'enum', false],
      ['values_text', 'soft', 'string', false],
      ['attachment_style', 'derived', 'enum', false],
    ];
    expect(fields).toEqual(expect.arrayContaining(documented));
  });
});
