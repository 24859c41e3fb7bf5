import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { noFeatures } from '../../contract/dataset-features.ts';
import type { AppendedRow } from './append-store.ts';
import { MOST_NEW_ITEMS } from './new-item-store.ts';
import type { Store } from './store.ts';
import { ALPHA, BETA } from './testing/sample-profiles.ts';
import type { StoreUnderTest } from './testing/store-under-test.ts';
import { storesUnderTest } from './testing/stores-under-test.ts';

const AT = '2026-01-01T00:00:00.000Z';
const item = (id: string): AppendedRow => ({ kind: 'item', id, personId: null, line: `item ${id}` });
const event = (id: string, itemId: string): AppendedRow => {
  return { kind: 'event', id, personId: 'ana', itemId, line: `event ${id}` };
};

describe.each(storesUnderTest)('new items of the $name store', ({ open }) => {
  let under: StoreUnderTest;
  let store: Store;

  beforeAll(async () => {
    under = await open();
    ({ store } = under);
  });
  beforeEach(async () => {
    await under.empty();
    await store.datasets.add(
      {
        ...{ tenantId: ALPHA, datasetId: 'ds_1', name: 'shop', source: 'workspace_upload' },
        ...{ access: { export: true, training: true }, terms: '', features: noFeatures, createdAt: AT },
      },
      { itemCount: 1, eventCount: 0, files: [], readyAt: AT },
    );
  });
  afterAll(() => under.dispose());

  const append = (...rows: readonly AppendedRow[]) =>
    store.appends.append({ tenantId: ALPHA, name: 'shop', baseId: 'ds_1', rows, missingItems: [] });

  test('count the events and impressions since they came', async () => {
    await append(event('e1', 'old'), event('e2', 'old'));
    await append(item('a'), event('e3', 'a'));
    await append(item('b'), item('a'), event('e3', 'a'), event('e4', 'a'), event('e5', 'old'));
    await append({ kind: 'event', id: 'return', personId: 'ana', line: 'a was returned' });
    await store.newItems.addShown({ tenantId: ALPHA, name: 'shop', places: 10, itemIds: ['a', 'gone'] });
    expect(await store.newItems.of(ALPHA, 'shop')).toEqual({
      items: [
        { itemId: 'b', events: 0, eventsSince: 2, shown: 0 },
        { itemId: 'a', events: 2, eventsSince: 3, shown: 1 },
      ],
      ...{ events: 5, shown: 10 },
    });
    expect(await store.newItems.of(BETA, 'shop')).toEqual({ items: [], events: 0, shown: 0 });
    expect(await store.newItems.lines(ALPHA, 'shop', ['a', 'gone'])).toEqual(new Map([['a', 'item a']]));
  });

  test('the newest ones are kept, until the last version of the dataset is deleted', async () => {
    await append(item('first'));
    await append(...Array.from({ length: MOST_NEW_ITEMS + 2 }, (_, n) => item(`item ${n}`)));
    const { items } = await store.newItems.of(ALPHA, 'shop');
    expect(items).toHaveLength(MOST_NEW_ITEMS);
    expect(items[0]!.itemId).toBe(`item ${MOST_NEW_ITEMS + 1}`);
    expect((await store.deletions.dataset(ALPHA, 'ds_1')).state).toBe('deleted');
    expect((await store.newItems.of(ALPHA, 'shop')).items).toEqual([]);
  });
});
