import { describe, expect, it } from 'vitest';
import { shippedDomain } from '../../../domains/shipped-domains.ts';
import { openTextEncoder } from '../../../engines/encoders/open-text-encoder.ts';
import { openGazetteer } from '../../places/gazetteer.ts';
import { compileExtractor } from '../compile-extractor.ts';
import { MOST_LOST } from './lost-readings.ts';

const encoder = await openTextEncoder('embedded');
const { resolve: resolvePlace, populationOf } = await openGazetteer();
const tools = { encoder, resolvePlace, populationOf };
const agents = await compileExtractor(shippedDomain('agent-to-agent')!, tools);
const dating = await compileExtractor(shippedDomain('dating')!, tools, { reader: () => null });

const explained = { explained: true };
const NOW = Date.parse('2026-06-01');

describe('a value that was read', () => {
  it('has its path, and what speaks for it', async () => {
    const card = JSON.stringify({
      name: 'Lingo',
      skills: [{ name: 'translation', description: 'Translates letters over gRPC.' }],
      defaultInputModes: ['text/plain'],
    });
    const { values } = await agents.extract(card, NOW);
    const byField = Object.fromEntries(values.map((value) => [value.field, value]));
    expect(byField.input_modalities).toMatchObject({ path: 'defaultInputModes[0]', signs: { record: 0.9 } });
    const { path, signs, span } = byField.protocols!;
    expect([path, card.slice(...span)]).toEqual(['skills[0].description', 'gRPC']);
    const any: unknown = expect.any(Number);
    expect(signs).toMatchObject({ label: any, mention: any, phrases: any });
  });

  it('has the headings over it', async () => {
    const page =
      '# Ana\n\n## About\n\nI am a woman of 31.\n\n## Wishes\n\nLooking for a man between 30 and 40.';
    const { values, preferenceSpans } = await dating.extract(page, NOW);
    expect(values.find(({ field }) => field === 'age')).toMatchObject({ path: 'Ana › About' });
    expect(preferenceSpans.age).toMatchObject({ path: 'Ana › Wishes', signs: { age: expect.any(Number) } });
  });

  it('has the label of its own line', async () => {
    const { values } = await dating.extract('Name: Ana\nAge: 31\nI live in Porto.', NOW);
    expect(values.find(({ field }) => field === 'age')).toMatchObject({ path: 'Age' });
    expect(values.find(({ field }) => field === 'location')).not.toHaveProperty('path');
  });
});

describe('what was not taken', () => {
  it('is computed when it is asked for alone', async () => {
    const text = 'I am a woman of 31. My brother is 40.';
    expect(await dating.extract(text, NOW)).not.toHaveProperty('lost');
    expect(await dating.extract(text, NOW, {}, explained)).toHaveProperty('lost');
  });

  it('is of somebody else', async () => {
    const text = 'Our agent does translation over gRPC. Looking for an agent that does bookkeeping.';
    const { lost = [] } = await agents.extract(text, NOW, {}, explained);
    const needed = lost.find(({ field, value }) => field === 'needs' && value === 'translation')!;
    expect(needed).toMatchObject({ kind: 'value', owner: 'writer', because: 'other_owner' });
    expect(text.slice(...needed.span)).toContain('translation');
    const offered = lost.find(({ field, value }) => field === 'capabilities' && value === 'accounting');
    expect(offered).toMatchObject({ owner: 'counterpart', because: 'other_owner' });
  });

  it('is too unlikely, or gave way, and is bounded', async () => {
    const numbers = Array.from({ length: 30 }, (_, n) => `I was ${20 + n} when I moved.`).join(' ');
    const { values, lost = [] } = await dating.extract(`I am 60, a man. ${numbers}`, NOW, {}, explained);
    expect(values.find(({ field }) => field === 'age')?.value).toBe(60);
    const ages = lost.filter(({ field, kind }) => field === 'age' && kind === 'value');
    expect(ages.length).toBeLessThanOrEqual(MOST_LOST);
    const taken = values.map(({ field, value }) => `${field} ${value}`);
    for (const { field, value, kind } of lost)
      if (kind === 'value') expect(taken).not.toContain(`${field} ${value}`);
  });
});
