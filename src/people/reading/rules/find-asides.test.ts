import { beforeAll, describe, expect, it } from 'vitest';
import { shippedDomain } from '../../../domains/shipped-domains.ts';
import { openTextEncoder } from '../../../engines/encoders/open-text-encoder.ts';
import { openGazetteer } from '../../places/gazetteer.ts';
import { compileExtractor, type ExplainingExtractor } from '../compile-extractor.ts';

let goods: ExplainingExtractor;

beforeAll(async () => {
  const encoder = await openTextEncoder('embedded');
  const { resolve: resolvePlace, populationOf } = await openGazetteer();
  goods = await compileExtractor(shippedDomain('product-recommendation')!, {
    encoder,
    resolvePlace,
    populationOf,
  });
});

async function kindsOf(text: string): Promise<readonly string[]> {
  const { values } = await goods.extract(text, Date.parse('2026-06-01'));
  return [values.find(({ field }) => field === 'category')?.value ?? []].flat().map(String).sort();
}

describe('a thing that is only mentioned', () => {
  it.each([
    ['after a preposition', 'Brass lamp for a desk, $40', ['lighting']],
    ['that another fits', 'Canvas tote, fits a laptop, $30. In stock.', ['bags']],
    ['in a later sentence', 'Oak sideboard, $300. The doors hide a television.', ['furniture']],
    ['that was there before', 'I had a kettle. Now I need a toaster, max $40', ['appliances']],
    ['beside what is wanted', 'Our sofa is grey. Looking for a rug, up to $90', ['decor']],
    ['that describes another', 'Hardcover notebook, A5, $12', ['stationery']],
    ['counts where nothing else is named', 'Something for my guitar, up to $30', ['musical_instruments']],
    ['lists hold several', 'I want a vase and a lamp, up to $90', ['decor', 'lighting']],
  ])('%s', async (_, text, expected) => expect(await kindsOf(text)).toEqual(expected));
});
