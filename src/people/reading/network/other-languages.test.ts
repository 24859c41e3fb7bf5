import { describe, expect, it } from 'vitest';
import { shippedDomain } from '../../../domains/shipped-domains.ts';
import { openTextEncoder } from '../../../engines/encoders/open-text-encoder.ts';
import { openGazetteer } from '../../places/gazetteer.ts';
import { compileExtractor } from '../compile-extractor.ts';
import { isWeighed } from './decide-by-evidence.ts';
import { isMostlyLatin } from './is-mostly-latin.ts';

const NOW = Date.parse('2026-06-01');
const SPANISH = 'Agente especializado en web scraping y extracción de datos para el comercio electrónico.';
const encoder = await openTextEncoder('embedded');
const { resolve: resolvePlace, populationOf } = await openGazetteer();
const agents = shippedDomain('agent-to-agent')!;
const extractor = await compileExtractor(agents, { encoder, resolvePlace, populationOf });

describe('a text in another language', () => {
  it('has values that the network alone knows', async () => {
    const { values } = await extractor.extract(SPANISH, NOW);
    expect(values).toMatchObject([{ field: 'capabilities', value: ['web_scraping'], origin: 'encoder' }]);
  });

  it('is read in part by a fast reading, also where the rules find nothing', async () => {
    const fast = await extractor.extract(SPANISH, NOW, {}, { depth: 'fast' });
    expect(fast).toMatchObject({ values: [], isPartial: true });
  });

  it('gives nothing where it is no profile', async () => {
    const { values, preferences } = await extractor.extract('Guten Tag, wo ist meine Bestellung?', NOW);
    expect([values, preferences]).toEqual([[], {}]);
  });

  it('is left to the rules in another script', async () => {
    const { isPartial } = await extractor.extract(
      'Агент для web scraping и перевода.',
      NOW,
      {},
      { depth: 'fast' },
    );
    expect(isPartial).toBeUndefined();
    expect(isMostlyLatin('Агент для web scraping и перевода.')).toBe(false);
    expect(isMostlyLatin('C++ 3.0: naïve café')).toBe(true);
  });

  it('has its side and wishes by the rules', () => {
    const field = (name: string) => agents.fields.find((field) => field.name === name)!;
    const text = { isForeign: true, sideField: 'protocols', stated: null };
    expect(isWeighed({ kind: 'value', field: field('capabilities') }, text)).toBe(true);
    expect(isWeighed({ kind: 'value', field: field('protocols') }, text)).toBe(false);
    expect(isWeighed({ kind: 'preference', field: field('capabilities') }, text)).toBe(false);
    expect(
      isWeighed({ kind: 'preference', field: field('capabilities') }, { ...text, isForeign: false }),
    ).toBe(true);
  });
});
