import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import type { Worker } from 'node:worker_threads';
import { afterEach, expect, it } from 'vitest';
import { openCrossEncoder } from './cross-encoder.ts';
import { type CrossEncoderClient, createCrossEncoderClient } from './cross-encoder-client.ts';
import { type PersonTokens, pairTokenizer } from './pair-tokenizer.ts';
import { randomCrossEncoder } from './testing/random-cross-encoder.ts';

const vocabulary = {
  fields: [{ kind: 'values' as const, name: 'pet', values: ['cat', 'dog'] }],
  sentenceDimension: 0,
};
const tokenizer = pairTokenizer(vocabulary);
const owner = (pet: string): PersonTokens =>
  tokenizer.person({
    value: () => pet,
    has: () => true,
    place: () => undefined,
    text: () => undefined,
    sentences: [],
    updatedAtMs: 0,
  });
const batch = tokenizer.batch([[owner('cat'), owner('dog')]]);
const encoders = [1, 2, 3].map((seed) => randomCrossEncoder(vocabulary, seed));

const closesWhileItReads = new URL('./testing/close-while-reading.ts', import.meta.url);
let thread: CrossEncoderClient;
afterEach(() => thread.close());

it('uses the right model for each request, with more models than sessions', async () => {
  thread = createCrossEncoderClient(1);
  const expected = await Promise.all(
    encoders.map(async (encoder) => {
      const { read, close } = await openCrossEncoder(encoder);
      return read(batch).finally(close);
    }),
  );
  expect(new Set(expected.map(([points]) => points)).size).toBe(3);
  const turns = [0, 1, 2, 0, 0, 2, 1].map(
    async (at) => [at, await thread.read(encoders[at]!, [batch])] as const,
  );
  for (const [at, points] of await Promise.all(turns)) expect(points).toEqual(expected[at]);
});

it('rejects a file that is no model, and reads on', async () => {
  thread = createCrossEncoderClient();
  await expect(thread.read({ vocabulary, model: Buffer.from('none') }, [batch])).rejects.toThrow();
  expect(await thread.read(encoders[0]!, [batch])).toHaveLength(1);
});

it('rejects pending and later requests when closed', async () => {
  thread = createCrossEncoderClient();
  const owed = expect(thread.read(encoders[0]!, [batch])).rejects.toThrow(/ended/);
  await thread.close();
  await owed;
  await expect(thread.read(encoders[0]!, [batch])).rejects.toThrow(/closed/);
});

it('opens its encoders again after its thread died', async () => {
  const workers: Worker[] = [];
  process.once('worker', (worker) => workers.push(worker));
  thread = createCrossEncoderClient();
  const readAll = () => Promise.all(encoders.map((encoder) => thread.read(encoder, [batch])));
  const expected = await readAll();
  await workers[0]!.terminate();
  expect(await readAll()).toEqual(expected);
});

it('opens no session for an aborted request', async () => {
  thread = createCrossEncoderClient();
  const left = AbortSignal.abort(new Error('left'));
  await expect(thread.read(encoders[0]!, [batch], left)).rejects.toThrow('left');
  const leaving = new AbortController();
  const reads = encoders.map((encoder) => thread.read(encoder, [batch], leaving.signal));
  leaving.abort(new Error('left'));
  for (const read of reads) await expect(read).rejects.toThrow('left');
  expect(await thread.read(encoders[1]!, [batch])).toHaveLength(1);
});

it('is closed while it reads, and the process lives on', async () => {
  const { stdout } = await promisify(execFile)(process.execPath, [closesWhileItReads.pathname]);
  expect(stdout).toBe('lives\n');
});
