/**
 * What a training run does to those who are served meanwhile, and what a trained model costs in every match after it:
 * 2,000 simulated people with texts, a real server with its worker, one caller that asks for one match after the other.
 * Idle over the prior; while a forced run of 10,000 triplets trains; after it over the model that it made and, turn by turn
 * so that whatever else the machine does meets both, over the prior that it pins, the same seekers.
 *
 *   npm run bench -- serving-while-training [PEOPLE] [TRIPLETS]
 */
import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { availableParallelism, loadavg, tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import type { MatchResult } from '../src/contract/match.ts';
import type { TrainingRun } from '../src/contract/training-run.ts';
import { quantile } from '../src/numeric/statistics.ts';
import { printTable, runToEnd } from './support/measure.ts';
import { bringIn, TENANT_NAME } from './train/bring-in.ts';

const people = Number(process.argv[2] ?? 2000);
const triplets = Number(process.argv[3] ?? 10_000);
const IDLE_MATCHES = 400;
const WARM_UP = 50;
const main = fileURLToPath(new URL('../src/main.ts', import.meta.url));

const data = mkdtempSync(join(tmpdir(), 'counterpart-serving-'));
let server: ChildProcess | undefined;
try {
  const made = await bringIn(data, triplets, people);
  console.log(`${made.people} people, ${made.outcomes} outcomes, ${made.triplets} triplets`);
  const key = await keyFor();
  server = spawn(process.execPath, [main, 'serve', '--data', data, '--port', '0'], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const url = await listening(server);
  await measure(url, key, made.domain, server.pid!);
} finally {
  if (server !== undefined && server.exitCode === null) {
    server.kill('SIGTERM');
    await once(server, 'exit');
  }
  rmSync(data, { recursive: true, force: true });
}

async function keyFor(): Promise<string> {
  const args = ['keys', 'create', '--tenant', TENANT_NAME, '--rate', '100000', '--json', '--data', data];
  const { stdout } = await runToEnd(process.execPath, [main, ...args]);
  return (JSON.parse(stdout) as { readonly key: string }).key;
}

async function listening(child: ChildProcess): Promise<string> {
  let output = '';
  for (;;) {
    const url = /http:\/\/127\.0\.0\.1:\d+/.exec(output)?.[0];
    if (url !== undefined) {
      child.stdout!.resume();
      return url;
    }
    output += String((await once(child.stdout!, 'data'))[0]);
  }
}

async function measure(url: string, key: string, domain: string, serverId: number): Promise<void> {
  const call = async <T>(method: string, path: string, body?: object): Promise<T> => {
    const headers = {
      authorization: `Bearer ${key}`,
      ...(body !== undefined && { 'content-type': 'application/json' }),
    };
    const answer = await fetch(url + path, {
      method,
      headers,
      ...(body !== undefined && { body: JSON.stringify(body) }),
    });
    const text = await answer.text();
    if (!answer.ok) throw new Error(`${method} ${path}: ${text}`);
    return JSON.parse(text) as T;
  };
  let asked = 0;
  /** Milliseconds of a match of the next seeker, and which model served it. */
  const match = async (seekerNumber = asked++, stages = {}) => {
    const seeker = { user_id: `p${(seekerNumber * 7) % people}`, domain, limit: 20, stages };
    const started = performance.now();
    const { models_used } = await call<MatchResult>('POST', '/v1/match', seeker);
    return { ms: performance.now() - started, version: models_used.light_ml!.version };
  };
  const idle = async () => {
    asked = 0;
    for (let n = 0; n < WARM_UP; n++) await match();
    const taken: number[] = [];
    let version = '';
    while (taken.length < IDLE_MATCHES) {
      const one = await match();
      taken.push(one.ms);
      version = one.version;
    }
    return { taken, version };
  };
  let served = '';
  const load = () => loadavg()[0]!.toFixed(1);

  const before = await idle();
  const loadBefore = load();
  const { run_id } = await call<TrainingRun>('POST', '/v1/train', { domain, force: true });
  const during: number[] = [];
  const seen: { nice: number; threads: number }[] = [];
  let lookedAt = 0;
  let run = await call<TrainingRun>('GET', `/v1/train/runs/${run_id}`);
  while (run.finished_at === null) {
    const { ms } = await match();
    // From the first step of the run to its end, not while it waits.
    if (run.status !== 'queued') during.push(ms);
    if (performance.now() - lookedAt < 250) continue;
    lookedAt = performance.now();
    run = await call<TrainingRun>('GET', `/v1/train/runs/${run_id}`);
    if (run.status === 'running') seen.push(...trainingProcesses(serverId));
  }
  const loadDuring = load();
  // The worker ends its process.
  await sleep(2000);
  const pin = { model: 'domain' };
  const pinned = { light_ml: pin, embedding: pin, cross_encoder: pin };
  const [overModel, overPrior]: [number[], number[]] = [[], []];
  for (let n = 0; n < WARM_UP + IDLE_MATCHES; n++) {
    const [learned, prior] = [await match(n), await match(n, pinned)];
    if (n < WARM_UP) continue;
    overModel.push(learned.ms);
    overPrior.push(prior.ms);
    served = learned.version;
  }
  const seconds = (Date.parse(run.finished_at) - Date.parse(run.started_at!)) / 1000;
  console.log(
    `${availableParallelism()} cores; the run took ${seconds.toFixed(1)} s and was ${run.status}; its process: ${seen.length === 0 ? 'not seen' : `nice ${Math.max(...seen.map(({ nice }) => nice))}, up to ${Math.max(...seen.map(({ threads }) => threads))} threads`}`,
  );
  printTable(
    ['POST /match', 'model', 'load before', 'matches', 'p50 ms', 'p99 ms', 'max ms'],
    [
      row('idle', before.version, loadBefore, before.taken),
      row('while a run trains', before.version, loadDuring, during),
      row('after the run', served, load(), overModel),
      row('after the run, pinned', before.version, load(), overPrior),
    ],
  );
}

function row(name: string, version: string, load: string, taken: readonly number[]) {
  const figures = [quantile(taken, 0.5), quantile(taken, 0.99), Math.max(...taken)];
  const model = version.startsWith('prior') ? 'prior' : version.split('-')[0]!;
  return [name, model, load, taken.length, ...figures.map((ms) => ms.toFixed(1))];
}

/** What the server's worker started, as it is now; none where there is no `ps`. */
function trainingProcesses(serverId: number): readonly { readonly nice: number; readonly threads: number }[] {
  try {
    const lines = execFileSync('ps', ['-eo', 'pid=,ppid=,ni=,nlwp=,args='], { encoding: 'utf8' }).split('\n');
    const all = lines.flatMap((line) => {
      const [, pid, parent, nice, threads, args] =
        /^\s*(\d+)\s+(\d+)\s+(-?\d+)\s+(\d+)\s+(.*)$/.exec(line) ?? [];
      return pid === undefined
        ? []
        : [{ pid: Number(pid), parent: Number(parent), nice, threads, args: args! }];
    });
    const workers = all.filter(({ parent }) => parent === serverId).map(({ pid }) => pid);
    return all
      .filter(({ parent }) => workers.includes(parent))
      .map(({ nice, threads }) => ({ nice: Number(nice), threads: Number(threads) }));
  } catch {
    return [];
  }
}
