/** Simulations with one model over HTTP, and its bundle. */
import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import { unpackTar } from 'modern-tar';
import { beforeAll, expect, test } from 'vitest';
import type { ModelFields } from '../../src/contract/model.ts';
import { Simulation } from '../../src/contract/simulation.ts';
import { jsonOf, runHere } from '../service/testing/run-cli.ts';
import { circle, circleService, ITEMS, PEOPLE } from '../support/circle-service.ts';

const { ended, folder, importDataset, resultOf, send, trainModel } = circleService();
let datasetId: string;
let model: ModelFields;

beforeAll(async () => {
  datasetId = await importDataset({ name: 'circle', ...circle(ITEMS) });
  model = await trainModel(datasetId, 'next');
}, 120_000);

test('a simulation on the dataset that the model learned from is refused: no event is unseen', async () => {
  const asked = { model_id: model.id, dataset_id: datasetId, steps: 3, policy: 'model' };
  const refused = await send('/simulations', asked, 'simulate-0');
  expect([refused.status, refused.body.error.code]).toEqual([422, 'nothing_to_judge']);
  expect(refused.body.error.message).toMatch(/learned from.*later.*histories/s);
  expect(refused.body.error.details).toMatchObject({ dataset_id: datasetId, model_id: model.id });
});

test('a simulation on the same events under another id fails, and the job gives the reason', async () => {
  const imported = await resultOf('/datasets', { name: 'copy', ...circle(ITEMS) }, 'import-copy');
  const copy = (imported.result.dataset as { id: string }).id;
  const asked = { model_id: model.id, dataset_id: copy, steps: 3, policy: 'model' };
  const accepted = await send('/simulations', asked, 'simulate-copy');
  const job = await ended(accepted.body.id);
  expect([job.status, job.error?.code, job.error?.message]).toEqual([
    'failed',
    'nothing_to_judge',
    expect.stringMatching(/learned from.*histories/s),
  ]);
});

test('simulations are evaluated on unseen events; the same seed gives the same bytes', {
  timeout: 60_000,
}, async () => {
  const before = circle(ITEMS);
  // Half of the people went on, and not along the circle: a model that had seen it would say so.
  const later = Array.from({ length: PEOPLE / 2 }, (_, person) => {
    const last = before.events.findLast(({ person_id }) => person_id === `p${person}`)!;
    const at = before.items.findIndex(({ item_id }) => item_id === last.item_id);
    return {
      ...last,
      event_id: `later-${person}`,
      item_id: before.items[(at + 4) % ITEMS]!.item_id,
      timestamp: '2024-02-01T00:00:00Z',
    };
  });
  const dataset = { ...before, name: 'circle', events: [...before.events, ...later] };
  const imported = await resultOf('/datasets', dataset, 'import-later');
  const laterId = (imported.result.dataset as { id: string }).id;
  const asked = { model_id: model.id, dataset_id: laterId, steps: 3, policy: 'model', seed: 5 };
  const first = (await resultOf('/simulations', asked, 'simulate-1')).result.simulation as { id: string };
  const { id, created_at, ...found } = first as unknown as Record<string, unknown>;
  const again = (await resultOf('/simulations', asked, 'simulate-2')).result.simulation;
  const { id: __, created_at: ___, ...foundAgain } = again as Record<string, unknown>;
  expect(JSON.stringify(foundAgain)).toBe(JSON.stringify(found));
  const { body } = await send(`/simulations/${id}`);
  const { request_id: ____, ...read } = Simulation.parse(body);
  expect(read).toEqual(first);
  expect(created_at).toMatch(/Z$/);
  expect(read).toMatchObject({
    histories: PEOPLE,
    judged_histories: PEOPLE / 2,
    status: 'succeeded',
    seed: 5,
    steps: 3,
  });
  // Each person has one new event, so only the first step can be evaluated.
  expect(read.per_step!.map(({ step, hit_rate }) => [step, hit_rate === null])).toEqual([
    [1, false],
    [2, true],
    [3, true],
  ]);
  for (const measure of [
    read.coverage!,
    read.exposure_gini!,
    read.repeat_rate!,
    read.per_step![0]!.hit_rate!,
  ]) {
    expect(measure.low!).toBeLessThanOrEqual(measure.value!);
    expect(measure.high!).toBeGreaterThanOrEqual(measure.value!);
  }
  const given = await resultOf(
    '/simulations',
    { model_id: model.id, histories: [['item-a'], []], steps: 2, policy: { candidate_item_ids: ['item-b'] } },
    'simulate-3',
  );
  expect(given.result.simulation).toMatchObject({
    histories: 2,
    judged_histories: 0,
    baskets_read_as: null,
    repeat_rate: { value: 0.5 },
    coverage: { value: 1 / ITEMS },
    per_step: [{ hit_rate: null }, { hit_rate: null }],
    top_items: [{ item_id: 'item-b', share: { value: 1 } }],
  });
});

test('exports the model as a bundle, by the service and by the command line with the same bytes', async () => {
  const { result } = await resultOf(`/models/${model.id}/exports`, {}, 'export-0001');
  const bytes = Buffer.from(await (await fetch(result.download_url as string)).arrayBuffer());
  const sha256 = createHash('sha256').update(bytes).digest('hex');
  expect([bytes.length, sha256]).toEqual([result.bytes, result.sha256]);
  const entries = await unpackTar(gunzipSync(bytes));
  const names = entries.map(({ header }) => header.name);
  expect(names).toEqual(expect.arrayContaining(['manifest.json', 'model.onnx', 'catalogue.json']));
  expect([names[0], names.at(-1)]).toEqual(['manifest.json', 'SHA256SUMS']);
  const manifest = JSON.parse(Buffer.from(entries[0]!.data!).toString());
  expect(manifest).toMatchObject({ format: 'counterpart-model', model_id: model.id, item_count: ITEMS });
  const output = join(folder, 'bundle.tar.gz');
  const exporting = runHere(folder, 'models', 'export', model.id, '--output', output, '--json');
  expect(await jsonOf(exporting)).toMatchObject({ id: model.id, sha256, bytes: bytes.length });
  expect(createHash('sha256').update(readFileSync(output)).digest('hex')).toBe(sha256);
});
