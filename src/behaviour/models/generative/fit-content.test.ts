import { expect, test } from 'vitest';
import { randomNormal } from '../../../tensor/random.ts';
import { fitContent } from './fit-content.ts';
import { batchOf } from './testing/pattern-problem.ts';

const [I, W, D] = [40, 6, 8];
const texts = Float32Array.from(randomNormal(1, 'texts', I * W));
const mix = randomNormal(1, 'mix', W * D);
/** What comes after an item is the one behind it, and the state knows its text, mixed. */
const next = (item: number) => (item + 1) % I;
const embed = async ({ offsets, items }: { offsets: Uint32Array; items: Uint32Array }) =>
  Float32Array.from({ length: (offsets.length - 1) * D }, (_, at) => {
    const item = next(items[offsets[Math.floor(at / D) + 1]! - 1]!);
    return Array.from({ length: W }, (_, w) => texts[item * W + w]! * mix[w * D + (at % D)]!).reduce(
      (a, b) => a + b,
    );
  });
const train = {
  ...batchOf(Array.from({ length: 300 }, (_, person) => [0, 1, 2, 3].map((step) => (person + step) % I))),
  personIds: [],
  itemIds: [],
};

test('the product of a state with an item’s content is greatest for the item whose text the state expects', async () => {
  const model = { embed, embeddingDimensions: D };
  const { values, sharpness } = (await fitContent(model, { values: texts, width: W }, train, 1))!;
  expect(sharpness).toBeGreaterThan(1);
  let right = 0;
  for (let item = 0; item < I; item++) {
    const state = await embed({ offsets: Uint32Array.of(0, 1), items: Uint32Array.of(item) });
    const fits = Array.from({ length: I }, (_, other) =>
      state.reduce((sum, value, d) => sum + value * values[other * D + d]!, 0),
    );
    const own = fits[next(item)]!;
    right += Number(fits.filter((fit) => fit > own).length < 4);
  }
  expect(right / I).toBeGreaterThan(0.8);
});

test('without anything that came next there is nothing to fit', async () => {
  const alone = { ...batchOf([[1], [2]]), personIds: [], itemIds: [] };
  expect(
    await fitContent({ embed, embeddingDimensions: D }, { values: texts, width: W }, alone, 1),
  ).toBeNull();
});
