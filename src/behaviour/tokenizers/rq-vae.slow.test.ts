import { afterAll, beforeAll, expect, test } from 'vitest';
import { openTokenizerWorld, TENANT, type TokenizerWorld } from './testing/tokenizer-world.ts';

let world: TokenizerWorld;
beforeAll(async () => {
  world = await openTokenizerWorld();
});
afterAll(() => world.dispose());

const things = ['lamp', 'chair', 'novel', 'teapot', 'bicycle', 'guitar', 'sweater', 'compass'];
const kinds = ['brass', 'wooden', 'red', 'old', 'small', 'Italian'];
const catalogue = things.flatMap((thing) =>
  kinds.map((kind) => ({ item_id: `${kind}-${thing}`, title: `A ${kind} ${thing} for every day` })),
);

test('a tokenizer can be an RQ-VAE', async () => {
  world.put('catalogue.jsonl', catalogue.map((item) => `${JSON.stringify(item)}\n`).join(''));
  const { tokenizer } = await world.fit({
    name: 'own',
    catalog: { uri: 'file:catalogue.jsonl', format: 'jsonl' },
    codebook: { levels: 3, base_size: 16 },
    quantizer: 'rq-vae',
  });
  expect(tokenizer).toMatchObject({
    status: 'ready',
    made: { quantizer: 'rq-vae', layout: { levels: 3, resolution: 'multi', baseSize: 16 } },
  });
  const fitted = await world.opener.open(TENANT, tokenizer.tokenizerId);
  const again = await fitted.assign(
    catalogue.slice(0, 5).map(({ item_id, title }) => ({ itemId: item_id, text: title, imageUrl: null })),
  );
  expect(again.map(({ codes }) => codes)).toEqual(
    [0, 1, 2, 3, 4].map((row) => [...fitted.catalogue.codes.subarray(row * 3, row * 3 + 3)]),
  );
});
