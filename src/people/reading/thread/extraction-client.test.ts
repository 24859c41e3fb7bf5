import { setImmediate as nextTurn, setTimeout as sleep } from 'node:timers/promises';
import type { Worker } from 'node:worker_threads';
import { afterAll, expect, test } from 'vitest';
import { shippedDomains } from '../../../domains/shipped-domains.ts';
import { openTextEncoder } from '../../../engines/encoders/open-text-encoder.ts';
import { openGazetteer } from '../../places/gazetteer.ts';
import { compileExtractor } from '../compile-extractor.ts';
import type { Extractor } from '../extractor.ts';
import { createExtractionClient, type ExtractionClient } from './extraction-client.ts';

const workers: Worker[] = [];
process.on('worker', (worker) => worker.threadName === 'extraction' && workers.push(worker));
const script = new URL('../../../processes/extraction-worker.ts', import.meta.url);
const thread = createExtractionClient(script);
let many: ExtractionClient | undefined;
/** It starts its thread at once, which takes seconds of a processor, so tests share it. */
function readingMany(): ExtractionClient {
  many ??= createExtractionClient(script, { readsMany: true });
  return many;
}
afterAll(() => Promise.all([thread.close(), many?.close()]));

const definition = shippedDomains().find(({ domain }) => domain === 'dating')!;
const nowMs = Date.parse('2026-06-01T00:00:00Z');
const short = 'I am a 29 year old woman in Lisbon. I value honesty.';
const long = `${short} ${'I like the sea, and I bake bread on Sundays. '.repeat(200)}`;

let opened: Promise<Extractor> | undefined;
function inline(): Promise<Extractor> {
  opened ??= open();
  return opened;
}

async function open(): Promise<Extractor> {
  const encoder = await openTextEncoder('embedded');
  const { resolve: resolvePlace, populationOf } = await openGazetteer();
  return compileExtractor(definition, { encoder, resolvePlace, populationOf });
}

test('the thread reads a long text to the same values, and the caller reads a short one', async () => {
  const here = await inline();
  const offloaded = thread.offload(definition, here);
  expect(await offloaded.extract(short, nowMs)).toEqual(await here.extract(short, nowMs));
  expect(workers).toHaveLength(0);
  const expected = await here.extract(long, nowMs, { gender: 'woman' });
  expect(expected.values.map(({ field }) => field)).toContain('age');
  expect(await offloaded.extract(long, nowMs, { gender: 'woman' })).toEqual(expected);
  expect(await offloaded.extract(`${long} again`, nowMs)).toBeDefined();
  expect(workers).toHaveLength(1);
});

test('the death of the thread rejects its texts, and the next text starts a new thread', async () => {
  const offloaded = thread.offload(definition, await inline());
  // Seconds of work: the thread ends in the middle of it, however late it is stopped.
  const isLost = expect(offloaded.extract(long.repeat(10), nowMs)).rejects.toThrow(/thread/);
  // Texts are sent at the end of a turn: a thread that ends before has nothing to lose.
  await nextTurn();
  await workers.at(-1)!.terminate();
  await isLost;
  const before = workers.length;
  expect((await offloaded.extract(long, nowMs)).values.length).toBeGreaterThan(0);
  expect(workers.length).toBe(before + 1);
});

test('the thread reads short texts where there are many, to the same values', async () => {
  const here = await inline();
  // By the rules alone, since so many texts by the network as well would take the test many seconds.
  const fast = { depth: 'fast' } as const;
  const texts = Array.from({ length: 517 }, (_, n) => `I am a ${20 + (n % 60)} year old man in Porto.`);
  const expected = await Promise.all(texts.map((text) => here.extract(text, nowMs, {}, fast)));
  // More than the thread takes at once.
  const some = 66;
  const readingFew = createExtractionClient(script);
  for (const open of [readingMany, () => readingFew]) {
    const before = workers.length;
    const sharing = open();
    let readHere = 0;
    const counted: Extractor = {
      extract: (text, at, known, wanted) => {
        readHere++;
        return here.extract(text, at, known, wanted);
      },
    };
    const offloaded = sharing.offload(definition, counted);
    const read = (count: number) =>
      Promise.all(texts.slice(0, count).map((text) => offloaded.extract(text, nowMs, {}, fast)));
    // The caller reads until the thread is ready.
    while (readHere % some === 0) {
      expect(await read(some)).toEqual(expected.slice(0, some));
      await sleep(400);
    }
    expect(workers.length).toBe(before + 1);
    // A text that is too much for the queue is read at once. On a busy machine the thread may count as slow at first.
    let reading: ReturnType<typeof read>;
    for (;;) {
      readHere = 0;
      reading = read(texts.length);
      if (readHere === 5) break;
      expect(await reading).toEqual(expected);
    }
    expect(await reading).toEqual(expected);
    // The caller has nothing else to do, so it reads some of the others; the thread reads those in its queue.
    expect(readHere).toBeGreaterThan(5);
    expect(readHere).toBeLessThanOrEqual(texts.length - 64);
  }
  await readingFew.close();
});

test('a short text does not wait behind a long one', async () => {
  const here = await inline();
  const offloaded = readingMany().offload(definition, here);
  let isOver = false;
  const reading = offloaded.extract(long.repeat(10), nowMs).finally(() => {
    isOver = true;
  });
  expect(await offloaded.extract(short, nowMs)).toEqual(await here.extract(short, nowMs));
  expect(isOver).toBe(false);
  await reading;
});
