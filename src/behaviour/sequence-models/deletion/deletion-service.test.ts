import { readdirSync } from 'node:fs';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type DatasetWorld, openDatasetWorld, TENANT } from '../../datasets/testing/dataset-world.ts';
import { createDeletionService, type DeletionService } from './create-deletion-service.ts';

let world: DatasetWorld;
let service: DeletionService;
beforeAll(async () => {
  world = await openDatasetWorld();
  service = createDeletionService({ deletions: world.store.deletions, artifacts: world.artifacts });
});
afterAll(() => world.dispose());

const filesOf = () => readdirSync(`${world.folder}/artifacts`, { recursive: true, encoding: 'utf8' });

test('a deleted dataset leaves no file, and no export', async () => {
  const job = await world.import({ name: 'shop', items: [{ item_id: 'a', text: '' }] });
  const id = job.resource!.id;
  await world.export(id);
  const exporting = await world.service.export(TENANT, id, { format: 'jsonl', compression: 'none' }, null);
  const exportJob = exporting.state === 'accepted' ? exporting.job.jobId : '';
  await expect(service.dataset(TENANT, id)).rejects.toMatchObject({
    code: 'conflict',
    message: expect.stringContaining(`is used by the job ${exportJob}`),
    details: { id, used_by: [{ type: 'job', id: exportJob }], total: 1 },
  });
  await world.work();
  expect(filesOf().filter((file) => /export-.*\.jsonl$/.test(file))).toHaveLength(2);
  const { erased } = await service.dataset(TENANT, id);
  expect(erased).toMatchObject({ items: 1, events: 0, exports: 2, pending_items: 0, files: 2 });
  expect(erased.bytes).toBeGreaterThan(100);
  expect(filesOf().filter((file) => /\.(parquet|json|jsonl)$/.test(file))).toEqual([]);
  await expect(service.dataset(TENANT, id)).rejects.toMatchObject({ code: 'dataset_not_found' });
  await expect(world.service.get(TENANT, id)).rejects.toMatchObject({ code: 'dataset_not_found' });
});

test('what is not there is not found', async () => {
  await expect(service.model(TENANT, 'model_none')).rejects.toMatchObject({ code: 'model_not_found' });
  await expect(service.tokenizer(TENANT, 'tok_none')).rejects.toMatchObject({ code: 'tokenizer_not_found' });
});
