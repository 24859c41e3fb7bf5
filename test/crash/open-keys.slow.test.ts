/** kill -9 between the claim of an idempotency key and its answer: the client's next try does the work, once. */
import { once } from 'node:events';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { type ChatServerUnderTest, startChatServer } from '../../src/llm/testing/chat-server.ts';
import { type RunningService, startService, temporaryFolder, tenantWithKey } from '../running-service.ts';
import { until } from '../support/until.ts';

const folder = temporaryFolder();
let chat: ChatServerUnderTest;
let service: RunningService | undefined;
let key: string;
beforeAll(async () => {
  chat = await startChatServer(() => ({ values: {}, demands: [] }));
  key = await tenantWithKey(folder.path, 'main', 'dating');
}, 60_000);
afterEach(() => service?.stop('SIGKILL'));
afterAll(async () => {
  await chat.close();
  folder.remove();
});

const start = () =>
  startService(folder.path, [
    ...['--job-workers', '0', '--extraction', 'llm'],
    ...['--llm-url', chat.url, '--llm-model', 'reader-1'],
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
  chat.faults.push(() => {});
  const cut = upsert().then(
    () => 'answered',
    () => 'cut',
  );
  await until(() => chat.calls.length).toBe(1);
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
  expect(chat.calls.length).toBe(2);
});
