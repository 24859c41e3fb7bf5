/**
 * Accepted work is done exactly once, whichever process dies. Real servers and workers get a stream of
 * imports, are killed (server, worker, or all at once) at random moments and started again. In the end every
 * job has ended, every dataset exists exactly once and is complete, and no key has made two jobs.
 *
 * `COUNTERPART_KILL_MOMENTS` says how often (50 for the long run); three, the default, are one of each kind.
 */
import { execFileSync } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { SeededRandom } from '../../src/platform/numeric/seeded-random.ts';
import { type RunningService, startService, temporaryFolder, tenantWithKey } from '../running-service.ts';

const MOMENTS = Number(process.env.COUNTERPART_KILL_MOMENTS ?? 3);
const CLIENTS = 2;
/** Enough that an import takes a while. */
const ROWS = 500;
const folder = temporaryFolder();
const random = new SeededRandom(5);
let key: string;
let service: RunningService | undefined;

beforeAll(async () => {
  key = await tenantWithKey(folder.path, 'main', 'dating');
}, 60_000);
afterEach(() => killAll());
afterAll(() => folder.remove());

/** By idempotency key: the job that the key was answered with. */
const acknowledged = new Map<string, string>();
/** Keys whose calls got no answer; the call is made again. */
const unanswered = new Set<string>();
let calls = 0;

interface JobShown {
  readonly id: string;
  readonly status: string;
  readonly result: { readonly download_url?: string } | null;
  readonly error: { readonly code: string; readonly message: string } | null;
}

interface DatasetShown {
  readonly id: string;
  readonly name: string;
  readonly version: string;
  readonly item_count: number;
  readonly event_count: number;
}

// Groups of processes, and their ends, are another matter on Windows.
test.skipIf(process.platform === 'win32')(
  'killed at random moments, every accepted job ends and its effect stands once',
  { timeout: 60_000 + MOMENTS * 60_000 },
  async () => {
    const victims = { all: 0, server: 0, worker: 0 };
    for (let moment = 0; moment < MOMENTS; moment++) {
      service ??= await startService(folder.path, [], { group: true });
      const clients = Array.from({ length: CLIENTS }, () => importUntilItDies(service!.url));
      await sleep(100 + random.uniform() * 1400);
      if (moment % 2 === 0) await inTheMidst();
      const victim = (['all', 'server', 'worker'] as const)[moment % 3]!;
      victims[victim]++;
      if (victim === 'worker') {
        await killWorker();
        stopClients = true;
      } else await killServer(victim === 'all');
      await Promise.all(clients);
      stopClients = false;
    }
    service ??= await startService(folder.path, [], { group: true });
    for (const name of [...unanswered]) await importOnce(service.url, name);
    await expect
      .poll(async () => (await unfinished()).length, { timeout: 60_000 + MOMENTS * 10_000, interval: 250 })
      .toBe(0);
    const jobs = await pages<JobShown>('/v1/jobs?kind=dataset_import');
    expect(new Set(jobs.map(({ id }) => id))).toEqual(new Set(acknowledged.values()));
    expect(jobs).toHaveLength(acknowledged.size);
    const succeeded = jobs.filter(({ status }) => status === 'succeeded');
    for (const { status, error } of jobs.filter((job) => job.status !== 'succeeded')) {
      expect([status, error?.message]).toEqual(['failed', expect.stringContaining('begun 3 times')]);
    }
    const datasets = await pages<DatasetShown>('/v1/datasets');
    expect(datasets).toHaveLength(succeeded.length);
    expect(new Set(datasets.map(({ name }) => name)).size).toBe(succeeded.length);
    for (const { version, item_count, event_count } of datasets) {
      expect([version, item_count, event_count]).toEqual(['v1', ROWS, ROWS]);
    }
    for (const { id } of [datasets[0]!, datasets.at(-1)!]) await expectWhole(id);
    if (process.env.COUNTERPART_KILL_MOMENTS !== undefined) report(victims, jobs.length, succeeded.length);
  },
);

let stopClients = false;

/**
 * Resolves at a random moment of a running job, after another one has ended. Purely random moments are rarely
 * within a job, and without an undisturbed job the queue would never become empty.
 */
async function inTheMidst(): Promise<void> {
  const side = new DatabaseSync(join(folder.path, 'counterpart.sqlite'), { readOnly: true });
  const count = side.prepare(
    `select count(*) as jobs from jobs where kind = 'dataset_import' and status = ?`,
  );
  const jobs = (status: string) => Number(count.get(status)!.jobs);
  const before = jobs('succeeded');
  const until = Date.now() + 30_000;
  while (jobs('succeeded') === before && Date.now() < until) await sleep(5);
  while (jobs('running') === 0 && Date.now() < until) await sleep(5);
  side.close();
  await sleep(random.uniform() * 60);
}

async function importUntilItDies(url: string): Promise<void> {
  for (;;) {
    const again = [...unanswered][0];
    unanswered.delete(again ?? '');
    const name = again ?? `set ${++calls}`;
    try {
      await importOnce(url, name);
    } catch {
      unanswered.add(name);
      return;
    }
    if (stopClients) return;
    await sleep(random.uniform() * 600);
  }
}

async function importOnce(url: string, name: string): Promise<void> {
  const items = Array.from({ length: ROWS }, (_, n) => ({ item_id: `item-${n}`, text: `Thing ${n}` }));
  const events = items.map(({ item_id }, n) => ({
    event_id: `event-${n}`,
    person_id: `person-${n % 3}`,
    item_id,
    kind: 'view',
    timestamp: '2026-01-02T03:04:05Z',
  }));
  const response = await fetch(`${url}/v1/datasets`, {
    method: 'POST',
    headers: { ...authorization(), 'content-type': 'application/json', 'idempotency-key': `key of ${name}` },
    body: JSON.stringify({ name, items, events }),
  });
  const job = (await response.json()) as JobShown;
  expect(response.status).toBe(202);
  expect(acknowledged.get(name) ?? job.id).toBe(job.id);
  acknowledged.set(name, job.id);
  unanswered.delete(name);
}

async function killServer(withAll: boolean): Promise<void> {
  const { process: server } = service!;
  const ended = once(server, 'exit');
  if (withAll) killAll();
  else server.kill('SIGKILL');
  await ended;
  service = undefined;
}

/** The server and everything that it has started. */
function killAll(): void {
  const pid = service?.process.pid;
  if (pid === undefined) return;
  try {
    process.kill(-pid, 'SIGKILL');
  } catch {
    // All have ended.
  }
}

/** It may just be between two lives. */
async function killWorker(): Promise<void> {
  const listing = execFileSync('ps', ['-A', '-o', 'pid=,pgid=,args='], { encoding: 'utf8' });
  for (const line of listing.split('\n')) {
    const [pid, group] = line.trim().split(/\s+/).map(Number);
    if (group === service!.process.pid && line.includes('worker-process')) process.kill(pid!, 'SIGKILL');
  }
  await sleep(200);
}

async function unfinished(): Promise<readonly JobShown[]> {
  return [
    ...(await pages<JobShown>('/v1/jobs?status=queued')),
    ...(await pages<JobShown>('/v1/jobs?status=running')),
  ];
}

/** An export of it has every row. */
async function expectWhole(datasetId: string): Promise<void> {
  const response = await fetch(`${service!.url}/v1/datasets/${datasetId}/exports`, {
    method: 'POST',
    headers: {
      ...authorization(),
      'content-type': 'application/json',
      'idempotency-key': `export ${datasetId}`,
    },
    body: JSON.stringify({ format: 'jsonl' }),
  });
  const { id } = (await response.json()) as JobShown;
  const job = () => get<JobShown>(`/v1/jobs/${id}`);
  await expect.poll(async () => (await job()).status, { timeout: 20_000 }).toBe('succeeded');
  const file = await fetch((await job()).result!.download_url!);
  const lines = (await file.text()).trim().split('\n');
  expect(lines).toHaveLength(2 * ROWS);
}

async function pages<Row>(path: string): Promise<readonly Row[]> {
  const rows: Row[] = [];
  let cursor = '';
  for (;;) {
    const page = await get<{ data: Row[]; next_cursor: string | null }>(
      `${path}${path.includes('?') ? '&' : '?'}limit=100${cursor}`,
    );
    rows.push(...page.data);
    if (page.next_cursor === null) return rows;
    cursor = `&cursor=${encodeURIComponent(page.next_cursor)}`;
  }
}

async function get<Answer>(path: string): Promise<Answer> {
  const response = await fetch(`${service!.url}${path}`, { headers: authorization() });
  if (!response.ok) throw new Error(`${path}: ${response.status} ${await response.text()}`);
  return (await response.json()) as Answer;
}

function authorization() {
  return { authorization: `Bearer ${key}` };
}

function report(victims: Readonly<Record<string, number>>, jobs: number, succeeded: number): void {
  const side = new DatabaseSync(join(folder.path, 'counterpart.sqlite'), { readOnly: true });
  const takes = side.prepare(
    `select takes, count(*) as jobs from jobs where kind = 'dataset_import' group by takes order by takes`,
  );
  console.log(JSON.stringify({ killed: victims, jobs, succeeded, by_takes: takes.all() }));
  side.close();
}
