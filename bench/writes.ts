/**
 * How writes slow down matches. Users are written one by one (POST /users) and by an import, with texts,
 * while matches arrive at a constant rate. Latency counts from the planned time.
 *
 *   npm run bench -- writes --rows 100000 [--data FOLDER] [--seconds 30] [--rate 10] [--posts 500]
 *                           [--writers 32] [--imported 150000]
 *
 * Texts are a soft field, which is encoded; with `--extract` free text, from which rules read fields.
 */
import { once } from 'node:events';
import { createWriteStream, rmSync } from 'node:fs';
import { loadavg } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { SeededRandom } from '../src/platform/numeric/seeded-random.ts';
import { quantile } from '../src/platform/numeric/statistics.ts';
import { openBenchFolder } from './support/bench-folder.ts';
import { printTable, runToEnd } from './support/measure.ts';
import { worldUserId } from './world/generate-people.ts';
import { openLoop } from './world/open-loop.ts';
import { type RunningServer, runServer } from './world/running-server.ts';
import { watchHealth } from './world/watch-health.ts';
import { worldFolder } from './world/world-folder.ts';
import { aText } from './writes/write-texts.ts';

const { values: flags } = parseArgs({
  options: {
    rows: { type: 'string', default: '100000' },
    data: { type: 'string' },
    seconds: { type: 'string', default: '30' },
    rate: { type: 'string', default: '10' },
    /**
     * Users a second for the constant rate. `writers`: concurrent writers of the next part, as fast as they
     * can.
     */
    posts: { type: 'string', default: '500' },
    writers: { type: 'string', default: '32' },
    imported: { type: 'string', default: '150000' },
    extract: { type: 'boolean', default: false },
  },
});
const ROWS = Number(flags.rows);
const SECONDS = Number(flags.seconds);
const RATE = Number(flags.rate);
const HEALTH_RATE = 50;
const main = fileURLToPath(new URL('../src/main.ts', import.meta.url));

using folder = openBenchFolder(flags.data);
const world = await worldFolder(folder.path, ROWS);
await using server = await runServer(folder.path, world.key, ['--matches-waiting', '1000']);
await server.firstMatchMs(matchRequest(0));
await measure(server);

async function measure(server: RunningServer): Promise<void> {
  await matches(server, () => new Promise((resolve) => setTimeout(resolve, 5000)));
  const idle = await matches(server, () => new Promise((resolve) => setTimeout(resolve, SECONDS * 1000)));
  const paced = await matches(server, () => writeAtRate(server));
  const single = await matches(server, () => writeSingly(server));
  const imported = await matches(server, importFile);
  const row = (name: string, { written, taken, health, refused, seconds }: Measured) => [
    name,
    written === 0 ? '' : Math.round(written / seconds).toLocaleString('en'),
    taken.length,
    refused,
    ...[0.5, 0.95, 0.99, 1].map((q) => quantile(taken, q).toFixed(1)),
    (quantile(taken, 0.99) / quantile(idle.taken, 0.99)).toFixed(1),
    ...[0.5, 0.99, 1].map((q) => quantile(health, q).toFixed(1)),
  ];
  console.log(
    `${ROWS.toLocaleString('en')} people, ${RATE} matches a second; load ${loadavg()[0]!.toFixed(1)}`,
  );
  printTable(
    [
      '',
      'written a second',
      'matches',
      'refused',
      'p50 ms',
      'p95 ms',
      'p99 ms',
      'max ms',
      'p99, times idle',
      'GET /healthz p50 ms',
      'GET /healthz p99 ms',
      'GET /healthz max ms',
    ],
    [
      row('nothing is written', idle),
      row(`POST /users, ${flags.posts} a second`, paced),
      row(`POST /users, ${flags.writers} at once`, single),
      row('import', imported),
    ],
  );
}

interface Measured {
  readonly written: number;
  readonly seconds: number;
  readonly taken: readonly number[];
  /** Latencies of GET /healthz, which waits for nothing but the event loop. */
  readonly health: readonly number[];
  readonly refused: number;
}

/**
 * Requests matches at the constant rate until `work` is done. Counts what `work` wrote, if it returns a
 * number.
 */
async function matches(server: RunningServer, work: () => Promise<number | unknown>): Promise<Measured> {
  const watch = await watchHealth(server.url, 1000 / HEALTH_RATE);
  const started = performance.now();
  let seconds = 0;
  const done = work().finally(() => {
    seconds = (performance.now() - started) / 1000;
  });
  const taken: number[] = [];
  let refused = 0;
  for (let n = 0; seconds === 0; n += RATE) {
    const second = await openLoop(RATE, 1, async (at) => {
      const { status } = await server.call('POST', '/v1/match', matchRequest(n + at));
      if (status !== 200) refused++;
    });
    taken.push(...second);
  }
  const written = await done;
  const health = await watch.stop();
  return { written: typeof written === 'number' ? written : 0, seconds, taken, health, refused };
}

function matchRequest(n: number) {
  const seeker = new SeededRandom(n).below(ROWS);
  return { user_id: worldUserId(seeker), domain: 'dating', limit: 10 };
}

async function writeAtRate(server: RunningServer): Promise<number> {
  const taken = await openLoop(Number(flags.posts), SECONDS, (n) => post(server, aUser('paced', n)));
  return taken.length;
}

async function writeSingly(server: RunningServer): Promise<number> {
  const until = performance.now() + SECONDS * 1000;
  let written = 0;
  let next = 0;
  const writer = async () => {
    while (performance.now() < until) {
      await post(server, aUser('single', next++));
      written++;
    }
  };
  await Promise.all(Array.from({ length: Number(flags.writers) }, writer));
  return written;
}

async function post(server: RunningServer, user: object): Promise<void> {
  const { status, body } = await server.call('POST', '/v1/users', user);
  if (status >= 300) throw new Error(`${status} ${JSON.stringify(body)}`);
}

/** Runs the operator's import command beside the server. */
async function importFile(): Promise<number> {
  const count = Number(flags.imported);
  const file = join(folder.path, 'imported.ndjson');
  const stream = createWriteStream(file);
  for (let n = 0; n < count; n++) {
    const { domain: _domain, ...user } = aUser('imported', n);
    if (!stream.write(`${JSON.stringify(user)}\n`)) await once(stream, 'drain');
  }
  stream.end();
  await once(stream, 'finish');
  await runToEnd(process.execPath, [
    main,
    'import',
    '--tenant',
    'bench',
    '--domain',
    'dating',
    file,
    '--data',
    folder.path,
  ]);
  rmSync(file);
  return count;
}

function aUser(kind: string, n: number) {
  return {
    user_id: `${kind}-${process.pid}-${n}`,
    domain: 'dating',
    fields: {
      age: 20 + (n % 50),
      gender: n % 2 === 0 ? 'woman' : 'man',
      location: 'Lisbon',
      ...(!flags.extract && { values_text: aText(n) }),
    },
    ...(flags.extract && { context: aText(n) }),
  };
}
