/** `counterpart serve` in a process of its own, which gets SIGTERM while it receives a request. */
import { once } from 'node:events';
import { type ClientRequest, request as httpRequest } from 'node:http';
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import { type RunningService, startService, temporaryFolder, tenantWithKey } from './running-service.ts';

const folder = temporaryFolder();
let key: string;
let service: RunningService;

beforeAll(async () => {
  key = await tenantWithKey(folder.path, 'main', 'dating');
}, 60_000);
beforeEach(async () => {
  service = await startService(folder.path, ['--job-workers', '0']);
}, 60_000);
afterEach(() => service?.stop('SIGKILL'));
afterAll(() => folder.remove());

const body = JSON.stringify({ user_id: 'late', domain: 'dating', fields: { age: 40 } });

/** A POST whose body is half sent: the server waits for it for as long as the rest is kept back. */
async function halfSent(): Promise<ClientRequest> {
  const outgoing = httpRequest(`${service.url}/v1/users`, {
    method: 'POST',
    headers: {
      authorization: `Bearer ${key}`,
      'content-type': 'application/json',
      'content-length': body.length,
      connection: 'keep-alive',
    },
  });
  outgoing.on('error', () => {});
  await new Promise<void>((sent) => outgoing.write(body.slice(0, 20), () => sent()));
  await expect
    .poll(async () => (await fetch(`${service.url}/metrics`)).text())
    .toContain('counterpart_http_open_bodies 1');
  return outgoing;
}

const stopping = () => expect.poll(() => service.output()).toContain('stopping');

test('the request is answered, and the process ends with 0', async () => {
  const outgoing = await halfSent();
  const answered = once(outgoing, 'response');
  const ended = once(service.process, 'exit');
  service.process.kill('SIGTERM');
  await stopping();
  await expect
    .poll(() =>
      fetch(`${service.url}/healthz`).then(
        () => 'up',
        () => 'refused',
      ),
    )
    .toBe('refused');
  outgoing.end(body.slice(20));
  const [answer] = await answered;
  answer.resume();
  expect([answer.statusCode, answer.headers.connection]).toEqual([200, 'close']);
  expect(await ended).toEqual([0, null]);
  expect(service.output()).toContain('"route":"/v1/users"');
  expect(service.output()).not.toContain(key);
}, 60_000);

test('answered writes are stored, and a second signal ends the process at once with 130', async () => {
  const headers = { authorization: `Bearer ${key}` };
  const read = await fetch(`${service.url}/v1/users/late?domain=dating`, { headers });
  expect([read.status, ((await read.json()) as { fields: unknown }).fields]).toEqual([200, { age: 40 }]);

  const outgoing = await halfSent();
  service.process.kill('SIGTERM');
  await stopping();
  expect(await service.stop('SIGINT')).toBe(130);
  outgoing.destroy();
}, 60_000);
