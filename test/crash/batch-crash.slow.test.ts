/**
 * A batch of predictions that is killed goes on from its last finished chunk, and its file has the bytes of a batch
 * that nothing interrupted.
 */
import { once } from 'node:events';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import type { Job } from '../../src/contract/job.ts';
import { type RunningService, startService, temporaryFolder, tenantWithKey } from '../running-service.ts';

const PEOPLE = 4000;
const ITEMS = 300;
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

async function send(path: string, body?: object, idempotencyKey?: string) {
  const answer = await fetch(`${service!.url}/v1${path}`, {
    method: body === undefined ? 'GET' : 'POST',
    headers: {
      authorization: `Bearer ${key}`,
      ...(body !== undefined && { 'content-type': 'application/json' }),
      ...(idempotencyKey !== undefined && { 'idempotency-key': idempotencyKey }),
    },
    ...(body !== undefined && { body: JSON.stringify(body) }),
  });
  const text = await answer.text();
  if (!answer.ok) throw new Error(`${path}: ${answer.status} ${text}`);
  return JSON.parse(text);
}

async function until(jobId: string, holds: (job: Job) => boolean): Promise<Job> {
  for (;;) {
    const job: Job = await send(`/jobs/${jobId}`);
    if (holds(job)) return job;
    if (job.status === 'failed') throw new Error(JSON.stringify(job.error));
    await sleep(20);
  }
}

const isDone = ({ status }: Job) => status === 'succeeded';

/** The first people have two events, so that there is something to learn; the others have one. */
const events = Array.from({ length: PEOPLE + 200 }, (_, n) => ({
  event_id: `e${n}`,
  person_id: `p${n % PEOPLE}`,
  item_id: `i${(n * 7) % ITEMS}`,
  kind: 'buy',
  timestamp: new Date(Date.UTC(2024, 0, 1) + n * 1000).toISOString(),
}));

// Groups of processes, and their ends, are another matter on Windows.
test.skipIf(process.platform === 'win32')(
  'a killed batch ends with the bytes of an undisturbed one',
  {
    timeout: 400_000,
  },
  async () => {
    service = await startService(folder.path, [], { group: true });
    const items = Array.from({ length: ITEMS }, (_, n) => ({ item_id: `i${n}`, text: `Thing ${n}` }));
    const importing = await send('/datasets', { name: 'shop', items, events }, 'import-shop');
    const { dataset } = (await until(importing.id, isDone)).result as { dataset: { id: string } };
    const settings = { width: 16, heads: 2, blocks: 1, epochs: 1, evaluation: 'none' };
    const adapting = await send(
      '/adaptations',
      { dataset_id: dataset.id, name: 'm', settings },
      'adapt-shop',
    );
    const { model } = (await until(adapting.id, isDone)).result as { model: { id: string } };
    const path = `/models/${model.id}/batch-predictions`;
    // A hundred people a chunk.
    const asked = { limit: 1000 };
    const whole = await until((await send(path, asked, 'batch-whole')).id, isDone);
    expect(whole.result).toMatchObject({ people: PEOPLE, failed: 0 });

    const { id } = await send(path, asked, 'batch-killed');
    const before = await until(id, ({ detail }) => Number(detail?.people ?? 0) > 0);
    await kill();
    expect(before.status).toBe('running');
    expect(before.detail?.people).toBeLessThan(PEOPLE);
    service = await startService(folder.path, [], { group: true });
    const again = await until(id, isDone);
    expect(again.result).toMatchObject({
      people: PEOPLE,
      failed: 0,
      sha256: whole.result!.sha256,
      bytes: whole.result!.bytes,
    });
    const { data } = await send(`/jobs/${id}/log`);
    expect(data.at(-1).attempt).toBeGreaterThan(1);
    const later = data.filter(({ attempt }: { attempt: number }) => attempt > 1);
    expect(later[0].detail.people).toBeGreaterThan(Number(before.detail?.people));
  },
);
