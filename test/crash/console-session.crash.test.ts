/** A session that was answered survives kill -9; one that was ended stays ended; a used link stays used. */
import { once } from 'node:events';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { type RunningService, startService, temporaryFolder, tenantWithKey } from '../running-service.ts';
import { jsonOf, runHere } from '../service/testing/run-cli.ts';

const folder = temporaryFolder();
let service: RunningService | undefined;
let key: string;
beforeAll(async () => {
  key = await tenantWithKey(folder.path, 'main', 'dating');
}, 60_000);
afterEach(() => service?.stop('SIGKILL'));
afterAll(() => folder.remove());

async function session(method: 'GET' | 'POST' | 'DELETE', cookie: string, body?: object) {
  const response = await fetch(`${service!.url}/console/api/session`, {
    method,
    headers: {
      'x-counterpart-console': '1',
      'sec-fetch-site': 'same-origin',
      ...(cookie !== '' && { cookie }),
      ...(body !== undefined && { 'content-type': 'application/json' }),
    },
    ...(body !== undefined && { body: JSON.stringify(body) }),
  });
  await response.arrayBuffer();
  return { status: response.status, cookie: response.headers.get('set-cookie')?.split(';')[0] ?? '' };
}

async function killAndStart(): Promise<void> {
  const ended = once(service!.process, 'exit');
  service!.process.kill('SIGKILL');
  await ended;
  service = await startService(folder.path, ['--job-workers', '0']);
}

test('kill -9 after the answer of each change', { timeout: 120_000 }, async () => {
  service = await startService(folder.path, ['--job-workers', '0']);
  const { cookie, status } = await session('POST', '', { api_key: key });
  await killAndStart();
  expect([status, (await session('GET', cookie)).status]).toEqual([200, 200]);

  const [{ id }] = (await jsonOf(runHere(folder.path, 'keys', 'list', '--json'))) as [{ id: string }];
  const made = await jsonOf<{ link: string }>(runHere(folder.path, 'console-link', id, '--json'));
  const link = made.link.split('#link=')[1]!;
  const second = await session('POST', cookie, { link });
  await killAndStart();
  expect([second.status, (await session('GET', second.cookie)).status]).toEqual([200, 200]);
  // The session that the sign-in came with has ended, and the link is used up.
  expect((await session('GET', cookie)).status).toBe(401);
  expect((await session('POST', '', { link })).status).toBe(401);

  expect((await session('DELETE', second.cookie)).status).toBe(204);
  await killAndStart();
  expect((await session('GET', second.cookie)).status).toBe(401);
  expect(service!.output()).not.toContain(second.cookie.split('=')[1]!);
});
