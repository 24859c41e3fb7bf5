/**
 * A batch of matches runs in the server. One whose server is killed goes on from its last finished chunk, and its file
 * has the bytes of a batch that nothing interrupted; what it recorded as shown, it recorded once.
 */
import { once } from 'node:events';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import type { Job } from '../../src/contract/job.ts';
import { type RunningService, startService, temporaryFolder, tenantWithKey } from '../running-service.ts';

const PEOPLE = 1100;
const folder = temporaryFolder();
let key: string;
let service: RunningService | undefined;

beforeAll(async () => {
  key = await tenantWithKey(folder.path, 'main', 'dating');
}, 60_000);
afterEach(() => kill());
afterAll(() => folder.remove());

async function kill(): Promise<void> {
  if (service === undefined) return;
  const { process: child } = service;
  service = undefined;
  if (child.exitCode !== null || child.signalCode !== null) return;
  const exit = once(child, 'exit');
  process.kill(-child.pid!, 'SIGKILL');
  await exit;
}

async function request(path: string, init: RequestInit): Promise<string> {
  const answer = await fetch(`${service!.url}/v1${path}`, {
    ...init,
    headers: { authorization: `Bearer ${key}`, ...(init.headers as Record<string, string>) },
  });
  const text = await answer.text();
  if (!answer.ok) throw new Error(`${path}: ${answer.status} ${text}`);
  return text;
}
const get = async (path: string) => JSON.parse(await request(path, {}));
const start = async (body: object, idempotencyKey: string): Promise<Job> =>
  JSON.parse(
    await request('/match/batch', {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'idempotency-key': idempotencyKey },
      body: JSON.stringify(body),
    }),
  );

async function until(jobId: string, holds: (job: Job) => boolean): Promise<Job> {
  for (;;) {
    const job: Job = await get(`/jobs/${jobId}`);
    if (holds(job)) return job;
    if (job.status === 'failed') throw new Error(JSON.stringify(job.error));
    await sleep(20);
  }
}
const isDone = ({ status }: Job) => status === 'succeeded';

const people = Array.from({ length: PEOPLE }, (_, n) => ({
  user_id: `p${n}`,
  domain: 'dating',
  fields: { age: 20 + (n % 50), gender: n % 2 ? 'man' : 'woman', location: n % 3 ? 'Lisbon' : 'Porto' },
}));

// Groups of processes, and their ends, are another matter on Windows.
test.skipIf(process.platform === 'win32')(
  'a killed batch ends with the bytes of an undisturbed one',
  { timeout: 400_000 },
  async () => {
    service = await startService(folder.path, [], { group: true });
    await request('/users/batch', {
      method: 'POST',
      headers: { 'content-type': 'application/x-ndjson' },
      body: people.map((person) => `${JSON.stringify(person)}\n`).join(''),
    });
    const asked = { domain: 'dating', limit: 5 };
    const whole = await until((await start(asked, 'batch-whole')).id, isDone);
    expect(whole.result).toMatchObject({ people: PEOPLE, failed: 0 });

    const { id } = await start({ ...asked, record: true }, 'batch-killed');
    // After the first chunk of 500, in the middle of another.
    const before = await until(id, ({ detail }) => Number(detail?.people ?? 0) > 600);
    await kill();
    expect(before.status).toBe('running');
    service = await startService(folder.path, [], { group: true });
    const again = await until(id, isDone);
    expect(again.result).toMatchObject({ people: PEOPLE, failed: 0 });
    const { data } = await get(`/jobs/${id}/log`);
    const later = data.filter(({ attempt }: { attempt: number }) => attempt > 1);
    expect(later[0].detail.people).toBeGreaterThan(500);

    const linesOf = async ({ result }: Job) => {
      const answer = await fetch(new URL(new URL(result!.download_url as string).pathname, service!.url));
      return (await answer.text()).trimEnd().split('\n');
    };
    const recorded = await linesOf(again);
    // Both batches are of one hour, unless it ended in between.
    if (
      Math.floor(Date.parse(whole.created_at) / 3_600_000) ===
      Math.floor(Date.parse(again.created_at) / 3_600_000)
    )
      expect(recorded.map((line) => line.replace(/"match_id":"[^"]+",/, ''))).toEqual(await linesOf(whole));
    const ids = recorded.map((line) => JSON.parse(line).match_id);
    expect(new Set(ids).size).toBe(PEOPLE);
    for (const at of [0, 550, PEOPLE - 1]) {
      const shown = await get(`/matches/${ids[at]}`);
      const { user_id, matches } = JSON.parse(recorded[at]!);
      expect(shown.user_id).toBe(user_id);
      expect(shown.matches.map((match: { user_id: string }) => match.user_id)).toEqual(
        matches.map((match: { user_id: string }) => match.user_id),
      );
    }
  },
);
