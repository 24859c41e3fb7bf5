/**
 * Latency of matches before, while and after a model is trained. There are 2,000 simulated people with texts,
 * a server with its worker, and one caller that sends one match after the other. First over the prior; then
 * while a forced run of 10,000 triplets trains. The process of the run is paused in every other half second,
 * so that both states meet the same load of other work. Last over the trained model and, alternating and for
 * the same seekers, over the pinned prior.
 *
 *   npm run bench -- serving-while-training [PEOPLE] [TRIPLETS]
 */
import { availableParallelism, loadavg } from 'node:os';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import type { MatchResult } from '../src/contract/match.ts';
import { byStage, modelStages } from '../src/contract/match-stages.ts';
import type { TrainingRun } from '../src/contract/training-run.ts';
import { quantile } from '../src/platform/numeric/statistics.ts';
import { openBenchFolder } from './support/bench-folder.ts';
import { printTable, runToEnd } from './support/measure.ts';
import { setPaused, type TaskProcess, taskProcesses } from './support/pausable-children.ts';
import { TENANT_NAME, writeSimulatedTenant } from './train/write-simulated-tenant.ts';
import { type RunningServer, runServer } from './world/running-server.ts';

const people = Number(process.argv[2] ?? 2000);
const triplets = Number(process.argv[3] ?? 10_000);
const IDLE_MATCHES = 400;
const WARM_UP = 50;
const TURN_MS = 500;
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
  const [during, paused]: [number[], number[]] = [[], []];
  const seen: TaskProcess[] = [];
  let run = await call<TrainingRun>('GET', `/v1/train/runs/${run_id}`);
  for (let turn = 0; run.finished_at === null; turn++) {
    const processes = taskProcesses(server.process.pid!);
    const isPaused = turn % 2 === 1;
    setPaused(processes, isPaused);
    // The first match of a state still meets the other one.
    await match();
    const endsAtMs = performance.now() + TURN_MS;
    while (performance.now() < endsAtMs) {
      const { ms } = await match();
      // Matches while the run waits in the queue do not count.
      if (run.status !== 'queued') (isPaused ? paused : during).push(ms);
    }
    setPaused(processes, false);
    run = await call<TrainingRun>('GET', `/v1/train/runs/${run_id}`);
    if (run.status === 'running') seen.push(...processes);
  }
  const loadDuring = load();
  // Time for the worker to end the run's process.
  await sleep(2000);
  const pin = { model: 'domain' };
  const pinned = byStage(modelStages, () => pin);
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
      row('meanwhile, the run paused', before.version, loadDuring, paused),
      row('after the run', served, load(), overModel),
      row('after the run, pinned', before.version, load(), overPrior),
    ],
  );
  const ratio = quantile(during, 0.5) / quantile(paused, 0.5);
  console.log(`p50 while a run trains: ${ratio.toFixed(2)} times that of the run paused`);
}

function row(name: string, version: string, load: string, taken: readonly number[]) {
  const figures = [quantile(taken, 0.5), quantile(taken, 0.99), Math.max(...taken)];
  const model = version.startsWith('prior') ? 'prior' : version.split('-')[0]!;
  return [name, model, load, taken.length, ...figures.map((ms) => ms.toFixed(1))];
}
