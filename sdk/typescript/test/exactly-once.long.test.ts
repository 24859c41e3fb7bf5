/** Behind a network that loses, cuts, delays and refuses, an acknowledged write happened exactly once. */
import * as fc from 'fast-check';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Counterpart, CounterpartError, type LogEvent } from '../src/index.ts';
import { type Fault, type FaultyProxy, faults, startFaultyProxy } from './support/faulty-proxy.ts';
import { startWorld, type World } from './support/world.ts';

/** Other tests may keep the service waiting. */
const ATTEMPT_MS = 1000;
const MAX_RETRIES = 3;

let world: World;
let proxy: FaultyProxy;
let direct: Counterpart;
let client: Counterpart;
const events: LogEvent[] = [];

beforeAll(async () => {
  world = await startWorld();
  proxy = await startFaultyProxy(world.service.url, 5 * ATTEMPT_MS);
  direct = world.client();
  client = world.client({
    baseUrl: proxy.url,
    maxRetries: MAX_RETRIES,
    attemptTimeoutMs: ATTEMPT_MS,
    logger: (event) => events.push(event),
  });
}, 60_000);
afterAll(async () => {
  await proxy?.close();
  await world?.stop();
});

/** One more fault than there are retries: some calls are given up. */
const schedules = fc.array(fc.constantFrom<Fault>(...faults), { minLength: 0, maxLength: MAX_RETRIES + 1 });
const RUNS = 16;
const runs = { numRuns: RUNS, endOnFailure: true };
let written = 0;

/** Whether the write was acknowledged. Only a fault may keep it from being so. */
async function acknowledged(write: PromiseLike<unknown>): Promise<boolean> {
  try {
    await write;
    return true;
  } catch (error) {
    expect(error).toBeInstanceOf(CounterpartError);
    return false;
  }
}

/** How many datasets of each name there are once all jobs have ended. */
async function datasetsByName(): Promise<ReadonlyMap<string, number>> {
  for await (const { id } of direct.jobs.list({ limit: 100 })) await direct.jobs.wait(id);
  const counts = new Map<string, number>();
  for await (const { name } of direct.datasets.list({ limit: 100 }))
    counts.set(name, (counts.get(name) ?? 0) + 1);
  return counts;
}

test('a dataset that was acknowledged was created once, any other at most once', {
  timeout: 120_000,
}, async () => {
  let repeats = 0;
  const wasAcknowledged = new Map<string, boolean>();
  const certain: readonly Fault[][] = [['unanswered'], ['half'], ['reset'], ['late']];
  for (const schedule of [...certain, ...fc.sample(schedules, RUNS)]) {
    const name = `${++written} ${schedule.join(' ')}`;
    proxy.schedule(schedule);
    const creating = client.datasets.create({ name, items: [{ item_id: 'a', text: 'A cup' }] });
    const done = await acknowledged(creating);
    wasAcknowledged.set(name, done);
    repeats += proxy.forwarded() > 1 ? 1 : 0;
    if (schedule.length <= MAX_RETRIES) expect([name, done]).toEqual([name, true]);
  }
  const counts = await datasetsByName();
  for (const [name, done] of wasAcknowledged) {
    const count = counts.get(name) ?? 0;
    expect([name, count]).toEqual([name, done ? 1 : Math.min(1, count)]);
  }
  // Without writes that the service got twice this would say nothing.
  expect(repeats).toBeGreaterThanOrEqual(certain.length);
});

test('a match that was repeated is the match that was answered first', { timeout: 120_000 }, async () => {
  await direct.users.upsert({ user_id: 'seeker', domain: 'dating', fields: { age: 30 } });
  await fc.assert(
    fc.asyncProperty(schedules, async (schedule) => {
      const idempotencyKey = `match-${++written}`;
      const request = { user_id: 'seeker', domain: 'dating' };
      proxy.schedule(schedule);
      const first = await client.match.run(request, { idempotencyKey }).then(
        ({ match_id }) => match_id,
        () => undefined,
      );
      if (first === undefined) return;
      const { data, response } = await direct.match.run(request, { idempotencyKey }).withResponse();
      expect([data.match_id, response.headers.get('idempotent-replayed')]).toEqual([first, 'true']);
    }),
    runs,
  );
});

test('a text of a person is kept once, and a retried erasure counts as done', {
  timeout: 120_000,
}, async () => {
  await fc.assert(
    fc.asyncProperty(schedules, schedules, async (forAppend, forDelete) => {
      const user_id = `person-${++written}`;
      proxy.schedule(forAppend);
      const kept = await acknowledged(
        client.context.append({
          user_id,
          domain: 'dating',
          source: 'chat',
          content: `I am person ${user_id}, 30.`,
        }),
      );
      const stored = await direct.users.get(user_id).then(
        () => true,
        () => false,
      );
      if (kept) expect(stored).toBe(true);
      if (!stored) return;
      proxy.schedule(forDelete);
      const result = await client.users.delete(user_id).catch((error: unknown) => {
        expect(error).toBeInstanceOf(CounterpartError);
      });
      if (forDelete.length <= MAX_RETRIES) expect(result).toMatchObject({ user_id });
      if (!result) return;
      // The counts are those of the erasure, or 0 where an earlier attempt had done it.
      expect(result.erased.context_items).toBe(result.erased.records);
      await expect(direct.users.get(user_id)).rejects.toMatchObject({ code: 'user_not_found' });
    }),
    runs,
  );
});

test('a first DELETE that finds nothing is an error', async () => {
  proxy.schedule([]);
  await expect(client.users.delete('absent')).rejects.toMatchObject({ code: 'user_not_found', status: 404 });
});

test('every fault was met, and the logger never saw the key', () => {
  const codes = new Set(
    events.filter(({ type }) => type !== 'answer').map(({ code, status }) => status ?? code),
  );
  expect([...codes]).toEqual(expect.arrayContaining(['ConnectionError', 429, 502, 503]));
  expect(JSON.stringify(events)).not.toContain(world.key);
});
