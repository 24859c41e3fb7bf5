/**
 * Batches of matches beside single ones, over HTTP. First the seekers a second of a batch, and of a loop over
 * POST /match with one and with four callers. The server's processor time is printed too. Then the matches of
 * one caller at a steady pace: alone, beside a batch, and beside a second caller who sends them one after the
 * other.
 *
 *   npm run bench -- match-batch [--rows 20000] [--seekers 500] [--data FOLDER]
 *
 * `--data`: a folder of the profiles, filled once and kept.
 */
import { loadavg } from 'node:os';
import { setTimeout as sleep } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import type { Job } from '../src/contract/job.ts';
import { SeededRandom } from '../src/platform/numeric/seeded-random.ts';
import { quantile } from '../src/platform/numeric/statistics.ts';
import { openBenchFolder } from './support/bench-folder.ts';
import { printTable } from './support/measure.ts';
import { worldUserId } from './world/generate-people.ts';
import { type RunningServer, runServer } from './world/running-server.ts';
import { worldFolder } from './world/world-folder.ts';

const { values: flags } = parseArgs({
  options: {
    rows: { type: 'string', default: '20000' },
    seekers: { type: 'string', default: '500' },
    data: { type: 'string' },
  },
});
const ROWS = Number(flags.rows);
const SEEKERS = Number(flags.seekers);
const LIMIT = 10;
const PACE_MS = 200;
const PACED = 75;

using folder = openBenchFolder(flags.data);
const { data, key } = await worldFolder(folder.path, ROWS);
await using server = await runServer(data, key);
const random = new SeededRandom(5);
const seekers = Array.from({ length: SEEKERS }, () => worldUserId(random.below(ROWS)));
await server.firstMatchMs({ user_id: seekers[0], domain: 'dating' });
for (const user_id of seekers.slice(0, 50)) await matchOf(user_id);

console.log(`load ${loadavg()[0]!.toFixed(1)}`);
const rows = [];
for (const callers of [1, 4]) rows.push([`POST /match, ${callers} at once`, ...(await looped(callers))]);
rows.push(['POST /match/batch', ...(await batched())]);
rows.push(['POST /match, 1 at once, again', ...(await looped(1))]);
printTable(['how', 'seekers/s', 'processor ms a seeker'], rows);

const alone = await paced();
const beside = await besideBatch();
const besideCaller = await besideLoop();
printTable(
  ['a match each 200 ms', 'p50 ms', 'p99 ms', 'most ms'],
  [
    ['alone', ...figures(alone)],
    ['beside a batch', ...figures(beside)],
    ['beside a caller', ...figures(besideCaller)],
  ],
);

async function matchOf(user_id: string): Promise<number> {
  const body = { user_id, domain: 'dating', limit: LIMIT, record: false };
  const { status, ms } = await server.call('POST', '/v1/match', body);
  if (status !== 200) throw new Error(`a match was answered with ${status}`);
  return ms;
}

async function looped(callers: number): Promise<readonly string[]> {
  const started = now();
  let next = 0;
  const caller = async () => {
    while (next < seekers.length) await matchOf(seekers[next++]!);
  };
  await Promise.all(Array.from({ length: callers }, caller));
  return perSecond(started);
}

async function start(userIds: readonly string[]): Promise<string> {
  const answer = await fetch(`${server.url}/v1/match/batch`, {
    method: 'POST',
    headers: {
      authorization: `Bearer ${key}`,
      'content-type': 'application/json',
      'idempotency-key': `bench-${performance.now()}`,
    },
    body: JSON.stringify({ domain: 'dating', user_ids: userIds, limit: LIMIT }),
  });
  return ((await answer.json()) as Job).id;
}

async function batched(): Promise<readonly string[]> {
  const started = now();
  const id = await start(seekers);
  for (;;) {
    const { status } = await jobOf(server, id);
    if (status === 'succeeded') return perSecond(started);
    if (status !== 'queued' && status !== 'running') throw new Error(`the batch ${status}`);
    await sleep(50);
  }
}

async function besideBatch(): Promise<readonly number[]> {
  // Long enough to outlast the paced matches.
  const id = await start(Array.from({ length: 50 }, () => seekers).flat());
  while ((await jobOf(server, id)).status === 'queued') await sleep(20);
  const taken = await paced();
  const { status, detail } = await jobOf(server, id);
  if (status !== 'running') throw new Error('the batch ended before the paced matches');
  console.log(`${detail?.people} seekers of the batch were answered meanwhile`);
  await fetch(`${server.url}/v1/jobs/${id}/cancel`, {
    method: 'POST',
    headers: { authorization: `Bearer ${key}` },
  });
  return taken;
}

async function besideLoop(): Promise<readonly number[]> {
  let isOver = false;
  const loop = async () => {
    for (let n = 0; !isOver; n++) await matchOf(seekers[n % seekers.length]!);
  };
  const looping = loop();
  const taken = await paced();
  isOver = true;
  await looping;
  return taken;
}

async function paced(): Promise<readonly number[]> {
  const taken: Promise<number>[] = [];
  for (let n = 0; n < PACED; n++) {
    taken.push(matchOf(seekers[n % seekers.length]!));
    await sleep(PACE_MS);
  }
  return Promise.all(taken);
}

async function jobOf({ call }: Pick<RunningServer, 'call'>, id: string): Promise<Job> {
  return (await call<Job>('GET', `/v1/jobs/${id}`)).body;
}

interface Moment {
  readonly ms: number;
  readonly processor: number;
}

function now(): Moment {
  return { ms: performance.now(), processor: server.processorSeconds() };
}

function perSecond({ ms, processor }: Moment): readonly string[] {
  const { ms: endedMs, processor: used } = now();
  return [((1000 * SEEKERS) / (endedMs - ms)).toFixed(1), ((1000 * (used - processor)) / SEEKERS).toFixed(1)];
}

function figures(ms: readonly number[]): readonly string[] {
  return [quantile(ms, 0.5), quantile(ms, 0.99), Math.max(...ms)].map((value) => value.toFixed(0));
}
