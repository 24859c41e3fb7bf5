import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { tenantId } from '../../../contract/brands.ts';
import { noDeclaredEvents } from '../../../contract/dataset-events.ts';
import { noFeatures } from '../../../contract/dataset-features.ts';
import { artifactKey } from '../../../platform/artifacts/artifact-key.ts';
import { openFileArtifactStore } from '../../../platform/artifacts/files/file-artifact-store.ts';
import type { EventRow, ItemRow } from '../rows/dataset-row.ts';
import { eventLine, itemLine } from '../rows/row-lines.ts';
import type { SnapshotOfDataset } from '../snapshot/read-snapshot.ts';
import { SnapshotWriter } from '../snapshot/snapshot-writer.ts';
import { idIndexKey } from './id-index-file.ts';
import { keepIdIndexes, keepPeopleIndex } from './keep-id-index.ts';
import { createIdIndexes } from './read-id-index.ts';

const TENANT = tenantId('ten_a');
const never = new AbortController().signal;
const folder = mkdtempSync(join(tmpdir(), 'counterpart-ids-'));
const artifacts = openFileArtifactStore(join(folder, 'artifacts'));
afterAll(() => rmSync(folder, { recursive: true }));

const itemOf = (n: number): ItemRow => {
  return { type: 'item', itemId: `item ${n} ü`, text: `${n}`, createdAtMs: null, attributes: null };
};
const eventOf = (n: number): EventRow => {
  const ids = { eventId: `e${n}`, personId: 'p', itemId: itemOf(0).itemId };
  return { type: 'event', ...ids, kind: 'view', timestampMs: n, value: n };
};

async function written(datasetId: string, items: number, events: number): Promise<SnapshotOfDataset> {
  const keyOf = (part: string) => artifactKey(TENANT, 'datasets', datasetId, part);
  const keys = { items: keyOf('items'), events: keyOf('events'), people: null };
  const writer = await SnapshotWriter.create(artifacts, keys);
  for (let n = 0; n < items; n++) writer.addItem(itemOf(n));
  for (let n = 0; n < events; n++) writer.addEvent(eventOf(n));
  const files = await writer.finish();
  return {
    tenantId: TENANT,
    datasetId,
    files,
    itemCount: items,
    eventCount: events,
    features: noFeatures,
    declaredEvents: noDeclaredEvents,
    erased: [],
  };
}

test.each([
  ['in one pass', 1_000_000],
  ['in passes', 300],
])('an index of people written %s has each once, of events and of attributes', async (_, aPass) => {
  const keyOf = (part: string) => artifactKey(TENANT, 'datasets', `ds_people_${aPass}`, part);
  const keys = { items: keyOf('items'), events: keyOf('events'), people: keyOf('people') };
  const writer = await SnapshotWriter.create(artifacts, keys);
  writer.addItem(itemOf(0));
  for (let n = 0; n < 3000; n++) writer.addEvent({ ...eventOf(n), personId: `p${n % 1000} ü` });
  writer.addPerson({ type: 'person', personId: 'of attributes', attributes: null });
  writer.addPerson({ type: 'person', personId: 'p1 ü', attributes: null });
  const files = await writer.finish();
  const counts = {
    itemCount: 1,
    eventCount: 3000,
    features: noFeatures,
    declaredEvents: noDeclaredEvents,
    erased: [],
  };
  const dataset = { tenantId: TENANT, datasetId: `ds_people_${aPass}`, files, ...counts };
  await keepPeopleIndex(artifacts, dataset, 1002, never, aPass);
  const key = idIndexKey(dataset, 'people');
  const { bytes } = (await artifacts.stat(key))!;
  // 1,001 entries, the bounds of 16 buckets, a footer.
  expect(bytes).toBe(1001 * 16 + 4 * 17 + 32);
  const indexes = createIdIndexes(artifacts);
  const sought = ['of attributes', ...Array.from({ length: 1200 }, (_, n) => `p${n} ü`)];
  const found = await indexes.lookUp(
    dataset,
    'people',
    sought.map((id) => ({ id, line: null })),
  );
  expect(found).toEqual(sought.map((_, n) => (n <= 1000 ? 'same' : 'none')));
});

test.each([
  ['in one pass', 'ds_one', 1, 5000, 1_000_000],
  ['in passes', 'ds_many', 700, 5000, 600],
  ['without events', 'ds_none', 3, 0, 1000],
])('written %s finds every id with its content, and no other', async (_, datasetId, items, events, aPass) => {
  const dataset = await written(datasetId, items, events);
  const indexes = createIdIndexes(artifacts);
  expect(await indexes.has(dataset, ['items', 'events'])).toBe(false);
  await keepIdIndexes(artifacts, dataset, never, aPass);
  expect(await indexes.has(dataset, ['items', 'events'])).toBe(true);
  const all = (count: number) => Array.from({ length: count + 500 }, (_, n) => n);
  const wanted = (count: number, known: string) => all(count).map((n) => (n < count ? known : 'none'));
  const soughtEvents = all(events).map((n) => ({ id: `e${n}`, line: eventLine(eventOf(n)) }));
  expect(await indexes.lookUp(dataset, 'events', soughtEvents)).toEqual(wanted(events, 'same'));
  const changed = soughtEvents.map(({ id }) => ({ id, line: eventLine(eventOf(-1)) }));
  expect(await indexes.lookUp(dataset, 'events', changed)).toEqual(wanted(events, 'other'));
  const soughtItems = all(items).map((n) => ({ id: itemOf(n).itemId, line: itemLine(itemOf(n)) }));
  expect(await indexes.lookUp(dataset, 'items', soughtItems)).toEqual(wanted(items, 'same'));
  const anyContent = soughtItems.map(({ id }) => ({ id, line: null }));
  expect(await indexes.lookUp(dataset, 'items', anyContent)).toEqual(wanted(items, 'same'));
});
