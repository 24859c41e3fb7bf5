/**
 * Kills a server with all its processes at random moments under all kinds of writing work. After each restart
 * it compares the stored state with the acknowledgements, which are kept in this process. It fails on a write
 * that is lost, half there or there though it was refused. It also fails on a damaged store or backup, and on
 * a count that is not the number of its rows.
 *
 * `--power`: each kill is a loss of power. The files are then as on a disk that keeps only synced data.
 *
 *   npm run reliability -- kill [--quick] [--seed N] [--kills N] [--power]
 */
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { printTable } from '../bench/support/measure.ts';
import { openStoreAndAccounts } from '../src/composition/open-store.ts';
import { SeededRandom } from '../src/platform/numeric/seeded-random.ts';
import { newOperatorKey, temporaryFolder, tenantWithKey } from '../test/running-service.ts';
import { type Client, createClient } from './kill/client.ts';
import { countFaults } from './kill/counts.ts';
import { Ledger } from './kill/ledger.ts';
import { type Killed, killedWork, liveAndDie } from './kill/life.ts';
import { killDuringMigration } from './kill/migration.ts';
import { preparePowerLoss } from './kill/power/power-loss.ts';
import { KillableServer } from './kill/service.ts';
import { allWork } from './kill/work/all-work.ts';
import { makeBase } from './kill/work/base.ts';

const QUICK = { kills: 8, migrations: 2 };
const FULL = { kills: 90, migrations: 10 };

const { values } = parseArgs({
  options: {
    quick: { type: 'boolean', default: false },
    seed: { type: 'string', default: '1' },
    kills: { type: 'string' },
    power: { type: 'boolean', default: false },
  },
});
const random = new SeededRandom(Number(values.seed));
const wanted = values.quick ? QUICK : FULL;
const kills = values.kills === undefined ? wanted.kills : Number(values.kills);

const folder = temporaryFolder();
const ledger = new Ledger();
const power = values.power ? preparePowerLoss(folder.path) : null;
if (values.power && power === null) throw new Error('--power needs Linux and a C compiler (cc)');
/** A migration is one transaction, and its kills are those of a process alone. */
const migrations = values.power ? 0 : wanted.migrations;
try {
  for (let n = 0; n < migrations; n++)
    ledger.violations.push(...(await killDuringMigration(join(folder.path, `early-${n}`), random)));
  const killed = await killAndCheck(join(folder.path, 'data'));
  report(killed);
  if (ledger.violations.length > 0) process.exitCode = 1;
} finally {
  power?.remove();
  folder.remove();
}

async function killAndCheck(data: string): Promise<readonly Killed[]> {
  const server = new KillableServer(data, join(folder.path, 'backups'), power?.environment);
  const client = await clientOf(data, server);
  const killed: Killed[] = [];
  await server.start();
  try {
    const work = allWork(await makeBase(client));
    for (let life = 1; life <= kills; life++) {
      killed.push(await liveAndDie({ server, client, ledger, work, life }));
      power?.cut();
      ledger.violations.push(...(await server.faults()));
      await server.start();
      const read = await ledger.check(client, life === kills);
      process.stderr.write(`life ${life}: killed ${killedWork(killed.at(-1)!)}; ${read} facts compared\n`);
      if (ledger.violations.length > 0) break;
    }
    ledger.violations.push(...(await countFaults(client, ledger, data)));
  } finally {
    await server.kill();
    ledger.violations.push(...server.undocumented);
  }
  return killed;
}

async function clientOf(data: string, server: KillableServer): Promise<Client> {
  const key = await tenantWithKey(data, 'killed', 'dating');
  const operatorKey = await newOperatorKey(data);
  const { store, close } = await openStoreAndAccounts({ data });
  const { tenantId: tenant } = (await store.accounts.tenantNamed('killed'))!;
  await close();
  return createClient({ url: () => server.url(), key, operatorKey, tenant, random });
}

function report(killed: readonly Killed[]): void {
  printTable(
    ['writes', 'acknowledged', 'refused', 'without an answer'],
    [...ledger.counts].map(([work, { acknowledged, refused, unanswered }]) => [
      ...[work, acknowledged, refused, unanswered],
    ]),
  );
  const during = new Map<string, number>();
  for (const { during: names } of killed)
    for (const name of names) during.set(name, (during.get(name) ?? 0) + 1);
  during.set('migration', migrations);
  printTable(
    ['killed during', 'kills'],
    [...during].sort(([, a], [, b]) => b - a).map(([name, count]) => [name, count]),
  );
  for (const violation of ledger.violations.slice(0, 20)) console.log(`VIOLATION ${violation}`);
  console.log(
    `${killed.length} ${values.power ? 'losses of power' : 'kills'} under load and ${migrations} in a migration, seed ${values.seed}: ` +
      `${ledger.violations.length} violations`,
  );
}
