import { expect, test } from 'vitest';
import { completeSettings } from './settings.ts';

const shape = { people: 1000, items: 500, events: 8000, medianLength: 6, longLength: 23, hasTexts: false };

test('omitted settings follow from the shape of the data, with reasons', () => {
  const { settings, reasons } = completeSettings({}, shape);
  expect(settings).toMatchObject({
    blocks: 1,
    historyLength: 30,
    dropout: 0.2,
    itemVectors: true,
    itemTexts: false,
  });
  expect(reasons).toEqual([
    expect.stringMatching(/^One block/),
    expect.stringMatching(/^Histories are read up to 30 items/),
    expect.stringMatching(/^Dropout 0.2/),
  ]);
  const long = completeSettings({}, { ...shape, events: 100_000, longLength: 900 }).settings;
  expect(long).toMatchObject({ blocks: 2, historyLength: 200, dropout: 0.1 });
});

test('requested settings are used, without reasons', () => {
  const requested = { width: 32, heads: 4, blocks: 3, history_length: 7, dropout: 0.5, decoder_width: 48 };
  const { settings, reasons } = completeSettings(requested, shape);
  expect(settings).toMatchObject({ width: 32, heads: 4, blocks: 3, historyLength: 7, decoderWidth: 48 });
  expect(reasons).toEqual([]);
});

test.each([
  [{ width: 30, heads: 4 }, 'must be a multiple'],
  [{ item_texts: true }, 'no item of the dataset has a text'],
  [{ widht: 32 }, 'widht'],
  [{ epochs: 0 }, 'epochs'],
])('%j is refused', (requested, said) => {
  expect(() => completeSettings(requested, shape)).toThrow(said);
});
