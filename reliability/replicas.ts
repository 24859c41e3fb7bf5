/**
 * Three servers and two workers on one PostgreSQL. A server is killed under 20 matches a second. Every server
 * is restarted in turn, under 20 matches a second and under 5. The indexes of 50 tenants are counted. It
 * fails on a match that one retry does not cure and on indexes that are spread unevenly. It never fails on
 * time: the aims are printed beside the times.
 *
 *   npm run reliability -- replicas [--quick] [--people N]
 */
import { availableParallelism } from 'node:os';
import { setTimeout as sleep } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { printTable } from '../bench/support/measure.ts';
import { openStoreAndAccounts } from '../src/composition/open-store.ts';
import { startCluster } from '../src/platform/storage/testing/postgres-cluster.ts';
import { temporaryFolder } from '../test/running-service.ts';
import { type Fleet, startFleet } from './replicas/fleet.ts';
import { type Asked, Balancer, mostMatches, percentile, type Question, steadyLoad } from './replicas/load.ts';

const TENANTS = 50;
const SERVERS = 3;
const WORKERS = 2;
const PER_SECOND = 20;
/** So few that the first match of an index on a new server counts in the p99. */
const FEW_PER_SECOND = 5;
const WORST_OF_CALM = 2;
const CLIENTS = 8;
const WORST_SPREAD = 1.5;
const BACK_WITHIN_MS = 10_000;
const cities = ['Lisbon, Portugal', 'Porto, Portugal', 'Madrid, Spain', 'Paris, France', 'Berlin, Germany'];

const { values } = parseArgs({
  options: { quick: { type: 'boolean', default: false }, people: { type: 'string', default: '20000' } },
});
const people = values.quick ? 5000 : Number(values.people);
const seconds = values.quick ? 6 : 20;

const cluster = await startCluster({ fsync: true });
try {
  const fleet = await startFleet(() => cluster.url, SERVERS, WORKERS);
  try {
    if (!(await measure(fleet))) process.exitCode = 1;
  } finally {
    await fleet.close();
  }
} finally {
  await cluster.stop();
}

async function measure(fleet: Fleet): Promise<boolean> {
  const questions = await addPeople(fleet);
  const balancer = new Balancer(fleet.servers.map(({ url }) => url));
  try {
    // Every index is built once.
    for (const question of questions.slice(0, TENANTS)) await untilMatched(balancer, question);
    const spread = await indexesByServer(fleet);
    const calm = await steadyLoad(balancer, questions, PER_SECOND, sleep(seconds * 1000));
    const killed = await killOne(fleet, balancer, questions);
    const rolled = await restartAll(fleet, balancer, questions, PER_SECOND);
    const few = await steadyLoad(balancer, questions, FEW_PER_SECOND, sleep(2 * seconds * 1000));
    const fewRolled = await restartAll(fleet, balancer, questions, FEW_PER_SECOND);
    const most = await mostMatches(balancer, questions, CLIENTS, seconds / 2);
    printLatencies(PER_SECOND, { calm, ...killed, 'rolling restart': rolled });
    printLatencies(FEW_PER_SECOND, { calm: few, 'rolling restart': fewRolled });
    const times = p99Of(fewRolled) / p99Of(few);
    console.log(
      `p99 in the rolling restart under ${FEW_PER_SECOND} matches a second: ${times.toFixed(1)} × calm (aim ≤ ${WORST_OF_CALM})`,
    );
    const failures = [calm, ...Object.values(killed), rolled, few, fewRolled]
      .flat()
      .filter(({ failure }) => failure !== null);
    for (const { failure } of failures.slice(0, 5)) console.log(`  failed: ${failure}`);
    const mean = spread.reduce((sum, count) => sum + count, 0) / spread.length;
    const worst = Math.max(...spread) / mean;
    console.log(
      `\nIndexes of ${TENANTS} tenants by server: ${spread.join(', ')}; worst ${worst.toFixed(2)} × mean (aim ≤ ${WORST_SPREAD})`,
    );
    console.log(
      `${Math.round(most)} matches a second with ${CLIENTS} clients, on ${availableParallelism()} cores that servers, workers, PostgreSQL and clients share`,
    );
    console.log(`${failures.length} matches failed after one retry (aim 0)`);
    return failures.length === 0 && worst <= WORST_SPREAD;
  } finally {
    await balancer.close();
  }
}

async function addPeople({ servers }: Fleet): Promise<readonly Question[]> {
  const folder = temporaryFolder();
  const { accounts, close } = await openStoreAndAccounts({ data: folder.path, databaseUrl: cluster.url });
  const questions: Question[] = [];
  const each = Math.ceil(people / TENANTS);
  for (let t = 0; t < TENANTS; t++) {
    const { tenantId } = await accounts.createTenant({
      name: `tenant-${t}`,
      domains: ['dating'],
      email: 'ops@example.com',
    });
    const { key } = await accounts.createKey(tenantId, { rate: 100_000, burst: 100_000 });
    const answer = await fetch(`${servers[t % servers.length]!.url}/v1/users/batch`, {
      method: 'POST',
      headers: { authorization: `Bearer ${key}`, 'content-type': 'application/x-ndjson' },
      body: Array.from({ length: each }, (_, n) => `${JSON.stringify(person(n))}\n`).join(''),
    });
    const text = await answer.text();
    if (!answer.ok || text.includes('"error"')) throw new Error(`people were refused: ${text.slice(0, 300)}`);
    questions.push({ key, userId: 'p0' });
  }
  await close();
  folder.remove();
  console.log(`${each * TENANTS} people of ${TENANTS} tenants on ${SERVERS} servers and ${WORKERS} workers`);
  return [...questions, ...questions.map(({ key }, n) => ({ key, userId: `p${n % each}` }))];
}

function person(n: number) {
  const gender = n % 2 === 0 ? 'woman' : 'man';
  const fields = {
    age: 20 + (n % 40),
    gender,
    location: cities[n % cities.length],
    relationship_goal: 'long_term',
  };
  return { user_id: `p${n}`, domain: 'dating', fields };
}

async function untilMatched(balancer: Balancer, question: Question): Promise<void> {
  while ((await balancer.match(question)).failure !== null) await sleep(200);
}

/** Indexes that each server has open. */
function indexesByServer({ servers }: Fleet): Promise<readonly number[]> {
  return Promise.all(
    servers.map(async ({ url }) => {
      const text = await (await fetch(`${url}/metrics`)).text();
      return text.split('\n').filter((line) => line.startsWith('counterpart_index_rows{')).length;
    }),
  );
}

async function killOne({ servers }: Fleet, balancer: Balancer, questions: readonly Question[]) {
  const beforeMs = (seconds / 2) * 1000;
  const [victim] = servers;
  let killedAtMs = 0;
  const began = performance.now();
  const run = async () => {
    await sleep(beforeMs);
    killedAtMs = performance.now() - began;
    await victim!.stop('SIGKILL');
    await sleep(BACK_WITHIN_MS + seconds * 1000);
  };
  const asked = await steadyLoad(balancer, questions, PER_SECOND, run());
  await victim!.start();
  const backAtMs = killedAtMs + BACK_WITHIN_MS;
  return {
    'before kill -9': asked.filter(({ atMs }) => atMs < killedAtMs),
    'the 10 s after it': asked.filter(({ atMs }) => atMs >= killedAtMs && atMs < backAtMs),
    'from then on': asked.filter(({ atMs }) => atMs >= backAtMs),
  };
}

async function restartAll(
  { servers, logged }: Fleet,
  balancer: Balancer,
  questions: readonly Question[],
  perSecond: number,
) {
  const run = async () => {
    for (const server of servers) {
      const code = await server.stop('SIGTERM');
      if (code !== 0) throw new Error(`a server ended with ${code}:\n${logged('').slice(-5).join('\n')}`);
      await server.start();
      await sleep(1000);
    }
  };
  return steadyLoad(balancer, questions, perSecond, run());
}

function p99Of(asked: readonly Asked[]): number {
  const times = asked.map(({ tookMs }) => tookMs);
  return percentile(times, 0.99);
}

function printLatencies(perSecond: number, phases: Readonly<Record<string, readonly Asked[]>>): void {
  printTable(
    [`${perSecond} matches a second`, 'matches', 'retried', 'failed', 'p50 ms', 'p99 ms'],
    Object.entries(phases).map(([name, asked]) => {
      const took = asked.map(({ tookMs }) => tookMs);
      return [
        name,
        asked.length,
        asked.filter(({ retried }) => retried).length,
        asked.filter(({ failure }) => failure !== null).length,
        percentile(took, 0.5).toFixed(0),
        p99Of(asked).toFixed(0),
      ];
    }),
  );
}
