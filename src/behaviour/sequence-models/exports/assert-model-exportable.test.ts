import { expect, test } from 'vitest';
import { tenantId } from '../../../contract/brands.ts';
import type { Dataset } from '../../../platform/storage/dataset-store.ts';
import type { Model } from '../../../platform/storage/model-store.ts';
import { assertModelExportable } from './assert-model-exportable.ts';

const tenant = tenantId('ten_a');
const model = (modelId: string, datasetId: string, baseModelId: string | null) =>
  ({ tenantId: tenant, modelId, datasetId, baseModelId }) as Model;
const all = [model('open', 'ds_open', null), model('closed', 'ds_closed', null)];
const stores = {
  models: { get: async (_: unknown, id: string) => all.find(({ modelId }) => modelId === id) ?? null },
  datasets: {
    getKept: async (_: unknown, datasetId: string) =>
      ({
        datasetId,
        access: { export: datasetId !== 'ds_closed', training: true },
        terms: 'Ours.',
      }) as Dataset,
  },
};

test('a model is exported where the terms of every dataset that it learned from allow it', async () => {
  await assertModelExportable(stores, all[0]!);
  await assertModelExportable(stores, model('more', 'ds_more', 'open'));
  const denied = { code: 'access_denied', details: { dataset_id: 'ds_closed', denied: 'export' } };
  await expect(assertModelExportable(stores, all[1]!)).rejects.toMatchObject(denied);
  await expect(assertModelExportable(stores, model('more', 'ds_more', 'closed'))).rejects.toMatchObject(
    denied,
  );
});
