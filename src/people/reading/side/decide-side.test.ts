import { beforeAll, expect, it } from 'vitest';
import { shippedVersions } from '../../../domains/shipped-domains.ts';
import { openTextEncoder } from '../../../engines/encoders/open-text-encoder.ts';
import { openGazetteer } from '../../places/gazetteer.ts';
import { compileExtractor, type ExplainingExtractor } from '../compile-extractor.ts';

let shipped: ExplainingExtractor;
let withoutWords: ExplainingExtractor;

beforeAll(async () => {
  const definition = shippedVersions()
    .find(({ domain }) => domain === 'hiring')!
    .read();
  const { resolve: resolvePlace, populationOf } = await openGazetteer();
  const tools = { encoder: await openTextEncoder('embedded'), resolvePlace, populationOf };
  shipped = await compileExtractor(definition, tools, { reader: () => null });
  withoutWords = await compileExtractor(definition, tools, { sides: new Map(), reader: () => null });
});

const sideIn = async (extractor: ExplainingExtractor, text: string) => {
  const { extraction } = await extractor.explain(text, 0);
  return extraction.values.find(({ field }) => field === 'role')?.value;
};

// No phrase names the side of these.
const candidate = 'Welder, MIG and TIG, fourteen yrs offshore';
const job = 'Barista for a small cafe, weekends, tips shared';

it('words tell the side of a text without a phrase of a side', async () => {
  expect(await sideIn(shipped, candidate)).toBe('candidate');
  expect(await sideIn(shipped, job)).toBe('job');
});

it('without known words a phrase has to name it', async () => {
  expect(await sideIn(withoutWords, 'Rigger, tour ready')).toBeUndefined();
  expect(await sideIn(withoutWords, 'We are hiring a rigger')).toBe('job');
});

it.each([
  'roses are red violets are blue',
  'Team B won 3-1, striker injured',
  'Is it normal that verification takes three weeks?',
  'The committee will publish its report in spring, a spokesman said.',
])('a text of no side that states nothing gives nothing: «%s»', async (text) => {
  expect((await shipped.explain(text, 0)).extraction.values).toEqual([]);
});

it('a text of another language is decided by phrases alone', async () => {
  const { side } = await shipped.explain('Wir suchen einen Koch für unsere Küche in Bremen.', 0);
  expect(side).toMatchObject({ side: 'job', words: null });
});
