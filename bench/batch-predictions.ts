/**
 * People a second of batch predictions: 100,000 people with ten events each, over 12,000 items, twenty items
 * a person, as JSONL. The task runs in this process, on one thread, with an untrained model.
 *
 *   npm run bench -- batch-predictions [PEOPLE]
 */

import { SnapshotWriter } from '../src/behaviour/datasets/snapshot/snapshot-writer.ts';
import { createBatchTask } from '../src/behaviour/sequence-models/batches/batch-task.ts';
import { loadArchitecture } from '../src/behaviour/sequence-models/models/architectures.ts';
import { openArtifacts } from '../src/composition/open-artifacts.ts';
import { BatchPredictionRequest } from '../src/contract/batch-prediction.ts';
import { tenantId } from '../src/contract/brands.ts';
import { noDeclaredEvents } from '../src/contract/dataset-events.ts';
import { noFeatures } from '../src/contract/dataset-features.ts';
import { artifactKey } from '../src/platform/artifacts/artifact-key.ts';
import { stageJson } from '../src/platform/artifacts/stage-json.ts';
import type { TaskContext } from '../src/platform/jobs/task.ts';
import { itemId, makeModel } from './predict/seed-models.ts';
import { openBenchFolder } from './support/bench-folder.ts';
import { printTable } from './support/measure.ts';

const PEOPLE = Number(process.argv[2] ?? 100_000);
const ITEMS = 12_000;
const EVENTS = 10;
const tenant = tenantId('ten_bench');
const ids = { tenantId: tenant, modelId: 'model_1', datasetId: 'ds_1' };

using folder = openBenchFolder();
const artifacts = openArtifacts({ data: folder.path });
const made = await makeModel(folder.path, ids, ITEMS);
const dataset = {
  ...ids,
  features: noFeatures,
  declaredEvents: noDeclaredEvents,
  erased: [],
  itemCount: ITEMS,
  ...(await writeDataset()),
};
const key = artifactKey(tenant, 'staging', 'job_1', 'request.json');
await stageJson(artifacts, key, BatchPredictionRequest.parse({ limit: 20 }));
const task = createBatchTask({
  store: {
    models: { get: async () => ({ ...ids, architecture: 'sequential-recommender', status: 'ready', made }) },
    datasets: { get: async () => dataset },
  } as never,
  artifacts,
  loadArchitecture,
  openRows: () => Promise.reject(new Error('there is no file')),
  clock: Date.now,
});
const input = { key, datasetId: ids.datasetId };
const started = performance.now();
const before = process.cpuUsage();
const { result } = await task.run({
  job: {
    jobId: 'job_1',
    tenantId: tenant,
    resource: { type: 'model', id: ids.modelId },
    input,
    checkpoint: null,
  },
  signal: new AbortController().signal,
  progress: () => {},
  checkpoint: async () => {},
} as unknown as TaskContext);
const seconds = (performance.now() - started) / 1000;
const { user, system } = process.cpuUsage(before);
const { people, file } = result as { readonly people: number; readonly file: { readonly bytes: number } };
printTable(
  ['people', 'seconds', 'people/s', 'processor ms a person', 'MiB written'],
  [
    [
      people,
      seconds.toFixed(1),
      (people / seconds).toFixed(0),
      ((user + system) / 1000 / people).toFixed(2),
      (file.bytes / 2 ** 20).toFixed(0),
    ],
  ],
);

async function writeDataset() {
  const keyOf = (part: string) => artifactKey(tenant, 'datasets', ids.datasetId, part);
  const keys = { items: keyOf('items'), events: keyOf('events'), people: null };
  const writer = await SnapshotWriter.create(artifacts, keys);
  for (let item = 0; item < ITEMS; item++) {
    writer.addItem({ type: 'item', itemId: itemId(item), text: 'x', createdAtMs: null, attributes: null });
    await writer.writeFullGroups();
  }
  for (let n = 0; n < PEOPLE * EVENTS; n++) {
    const common = { type: 'event', kind: 'buy', value: 1, timestampMs: n } as const;
    const [person, step] = [n % PEOPLE, Math.floor(n / PEOPLE)];
    const item = itemId((person * 7919 + step * 104_729) % ITEMS);
    writer.addEvent({ ...common, eventId: `e${n}`, personId: `p${person}`, itemId: item });
    await writer.writeFullGroups();
  }
  return { files: await writer.finish(), eventCount: PEOPLE * EVENTS };
}
