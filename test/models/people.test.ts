/** Answers of a model about the people of its dataset over HTTP: one by one, all at once, and in segments. */
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, expect, test } from 'vitest';
import type { ModelFields } from '../../src/contract/model.ts';
import type { Segment } from '../../src/contract/model-segments.ts';
import { Trending } from '../../src/contract/trending.ts';
import { jsonOf, runHere } from '../service/testing/run-cli.ts';
import { circle, circleService, ITEMS, PEOPLE } from '../support/circle-service.ts';

const { ended, folder, importDataset, resultOf, send, trainModel } = circleService();
let datasetId: string;
let model: ModelFields;

beforeAll(async () => {
  datasetId = await importDataset({ name: 'circle', ...circle(ITEMS) });
  model = await trainModel(datasetId, 'next');
}, 120_000);

/** Events as a history with its times. */
function visits(events: readonly { readonly item_id: string; readonly timestamp: string }[]) {
  return {
    history: events.map(({ item_id }) => item_id),
    history_timestamps: events.map(({ timestamp }) => timestamp),
  };
}

test('items that rise are listed with their counts, by filters over items and people', async () => {
  const path = `/datasets/${datasetId}/trending`;
  const { events } = circle(ITEMS);
  const last = Date.UTC(2024, 0, 17);
  const trending = async (more: object) => Trending.parse((await send(path, more)).body);
  const { window, items } = await trending({ window_hours: 24, limit: 100 });
  expect(Date.parse(window.until)).toBeGreaterThan(last);
  const risen = events.filter(({ timestamp }) => timestamp > window.from && timestamp <= window.until);
  expect(items.reduce((sum, one) => sum + one.events, 0)).toBe(risen.length);
  expect(items.every((one) => one.events === one.people && one.events_before === 0)).toBe(true);
  const sized = await trending({ window_hours: 24, filters: { size: 4 } });
  expect(sized.items.map(({ item_id }) => item_id)).toEqual(['item-e']);
  const [early, late] = [
    await trending({ window_hours: 24, limit: 100, person_filters: { start: 'early' } }),
    await trending({ window_hours: 24, limit: 100, person_filters: { start: 'late' } }),
  ];
  const count = (some: typeof early) => some.items.reduce((sum, one) => sum + one.events, 0);
  expect(count(early) + count(late)).toBe(risen.length);
  expect(JSON.stringify(items)).not.toContain('p1');
  const printed = await jsonOf(
    runHere(folder, 'datasets', 'trending', datasetId, '--hours', '24', '--limit', '100', '--json'),
  );
  expect(printed).toMatchObject({ dataset_id: datasetId, window, items });
});

test('predicts for all people of the dataset, by the service and by the command line', {
  timeout: 180_000,
}, async () => {
  const asked = { limit: 3, output_format: 'jsonl' };
  const { job, result } = await resultOf(`/models/${model.id}/batch-predictions`, asked, 'batch-0001');
  expect([job.kind, job.resource, job.progress]).toEqual([
    'batch_prediction',
    { type: 'model', id: model.id },
    1,
  ]);
  expect(result).toMatchObject({ people: PEOPLE, failed: 0 });
  const text = await (await fetch(result.download_url as string)).text();
  const lines = text
    .trimEnd()
    .split('\n')
    .map((line) => JSON.parse(line));
  expect(lines).toHaveLength(PEOPLE);
  const { events } = circle(ITEMS);
  const own = events.filter(({ person_id }) => person_id === lines[7].person_id);
  const { body } = await send(`/models/${model.id}/predict`, { ...visits(own), limit: 3 });
  expect(lines[7].items).toEqual(body.items);
  const output = join(folder, 'predictions.jsonl');
  const arguments_ = ['models', 'predict-all', model.id, '--limit', '3', '--output', output, '--json'];
  const done = await jsonOf<{ sha256: string }>(runHere(folder, ...arguments_));
  expect(done).toMatchObject({ people: PEOPLE, failed: 0, sha256: result.sha256 });
  expect(readFileSync(output, 'utf8')).toBe(text);
  const rules = [{ filter: { size: 10 }, pin_at: 2 }];
  const request = join(folder, 'request.json');
  writeFileSync(request, JSON.stringify({ rules, exclude_seen: false }));
  await jsonOf(runHere(folder, ...arguments_, '--request', request));
  for (const line of readFileSync(output, 'utf8').trimEnd().split('\n')) {
    const { items, rules: outcomes } = JSON.parse(line);
    expect([items[1].item_id, outcomes[0].held]).toEqual(['item-k', true]);
  }
});

test('a person stands for the stored events and those that were appended since', async () => {
  const path = `/models/${model.id}/predict`;
  const { events } = circle(ITEMS);
  const own = events.filter(({ person_id }) => person_id === 'p3');
  const history = own.map(({ item_id }) => item_id);
  const byPerson = async () => (await send(path, { person_id: 'p3', limit: ITEMS })).body.items;
  const byHistory = async (all: typeof own) =>
    (await send(path, { ...visits(all), limit: ITEMS })).body.items;
  expect(await byPerson()).toEqual(await byHistory(own));
  const next = ['item-a', 'item-b', 'item-c', 'item-d', 'item-e', 'item-f'].find(
    (id) => !history.includes(id),
  )!;
  const timestamp = '2024-03-01T00:00:00Z';
  const event = { ...events[0]!, event_id: 'new-1', person_id: 'p3', item_id: next, timestamp };
  const appended = await send(`/datasets/${datasetId}/events`, { events: [event] });
  expect(appended.status).toBe(200);
  expect(await byPerson()).toEqual(await byHistory([...own, event]));
  const unknown = await send(path, { person_id: 'nobody' });
  expect([unknown.status, unknown.body.error.code]).toEqual([404, 'user_not_found']);
});

test('a session has a history of its own until it is merged with a person, whose history it then is', async () => {
  const path = `/models/${model.id}/predict`;
  const taken = circle(ITEMS).events.filter(({ person_id }) => person_id === 'p4');
  const item_id = circle(ITEMS)
    .items.map((one) => one.item_id)
    .find((id) => taken.every((one) => one.item_id !== id));
  const of = async (who: object) => (await send(path, { ...who, limit: ITEMS })).body.items;
  const event = { event_id: 'anonymous-1', session_id: 'p4', item_id, kind: 'view' };
  const appended = { events: [{ ...event, timestamp: new Date(Date.now() - 60_000).toISOString() }] };
  const before = await of({ person_id: 'p4' });
  expect((await send(`/datasets/${datasetId}/events`, appended)).body.appended).toBe(1);
  expect(await of({ person_id: 'p4' })).toEqual(before);
  const alone = await of({ session_id: 'p4' });
  expect(alone).not.toEqual(before);
  const batch = { people: [{ session_id: 'p4' }], limit: ITEMS, output_format: 'jsonl' };
  const { result } = await resultOf(`/models/${model.id}/batch-predictions`, batch, 'batch-of-session');
  const lines = await (await fetch(String(result.download_url))).text();
  expect(JSON.parse(lines)).toMatchObject({
    row: 1,
    items: alone.map(({ item_id }: { item_id: string }) => ({ item_id })),
  });
  const merges = { merges: [{ session_id: 'p4', person_id: 'p4' }] };
  expect((await send(`/datasets/${datasetId}/session-merges`, merges)).body).toMatchObject({ merged: 1 });
  const after = await of({ person_id: 'p4' });
  expect(after).not.toEqual(before);
  expect(await of({ session_id: 'p4' })).toEqual(after);
  const both = await send(path, { person_id: 'p4', session_id: 'p4' });
  expect([both.status, both.body.error.code]).toEqual([400, 'invalid_request']);
  const named = both.body.error.details.issues.map((fault: { path: string }) => fault.path);
  expect(named).toEqual(['person_id', 'session_id']);
  expect((await send(path, { session_id: 'unknown' })).body.error.code).toBe('user_not_found');
  const erased = await send('/sessions/p4', undefined, undefined, 'DELETE');
  expect(erased.body).toMatchObject({ session_id: 'p4', erased: { pending_events: 1 } });
  expect(await of({ person_id: 'p4' })).toEqual(before);
});

test('people are segmented; the list reaches all of them, and an erasure reaches the list', {
  timeout: 60_000,
}, async () => {
  const path = `/models/${model.id}/segments`;
  const { job, result } = await resultOf(path, { k: 3, min_events: 2 }, 'segments-0001');
  expect(job).toMatchObject({ kind: 'model_segments', resource: { type: 'model', id: model.id } });
  const segments = result.segments as readonly Segment[];
  expect(result).toMatchObject({ k: 3, sampled: PEOPLE, people: PEOPLE, left_out: 0 });
  expect(segments.reduce((sum, { people }) => sum + people, 0)).toBe(PEOPLE);
  for (const { items, medoid_events } of segments) {
    expect(medoid_events).toBe(5);
    for (const { people, lift } of items) expect([people >= 5, lift > 1]).toEqual([true, true]);
  }
  const download = async () => fetch(result.download_url as string);
  const lines = (await (await download()).text()).trimEnd().split('\n');
  const sizes = Map.groupBy(lines, (line) => JSON.parse(line).segment as number);
  expect(segments.map(({ segment }) => sizes.get(segment)!.length)).toEqual(
    segments.map(({ people }) => people),
  );
  const again = await resultOf(path, { k: 3, min_events: 2 }, 'segments-0002');
  expect(again.result).toMatchObject({ segments, sha256: result.sha256 });
  const output = join(folder, 'segments.jsonl');
  const printed = await jsonOf<{ sha256: string }>(
    runHere(
      ...([folder, 'models', 'segments', model.id, '--k', '3', '--min-events', '2'] as const),
      ...['--output', output, '--json'],
    ),
  );
  expect(printed).toMatchObject({ k: 3, people: PEOPLE, segments, sha256: result.sha256 });
  expect(readFileSync(output, 'utf8').trimEnd().split('\n')).toEqual(lines);
  const waiting = ['models', 'segments', model.id, '--k', '3', '--min-events', '2', '--wait'];
  const { stdout } = await runHere(folder, ...waiting);
  for (const { name } of segments) expect(stdout).toContain(name);
  expect(stdout).toMatch(/^3 segments of 60 people, silhouette 0\.\d\d; 0 with too few events\.$/m);
  const few = await send(path, { k: 2, min_events: 6 }, 'segments-0003');
  expect((await ended(few.body.id)).error).toMatchObject({ code: 'invalid_request' });
  await send('/users/p30', undefined, undefined, 'DELETE');
  expect((await download()).status).toBeGreaterThanOrEqual(400);
});
