/**
 * kill -9 between the claim of an idempotency key and its answer: the client's next try does the work, once.
 */
import { once } from 'node:events';
import { createServer, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { until } from '../../src/platform/testing/until.ts';
import { type RunningService, startService, temporaryFolder, tenantWithKey } from '../running-service.ts';

const folder = temporaryFolder();
/** Questions to the language model; the first one is never answered. */
const questions: ServerResponse[] = [];
const model = createServer((request, response) => {
  request.resume();
  questions.push(response);
  if (questions.length === 1) return;
  const message = { role: 'assistant', content: '{"values":{},"demands":[]}' };
  response.setHeader('content-type', 'application/json');
  response.end(JSON.stringify({ choices: [{ message, finish_reason: 'stop' }] }));
});
let service: RunningService | undefined;
let key: string;
beforeAll(async () => {
  model.listen(0, '127.0.0.1');
  await once(model, 'listening');
  key = await tenantWithKey(folder.path, 'main', 'dating');
}, 60_000);
afterEach(() => service?.stop('SIGKILL'));
afterAll(async () => {
  model.closeAllConnections();
  model.close();
  folder.remove();
});

const start = () =>
  startService(folder.path, [
    ...['--job-workers', '0', '--extraction', 'llm'],
    ...[
      '--llm-url',
      `http://127.0.0.1:${(model.address() as AddressInfo).port}/v1`,
      '--llm-model',
      'reader-1',
    ],
  ]);

async function upsert(): Promise<Response> {
  return fetch(`${service!.url}/v1/users`, {
    method: 'POST',
    headers: {
      authorization: `Bearer ${key}`,
      'content-type': 'application/json',
      'idempotency-key': 'made-once',
    },
    body: JSON.stringify({ user_id: 'ana', domain: 'dating', context: 'I am a woman of 31 in Lisbon.' }),
  });
}

test('one retry after a restart is answered, and the next one gets the same answer', {
  timeout: 120_000,
}, async () => {
  service = await start();
  // The request is in progress while the model thinks.
  const cut = upsert().then(
    () => 'answered',
    () => 'cut',
  );
  await until(() => questions.length).toBe(1);
  const ended = once(service.process, 'exit');
  service.process.kill('SIGKILL');
  await ended;
  expect(await cut).toBe('cut');
  service = await start();
  const retried = await upsert();
  expect(retried.status).toBe(200);
  const body = await retried.text();
  const replayed = await upsert();
  expect([replayed.headers.get('idempotent-replayed'), await replayed.text()]).toEqual(['true', body]);
  expect(questions.length).toBe(2);
});
