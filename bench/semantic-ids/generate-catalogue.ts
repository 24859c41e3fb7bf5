/** A generated catalogue: items of some 60 words, in categories that share words. */
import { createWriteStream } from 'node:fs';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type { CatalogueItem } from '../../src/contract/tokenizer.ts';
import { UniformStream } from '../../src/platform/numeric/random-streams.ts';

const nouns =
  'lamp chair table sofa shelf mirror rug vase clock kettle teapot pan knife bowl glass blanket pillow towel curtain basket novel atlas diary comic score guitar violin drum flute harp tent stove rope boot glove helmet bicycle kayak paddle racket ball sweater coat scarf dress shirt belt watch ring compass camera lens tripod printer keyboard speaker router drill saw hammer wrench ladder seed spade hose planter'.split(
    ' ',
  );
const qualities =
  'brass wooden red old small Italian heavy light folding waterproof woven ceramic steel vintage modern round square tall narrow wide soft matte glossy blue green black white golden handmade recycled quiet wireless compact sturdy elegant rustic Nordic Japanese French striped plain padded magnetic adjustable portable'.split(
    ' ',
  );
const uses =
  'for the kitchen, for long walks, for small rooms, for the garden, for children, for rainy days, for the workshop, for evenings, for travelling, for the office, as a present, for guests, for beginners, for collectors, for winter, for summer'.split(
    ', ',
  );

/** The same for the same seed. */
export function* generateItems(count: number, seed: number): Generator<CatalogueItem> {
  const random = new UniformStream(seed, 'catalogue');
  const one = (words: readonly string[]) => words[random.below(words.length)]!;
  const some = (words: readonly string[], most: number) =>
    Array.from({ length: 1 + random.below(most) }, () => one(words));
  for (let at = 0; at < count; at++) {
    const noun = one(nouns);
    yield {
      item_id: `item-${seed}-${at}`,
      title: `${some(qualities, 3).join(' ')} ${noun} ${random.below(90) + 10}`,
      description: `A ${some(qualities, 4).join(', ')} ${noun} ${some(uses, 3).join(' and ')}. It goes with every ${one(qualities)} ${one(nouns)} and ${one(nouns)}.`,
      attributes: { category: noun, colour: one(qualities), price: random.below(500) },
    };
  }
}

export async function writeCatalogue(file: string, count: number, seed: number): Promise<void> {
  const lines = function* () {
    for (const item of generateItems(count, seed)) yield `${JSON.stringify(item)}\n`;
  };
  await pipeline(Readable.from(lines()), createWriteStream(file));
}
