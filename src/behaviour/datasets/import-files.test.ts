import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { noFeatures } from '../../contract/dataset-features.ts';
import { importFiles } from './import-files.ts';
import { type DatasetWorld, openDatasetWorld, TENANT } from './testing/dataset-world.ts';

let world: DatasetWorld;
beforeAll(async () => {
  world = await openDatasetWorld();
});
afterAll(() => world.dispose());

const item = (id: string) => `{"type":"item","item_id":"${id}","text":""}\n`;
const event = (id: string, itemId: string) =>
  `{"type":"event","event_id":"${id}","person_id":"p","item_id":"${itemId}","kind":"view","timestamp":"2024-01-01T00:00:00Z"}\n`;

let count = 0;

function importing(...contents: readonly string[]) {
  const files = contents.map((content, at) => {
    const name = `${'ab'[at]}.jsonl`;
    const path = join(world.folder, name);
    writeFileSync(path, content);
    return { path, name, format: 'jsonl' as const };
  });
  const dataset = {
    tenantId: TENANT,
    datasetId: `ds_files_${count++}`,
    name: 'files',
    source: 'workspace_upload' as const,
    access: { export: true, training: true },
    terms: 'Ours.',
    features: noFeatures,
    createdAt: new Date(0).toISOString(),
  };
  const { artifacts, scratchFolder, store } = world;
  const { datasets, blocks } = store;
  const tools = { artifacts, scratchFolder, datasets, blocks, clock: () => 0 };
  return importFiles(tools, dataset, files, new AbortController().signal, () => {});
}

test('duplicate ids are reported with the lines of both rows, over files', async () => {
  await expect(importing(item('a') + event('e', 'a'), event('e', 'a') + item('a'))).rejects.toMatchObject({
    code: 'duplicate_id',
    details: {
      duplicates: [
        { type: 'event', id: 'e', at: 'b.jsonl, line 1', first_at: 'a.jsonl, line 2' },
        { type: 'item', id: 'a', at: 'b.jsonl, line 2', first_at: 'a.jsonl, line 1' },
      ],
      total: 2,
      totals: { items: 1, events: 1 },
    },
  });
});

test('events of unknown items are reported with their lines', async () => {
  const first = item('a') + event('e1', 'later') + event('e2', 'gone');
  await expect(importing(first, event('e3', 'gone') + item('later'))).rejects.toMatchObject({
    code: 'unresolved_reference',
    details: {
      unresolved: [
        { item_id: 'gone', at: 'a.jsonl, line 3' },
        { item_id: 'gone', at: 'b.jsonl, line 1' },
      ],
      total: 2,
    },
  });
  await expect(importing(item('a') + event('e1', 'gone'))).rejects.toMatchObject({
    details: { unresolved: [{ item_id: 'gone', at: 'line 2' }] },
  });
});
