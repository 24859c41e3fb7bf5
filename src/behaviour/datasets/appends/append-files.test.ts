import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { keepIdIndexes } from '../ids/keep-id-index.ts';
import { createIdIndexes } from '../ids/read-id-index.ts';
import { type DatasetWorld, openDatasetWorld, TENANT } from '../testing/dataset-world.ts';
import { appendFiles } from './append-files.ts';

let world: DatasetWorld;
let datasetId: string;
beforeAll(async () => {
  world = await openDatasetWorld();
  const job = await world.import({ name: 'shop', items: [{ item_id: 'a', text: '' }] });
  datasetId = job.resource!.id;
});
afterAll(() => world.dispose());

const signal = new AbortController().signal;
const item = (id: string) => `{"type":"item","item_id":"${id}","text":""}\n`;
const event = (id: string, itemId: string) =>
  `{"type":"event","event_id":"${id}","person_id":"p","item_id":"${itemId}","kind":"view","timestamp":"2024-01-01T00:00:00Z"}\n`;

function append(...contents: readonly string[]) {
  const files = contents.map((content, at) => {
    const name = `${'ab'[at]}.jsonl`;
    writeFileSync(join(world.folder, name), content);
    return { path: join(world.folder, name), name, format: 'jsonl' as const };
  });
  const { artifacts, store } = world;
  const parts = {
    datasets: store.datasets,
    appends: store.appends,
    ids: createIdIndexes(artifacts),
    indexed: (base: Parameters<typeof keepIdIndexes>[1]) => keepIdIndexes(artifacts, base, signal),
  };
  const shares: number[] = [];
  return appendFiles(parts, {
    tenant: TENANT,
    datasetId,
    files,
    signal,
    progress: ({ share }) => shares.push(share),
  }).then((report) => ({ report, shares }));
}

test('faulty rows are reported with their lines before anything is kept', async () => {
  await expect(
    append(item('x'), `${event('e', 'a')}{"type":"person","person_id":"p"}\n{}\n`),
  ).rejects.toMatchObject({
    code: 'invalid_request',
    details: { issues: [{ at: 'b.jsonl, line 2' }, { at: 'b.jsonl, line 3' }], total: 2 },
  });
  expect(await world.store.appends.pending(TENANT, 'shop')).toEqual({ items: 0, events: 0 });
});

test('a declaration of features must be that of the dataset', async () => {
  const line = (items: object) => `${JSON.stringify({ type: 'features', items, people: {} })}\n`;
  await expect(append(line({ price: { type: 'number' } }) + item('x'))).rejects.toMatchObject({
    details: {
      issues: [{ at: 'line 1', message: expect.stringContaining('other features than the dataset') }],
    },
  });
  expect((await append(line({}) + item('a'))).report).toMatchObject({ appended: 0, duplicates: 1 });
});

test('items may come after the events that name them; the same files again are right', async () => {
  const many = Array.from({ length: 9000 }, (_, n) => event(`e${n}`, n % 2 === 0 ? 'a' : 'later')).join('');
  const { report, shares } = await append(many, item('later'));
  expect(report).toEqual({ appended: 9001, duplicates: 0, pending: { items: 1, events: 9000 } });
  expect(shares).toEqual([...shares].sort((a, b) => a - b));
  expect(shares.at(-1)).toBe(1);
  expect((await append(many, item('later'))).report).toMatchObject({ appended: 0, duplicates: 9001 });
});

test('unknown items and changed rows are reported with their lines', async () => {
  await expect(append(event('n1', 'a') + event('n2', 'gone'))).rejects.toMatchObject({
    code: 'unresolved_reference',
    details: { unresolved: [{ item_id: 'gone', at: 'line 2' }] },
  });
  await expect(append(item('later'), event('e0', 'later'))).rejects.toMatchObject({
    code: 'conflict',
    message: expect.stringContaining('«e0» at b.jsonl, line 1'),
  });
});
