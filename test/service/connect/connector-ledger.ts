/**
 * A connector that is killed again and again while its source is fed. In the end every row is stored once or refused
 * once: as the checkpoint counts, as the dataset has them, and as the dead-letter file lists them.
 */
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { expect } from 'vitest';
import { openStoreAndAccounts } from '../../../src/composition/open-store.ts';
import { jsonOf, runHere, startCli } from '../testing/run-cli.ts';

export interface LedgerRow {
  readonly n: number;
  readonly who: string;
  readonly thing: string;
  readonly at: string;
}

/** Every 20th row has no time, and every 33rd names an item that is not there. */
export function ledgerRow(n: number): LedgerRow {
  const at = n % 20 === 7 ? 'never' : new Date(Date.UTC(2026, 0, 1) + n * 1000).toISOString();
  return { n, who: `p${n % 17}`, thing: n % 33 === 4 ? 'none' : 'cup', at };
}

const isSound = ({ at, thing }: LedgerRow) => at !== 'never' && thing !== 'none';
const KILLS = 4;

interface Ledger {
  readonly folder: string;
  /** YAML of `source`. */
  readonly source: object;
  readonly rows: number;
  /** Puts rows [from, to) into the source. */
  feed(from: number, to: number): Promise<void>;
  /** Whether the source keeps what is fed from now on. Default: at once. */
  readonly isReady?: () => Promise<boolean>;
}

export async function keepLedger({
  folder,
  source,
  rows,
  feed,
  isReady = async () => true,
}: Ledger): Promise<void> {
  const data = join(folder, 'data');
  mkdirSync(data, { recursive: true });
  const file = join(folder, 'shop-events.yaml');
  const items = join(folder, 'items.jsonl');
  writeFileSync(items, '{"type":"item","item_id":"cup","text":"a cup"}\n');
  await runHere(data, 'tenants', 'create', 'acme', '--email', 'ops@acme.example');
  await jsonOf(runHere(data, 'datasets', 'import', items, '--tenant', 'acme', '--name', 'shop', '--json'));
  const mapping = { person_id: 'who', item_id: 'thing', kind: { constant: 'view' }, timestamp: 'at' };
  writeFileSync(
    file,
    JSON.stringify({ tenant: 'acme', source, into: 'events', dataset: 'shop', mapping, batch: 25 }),
  );
  const opened = await openStoreAndAccounts({ data });
  try {
    const { tenantId } = await opened.accounts.findTenant('acme');
    const reached = async () => {
      const found = await opened.store.connectors.get(tenantId, 'shop-events');
      return found === null ? 0 : found.stored + found.rejected;
    };
    const part = Math.ceil(rows / (KILLS + 1));
    for (let kill = 0; kill < KILLS; kill++) {
      const before = await reached();
      const { child, ended } = startCli(data, ['connect', file]);
      while (!(await isReady()) && child.exitCode === null) await sleep(20);
      await feed(kill * part, (kill + 1) * part);
      while ((await reached()) < before + 25 && child.exitCode === null) await sleep(5);
      await sleep(Math.random() * 60);
      child.kill('SIGKILL');
      expect(await ended).toMatchObject({ signal: 'SIGKILL', stderr: expect.not.stringMatching(/Error/) });
    }
    await feed(KILLS * part, rows);
    const last = await jsonOf<{ stored: number; rejected: number; dead_letters: string }>(
      runHere(data, 'connect', file, '--once', '--json'),
    );
    const sound = Array.from({ length: rows }, (_, n) => ledgerRow(n)).filter(isSound).length;
    expect(last).toMatchObject({ stored: sound, rejected: rows - sound });
    expect(await opened.store.appends.pending(tenantId, 'shop')).toMatchObject({ events: sound });
    const letters = readFileSync(last.dead_letters, 'utf8').trim().split('\n');
    expect(new Set(letters.map((line) => JSON.parse(line).id)).size).toBe(rows - sound);
    expect(letters).toHaveLength(rows - sound);
    const again = await jsonOf(runHere(data, 'connect', file, '--once', '--json'));
    expect(again).toMatchObject({ this_run: { stored: 0, rejected: 0 } });
  } finally {
    await opened.close();
  }
}
