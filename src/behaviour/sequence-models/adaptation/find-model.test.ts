import { expect, test } from 'vitest';
import { tenantId } from '../../../contract/brands.ts';
import type { Model } from '../../../platform/storage/model-store.ts';
import { rememberReady } from './find-model.ts';

const TENANT = tenantId('ten_a');
const ready = { tenantId: TENANT, modelId: 'model_a', made: { training: {} } } as unknown as Model;

function remembered() {
  const stored = new Map([['model_a', ready]]);
  const reads: (() => void)[] = [];
  const store = { isSlow: false };
  const models = rememberReady({
    get: async (_, id) => {
      const found = stored.get(id) ?? null;
      if (store.isSlow) await new Promise<void>((resolve) => reads.push(resolve));
      return found;
    },
    idOfAlias: async () => null,
  });
  return { models, stored, reads, store };
}

test('a forgotten model is not found again, although it was remembered', async () => {
  const { models, stored } = remembered();
  await models.get(TENANT, 'model_a');
  stored.clear();
  expect(await models.get(TENANT, 'model_a')).not.toBeNull();
  models.forget(TENANT, 'model_a');
  expect(await models.get(TENANT, 'model_a')).toBeNull();
});

test('a model that was read just before its deletion is not remembered', async () => {
  const { models, stored, reads, store } = remembered();
  store.isSlow = true;
  const reading = models.get(TENANT, 'model_a');
  stored.clear();
  models.forget(TENANT, 'model_a');
  store.isSlow = false;
  for (const answer of reads) answer();
  expect(await reading).not.toBeNull();
  expect(await models.get(TENANT, 'model_a')).toBeNull();
});
