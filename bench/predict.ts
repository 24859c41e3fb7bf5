/**
 * Cost of a prediction over HTTP with a history of 50, for 100 candidates and for the whole catalogue. The network
 * predicts alone, and in a blend of all parts with random links. The catalogue has 12,000, 100,000 and, with
 * `--large`, a million items. Filters pass 50, 10 and 1 % of the items. One caller measures latency and processor
 * time of the server. Then 16 measure requests a second and their p99, with GET /healthz meanwhile. The server has
 * a data folder of its own and untrained models. The callers run on the same cores.
 *
 *   npm run bench -- predict [SECONDS] [--large]
 */
import { availableParallelism, loadavg } from 'node:os';
import { setTimeout as sleep } from 'node:timers/promises';
import { quantile } from '../src/platform/numeric/statistics.ts';
import { itemId, seedModels } from './predict/seed-models.ts';
import { openBenchFolder } from './support/bench-folder.ts';
import { peakMemoryMiB, printTable } from './support/measure.ts';
import { runServer } from './world/running-server.ts';

const isLarge = process.argv.includes('--large');
const seconds = Number(process.argv.slice(2).find((given) => /^\d/.test(given)) ?? 10);
const sizes = isLarge ? [12_000, 100_000, 1_000_000] : [12_000, 100_000];
const passing = [50, 10, 1];
const CALLERS = 16;
const WARM_UP = 50;
const HISTORY = 50;

interface Case {
  readonly name: string;
  readonly items: number;
  readonly candidates: number | null;
  readonly isBlend?: boolean;
  /** Per cent of the items that pass the filter; null: no filter. */
  readonly pass: number | null;
}

const cases: readonly Case[] = sizes.flatMap((items) => {
  const of = items.toLocaleString('en-US');
  return [
    { name: `100 candidates of ${of}`, items, candidates: 100, pass: null },
    { name: `… by a blend`, items, candidates: 100, pass: null, isBlend: true },
    { name: `all of ${of}`, items, candidates: null, pass: null },
    ...passing.map((pass) => ({ name: `${pass} % of ${of}`, items, candidates: null, pass })),
  ];
});

using folder = openBenchFolder();
const { key, modelIds, blendIds } = await seedModels(folder.path, sizes, sizes);
await using server = await runServer(folder.path, key, ['--job-workers', '0', '--inference-memory', '4096']);
const rows: (string | number)[][] = [];
for (const one of cases) rows.push(await measure((one.isBlend ? blendIds : modelIds).get(one.items)!, one));
printTable(
  [
    'request',
    'p50 ms',
    'p99 ms',
    'processor ms',
    `${CALLERS} callers: p50`,
    'p99 ms',
    'requests/s',
    'healthz p99 ms then',
    'load',
  ],
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
  const before = server.processorSeconds();
  for (const until = performance.now() + seconds * 1000; performance.now() < until; )
    alone.push(await call());
  const processorMs = (1000 * (server.processorSeconds() - before)) / alone.length;
  const health: number[] = [];
  const together: number[] = [];
  const started = performance.now();
  const until = started + seconds * 1000;
  const callers = Array.from({ length: CALLERS }, async () => {
    while (performance.now() < until) {
      together.push(await call());
    }
  });
  while (performance.now() < until) {
    health.push(await timed('GET', '/healthz'));
    await sleep(50);
  }
  await Promise.all(callers);
  const rate = together.length / ((performance.now() - started) / 1000);
  const ms = (values: readonly number[], share: number) => quantile(values, share).toFixed(1);
  return [
    one.name,
    ms(alone, 0.5),
    ms(alone, 0.99),
    processorMs.toFixed(2),
    ms(together, 0.5),
    ms(together, 0.99),
    rate.toFixed(0),
    ms(health, 0.99),
    loadavg()[0]!.toFixed(1),
  ];
}

function bodyOf({ items, candidates, pass }: Case, n: number): object {
  const drawn = (count: number, by: number) =>
    Array.from({ length: count }, (_, at) => itemId((n * 104_729 + at * by) % items));
  return {
    history: drawn(HISTORY, 31),
    ...(candidates !== null && { candidate_item_ids: drawn(candidates, 97) }),
    ...(pass !== null && { filters: { percentile: { lt: pass } } }),
  };
}

/** Milliseconds from the request to the last byte of its answer. */
async function timed(method: string, path: string, body?: object): Promise<number> {
  const answer = await server.call(method, path, body);
  if (answer.status !== 200)
    throw new Error(`${path} answered ${answer.status}: ${JSON.stringify(answer.body)}`);
  return answer.ms;
}
