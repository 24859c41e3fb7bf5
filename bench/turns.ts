/**
 * How long POST /match holds the event loop of a server, in processor time. A health check waits at least as
 * long. All stages but llm_judge, explained.
 *
 *   npm run bench -- turns --rows 10000 [--data FOLDER] [--clients 16] [--matches 1200] [--warm-up 600]
 *
 * Each row of the table is a filter. `wait`: the rest of the turn for a request that arrives at a random
 * moment.
 */
import { existsSync, readFileSync, rmSync } from 'node:fs';
import { loadavg } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { quantile } from '../src/platform/numeric/statistics.ts';
import { openBenchFolder } from './support/bench-folder.ts';
import { printTable } from './support/measure.ts';
import { quantileOfWaits } from './turns/waits-of-turns.ts';
import { filters, type Strength } from './world/filter-strengths.ts';
import { matchRequest, sendBesideEachOther } from './world/match-requests.ts';
import { type RunningServer, runServer } from './world/running-server.ts';
import { worldFolder } from './world/world-folder.ts';

const { values: flags } = parseArgs({
  options: {
    rows: { type: 'string', default: '10000' },
    data: { type: 'string' },
    clients: { type: 'string', default: '16' },
    matches: { type: 'string', default: '1200' },
    'warm-up': { type: 'string', default: '600' },
  },
});
const [ROWS, CLIENTS] = [Number(flags.rows), Number(flags.clients)];
const [MATCHES, WARM_UP] = [Number(flags.matches), Number(flags['warm-up'])];

const send = (running: RunningServer, strength: Strength, from: number, count: number) =>
  sendBesideEachOther(running, strength, { from, count, rows: ROWS, clients: CLIENTS });

using folder = openBenchFolder(flags.data);
using notes = openBenchFolder();
const turnsFile = join(notes.path, 'turns.json');
process.env.BENCH_TURNS_FILE = turnsFile;
const { data, key } = await worldFolder(folder.path, ROWS);
const watcher = new URL('./turns/watch-turns.ts', import.meta.url).href;
await using server = await runServer(
  data,
  key,
  ['--matches-waiting', '1000', '--job-workers', '0'],
  '/readyz',
  undefined,
  ['--import', watcher],
);
await server.firstMatchMs(matchRequest('weak', 0, ROWS));
const lines: string[][] = [];
for (const strength of Object.keys(filters) as Strength[]) lines.push(await measure(server, strength));
console.log(`\n${ROWS} people, ${CLIENTS} clients, load ${loadavg()[0]!.toFixed(1)}`);
printTable(
  ['filter', 'turns', 'turn p50 ms', 'p99 ms', 'max ms', 'wait p50 ms', 'wait p95 ms', 'wait p99 ms'],
  lines,
);

async function measure(running: RunningServer, strength: Strength): Promise<string[]> {
  await send(running, strength, 0, WARM_UP);
  running.process.kill('SIGUSR2');
  await send(running, strength, WARM_UP, MATCHES);
  running.process.kill('SIGUSR2');
  while (!existsSync(turnsFile)) await sleep(10);
  await sleep(200);
  const turns = JSON.parse(readFileSync(turnsFile, 'utf8')) as number[];
  rmSync(turnsFile);
  return [
    strength,
    String(turns.length),
    ...[0.5, 0.99, 1].map((share) => quantile(turns, share).toFixed(1)),
    ...[0.5, 0.95, 0.99].map((share) => quantileOfWaits(turns, share).toFixed(1)),
  ];
}
