/**
 * POST /generate over HTTP: a generated shop, with a tokenizer and a retriever that the service trains for
 * one epoch. Then requests one at a time by beam width, several at once, and predictions over the whole
 * catalogue. One epoch is enough, because the cost of a request does not depend on the weights.
 *
 *   npm run bench -- generate [--items 12000] [--people 6000] [--requests 300] [--at-once 8]
 */
import { writeFileSync } from 'node:fs';
import { loadavg } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { openStoreAndAccounts } from '../src/composition/open-store.ts';
import { SeededRandom } from '../src/platform/numeric/seeded-random.ts';
import { quantile } from '../src/platform/numeric/statistics.ts';
import { openBenchFolder } from './support/bench-folder.ts';
import { printTable, runToEnd } from './support/measure.ts';
import { type RunningServer, runServer } from './world/running-server.ts';

const { values: flags } = parseArgs({
  options: {
    items: { type: 'string', default: '12000' },
    people: { type: 'string', default: '6000' },
    requests: { type: 'string', default: '300' },
    'at-once': { type: 'string', default: '8' },
  },
});
const [ITEMS, PEOPLE, REQUESTS] = [flags.items, flags.people, flags.requests].map(Number) as [
  number,
  number,
  number,
];
const EVENTS_A_PERSON = 8;
const WARM_UP = 20;
const main = join(import.meta.dirname, '../src/main.ts');
const kinds = [
  'lamp',
  'chair',
  'table',
  'cup',
  'plate',
  'candle',
  'rug',
  'clock',
  'vase',
  'mirror',
  'shelf',
  'bench',
];
const makes = ['oak', 'brass', 'glass', 'linen', 'clay', 'steel', 'wool', 'paper', 'pine', 'marble'];
const uses = ['kitchen', 'garden', 'office', 'bedroom', 'hall', 'nursery', 'bath', 'balcony'];

interface Answered {
  readonly items: readonly { readonly item_id: string }[];
}

using folder = openBenchFolder();
const data = folder.path;
await measure(await shop());

async function shop(): Promise<{ readonly key: string; readonly datasetId: string }> {
  const draw = new SeededRandom(5);
  const one = (of: readonly string[]) => draw.pick(of);
  const lines = Array.from({ length: ITEMS }, (_, n) => {
    const text = `${one(makes)} ${one(kinds)} ${n % 97} for the ${one(uses)}`;
    return JSON.stringify({ type: 'item', item_id: `i${n}`, text });
  });
  for (let person = 0; person < PEOPLE; person++) {
    const from = draw.below(ITEMS);
    for (let step = 0; step < EVENTS_A_PERSON; step++) {
      const event = {
        type: 'event',
        event_id: `e${person}-${step}`,
        person_id: `p${person}`,
        item_id: `i${(from + step * (1 + draw.below(3))) % ITEMS}`,
        kind: 'buy',
        timestamp: new Date(Date.UTC(2024, 0, 1 + step, 0, 0, person % 86_400)).toISOString(),
        value: 1,
      };
      lines.push(JSON.stringify(event));
    }
  }
  const file = join(data, 'shop.jsonl');
  writeFileSync(file, lines.join('\n'));
  const { accounts, close } = await openStoreAndAccounts({ data });
  const { tenantId } = await accounts.createTenant({
    name: 'shop',
    domains: 'all',
    email: 'shop@example.com',
  });
  const { key } = await accounts.createKey(tenantId, { rate: 100_000, burst: 200_000 });
  await close();
  const options = ['--tenant', 'shop', '--name', 'shop', '--json', '--data', data];
  const { stdout } = await runToEnd(process.execPath, [main, 'datasets', 'import', file, ...options]);
  return { key, datasetId: (JSON.parse(stdout) as { id: string }).id };
}

async function measure({
  key,
  datasetId,
}: {
  readonly key: string;
  readonly datasetId: string;
}): Promise<void> {
  await using server = await runServer(data, key);
  const started = performance.now();
  const modelId = await adapted(server, datasetId, key);
  console.log(
    `${ITEMS} items, ${PEOPLE} people; tokenizer and one epoch: ${((performance.now() - started) / 1000).toFixed(0)} s`,
  );
  const rows: string[][] = [];
  for (const beam of [20, 50, 100])
    rows.push(await oneAtATime(`beam ${beam}`, (n) => ask(server, modelId, n, beam)));
  rows.push(await oneAtATime('predict over all items', (n) => predict(server, modelId, n)));
  rows.push(await severalAtOnce(server, modelId, Number(flags['at-once'])));
  printTable(['', 'requests', 'p50 ms', 'p95 ms', 'p99 ms', 'a second'], rows);
  console.log(`load ${loadavg()[0]!.toFixed(1)}`);
}

/** The model's id, once it is ready. */
async function adapted(server: RunningServer, datasetId: string, key: string): Promise<string> {
  const answer = await fetch(`${server.url}/v1/adaptations`, {
    method: 'POST',
    headers: {
      authorization: `Bearer ${key}`,
      'content-type': 'application/json',
      'idempotency-key': 'bench-generate',
    },
    body: JSON.stringify({
      dataset_id: datasetId,
      name: 'bench',
      architecture: 'generative-retriever',
      settings: { epochs: 1, evaluation: 'none' },
    }),
  });
  if (answer.status !== 202) throw new Error(`${answer.status} ${await answer.text()}`);
  const job = (await answer.json()) as { readonly id: string; readonly resource: { readonly id: string } };
  for (;;) {
    const { body } = await server.call<{ status: string; error: unknown }>('GET', `/v1/jobs/${job.id}`);
    if (body.status === 'succeeded') return job.resource.id;
    if (!['queued', 'running'].includes(body.status)) throw new Error(JSON.stringify(body));
    await new Promise((resolve) => setTimeout(resolve, 200));
  }
}

function historyOf(n: number): readonly string[] {
  return Array.from({ length: 10 }, (_, step) => `i${(n * 131 + step) % ITEMS}`);
}

async function ask(server: RunningServer, modelId: string, n: number, beam: number): Promise<number> {
  const history = historyOf(n);
  const { status, body, ms } = await server.call<Answered>('POST', '/v1/generate', {
    model_id: modelId,
    history,
    beam,
  });
  if (status !== 200 || body.items.length !== 20) throw new Error(`${status} ${JSON.stringify(body)}`);
  return ms;
}

/** Probabilities of all items, down the whole trie. */
async function predict(server: RunningServer, modelId: string, n: number): Promise<number> {
  const path = `/v1/models/${modelId}/predict`;
  const { status, body, ms } = await server.call<Answered>('POST', path, { history: historyOf(n) });
  if (status !== 200 || body.items.length !== 20) throw new Error(`${status} ${JSON.stringify(body)}`);
  return ms;
}

async function oneAtATime(name: string, request: (n: number) => Promise<number>): Promise<string[]> {
  for (let n = 0; n < WARM_UP; n++) await request(n);
  const [times, began]: [number[], number] = [[], performance.now()];
  for (let n = 0; n < REQUESTS; n++) times.push(await request(n));
  return row(`one at a time, ${name}`, times, performance.now() - began);
}

async function severalAtOnce(server: RunningServer, modelId: string, count: number): Promise<string[]> {
  const [times, began]: [number[], number] = [[], performance.now()];
  let next = 0;
  const client = async () => {
    while (next < REQUESTS) times.push(await ask(server, modelId, next++, 20));
  };
  await Promise.all(Array.from({ length: count }, client));
  return row(`${count} at once, beam 20`, times, performance.now() - began);
}

function row(name: string, times: readonly number[], ms: number): string[] {
  const at = (q: number) => quantile(times, q).toFixed(1);
  return [name, String(times.length), at(0.5), at(0.95), at(0.99), (times.length / (ms / 1000)).toFixed(0)];
}
