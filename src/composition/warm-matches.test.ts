import { expect, test } from 'vitest';
import { tenantId } from '../contract/brands.ts';
import type { ModelCatalog } from '../matching/ranking/models/model-catalog.ts';
import type { IndexUse } from '../platform/storage/index-use-store.ts';
import type { ListedProfile } from '../platform/storage/listed-profile.ts';
import { warmMatches } from './warm-matches.ts';

const use = (tenant: string): IndexUse => ({ tenant: tenantId(tenant), domain: 'dating', usedMs: 0 });

/** `fails`: the tenant whose matches fail. `empty`: the tenant without people. */
async function warmed(uses: readonly IndexUse[], signal = new AbortController().signal) {
  const calls: string[] = [];
  const store = {
    warm: async () => void calls.push('store'),
    profiles: {
      page: async (tenant: string) =>
        tenant === 'empty' ? [] : [{ userId: `first of ${tenant}` } as ListedProfile],
    },
  };
  const match = {
    replay: async (tenant: string, { user_id }: { user_id: string }) => {
      calls.push(user_id);
      if (tenant === 'fails') throw new Error('no such domain');
      return [];
    },
  };
  const indexes = { forgetUse: (tenant: string) => void calls.push(`unused ${tenant}`) };
  const parts = { store, indexes, match, models: {} as ModelCatalog };
  await warmMatches(parts as unknown as Parameters<typeof warmMatches>[0], uses, signal);
  return calls;
}

test('the store first, then a match of the first person of each of the last used indexes', async () => {
  const calls = await warmed(['a', 'b', 'c', 'd'].map(use));
  expect(calls).toEqual([
    'store',
    ...['first of a', 'unused a', 'first of b', 'unused b', 'first of c', 'unused c'],
  ]);
});

test('nothing where no index was in use; an empty index and a failing match hold nothing up', async () => {
  expect(await warmed([])).toEqual([]);
  expect(await warmed(['empty', 'fails', 'a'].map(use))).toEqual([
    'store',
    ...['first of fails', 'unused fails', 'first of a', 'unused a'],
  ]);
});

test('a stop ends it', async () => {
  const stopping = new AbortController();
  stopping.abort(new Error('the server stops'));
  await expect(warmed([use('fails')], stopping.signal)).rejects.toThrow('the server stops');
});
