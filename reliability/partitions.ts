/**
 * Servers on one PostgreSQL, each behind a proxy that cuts, silences and delays its connections to the database while
 * clients write at all servers. After each fault every acknowledged write is read at another server. It fails on a
 * write that is lost, half there or there though it was refused, on a 5xx other than 503, and on a server that is
 * not ready again in time.
 *
 *   npm run reliability -- partitions [--quick] [--seed N]
 */
import { setTimeout as sleep } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { printTable } from '../bench/support/measure.ts';
import { openStoreAndAccounts } from '../src/composition/open-store.ts';
import { SeededRandom } from '../src/numeric/seeded-random.ts';
import { startCluster } from '../src/storage/testing/postgres-cluster.ts';
import { temporaryFolder } from '../test/running-service.ts';
import { type Client, createClient } from './kill/client.ts';
import { Ledger } from './kill/ledger.ts';
import { peopleWork } from './kill/work/people.ts';
import { BASE_PEOPLE, basePerson } from './kill/work/work.ts';
import { DatabaseProxy, type Weather } from './partitions/database-proxy.ts';
import { type Fleet, isReady, startFleet } from './replicas/fleet.ts';

const SERVERS = 3;
const ROUNDS = { quick: 6, full: 60 };
/** How long a fault lasts, at most. */
const FAULT_MS = 4000;
const READY_WITHIN_MS = 30_000;
/** The database ends what broken connections had asked for. */
const SETTLE_MS = 1500;
const faults: readonly Weather[] = ['cut', 'slow', 'silent'];

const { values } = parseArgs({
  options: { quick: { type: 'boolean', default: false }, seed: { type: 'string', default: '1' } },
});
const random = new SeededRandom(Number(values.seed));
const ledger = new Ledger();
const steps = new Map<string, number>();
let unavailable = 0;

const cluster = await startCluster({ fsync: false });
const database = new URL(cluster.url);
const proxies = Array.from({ length: SERVERS }, () => new DatabaseProxy(database, random));
try {
  const urls = await Promise.all(proxies.map((proxy) => proxy.listen(database)));
  const fleet = await startFleet((server) => urls[server] ?? cluster.url, SERVERS, 0);
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

async function run({ servers }: Fleet): Promise<void> {
  const clients = await clientsOf(servers.map(({ url }) => url));
  await addBase(clients[0]!);
  const rounds = values.quick ? ROUNDS.quick : ROUNDS.full;
  const rows: (string | number)[][] = [];
  for (let round = 0; round < rounds && ledger.violations.length === 0; round++) {
    const weather = faults[round % faults.length]!;
    // One server, or all of them.
    const hit = random.uniform() < 0.7 ? [proxies[round % SERVERS]!] : proxies;
    const before = { acknowledged: ledger.acknowledged(), unavailable };
    await loadUnder(clients, hit, weather);
    const began = performance.now();
    for (const { url } of servers)
      if (!(await untilReady(url)))
        ledger.violations.push(`round ${round}: ${url} is not ready after ${weather}`);
    const readyMs = performance.now() - began;
    await sleep(SETTLE_MS);
    // The facts are read where most of them were not written.
    const read = await ledger.check(clients[(round + 1) % SERVERS]!, round === rounds - 1);
    rows.push([
      ...[round, weather, hit.length, ledger.acknowledged() - before.acknowledged],
      ...[unavailable - before.unavailable, Math.round(readyMs), read],
    ]);
  }
  printTable(
    ['round', 'fault', 'servers', 'acknowledged', '503 or no answer', 'ready after ms', 'facts compared'],
    rows,
  );
  for (const violation of ledger.violations.slice(0, 20)) console.log(`VIOLATION ${violation}`);
  console.log(`${rows.length} faults, seed ${values.seed}: ${ledger.violations.length} violations`);
}

/** A second without the fault, the fault, and all answers. */
async function loadUnder(
  clients: readonly Client[],
  hit: readonly DatabaseProxy[],
  weather: Weather,
): Promise<void> {
  let isOver = false;
  const load = clients.flatMap((client) =>
    peopleWork.map(async ({ name, everyMs, step }) => {
      while (!isOver) {
        const n = steps.get(name) ?? 0;
        steps.set(name, n + 1);
        await step(client, ledger, n);
        await sleep(random.uniform() * everyMs);
      }
    }),
  );
  await sleep(1000);
  for (const proxy of hit) {
    proxy.weather = weather;
    if (weather === 'cut') proxy.breakAll();
  }
  await sleep((0.25 + 0.75 * random.uniform()) * FAULT_MS);
  for (const proxy of hit) {
    // What was held back is lost with its connection.
    if (weather === 'silent') proxy.breakAll();
    proxy.weather = 'fair';
  }
  isOver = true;
  await Promise.all(load);
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

/** 503 counts as no answer: a connection that broke at the commit leaves the server as unsure as its caller. */
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
