import { beforeAll, expect, it } from 'vitest';
import { shippedDomain } from '../../../domains/shipped-domains.ts';
import { openTextEncoder } from '../../../engines/encoders/open-text-encoder.ts';
import { openGazetteer } from '../../places/gazetteer.ts';
import { compileExtractor, type ExplainingExtractor } from '../compile-extractor.ts';

let agents: ExplainingExtractor;

beforeAll(async () => {
  const encoder = await openTextEncoder('embedded');
  const { resolve: resolvePlace, populationOf } = await openGazetteer();
  agents = await compileExtractor(shippedDomain('agent-to-agent')!, { encoder, resolvePlace, populationOf });
});

it.each([
  ['codes side by side', 'Ticket sorter. RU, UA, EN.', ['en', 'ru', 'uk']],
  ['pairs of codes', 'I translate en<->de, fr->en', ['de', 'en', 'fr']],
  ['codes in brackets that are words', 'I translate. lang: [en, it, no]', ['en', 'it', 'no']],
  ['words in small letters', 'I translate. Languages: en, no extra charge', ['en']],
  ['names in other scripts', 'I translate: ελληνικά, עברית, 中文, فارسی.', ['el', 'fa', 'he', 'zh']],
])('%s', async (_, text, expected) => {
  // The rules alone: the network may doubt a code that is a word.
  const { values } = await agents.extract(text, Date.parse('2026-06-01'), {}, { depth: 'fast' });
  const found = values.find(({ field }) => field === 'languages')?.value ?? [];
  expect([found].flat().toSorted()).toEqual(expected);
});
