/**
 * Throughput of the job queue: many concurrent callers create jobs that do nothing, and one worker process
 * finishes them. Also measures the latency of a server on the same data folder. `npm run bench -- jobs
 * [--jobs 10000]`
 */
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { loadavg } from 'node:os';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { openStoreAndAccounts } from '../src/composition/open-store.ts';
import { newId } from '../src/contract/new-id.ts';
import { quantile } from '../src/platform/numeric/statistics.ts';
import type { JobStore } from '../src/platform/storage/job-store.ts';
import { sampleJob } from '../src/platform/storage/testing/sample-jobs.ts';
import { openBenchFolder } from './support/bench-folder.ts';
import { printTable } from './support/measure.ts';
import { type RunningServer, runServer } from './world/running-server.ts';

const { values: flags } = parseArgs({ options: { jobs: { type: 'string', default: '10000' } } });
const JOBS = Number(flags.jobs);
const CALLERS = 64;
const IDLE_MS = 5000;
const workerScript = fileURLToPath(new URL('./jobs/noop-worker.ts', import.meta.url));

using folder = openBenchFolder();
const opened = await openStoreAndAccounts({ data: folder.path });
let worker: ChildProcess | undefined;
try {
  await using server = await runServer(folder.path, 'no key', ['--job-workers', '0']);
  const idle = await latencies(server, sleep(IDLE_MS));
  const queued = await timed(() => fill(opened.store.jobs));
  worker = await startWorker(folder.path);
  const before = await processorTime(worker);
  const drained = timed(() => empty(opened.store.jobs));
  const busy = await latencies(server, drained);
  const seconds = await drained;
  const processorMs = (await processorTime(worker)) - before;
  const load = loadavg().map((average) => average.toFixed(1));
  console.log(`load average ${load.join(', ')}`);
  printTable(
    ['jobs', 'queued/s', 'finished/s', "worker's processor time, µs a job"],
    [[JOBS, Math.round(JOBS / queued), Math.round(JOBS / seconds), Math.round((1000 * processorMs) / JOBS)]],
  );
  printTable(
    ['GET /healthz', 'calls', 'p50 ms', 'p99 ms', 'max ms'],
    [row('queue empty', idle), row('queue processed', busy)],
  );
} finally {
  worker?.kill('SIGKILL');
  await opened.close();
}

/** Resolves when the worker takes jobs. */
async function startWorker(data: string): Promise<ChildProcess> {
  const child = spawn(process.execPath, [workerScript, data], {
    stdio: ['ignore', 'pipe', 'inherit', 'ipc'],
  });
  let output = '';
  while (!output.includes('working')) output += String((await once(child.stdout!, 'data'))[0]);
  return child;
}

/** Processor time of all threads of the worker since its start, in ms. */
async function processorTime(worker: ChildProcess): Promise<number> {
  const answer = once(worker, 'message');
  worker.send('processor time');
  return (await answer)[0] as number;
}

async function timed(work: () => Promise<void>): Promise<number> {
  const started = performance.now();
  await work();
  return (performance.now() - started) / 1000;
}

async function fill(jobs: JobStore): Promise<void> {
  let left = JOBS;
  const caller = async () => {
    while (left-- > 0) await jobs.create(sampleJob(newId('job'), { kind: 'noop' }));
  };
  await Promise.all(Array.from({ length: CALLERS }, caller));
}

async function empty(jobs: JobStore): Promise<void> {
  while ((await jobs.statistics(Date.now(), ['queued', 'running'])).length > 0) await sleep(50);
  const ended = await jobs.statistics(Date.now());
  const succeeded = ended.find(({ status }) => status === 'succeeded')?.count;
  if (succeeded !== JOBS) throw new Error(`${succeeded} of ${JOBS} jobs succeeded`);
}

/** Latencies in ms of sequential calls, with a pause after each, until `end` resolves. */
async function latencies(server: RunningServer, end: Promise<unknown>): Promise<readonly number[]> {
  const taken: number[] = [];
  let over = false;
  void end.then(() => {
    over = true;
  });
  while (!over) {
    taken.push((await server.call('GET', '/healthz')).ms);
    await sleep(5);
  }
  return taken;
}

function row(name: string, taken: readonly number[]): readonly (string | number)[] {
  const figures = [quantile(taken, 0.5), quantile(taken, 0.99), Math.max(...taken)];
  return [name, taken.length, ...figures.map((ms) => ms.toFixed(2))];
}
