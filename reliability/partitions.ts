/**
 * Servers and workers on one PostgreSQL while clients write at all servers and start jobs. Each has a proxy
 * that cuts, silences and delays its connections to the database. After each fault every acknowledged write
 * is read at another server. After the last one every job has ended once, and its result is there. It fails
 * on a write that is lost, half there or there though it was refused. It fails on a 5xx other than 503, and
 * on a server that is not ready again in time. It also fails on a job that failed, has no result, or ended
 * twice, and on a triplet that no training run learned from, or two did.
 *
 * npm run reliability -- partitions [--quick] [--seed N] [--jobs]    --jobs: start jobs and training runs as
 * well
 */
import { setTimeout as sleep } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import pg from 'pg';
import { printTable } from '../bench/support/measure.ts';
import { openStoreAndAccounts } from '../src/composition/open-store.ts';
import { SeededRandom } from '../src/platform/numeric/seeded-random.ts';
import { startCluster } from '../src/platform/storage/testing/postgres-cluster.ts';
import { temporaryFolder } from '../test/running-service.ts';
import { type Client, createClient } from './kill/client.ts';
import { outcomeFaults } from './kill/counts.ts';
import { Ledger } from './kill/ledger.ts';
import { makeDataset, makeModel } from './kill/work/base.ts';
import { jobWork } from './kill/work/jobs.ts';
import { feedback, training } from './kill/work/matching.ts';
import { peopleWork } from './kill/work/people.ts';
import { BASE_PEOPLE, basePerson, type Work } from './kill/work/work.ts';
import { DatabaseProxy, type Weather } from './partitions/database-proxy.ts';
import { resultsOfJobs } from './partitions/results-of-jobs.ts';
import { resultsOfRuns } from './partitions/results-of-runs.ts';
import { type WatchedJobs, watchJobs } from './partitions/watched-jobs.ts';
import { watchTriplets } from './partitions/watched-triplets.ts';
import { type Fleet, isReady, startFleet } from './replicas/fleet.ts';

const SERVERS = 3;
const WORKERS = 2;
const ROUNDS = { quick: 6, full: 60 };
/** How long a fault lasts, at most. */
const FAULT_MS = 4000;
const READY_WITHIN_MS = 30_000;
/** The database ends what broken connections had asked for. */
const SETTLE_MS = 1500;
/** Decided before the first fault, so that runs are deployed: with fewer outcomes the gate rejects them. */
const FIRST_OUTCOMES = 400;
/** Jobs are started by one client, this much slower than when a server is killed. */
const JOB_PACE = 3;
/** Longer than a lease: another worker takes the jobs over, and then the messages of the first one arrive. */
const LATE_MS = 13_000;
const WORKING_WITHIN_MS = 5000;

type Fault = Exclude<Weather, 'fair'> | 'late';
type Target = 'server' | 'worker' | 'all';
type Break = readonly [fault: Fault, target: Target];
/** Workers have something to lose only where there are jobs. */
const BREAKS: Readonly<Record<'withJobs' | 'withoutJobs', readonly Break[]>> = {
  withJobs: [
    ['cut', 'server'],
    ['slow', 'worker'],
    ['silent', 'worker'],
    ['cut', 'all'],
    ['silent', 'server'],
    ['late', 'worker'],
  ],
  withoutJobs: [
    ['cut', 'server'],
    ['slow', 'server'],
    ['silent', 'all'],
    ['cut', 'all'],
    ['slow', 'all'],
    ['silent', 'server'],
  ],
};

const { values } = parseArgs({
  options: {
    quick: { type: 'boolean', default: false },
    seed: { type: 'string', default: '1' },
    jobs: { type: 'boolean', default: false },
  },
});
const random = new SeededRandom(Number(values.seed));
const ledger = new Ledger();
const steps = new Map<string, number>();
let unavailable = 0;

const cluster = await startCluster({ fsync: false });
const database = new URL(cluster.url);
const proxies = Array.from({ length: SERVERS + WORKERS }, () => new DatabaseProxy(database, random));
try {
  const urls = await Promise.all(proxies.map((proxy) => proxy.listen(database)));
  const fleet = await startFleet((process) => urls[process]!, SERVERS, WORKERS);
  try {
    await run(fleet);
    if (ledger.violations.length > 0) process.exitCode = 1;
  } finally {
    await fleet.close();
  }
} finally {
  for (const proxy of proxies) await proxy.close();
  await cluster.stop();
}

async function run(fleet: Fleet): Promise<void> {
  const clients = await clientsOf(fleet.servers.map(({ url }) => url));
  await addBase(clients[0]!);
  const side = new pg.Client({ connectionString: cluster.url });
  await side.connect();
  try {
    const jobs = await watchJobs(side);
    if (values.jobs) await runWithJobs(fleet, clients, side, jobs);
    else await breakAndCheck(fleet, clients, jobs, []);
    ledger.violations.push(...(await jobs.faults()));
  } finally {
    await side.end();
  }
  for (const violation of ledger.violations.slice(0, 20)) {
    console.log(`VIOLATION ${violation}`);
    const job = /job_\w+/.exec(violation)?.[0];
    if (job !== undefined) for (const line of fleet.logged(job)) console.log(`  ${line}`);
  }
  console.log(`seed ${values.seed}: ${ledger.violations.length} violations`);
}

async function runWithJobs(
  fleet: Fleet,
  clients: readonly Client[],
  side: pg.Client,
  jobs: WatchedJobs,
): Promise<void> {
  const triplets = await watchTriplets(side);
  await decideFirst(clients);
  const dataset = await makeDataset(clients[0]!);
  const model = await makeModel(clients[0]!, dataset, 'one');
  await breakAndCheck(fleet, clients, jobs, [...jobWork(dataset, model), feedback, training]);
  const ended = await resultsOfJobs(clients[0]!, ledger, dataset);
  const runs = await resultsOfRuns(clients);
  ledger.violations.push(...ended.faults, ...runs.faults, ...(await triplets.faults()));
  ledger.violations.push(...(await outcomeFaults(clients[0]!, ledger)));
  printTable(['jobs', 'succeeded'], [...ended.succeeded]);
  printTable(['training runs', ''], [...runs.byStatus]);
  console.log(`${await jobs.takenOver()} jobs were taken over by another worker`);
}

async function decideFirst(clients: readonly Client[]): Promise<void> {
  let next = 0;
  const decide = async (client: Client) => {
    while (next < FIRST_OUTCOMES) await feedback.step(client, ledger, next++);
  };
  await Promise.all(clients.map(decide));
  steps.set(feedback.name, next);
}

async function breakAndCheck(
  fleet: Fleet,
  clients: readonly Client[],
  watched: WatchedJobs,
  jobs: readonly Work[],
): Promise<void> {
  const rounds = values.quick ? ROUNDS.quick : ROUNDS.full;
  const breaks = values.jobs ? BREAKS.withJobs : BREAKS.withoutJobs;
  const rows: (string | number)[][] = [];
  for (let round = 0; round < rounds && ledger.violations.length === 0; round++) {
    const [fault, target] = breaks[round % breaks.length]!;
    const before = { acknowledged: ledger.acknowledged(), unavailable };
    await underLoad(clients, jobs, () => breakOne(fault, target, round, fleet, watched));
    const began = performance.now();
    for (const { url } of fleet.servers)
      if (!(await untilReady(url)))
        ledger.violations.push(`round ${round}: ${url} is not ready after ${fault}`);
    const readyMs = performance.now() - began;
    await sleep(SETTLE_MS);
    // The facts are read where most of them were not written.
    const read = await ledger.check(clients[(round + 1) % SERVERS]!, round === rounds - 1);
    rows.push([
      ...[round, fault, target, ledger.acknowledged() - before.acknowledged],
      ...[unavailable - before.unavailable, Math.round(readyMs), read],
    ]);
    process.stderr.write(`round ${round}: ${fault} of ${target}; ${read} facts compared\n`);
  }
  printTable(
    ['round', 'fault', 'of', 'acknowledged', '503 or no answer', 'ready after ms', 'facts compared'],
    rows,
  );
}

/** All clients write, one of them starts jobs, until the fault is over and all answers have come. */
async function underLoad(
  clients: readonly Client[],
  jobs: readonly Work[],
  fault: () => Promise<void>,
): Promise<void> {
  let isOver = false;
  const repeat = async (client: Client, { name, everyMs, step }: Work, pace: number) => {
    while (!isOver) {
      const n = steps.get(name) ?? 0;
      steps.set(name, n + 1);
      await step(client, ledger, n);
      await sleep(random.uniform() * everyMs * pace);
    }
  };
  const load = [
    ...clients.flatMap((client) => peopleWork.map((work) => repeat(client, work, 1))),
    ...jobs.map((work) => repeat(random.pick(clients), work, work.name === 'appends' ? 1 : JOB_PACE)),
  ];
  await sleep(1000);
  await fault();
  isOver = true;
  await Promise.all(load);
}

async function breakOne(
  fault: Fault,
  target: Target,
  round: number,
  { workers }: Fleet,
  watched: WatchedJobs,
): Promise<void> {
  const worker = target === 'worker' ? await workingOne(workers, watched, round) : 0;
  const hit = {
    all: proxies,
    server: [proxies[round % SERVERS]!],
    worker: [proxies[SERVERS + worker]!],
  }[target];
  for (const proxy of hit) {
    proxy.weather = fault === 'late' ? 'silent' : fault;
    if (fault === 'cut') proxy.breakAll();
  }
  await sleep(fault === 'late' ? LATE_MS : (0.25 + 0.75 * random.uniform()) * FAULT_MS);
  for (const proxy of hit) {
    // The held-back bytes are lost with their connection.
    if (fault === 'silent') proxy.breakAll();
    proxy.weather = 'fair';
  }
}

/** A worker that holds a job now. */
async function workingOne(workers: readonly number[], watched: WatchedJobs, round: number): Promise<number> {
  const endMs = performance.now() + WORKING_WITHIN_MS;
  while (performance.now() < endMs)
    for (const [n, pid] of workers.entries()) if (await watched.isWorking(pid)) return n;
  return round % workers.length;
}

async function untilReady(url: string): Promise<boolean> {
  const endMs = performance.now() + READY_WITHIN_MS;
  while (performance.now() < endMs) {
    if (await isReady(url)) return true;
    await sleep(100);
  }
  return false;
}

async function clientsOf(urls: readonly string[]): Promise<readonly Client[]> {
  const folder = temporaryFolder();
  const { accounts, close } = await openStoreAndAccounts({ data: folder.path, databaseUrl: cluster.url });
  const { tenantId } = await accounts.createTenant({
    name: 'parted',
    domains: ['dating'],
    email: 'ops@example.com',
  });
  const { key } = await accounts.createKey(tenantId, { rate: 100_000, burst: 100_000 });
  await close();
  folder.remove();
  return urls.map((url) =>
    unsure(createClient({ url: () => url, key, operatorKey: '', tenant: tenantId, random })),
  );
}

/**
 * 503 counts as no answer: a connection that broke at the commit leaves the server as unsure as its caller.
 */
function unsure(client: Client): Client {
  return {
    ...client,
    send: async (method, ...rest) => {
      const answer = await client.send(method, ...rest);
      if (answer.status !== 0 && answer.status !== 503) return answer;
      unavailable += 1;
      return method === 'GET' ? answer : { ...answer, status: 0 };
    },
  };
}

async function addBase(client: Client): Promise<void> {
  const people = Array.from({ length: BASE_PEOPLE }, (_, n) => ({
    ...{ user_id: basePerson(n), domain: 'dating' },
    fields: { age: 25 + (n % 20), gender: 'woman', location: 'Lisbon' },
  }));
  const body = people.map((person) => `${JSON.stringify(person)}\n`).join('');
  const { status, text } = await client.send('POST', '/users/batch', body);
  if (status !== 200) throw new Error(`people were refused: ${text.slice(0, 300)}`);
}
