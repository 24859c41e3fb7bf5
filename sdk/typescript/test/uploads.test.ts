/**
 * Uploads: bounded concurrency and memory, refusals, resume; against the transport alone, then a real
 * service.
 */
import { createReadStream, openAsBlob, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import * as fc from 'fast-check';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startServiceHere } from '../../../test/service/testing/service-here.ts';
import { type Counterpart, ndjson, UploadError, type UploadProgress, type wire } from '../src/index.ts';
import { type Transport, upload } from '../src/upload.ts';
import { type FaultyProxy, startFaultyProxy } from './support/faulty-proxy.ts';
import { startWorld, type World } from './support/world.ts';

const until = (ready: () => boolean) => expect.poll(ready).toBe(true);
const turns = async (count: number) => {
  for (let n = 0; n < count; n++) await Promise.resolve();
};
const rule = { subjectOf: String, repeats: false };
const done = { stored: {} };
const refused = { refused: { code: 'invalid_request', message: 'too bad', details: {} } };

test('whatever breaks and whatever overtakes, a resumed upload stores every row in the order of its subject', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.record({
        /** The subject of each row. */
        subjects: fc.array(fc.nat(30), { maxLength: 120 }),
        size: fc.integer({ min: 1, max: 7 }),
        repeats: fc.boolean(),
        concurrency: fc.integer({ min: 1, max: 5 }),
        delays: fc.array(fc.nat(20), { minLength: 1 }),
        /** The requests that fail as a whole, by their number. */
        broken: fc.uniqueArray(fc.nat(60), { maxLength: 6 }),
        /** Rows that fail once, after earlier rows of their request were stored. */
        failing: fc.uniqueArray(fc.nat(120), { maxLength: 3 }),
        refusing: fc.uniqueArray(fc.nat(120), { maxLength: 10 }),
      }),
      async ({ subjects, size, repeats, concurrency, delays, broken, failing, refusing }) => {
        type Row = { readonly index: number; readonly subject: number };
        const rows = subjects.map((subject, index): Row => ({ index, subject }));
        const written = new Map<number, number>();
        const processed = new Set<number>();
        const refusals = new Set<number>();
        const failed = new Set<number>();
        const busy = new Set<number>();
        let requests = 0;
        let working = 0;
        const transport: Transport<Row, object> = {
          size,
          repeats,
          subjectOf: ({ subject }) => String(subject),
          send: async ({ rows: batch, texts }) => {
            const request = requests++;
            working += 1;
            expect(working).toBeLessThanOrEqual(concurrency);
            expect(batch.length).toBeLessThanOrEqual(size);
            expect(texts).toEqual(batch.map((row) => JSON.stringify(row)));
            const own = new Set(batch.map(({ subject }) => subject));
            if (!repeats) expect(own.size).toBe(batch.length);
            for (const subject of own) expect(busy.has(subject)).toBe(false);
            for (const subject of own) busy.add(subject);
            await turns(delays[request % delays.length]!);
            for (const subject of own) busy.delete(subject);
            working -= 1;
            if (broken.includes(request)) throw new Error('broken');
            return batch.map(({ index, subject }) => {
              if (failing.includes(index) && !failed.has(index)) {
                failed.add(index);
                return { failed: new Error('for now') };
              }
              processed.add(index);
              if (refusing.includes(index)) return refused;
              written.set(subject, index);
              return done;
            });
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
              onRefused: ({ row, index }: { row: Row; index: number }) => {
                expect(row.index).toBe(index);
                refusals.add(index);
              },
            };
            const end = await upload(rows, transport, options);
            expect(end.position).toBe(Math.max(rows.length, position));
            expect(end.stored + end.refused).toBe(rows.length - position);
            break;
          } catch (error) {
            if (!(error instanceof UploadError)) throw error;
            // Everything before the position is done.
            for (let row = 0; row < error.position; row++) expect(processed.has(row)).toBe(true);
            expect(error.position).toBe(seen.at(-1)?.position ?? position);
            position = error.position;
          }
        }
        expect(processed.size).toBe(rows.length);
        expect([...refusals].sort()).toEqual(refusing.filter((row) => row < rows.length).sort());
        // The last row of each subject that was not refused stands.
        const last = new Map(
          rows.filter(({ index }) => !refusing.includes(index)).map(({ subject, index }) => [subject, index]),
        );
        expect(written).toEqual(last);
      },
    ),
    { numRuns: 300 },
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
  const transport: Transport<number, object> = {
    ...rule,
    size: 1,
    send: async ({ rows: [row] }) => {
      if (row === 0) await held;
      return [done];
    },
  };
  const uploading = upload(source(), transport, { concurrency: 4 });
  await until(() => read > 200);
  expect(read).toBeLessThanOrEqual(4 * 64 + 2 * 4);
  release();
  expect(await uploading).toEqual({ position: 100_000, stored: 100_000, refused: 0 });
});

test('a refused row stops an upload without onRefused, and the position is that row', async () => {
  const transport: Transport<string, object> = {
    ...rule,
    size: 10,
    send: async ({ rows }) => rows.map((row) => (row === 'bad' ? refused : done)),
  };
  const error = await upload(['a', 'b', 'bad', 'c'], transport, { concurrency: 1 }).catch((thrown) => thrown);
  expect(error).toBeInstanceOf(UploadError);
  expect(error).toMatchObject({ position: 2, message: expect.stringContaining('too bad') });
});

const single = { ...rule, size: 1, send: async () => [done] };

test.each([{ concurrency: 0 }, { concurrency: 1.5 }, { startAt: -1 }])('%o is refused', async (options) => {
  await expect(upload(['a'], single, options)).rejects.toThrow(/must be a whole number/);
});

test('a batch stays below its bytes, except that a larger row goes alone; a row that is no JSON is named', async () => {
  const sizes: number[][] = [];
  const transport = {
    ...rule,
    size: 100,
    send: async ({ texts }: { texts: readonly string[] }) => {
      sizes.push(texts.map((text) => Buffer.byteLength(text)));
      return texts.map(() => done);
    },
  };
  // Three bytes a letter: characters are not counted for bytes.
  const rows = [...Array(5).fill(100_000), 1_200_000, 10, ...Array(30).fill(40_000)];
  const texts = rows.map((bytes, n) => `${n}${'€'.repeat(bytes / 3)}`);
  await upload(texts, transport, { concurrency: 1 });
  const sums = sizes.map((batch) => batch.reduce((sum, size) => sum + size, 0));
  for (const [n, sum] of sums.entries()) if (sizes[n]!.length > 1) expect(sum).toBeLessThanOrEqual(1_000_000);
  expect(sizes.map(({ length }) => length)).toEqual([5, 1, 25, 6]);
  for (const faulty of [undefined, 5n, { toJSON: () => undefined }])
    await expect(upload([1, faulty], { ...single, subjectOf: () => '' }, {})).rejects.toThrow(
      'row 1 cannot be written as JSON',
    );
});

test('a signal ends an upload whose source is silent', async () => {
  const controller = new AbortController();
  async function* silent() {
    yield 1;
    await new Promise(() => {});
  }
  const uploading = upload(silent(), single, { signal: controller.signal });
  setTimeout(() => controller.abort(new Error('enough')), 10);
  await expect(uploading).rejects.toMatchObject({
    position: 1,
    cause: expect.objectContaining({ message: 'enough' }),
  });
});

const PEOPLE = 900;
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
  world = await startWorld([], startServiceHere);
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
  // Two requests at a time have three attempts each: five losses in a row leave one of them without a retry.
  proxy.schedule([...Array(3).fill(undefined), ...Array(5).fill('lost')]);
  const rows = () => ndjson<ReturnType<typeof person>>(createReadStream(file));
  const error = await client.users
    .upsertMany(rows(), { concurrency: 2, onRefused })
    .catch((thrown) => thrown);
  expect(error).toBeInstanceOf(UploadError);
  expect(error.position).toBeGreaterThan(0);
  expect(error.position).toBeLessThan(PEOPLE);
  proxy.schedule(['unanswered', 'busy', 'half', 'down', 'reset']);
  const blob = ndjson<ReturnType<typeof person>>(await openAsBlob(file));
  const end = await client.users.upsertMany(blob, {
    concurrency: 2,
    maxRetries: 5,
    onRefused,
    startAt: error.position,
  });
  expect(end.position).toBe(PEOPLE);
  expect(new Set(refused).size).toBe(REFUSED);
  const { pipeline_stats } = await world.client().match.run({ user_id: 'p0', domain: 'dating', filters: {} });
  expect(pipeline_stats.total).toBe(PEOPLE - REFUSED - 1);
});

test('outcomes by a thousand; the refused ones are told by their row', { timeout: 60_000 }, async () => {
  function* items(): Generator<wire.FeedbackItem> {
    for (let n = 0; n < 2500; n++) {
      const candidate_id = n === 1777 ? 'nobody' : `p${1 + (n % 6)}`;
      const outcome = n % 2 === 0 ? 'accepted' : 'rejected';
      // A text where a number must be makes the whole request a 400.
      yield { seeker_id: 'p0', candidate_id, outcome, ...(n === 2222 && { weight: 'heavy' as never }) };
    }
  }
  const refused: number[] = [];
  proxy.schedule(['unanswered', 'half']);
  const end = await client.feedback.sendMany(
    { domain: 'dating', items: items() },
    { concurrency: 2, onRefused: ({ index }) => refused.push(index) },
  );
  expect(end).toEqual({ position: 2500, stored: 2498, refused: 2 });
  expect(refused.sort()).toEqual([1777, 2222]);
});

test('a write of another client between an upload and its retry is not overwritten', async () => {
  const rows = [
    { user_id: 'kept-1', domain: 'dating', fields: { age: 40 } },
    { user_id: 'kept-2', domain: 'dating', fields: { age: 41 } },
  ];
  const direct = world.client();
  let lost = 0;
  // The service has written the rows; the answer is lost, and another client writes before the retry.
  const losing: typeof fetch = async (...request) => {
    const answer = await fetch(...request);
    if (lost > 0) return answer;
    lost += 1;
    expect(await answer.text()).toContain('"line":2,"status":200');
    await direct.users.upsert({ user_id: 'kept-1', domain: 'dating', fields: { age: 50 } });
    throw new TypeError('lost');
  };
  const seen: unknown[] = [];
  const onStored = ({ index, user_id }: { index: number; user_id: string }) => seen.push([index, user_id]);
  const end = await world.client({ fetch: losing }).users.upsertMany(rows, { onStored });
  expect([end.stored, lost]).toEqual([2, 1]);
  expect(seen).toEqual([
    [0, 'kept-1'],
    [1, 'kept-2'],
  ]);
  expect((await direct.users.get('kept-1', { domain: 'dating' })).fields).toMatchObject({ age: 50 });
});

test('an upload that is begun again with its key writes nothing again', async () => {
  const rows = Array.from({ length: 120 }, (_, n) => ({
    user_id: `again-${n}`,
    domain: 'dating',
    fields: { age: 30 },
  }));
  const direct = world.client();
  const upload = (startAt = 0) => direct.users.upsertMany(rows, { idempotencyKey: 'monday', startAt });
  await upload();
  for (const user_id of ['again-7', 'again-107'])
    await direct.users.upsert({ user_id, domain: 'dating', fields: { age: 60 } });
  await upload();
  await upload(100);
  for (const user_id of ['again-7', 'again-107'])
    expect((await direct.users.get(user_id, { domain: 'dating' })).fields).toMatchObject({ age: 60 });
});
