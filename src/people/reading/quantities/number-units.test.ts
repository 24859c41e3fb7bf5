import { beforeAll, describe, expect, it } from 'vitest';
import { DomainDefinition } from '../../../domains/definition.ts';
import { EmbeddedTextEncoder } from '../../../engines/encoders/embedded/embedded-text-encoder.ts';
import { compileExtractor } from '../compile-extractor.ts';
import type { Extractor } from '../extractor.ts';

const number = (name: string, rule: object) => ({
  name,
  kind: 'hard',
  type: 'number',
  extract: [{ rule: 'number', reads: 'any', take: 'high', ...rule }],
});
const definition = DomainDefinition.parse({
  domain: 'test-labels',
  version: 1,
  title: 'Test',
  reciprocal: 'off',
  fields: [
    number('price', {
      measure: 'money',
      currency: 'USD',
      rates: { EUR: 2 },
      cues: ['(a|per) _', 'price', 'cost*'],
      not_cues: ['(a|per) month'],
    }),
    number('wait', {
      measure: 'custom',
      units: { ms: 1, s: 1000, seconds: 1000, second: 1000, minute: 60_000 },
    }),
  ],
});

let extractor: Extractor;
beforeAll(async () => {
  const encoder = await EmbeddedTextEncoder.open();
  extractor = await compileExtractor(definition, { encoder, resolvePlace: () => null });
  return () => encoder.close();
});

async function readOf(text: string, field: string) {
  const { values } = await extractor.extract(text, Date.parse('2026-06-01'));
  return values.find((value) => value.field === field)?.value;
}

describe('the unit of a number', () => {
  it.each([
    ['max_response_ms: 9000', 'wait', 9000],
    ['timeout in seconds: 45', 'wait', 45_000],
    ['We answer in under a second', 'wait', 1000],
    ['We answer within a minute', 'wait', 60_000],
    ['We have a second agent', 'wait', undefined],
    ['usd_per_call = 0.003', 'price', 0.003],
    ['price in cents: 5', 'price', 0.05],
    ['3 US cents per call', 'price', 0.03],
    ['at a nickel per page', 'price', 0.05],
    ['A nickel per page', 'price', 0.05],
    ['50 euro cents a song', 'price', 1],
    ['12 cents (US) a page', 'price', 0.12],
    ['Takes me a minute and a half', 'wait', 90_000],
    ['no slower than 50 ms', 'wait', 50],
    ['Answers within one (1) minute', 'wait', 60_000],
    ['A second agent helps', 'wait', undefined],
    ['Costs six seconds at most, sixty cents per claim', 'price', 0.6],
    ['It is $9 a month', 'price', undefined],
  ])('%s: %s is %s', async (text, field, expected) => {
    expect(await readOf(text, field)).toBe(expected);
  });
});
