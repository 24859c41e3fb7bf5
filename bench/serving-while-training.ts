/**
 * Latency of matches before, while and after a model is trained: 2,000 simulated people with texts, a server
 * with its worker, and one caller that sends one match after the other. First over the prior; then while a
 * forced run of 10,000 triplets trains; then over the trained model and, alternating and for the same
 * seekers, over the pinned prior.
 *
 *   npm run bench -- serving-while-training [PEOPLE] [TRIPLETS]
 */
import { execFileSync } from 'node:child_process';
import { availableParallelism, loadavg } from 'node:os';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import type { MatchResult } from '../src/contract/match.ts';
import type { TrainingRun } from '../src/contract/training-run.ts';
import { quantile } from '../src/numeric/statistics.ts';
import { openBenchFolder } from './support/bench-folder.ts';
import { printTable, runToEnd } from './support/measure.ts';
import { TENANT_NAME, writeSimulatedTenant } from './train/write-simulated-tenant.ts';
import { type RunningServer, runServer } from './world/running-server.ts';

const people = Number(process.argv[2] ?? 2000);
const triplets = Number(process.argv[3] ?? 10_000);
const IDLE_MATCHES = 400;
const WARM_UP = 50;
const main = fileURLToPath(new URL('../src/main.ts', import.meta.url));

using folder = openBenchFolder();
const made = await writeSimulatedTenant(folder.path, triplets, people);
console.log(`${made.people} people, ${made.outcomes} outcomes, ${made.triplets} triplets`);
await using server = await runServer(folder.path, await createKey(folder.path));
await measure(server, made.domain);

async function createKey(data: string): Promise<string> {
  const args = ['keys', 'create', '--tenant', TENANT_NAME, '--rate', '100000', '--json', '--data', data];
  const { stdout } = await runToEnd(process.execPath, [main, ...args]);
  return (JSON.parse(stdout) as { readonly key: string }).key;
}

async function measure(server: RunningServer, domain: string): Promise<void> {
  const call = async <T>(method: string, path: string, body?: object): Promise<T> => {
    const answer = await server.call<T>(method, path, body);
    if (answer.status >= 300) throw new Error(`${method} ${path}: ${JSON.stringify(answer.body)}`);
    return answer.body;
  };
  let sent = 0;
  /** Milliseconds of a match of the next seeker, and the version of the model that served it. */
  const match = async (seekerNumber = sent++, stages = {}) => {
    const seeker = { user_id: `p${(seekerNumber * 7) % people}`, domain, limit: 20, stages };
    const started = performance.now();
    const { models_used } = await call<MatchResult>('POST', '/v1/match', seeker);
    return { ms: performance.now() - started, version: models_used.light_ml!.version };
  };
  const idle = async () => {
    sent = 0;
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
  let checkedAtMs = 0;
  let run = await call<TrainingRun>('GET', `/v1/train/runs/${run_id}`);
  while (run.finished_at === null) {
    const { ms } = await match();
    // Matches while the run waits in the queue do not count.
    if (run.status !== 'queued') during.push(ms);
    if (performance.now() - checkedAtMs < 250) continue;
    checkedAtMs = performance.now();
    run = await call<TrainingRun>('GET', `/v1/train/runs/${run_id}`);
    if (run.status === 'running') seen.push(...trainingProcesses(server.process.pid!));
  }
  const loadDuring = load();
  // Time for the worker to end the run's process.
  await sleep(2000);
  const pin = { model: 'domain' };
  const pinned = { light_ml: pin, embedding: pin, cross_encoder: pin };
  const [overModel, overPrior]: [number[], number[]] = [[], []];
  for (let n = 0; n < WARM_UP + IDLE_MATCHES; n++) {
    const [trained, prior] = [await match(n), await match(n, pinned)];
    if (n < WARM_UP) continue;
    overModel.push(trained.ms);
    overPrior.push(prior.ms);
    served = trained.version;
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

/** Processes that the server's worker started and that still run; none where there is no `ps`. */
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
