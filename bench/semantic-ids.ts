/**
 * Semantic IDs over HTTP, against a service with its worker: minutes of a fit, then items a second through
 * POST /semantic-ids. A call has 1,000 new items, and several calls run at once. Generated items of some 30
 * words. `npm run bench -- semantic-ids [--items 12000,100000] [--calls 40] [--at-once 2]`
 */
import { mkdirSync } from 'node:fs';
import { loadavg } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { openStoreAndAccounts } from '../src/composition/open-store.ts';
import { quantile } from '../src/platform/numeric/statistics.ts';
import { generateItems, writeCatalogue } from './semantic-ids/generate-catalogue.ts';
import { openBenchFolder } from './support/bench-folder.ts';
import { peakMemoryMiB, printTable, processorSeconds } from './support/measure.ts';
import { runServer } from './world/running-server.ts';

const { values: flags } = parseArgs({
  options: {
    items: { type: 'string', default: '12000,100000' },
    calls: { type: 'string', default: '40' },
    'at-once': { type: 'string', default: '2' },
    levels: { type: 'string', default: '4' },
    base: { type: 'string', default: '256' },
  },
});
const ITEMS_PER_CALL = 1000;
const POLL_MS = 500;
let requests = 0;

using folder = openBenchFolder();
const key = await createTenant(folder.path);
await using server = await runServer(folder.path, key);
const rows: (readonly (string | number)[])[] = [];
mkdirSync(join(folder.path, 'imports'), { recursive: true });
for (const count of flags.items.split(',').map(Number)) await measure(count);
printTable(
  [
    'items fitted',
    'fit minutes',
    'collisions',
    'utilisation',
    'items/s assigned',
    'items a processor second of the server',
    'call p50 ms',
    'call p99 ms',
    'healthz p99 ms meanwhile',
    'server peak MiB',
    'load before',
  ],
  rows,
);

async function measure(count: number): Promise<void> {
  const load = loadavg()[0]!.toFixed(1);
  const name = `catalogue-${count}.jsonl`;
  await writeCatalogue(join(folder.path, 'imports', name), count, 1);
  const { tokenizer, minutes } = await fitted(name);
  const assigned = await assign(tokenizer.id);
  rows.push([
    count,
    minutes.toFixed(2),
    `${(100 * tokenizer.collision_rate).toFixed(2)} %`,
    tokenizer.codebook_utilization.map((share) => share.toFixed(2)).join(' '),
    Math.round(assigned.itemsASecond),
    Math.round(assigned.itemsAProcessorSecond),
    assigned.p50.toFixed(0),
    assigned.p99.toFixed(0),
    assigned.healthP99.toFixed(1),
    peakMemoryMiB(server.process).toFixed(0),
    load,
  ]);
}

async function createTenant(data: string): Promise<string> {
  const { accounts, close } = await openStoreAndAccounts({ data });
  const { tenantId } = await accounts.createTenant({ name: 'bench', domains: [], email: 'b@example.com' });
  const { key: created } = await accounts.createKey(tenantId, { rate: 100_000, burst: 100_000 });
  await close();
  return created;
}

interface Fitted {
  readonly id: string;
  readonly collision_rate: number;
  readonly codebook_utilization: readonly number[];
}

async function fitted(name: string): Promise<{ readonly tokenizer: Fitted; readonly minutes: number }> {
  const accepted = await call('POST', '/tokenizers', {
    name,
    catalog: { uri: `file:${name}`, format: 'jsonl' },
    codebook: { levels: Number(flags.levels), resolution: 'uniform', base_size: Number(flags.base) },
  });
  for (;;) {
    const job = (await call('GET', `/jobs/${accepted.job_id}`)) as Record<string, never>;
    if (job.status === 'succeeded') {
      const minutes = (Date.parse(job.finished_at!) - Date.parse(job.started_at!)) / 60_000;
      return { tokenizer: (job.result as unknown as { readonly tokenizer: Fitted }).tokenizer, minutes };
    }
    if (job.status === 'failed') throw new Error(JSON.stringify(job.error));
    await new Promise((resolve) => setTimeout(resolve, POLL_MS));
  }
}

/** All items are new, so that no code is cached. */
async function assign(tokenizer_id: string) {
  const calls = Number(flags.calls);
  const bodies = Array.from({ length: calls + 2 }, (_, at) => ({
    tokenizer_id,
    items: [...generateItems(ITEMS_PER_CALL, 1000 + at)],
  }));
  // The first calls open the tokenizer and warm the code.
  for (const body of bodies.splice(0, 2)) await call('POST', '/semantic-ids', body);
  const times: number[] = [];
  let next = 0;
  const lane = async () => {
    while (next < bodies.length) {
      const body = bodies[next++]!;
      const from = performance.now();
      await call('POST', '/semantic-ids', body);
      times.push(performance.now() - from);
    }
  };
  const processorBefore = processorSeconds(server.process);
  const started = performance.now();
  const lanes = Promise.all(Array.from({ length: Number(flags['at-once']) }, lane));
  const health = await watchHealth(lanes);
  const seconds = (performance.now() - started) / 1000;
  return {
    itemsASecond: (calls * ITEMS_PER_CALL) / seconds,
    itemsAProcessorSecond: (calls * ITEMS_PER_CALL) / (processorSeconds(server.process) - processorBefore),
    p50: quantile(times, 0.5),
    p99: quantile(times, 0.99),
    healthP99: quantile(health, 0.99),
  };
}

/** Latency of small requests of another client while the calls run, ms. */
async function watchHealth(lanes: Promise<unknown>): Promise<readonly number[]> {
  const times: number[] = [];
  let isOver = false;
  const over = lanes.finally(() => {
    isOver = true;
  });
  while (!isOver) {
    const from = performance.now();
    await fetch(`${server.url}/healthz`);
    times.push(performance.now() - from);
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
  await over;
  return times;
}

async function call(method: string, path: string, body?: unknown): Promise<Record<string, unknown>> {
  const answer = await fetch(`${server.url}/v1${path}`, {
    method,
    headers: {
      authorization: `Bearer ${key}`,
      ...(body !== undefined && { 'content-type': 'application/json' }),
      ...(path === '/tokenizers' && { 'idempotency-key': `bench-key-${++requests}` }),
    },
    ...(body !== undefined && { body: JSON.stringify(body) }),
  });
  const result = (await answer.json()) as Record<string, unknown>;
  if (!answer.ok) throw new Error(`${method} ${path}: ${JSON.stringify(result)}`);
  return result;
}
