/**
 * POST /match over HTTP among generated people, all stages but llm_judge. First one client, then requests at
 * a constant rate (latency from the planned time), then several clients that each send a match after another.
 * Also prints start-up time, memory, and GET /healthz under load.
 *
 *   npm run bench -- match --rows 1000000 [--data FOLDER] [--rate 20] [--seconds 120] [--matches 200]
 *     [--clients 16] [--warm-up 20] [--keep]
 *
 * `--data`: the folder of the profiles (1.8 GB a million). It is filled once and kept; with `--keep` so is
 * one below the system's temporary folder.
 */

import { loadavg, tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { usualStages } from '../src/contract/match-stages.ts';
import { quantile } from '../src/platform/numeric/statistics.ts';
import { openBenchFolder } from './support/bench-folder.ts';
import { printTable } from './support/measure.ts';
import { filters, type Strength } from './world/filter-strengths.ts';
import { matchRequest, sendMatches } from './world/match-requests.ts';
import { openLoop } from './world/open-loop.ts';
import { type RunningServer, runServer } from './world/running-server.ts';
import { watchHealth } from './world/watch-health.ts';
import { type WorldFolder, worldFolder } from './world/world-folder.ts';

const { values: flags } = parseArgs({
  options: {
    rows: { type: 'string', default: '100000' },
    data: { type: 'string' },
    rate: { type: 'string', default: '20' },
    seconds: { type: 'string', default: '120' },
    matches: { type: 'string', default: '200' },
    clients: { type: 'string', default: '16' },
    'warm-up': { type: 'string', default: '20' },
    keep: { type: 'boolean', default: false },
  },
});
const ROWS = Number(flags.rows);
const MATCHES = Number(flags.matches);
/**
 * Matches of each filter before the first that counts: code is compiled and texts are read the first time.
 */
const WARM_UP = Number(flags['warm-up']);
const HEALTH_EVERY_MS = 50;

const kept = flags.data ?? (flags.keep ? join(tmpdir(), `counterpart-bench-world-${ROWS}`) : undefined);
using folder = openBenchFolder(kept);
await measure(await worldFolder(folder.path, ROWS));

async function measure({ data, key }: WorldFolder): Promise<void> {
  const settings = ['--matches-waiting', '1000'];
  const first = await runServer(data, key, settings);
  const built = await first.firstMatchMs(requestOf('weak', 0));
  await first.stop();
  await using server = await runServer(data, key, settings);
  const again = await server.firstMatchMs(requestOf('weak', 0));
  await printStart(server, built, again);
  for (const strength of Object.keys(filters) as Strength[]) await match(server, strength, WARM_UP);
  const idle: string[][] = [];
  for (const strength of Object.keys(filters) as Strength[]) {
    idle.push(await oneClient(server, strength));
  }
  console.log(`\none client, load ${load()}`);
  printTable(
    [
      'filter',
      'matches',
      'pass, median',
      'p50 ms',
      'p95 ms',
      'p99 ms',
      'max ms',
      'processor ms a match',
      'by stage, median ms',
    ],
    idle,
  );
  const busy: string[][] = [];
  for (const strength of Object.keys(filters) as Strength[]) busy.push(await constantRate(server, strength));
  console.log(`\n${flags.rate} requests a second for ${flags.seconds} s, load ${load()}`);
  printTable(
    [
      'filter',
      'requests',
      'refused',
      'p50 ms',
      'p95 ms',
      'p99 ms',
      'max ms',
      'GET /healthz p99 ms',
      'its max ms',
    ],
    busy,
  );
  const closed: string[][] = [];
  for (const strength of Object.keys(filters) as Strength[]) closed.push(await closedLoop(server, strength));
  console.log(`\n${flags.clients} clients, each one match after another, load ${load()}`);
  printTable(
    [
      'filter',
      'matches',
      'matches a second',
      'p50 ms',
      'p95 ms',
      'p99 ms',
      'max ms',
      'processor ms a match',
      'GET /healthz p99 ms',
    ],
    closed,
  );
  const { now, most } = server.memory();
  console.log(`resident ${mib(now)} MiB at the end, ${mib(most)} MiB at most`);
}

async function printStart(server: RunningServer, builtMs: number, againMs: number): Promise<void> {
  const { now } = server.memory();
  const parts = await server.metric('counterpart_index_part_bytes', 'part');
  const bytes = await server.metric('counterpart_index_bytes');
  printTable(
    [
      'people',
      'first start to first match',
      'second start',
      '/readyz of the second',
      'resident',
      'index, bytes a user',
    ],
    [
      [
        ROWS.toLocaleString('en'),
        `${(builtMs / 1000).toFixed(1)} s`,
        `${(againMs / 1000).toFixed(1)} s`,
        `${(server.readyMs / 1000).toFixed(1)} s`,
        `${mib(now)} MiB`,
        ((bytes.get('') ?? Number.NaN) / ROWS).toFixed(0),
      ],
    ],
  );
  if (parts.size > 0)
    console.log([...parts].map(([part, of]) => `${part} ${(of / ROWS).toFixed(1)}`).join(', '));
}

function requestOf(strength: Strength, n: number) {
  return matchRequest(strength, n, ROWS);
}

function match(server: RunningServer, strength: Strength, count: number) {
  return sendMatches(server, strength, { count, rows: ROWS });
}

async function oneClient(server: RunningServer, strength: Strength): Promise<string[]> {
  const before = server.processorSeconds();
  const answers = await match(server, strength, MATCHES);
  const processorMs = (1000 * (server.processorSeconds() - before)) / MATCHES;
  const passing = answers.map(({ result }) => result.pipeline_stats.after_sql_filter);
  const stages = [...usualStages, 'select'].map((stage) => {
    const times = answers.map(({ result }) => result.timings_ms?.[stage] ?? 0);
    return `${stage} ${quantile(times, 0.5).toFixed(1)}`;
  });
  return [
    strength,
    String(answers.length),
    quantile(passing, 0.5).toLocaleString('en'),
    ...quantiles(answers.map(({ ms }) => ms)),
    processorMs.toFixed(1),
    stages.join(', '),
  ];
}

async function constantRate(server: RunningServer, strength: Strength): Promise<string[]> {
  let refused = 0;
  const watch = await watchHealth(server.url, HEALTH_EVERY_MS);
  const taken = await openLoop(Number(flags.rate), Number(flags.seconds), async (n) => {
    const { status } = await server.call('POST', '/v1/match', requestOf(strength, n));
    if (status !== 200) refused++;
  });
  const health = await watch.stop();
  return [
    strength,
    String(taken.length),
    String(refused),
    ...quantiles(taken),
    quantile(health, 0.99).toFixed(1),
    Math.max(...health).toFixed(1),
  ];
}

async function closedLoop(server: RunningServer, strength: Strength): Promise<string[]> {
  const taken: number[] = [];
  let next = 0;
  const client = async () => {
    while (next < 4 * MATCHES) {
      const [answer] = await sendMatches(server, strength, { from: next++, count: 1, rows: ROWS });
      taken.push(answer!.ms);
    }
  };
  const watch = await watchHealth(server.url, HEALTH_EVERY_MS);
  const started = performance.now();
  const before = server.processorSeconds();
  await Promise.all(Array.from({ length: Number(flags.clients) }, client));
  const seconds = (performance.now() - started) / 1000;
  const processorMs = (1000 * (server.processorSeconds() - before)) / taken.length;
  const health = await watch.stop();
  return [
    strength,
    String(taken.length),
    (taken.length / seconds).toFixed(0),
    ...quantiles(taken),
    processorMs.toFixed(1),
    quantile(health, 0.99).toFixed(1),
  ];
}

function quantiles(taken: readonly number[]): string[] {
  return [0.5, 0.95, 0.99, 1].map((q) => quantile(taken, q).toFixed(1));
}

function load(): string {
  return loadavg()[0]!.toFixed(1);
}

function mib(bytes: number): string {
  return Math.round(bytes / 2 ** 20).toLocaleString('en');
}
