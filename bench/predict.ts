/**
 * Cost of a prediction over HTTP with a history of 50: 100 candidates, and the whole catalogue, of 12,000 and
 * of 100,000 items. One caller for latency, then 16 for requests a second, with GET /healthz meanwhile. The
 * server has a data folder of its own and untrained models. The callers run on the same cores.
 *
 *   npm run bench -- predict [SECONDS]
 */
import { availableParallelism, loadavg } from 'node:os';
import { setTimeout as sleep } from 'node:timers/promises';
import { quantile } from '../src/numeric/statistics.ts';
import { itemId, seedModels } from './predict/seed-models.ts';
import { openBenchFolder } from './support/bench-folder.ts';
import { peakMemoryMiB, printTable } from './support/measure.ts';
import { runServer } from './world/running-server.ts';

const seconds = Number(process.argv[2] ?? 10);
const CALLERS = 16;
const WARM_UP = 50;
const HISTORY = 50;

interface Case {
  readonly name: string;
  readonly items: number;
  readonly candidates: number | null;
}

const cases: readonly Case[] = [
  { name: '100 candidates of 12,000', items: 12_000, candidates: 100 },
  { name: 'all of 12,000', items: 12_000, candidates: null },
  { name: '100 candidates of 100,000', items: 100_000, candidates: 100 },
  { name: 'all of 100,000', items: 100_000, candidates: null },
];

using folder = openBenchFolder();
const { key, modelIds } = await seedModels(folder.path, [12_000, 100_000]);
await using server = await runServer(folder.path, key, ['--job-workers', '0']);
const rows: (string | number)[][] = [];
for (const one of cases) rows.push(await measure(modelIds.get(one.items)!, one));
printTable(
  ['request', 'p50 ms', 'p99 ms', `requests/s, ${CALLERS} callers`, 'healthz p99 ms then', 'load'],
  rows,
);
console.log(
  `${availableParallelism()} cores; peak memory of the server ${peakMemoryMiB(server.process).toFixed(0)} MiB`,
);

async function measure(modelId: string, one: Case): Promise<(string | number)[]> {
  const path = `/v1/models/${modelId}/predict`;
  let n = 0;
  const call = () => timed('POST', path, bodyOf(one, n++));
  for (let warm = 0; warm < WARM_UP; warm++) await call();
  const alone: number[] = [];
  for (const until = performance.now() + seconds * 1000; performance.now() < until; )
    alone.push(await call());
  const health: number[] = [];
  let answered = 0;
  const started = performance.now();
  const until = started + seconds * 1000;
  const callers = Array.from({ length: CALLERS }, async () => {
    while (performance.now() < until) {
      await call();
      answered++;
    }
  });
  while (performance.now() < until) {
    health.push(await timed('GET', '/healthz'));
    await sleep(50);
  }
  await Promise.all(callers);
  const rate = answered / ((performance.now() - started) / 1000);
  const shown = [quantile(alone, 0.5), quantile(alone, 0.99)].map((ms) => ms.toFixed(1));
  return [one.name, ...shown, rate.toFixed(0), quantile(health, 0.99).toFixed(1), loadavg()[0]!.toFixed(1)];
}

function bodyOf({ items, candidates }: Case, n: number): object {
  const drawn = (count: number, by: number) =>
    Array.from({ length: count }, (_, at) => itemId((n * 104_729 + at * by) % items));
  return {
    history: drawn(HISTORY, 31),
    ...(candidates !== null && { candidate_item_ids: drawn(candidates, 97) }),
  };
}

/** Milliseconds from the request to the last byte of its answer. */
async function timed(method: string, path: string, body?: object): Promise<number> {
  const answer = await server.call(method, path, body);
  if (answer.status !== 200)
    throw new Error(`${path} answered ${answer.status}: ${JSON.stringify(answer.body)}`);
  return answer.ms;
}
