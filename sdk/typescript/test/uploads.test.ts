/** Uploads: bounded concurrency and memory, refusals, resume; against the transport alone, then a real service. */
import { createReadStream, openAsBlob, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import * as fc from 'fast-check';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Counterpart, ndjson, UploadError, type UploadProgress, type wire } from '../src/index.ts';
import { type Transport, upload } from '../src/upload.ts';
import { type FaultyProxy, startFaultyProxy } from './support/faulty-proxy.ts';
import { startWorld, type World } from './support/world.ts';

const until = (ready: () => boolean) => expect.poll(ready).toBe(true);
const turns = async (count: number) => {
  for (let n = 0; n < count; n++) await Promise.resolve();
};

test('whatever breaks and whoever overtakes, a resumed upload stores every row', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.record({
        rows: fc.integer({ min: 0, max: 120 }),
        batchSize: fc.integer({ min: 1, max: 7 }),
        concurrency: fc.integer({ min: 1, max: 5 }),
        delays: fc.array(fc.nat(20), { minLength: 1 }),
        /** The requests that fail as a whole, by their number. */
        broken: fc.uniqueArray(fc.nat(60), { maxLength: 6 }),
        refused: fc.uniqueArray(fc.nat(120), { maxLength: 10 }),
      }),
      async ({ rows, batchSize, concurrency, delays, broken, refused }) => {
        const done = new Set<number>();
        const refusals = new Set<number>();
        let requests = 0;
        let working = 0;
        const transport: Transport<number> = {
          batchSize,
          send: async (batch) => {
            const request = requests++;
            working += 1;
            expect(working).toBeLessThanOrEqual(concurrency);
            await turns(delays[request % delays.length]!);
            working -= 1;
            if (broken.includes(request)) throw new Error('broken');
            for (const row of batch) done.add(row);
            return batch.flatMap((row, index) =>
              refused.includes(row) ? [{ index, code: 'invalid_request', message: 'no' }] : [],
            );
          },
        };
        let position = 0;
        for (;;) {
          const seen: UploadProgress[] = [];
          try {
            const options = {
              concurrency,
              startAt: position,
              onProgress: (progress: UploadProgress) => void seen.push(progress),
              onRefused: ({ row, index }: { row: number; index: number }) => {
                expect(row).toBe(index);
                refusals.add(row);
              },
            };
            const end = await upload(Array.from({ length: rows }).keys(), transport, options);
            expect(end.position).toBe(Math.max(rows, position));
            expect(end.stored + end.refused).toBe(rows - position);
            break;
          } catch (error) {
            if (!(error instanceof UploadError)) throw error;
            // Everything before the position is done.
            for (let row = 0; row < error.position; row++) expect(done.has(row)).toBe(true);
            expect(error.position).toBe(seen.at(-1)?.position ?? position);
            position = error.position;
          }
        }
        expect(done.size).toBe(rows);
        expect([...refusals].sort()).toEqual(refused.filter((row) => row < rows).sort());
      },
    ),
  );
});

test('a slow row holds back how far the others may go, so that memory stays flat', async () => {
  let read = 0;
  let release = () => {};
  function* source() {
    for (; read < 100_000; read++) yield read;
  }
  const held = new Promise<void>((resolve) => {
    release = resolve;
  });
  const transport: Transport<number> = {
    batchSize: 1,
    send: async ([row]) => {
      if (row === 0) await held;
      return [];
    },
  };
  const uploading = upload(source(), transport, { concurrency: 4 });
  await until(() => read > 200);
  expect(read).toBeLessThanOrEqual(4 * 64 + 2 * 4);
  release();
  expect(await uploading).toEqual({ position: 100_000, stored: 100_000, refused: 0 });
});

test('a refused row stops an upload that has nobody to hear of it', async () => {
  const transport: Transport<string> = {
    batchSize: 1,
    send: async ([row]) => (row === 'bad' ? [{ index: 0, code: 'invalid_request', message: 'too bad' }] : []),
  };
  const error = await upload(['a', 'b', 'bad', 'c'], transport, { concurrency: 1 }).catch((thrown) => thrown);
  expect(error).toBeInstanceOf(UploadError);
  expect(error).toMatchObject({ position: 2, message: expect.stringContaining('too bad') });
});

test.each([{ concurrency: 0 }, { concurrency: 1.5 }, { startAt: -1 }])('%o is refused', async (options) => {
  const uploading = upload(['a'], { batchSize: 1, send: async () => [] }, options);
  await expect(uploading).rejects.toThrow(/must be a whole number/);
});

test('a signal ends an upload whose source is silent', async () => {
  const controller = new AbortController();
  async function* silent() {
    yield 1;
    await new Promise(() => {});
  }
  const uploading = upload(silent(), { batchSize: 1, send: async () => [] }, { signal: controller.signal });
  setTimeout(() => controller.abort(new Error('enough')), 10);
  await expect(uploading).rejects.toMatchObject({
    position: 1,
    cause: expect.objectContaining({ message: 'enough' }),
  });
});

const PEOPLE = 300;
const person = (n: number) => ({
  user_id: `p${n}`,
  domain: 'dating',
  fields: {
    age: n % 50 === 7 ? 'old' : 20 + (n % 60),
    gender: n % 2 === 0 ? 'woman' : 'man',
    location: 'Lisbon',
  },
});
const REFUSED = PEOPLE / 50;
let world: World;
let proxy: FaultyProxy;
let client: Counterpart;
let file: string;

beforeAll(async () => {
  world = await startWorld();
  proxy = await startFaultyProxy(world.service.url, 1000);
  client = world.client({ baseUrl: proxy.url, maxRetries: 2 });
  file = join(world.folder, 'people.ndjson');
  writeFileSync(file, Array.from({ length: PEOPLE }, (_, n) => JSON.stringify(person(n))).join('\n'));
}, 60_000);
afterAll(async () => {
  await proxy?.close();
  await world?.stop();
});

test('people from a file, through faults, interrupted and resumed', { timeout: 60_000 }, async () => {
  const refused: number[] = [];
  const onRefused = ({ index, code }: { index: number; code: string }) => {
    expect(code).toBe('invalid_field_value');
    refused.push(index);
  };
  // Four rows at a time have three attempts each: nine losses in a row leave one of them without a retry.
  proxy.schedule([...Array(40).fill(undefined), ...Array(9).fill('lost')]);
  const rows = () => ndjson<ReturnType<typeof person>>(createReadStream(file));
  const error = await client.users
    .upsertMany(rows(), { concurrency: 4, onRefused })
    .catch((thrown) => thrown);
  expect(error).toBeInstanceOf(UploadError);
  expect(error.position).toBeGreaterThan(0);
  expect(error.position).toBeLessThan(PEOPLE);
  proxy.schedule(['unanswered', 'busy', 'half', 'down', 'reset']);
  const blob = ndjson<ReturnType<typeof person>>(await openAsBlob(file));
  const end = await client.users.upsertMany(blob, { concurrency: 4, onRefused, startAt: error.position });
  expect(end.position).toBe(PEOPLE);
  expect(new Set(refused).size).toBe(REFUSED);
  const { pipeline_stats } = await world.client().match.run({ user_id: 'p0', domain: 'dating', filters: {} });
  expect(pipeline_stats.total).toBe(PEOPLE - REFUSED - 1);
});

test('outcomes by a thousand; the refused ones are told by their row', { timeout: 60_000 }, async () => {
  function* items(): Generator<wire.FeedbackItem> {
    for (let n = 0; n < 2500; n++) {
      const candidate_id = n === 1777 ? 'nobody' : `p${1 + (n % 6)}`;
      yield { seeker_id: 'p0', candidate_id, outcome: n % 2 === 0 ? 'accepted' : 'rejected' };
    }
  }
  const refused: number[] = [];
  proxy.schedule(['unanswered', 'half']);
  const end = await client.feedback.sendMany(
    { domain: 'dating', items: items() },
    { concurrency: 2, onRefused: ({ index }) => refused.push(index) },
  );
  expect([end, refused]).toEqual([{ position: 2500, stored: 2499, refused: 1 }, [1777]]);
});
