import { expect, test } from 'vitest';
import { tenantId } from '../../../contract/brands.ts';
import type { Model } from '../../../platform/storage/model-store.ts';
import type { ReadyModel } from './find-model.ts';
import { learnedFrom } from './learned-from.ts';

const tenant = tenantId('ten_a');
const model = (modelId: string, baseModelId: string | null) =>
  ({
    tenantId: tenant,
    modelId,
    datasetId: `ds of ${modelId}`,
    baseModelId,
    made: { training: { events: { repeats: `as ${modelId}` } } },
  }) as unknown as ReadyModel;

test('a model was trained on its own dataset and on those of its base models', async () => {
  const all = [model('c', 'b'), model('b', 'a'), model('a', null)];
  const models = {
    get: async (_: unknown, id: string): Promise<Model | null> =>
      all.find(({ modelId }) => modelId === id) ?? null,
  };
  expect(await learnedFrom(models, all[0]!)).toEqual(
    ['c', 'b', 'a'].map((id) => ({ datasetId: `ds of ${id}`, events: { repeats: `as ${id}` } })),
  );
  expect(await learnedFrom(models, model('d', 'gone'))).toBeNull();
});
