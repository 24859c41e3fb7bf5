/**
 * A million events, imported by the command line: every figure equals a plain recount, also measured on
 * demand.
 */
import { createWriteStream, readdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { expectRecount } from '../../src/behaviour/datasets/statistics/testing/expect-recount.ts';
import { type PlainEvent, recount } from '../../src/behaviour/datasets/statistics/testing/recount.ts';
import type { DatasetStatisticsFields } from '../../src/contract/dataset-statistics.ts';
import { type RunningService, startService, temporaryFolder, tenantWithKey } from '../running-service.ts';
import { jsonOf, runHere } from './testing/run-cli.ts';

const EVENTS = 1_000_000;
const PEOPLE = 50_000;
const ITEMS = 20_000;
const MINUTE_MS = 60_000;
const folder = temporaryFolder();
const data = join(folder.path, 'data');
let events: readonly PlainEvent[];
let itemIds: readonly string[];
let service: RunningService;
let key: string;
let datasetId: string;

beforeAll(async () => {
  key = await tenantWithKey(data, 'acme', 'dating');
  itemIds = Array.from({ length: ITEMS }, (_, n) => `item-${n}`);
  events = Array.from({ length: EVENTS }, (_, n) => eventOf(n));
  const file = join(folder.path, 'rows.jsonl');
  await pipeline(Readable.from(lines()), createWriteStream(file));
  const arguments_ = ['import', file, '--tenant', 'acme', '--name', 'large', '--json'];
  datasetId = (await jsonOf<{ readonly id: string }>(runHere(data, 'datasets', ...arguments_))).id;
  service = await startService(data);
}, 600_000);
afterAll(async () => {
  await service?.stop();
  folder.remove();
});

/** People come back in bursts, with items of a long tail. Nothing is in the order of time. */
function eventOf(n: number): PlainEvent {
  const mixed = Math.imul(n, 0x9e3779b1) >>> 0;
  const burst = Math.floor(n / PEOPLE);
  const item = Math.floor(ITEMS * (((mixed >>> 8) % 65_536) / 65_536) ** 3);
  const minutes = (burst % 5) * 40_000 + (burst % 4) * 12 + (mixed % 97);
  return {
    person_id: `person-${(n * 7) % PEOPLE}`,
    item_id: itemIds[item]!,
    kind: mixed % 3 === 0 ? 'buy' : 'view',
    timestamp: new Date(1.7e12 + minutes * MINUTE_MS).toISOString(),
  };
}

function* lines(): Generator<string> {
  for (const item_id of itemIds)
    yield `${JSON.stringify({ type: 'item', item_id, text: `Title of ${item_id}\ncategory: some` })}\n`;
  for (const [n, event] of events.entries())
    yield `${JSON.stringify({ type: 'event', event_id: `e${n}`, ...event })}\n`;
}

async function statistics(): Promise<DatasetStatisticsFields & { readonly request_id: string }> {
  const answer = await fetch(`${service.url}/v1/datasets/${datasetId}/statistics`, {
    headers: { authorization: `Bearer ${key}` },
  });
  expect(answer.status).toBe(200);
  return answer.json() as ReturnType<typeof statistics>;
}

test('the statistics of a million events equal a recount, also measured on demand', async () => {
  const { request_id: _, ...kept } = await statistics();
  expectRecount(kept, recount(itemIds, events));
  expect(kept.kinds.map(({ kind }) => kind)).toEqual(['view', 'buy']);
  expect(kept.fields).toContainEqual({ name: 'category', items: ITEMS, share: 1 });
  const artifacts = join(data, 'artifacts');
  for (const { name, parentPath } of readdirSync(artifacts, { recursive: true, withFileTypes: true }))
    if (name.startsWith('statistics-')) rmSync(join(parentPath, name));
  const { request_id: __, ...measured } = await statistics();
  expect(measured).toEqual(kept);
}, 600_000);
