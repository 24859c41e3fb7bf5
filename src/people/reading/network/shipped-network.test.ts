import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { shippedVersions } from '../../../domains/shipped-domains.ts';
import { shippedDecision } from './decision-weights.ts';
import { shippedReader } from './domain-reader.ts';
import { kindsOf, labelsOf } from './names.ts';
import { networkFolder } from './network-files.ts';

const domains = shippedVersions().map((version) => version.read());

describe('the shipped network', () => {
  it('has the vectors of all names of the shipped domains, so none is encoded at a start', () => {
    const names = new Set(readFileSync(new URL('names.txt', networkFolder), 'utf8').split('\n'));
    for (const domain of domains) {
      for (const { name } of labelsOf(domain)) expect(names).toContain(name);
      for (const { field, value } of kindsOf(domain)) {
        expect(names).toContain(field);
        expect(names).toContain(value);
      }
    }
  });

  it('has valid weights, whose effects are of fields of the domains', () => {
    const fields = new Set(
      domains.flatMap(({ domain, fields: own }) => own.map(({ name }) => `${domain}.${name}`)),
    );
    for (const effect of Object.keys(shippedDecision().effects))
      expect(fields).toContain(effect.replace(/ preference$/, ''));
  });

  it('says the same of a text every time, and of each of its labels', async () => {
    const dating = domains.find(({ domain }) => domain === 'dating')!;
    const reader = (await shippedReader(dating))!;
    const text = '29F in Lisbon, looking for something serious with a kind man.';
    const [first, second] = [(await reader.read(text))!, (await reader.read(text))!];
    expect([...first.readings[0]!.labels]).toEqual([...second.readings[0]!.labels]);
    expect(first.readings[0]!.labels).toHaveLength(reader.names.labels.length);
    const place = { window: 0, words: [1, 3], sentence: [1, 9], kind: 0 } as const;
    const odds = await reader.mentions(first, [place, place]);
    expect(odds).toEqual(await reader.mentions(second, [place, place]));
    expect(odds[0]).toBe(odds[1]);
  });

  it('reads a shipped domain with a new value, and leaves a domain of other names to the rules', async () => {
    const hiring = domains.find(({ domain }) => domain === 'hiring')!;
    const skills = hiring.fields.find(({ name }) => name === 'skills')!;
    const others = hiring.fields.filter((field) => field !== skills);
    const withValue = { ...skills, values: [...skills.values!, 'origami'] };
    const reader = (await shippedReader({ ...hiring, fields: [...others, withValue] }))!;
    const { readings } = (await reader.read('I teach origami, the folding of paper.'))!;
    const oddsOf = (value: string) =>
      readings[0]!.labels[reader.names.labels.findIndex((label) => label.value === value)]!;
    expect(oddsOf('origami')).toBeGreaterThan(oddsOf('welding'));
    expect(
      await shippedReader({ ...hiring, fields: [{ ...skills, name: 'soil', values: ['clay', 'sand'] }] }),
    ).toBeNull();
  });
});
