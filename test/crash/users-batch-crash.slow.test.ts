/** A line of POST /users/batch that was answered is stored, through kill -9 in the middle of a stream. */
import { once } from 'node:events';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { type RunningService, startService, temporaryFolder, tenantWithKey } from '../running-service.ts';
import { openLines } from '../support/lines-client.ts';

const KILLED_AFTER = [1, 700, 2500];
const folder = temporaryFolder();
let service: RunningService | undefined;
let key: string;
beforeAll(async () => {
  key = await tenantWithKey(folder.path, 'main', 'dating');
}, 60_000);
afterEach(() => service?.stop('SIGKILL'));
afterAll(() => folder.remove());

const portOf = ({ url }: RunningService) => Number(new URL(url).port);
const people = (round: number, from: number) =>
  Array.from({ length: 100 }, (_, at) => {
    const user_id = `p${round}-${from + at}`;
    return `${JSON.stringify({ user_id, domain: 'dating', fields: { age: 30 }, context: `I am ${user_id}.` })}\n`;
  }).join('');

test.each(KILLED_AFTER)('kill -9 after %i answers', { timeout: 120_000 }, async (most) => {
  service = await startService(folder.path, ['--job-workers', '0']);
  const ended = once(service.process, 'exit');
  const client = openLines(portOf(service), key);
  const sending = (async () => {
    for (let from = 0; ; from += 100) await client.send(people(most, from));
  })();
  sending.catch(() => {});
  const answered: string[] = [];
  for (;;) {
    const line = await client.next().catch(() => undefined);
    if (line === undefined) break;
    expect(line).toMatchObject({ line: answered.length + 1, status: 200 });
    answered.push(line.user_id);
    if (answered.length === most) service.process.kill('SIGKILL');
  }
  await ended;
  expect(answered.length).toBeGreaterThanOrEqual(most);
  await expect(sending).rejects.toThrow();

  service = await startService(folder.path, ['--job-workers', '0']);
  const missing: string[] = [];
  for (const userId of answered) {
    const { ok } = await fetch(`${service.url}/v1/users/${userId}?domain=dating`, {
      headers: { authorization: `Bearer ${key}` },
    });
    if (!ok) missing.push(userId);
  }
  expect(missing).toEqual([]);
});
