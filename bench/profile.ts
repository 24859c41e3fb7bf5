/**
 * Time of the answering thread under POST /match, as a sampled profile. It is printed by part of the match
 * and by function, and drawn as a flame graph. All stages but llm_judge, explained.
 *
 *   npm run bench -- profile --rows 10000 [--data FOLDER] [--clients 1] [--matches 1000] [--warm-up 600]
 *     [--filter weak] [--svg FILE]
 *
 * The profile is taken by V8 from the start of the server on (`--cpu-prof`), and read for the time of the
 * matches alone.
 */
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { loadavg } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { type Frame, framesOf, selfTimes } from './profile/frame.ts';
import { type CpuProfile, readProfile } from './profile/read-profile.ts';
import { writeFlameGraph } from './profile/write-flame-graph.ts';
import { openBenchFolder } from './support/bench-folder.ts';
import { printTable } from './support/measure.ts';
import { filters, type Strength } from './world/filter-strengths.ts';
import { matchRequest, sendBesideEachOther } from './world/match-requests.ts';
import { type RunningServer, runServer } from './world/running-server.ts';
import { type WorldFolder, worldFolder } from './world/world-folder.ts';

const { values: flags } = parseArgs({
  options: {
    rows: { type: 'string', default: '10000' },
    data: { type: 'string' },
    clients: { type: 'string', default: '1' },
    matches: { type: 'string', default: '1000' },
    'warm-up': { type: 'string', default: '600' },
    filter: { type: 'string', default: 'weak' },
    svg: { type: 'string' },
  },
});
const ROWS = Number(flags.rows);
const [CLIENTS, MATCHES, WARM_UP] = [flags.clients, flags.matches, flags['warm-up']].map(Number) as [
  number,
  number,
  number,
];
const FILTER = flags.filter as Strength;
if (filters[FILTER] === undefined) throw new Error(`--filter is one of ${Object.keys(filters).join(', ')}`);
const SAMPLE_EVERY_US = 250;
const FUNCTIONS_SHOWN = 40;

using folder = openBenchFolder(flags.data);
using profiles = openBenchFolder();
report(await takeProfile(await worldFolder(folder.path, ROWS)));

async function takeProfile({ data, key }: WorldFolder): Promise<Frame> {
  const settings = ['--matches-waiting', '1000', '--job-workers', '0'];
  const sampling = [
    '--cpu-prof',
    `--cpu-prof-dir=${profiles.path}`,
    `--cpu-prof-interval=${SAMPLE_EVERY_US}`,
  ];
  await using server = await runServer(data, key, settings, '/readyz', undefined, sampling);
  await server.firstMatchMs(matchRequest(FILTER, 0, ROWS));
  await send(server, 0, WARM_UP);
  const from = nowUs();
  await send(server, WARM_UP, MATCHES);
  const window = { from, to: nowUs() };
  // The profile is written when the server ends.
  await server.stop();
  return framesOf(readProfile(profileOfMainThread(), window));
}

function send(server: RunningServer, from: number, count: number): Promise<void> {
  return sendBesideEachOther(server, FILTER, { from, count, rows: ROWS, clients: CLIENTS });
}

/** Microseconds by the clock of the profile. */
function nowUs(): number {
  return Number(process.hrtime.bigint() / 1000n);
}

/**
 * Every thread writes a file when it ends: CPU.date.time.process.thread.number.cpuprofile. The main thread is
 * 0.
 */
function profileOfMainThread(): CpuProfile {
  const file = readdirSync(profiles.path).find((name) => /\.0\.\d+\.cpuprofile$/.test(name));
  if (file === undefined) throw new Error('the server wrote no profile');
  return JSON.parse(readFileSync(join(profiles.path, file), 'utf8')) as CpuProfile;
}

function report(all: Frame): void {
  const ms = (us: number) => (us / 1000 / MATCHES).toFixed(3);
  const share = (us: number) => `${((100 * us) / all.totalUs).toFixed(1)} %`;
  const clients = `${CLIENTS} ${CLIENTS === 1 ? 'client' : 'clients'}`;
  const load = loadavg()[0]!.toFixed(1);
  const title = `${ROWS.toLocaleString('en')} people, ${FILTER} filter, ${clients}, ${MATCHES} matches: ${ms(all.totalUs)} ms a match on the answering thread, load ${load}`;
  console.log(title);
  const parts = [...all.frames.values()].sort((a, b) => b.totalUs - a.totalUs);
  printTable(
    ['part', 'ms a match', 'share'],
    parts.map(({ name, totalUs }) => [name, ms(totalUs), share(totalUs)]),
  );
  const functions = [...selfTimes(all)].sort(([, a], [, b]) => b - a).slice(0, FUNCTIONS_SHOWN);
  printTable(
    ['function itself', 'ms a match', 'share'],
    functions.map(([name, us]) => [name, ms(us), share(us)]),
  );
  if (flags.svg !== undefined)
    writeFileSync(flags.svg, writeFlameGraph(all, { title, unit: 'ms a match', unitUs: 1000 * MATCHES }));
}
