import { once } from 'node:events';
import type { Worker } from 'node:worker_threads';
import { expect, it } from 'vitest';
import { createCodeClient } from './code-client.ts';

it('has no open codebooks after its thread died, and no thread after it was closed', async () => {
  const client = createCodeClient();
  client.forget('never opened');
  const codesOf = () => client.codesOf('never opened', Float32Array.of(1));
  const [[worker]] = (await Promise.all([once(process, 'worker'), codesOf()])) as unknown as [[Worker], null];
  await expect(client.open('no bundle', Buffer.from('none'))).rejects.toThrow();
  await worker.terminate();
  expect(await codesOf()).toBe(null);
  await client.close();
  await expect(codesOf()).rejects.toThrow(/«codebooks» was closed/);
});
