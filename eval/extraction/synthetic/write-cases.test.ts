import { describe, expect, it } from 'vitest';
import { shippedDomain } from '../../../src/domains/shipped-domains.ts';
import { writeCases } from './write-cases.ts';
import { Writer } from './writer.ts';

const domains = [
  'agent-to-agent',
  'dating',
  'founder-investor',
  'hiring',
  'marketplace',
  'product-recommendation',
];

describe.each(domains)('texts of %s', (domain) => {
  it('are the same for a seed, and others for another one', () => {
    expect(writeCases(domain, 20, 5, 'fit')).toEqual(writeCases(domain, 20, 5, 'fit'));
    expect(writeCases(domain, 20, 5, 'fit')).not.toEqual(writeCases(domain, 20, 6, 'fit'));
  });

  it('have gold for fields of the domain, and values that the fields may have', () => {
    const fields = new Map(shippedDomain(domain)!.fields.map((field) => [field.name, field]));
    for (const { fields: gold, only, text } of writeCases(domain, 150, 8, 'test')) {
      expect(text).not.toMatch(/undefined|NaN|\{thing\}|\{city\}/);
      for (const name of only!) expect(name === 'preferences' || fields.has(name)).toBe(true);
      for (const [name, value] of Object.entries(gold)) {
        const { values } = fields.get(name)!;
        for (const one of [value].flat()) if (values !== undefined) expect(values).toContain(one);
      }
    }
  });
});

it('the wordings of a split are in no other one', () => {
  const wordings = Array.from({ length: 9 }, (_, at) => `wording ${at}`);
  const said = (['fit', 'tune', 'test'] as const).map((split) => {
    const writer = new Writer(1, split);
    return new Set(Array.from({ length: 200 }, () => writer.say(...wordings)));
  });
  expect(said.reduce((sum, { size }) => sum + size, 0)).toBe(wordings.length);
  expect(new Set(said.flatMap((one) => [...one])).size).toBe(wordings.length);
});
