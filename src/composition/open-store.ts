/**
 * First step of the composition root: the store and the accounts. Most of the operator's commands need no
 * more.
 */
import { chmodSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { type Accounts, createAccounts } from '../outside/accounts/create-accounts.ts';
import { notingErasures } from '../platform/backup/erasures.ts';
import type { Settings } from '../platform/config/settings.ts';
import type { PostgresSettings } from '../platform/storage/postgres/open-pool.ts';
import type { Store } from '../platform/storage/store.ts';
import { type ErasureSettings, openErasureLog } from './open-erasure-log.ts';

export interface StoreAndAccounts {
  readonly store: Store;
  readonly accounts: Accounts;
  close(): Promise<void>;
}

type DatabaseSetting = 'databaseUrl' | 'databaseConnections' | 'databaseTimeoutMs' | 'databaseCertificates';
type StoreSettings = ErasureSettings & Partial<Pick<Settings, DatabaseSetting>>;
const defaults = { databaseConnections: 10, databaseTimeoutMs: 60_000 };

/** `clock`: epoch milliseconds. */
export async function openStoreAndAccounts(
  settings: StoreSettings,
  clock: () => number = Date.now,
): Promise<StoreAndAccounts> {
  restrictOwnFolders(settings.data);
  const store = await openStore(settings, clock);
  return { store, accounts: createAccounts({ store, clock }), close: () => store.close() };
}

/** Erasures are noted apart from the database, so that a restored backup does not bring people back. */
export async function openStore(settings: StoreSettings, clock: () => number = Date.now): Promise<Store> {
  const postgres = postgresSettings(settings);
  const file = databaseFile(settings);
  const store =
    postgres === null
      ? await (await import('../platform/storage/sqlite/sqlite-store.ts')).openSqliteStore({ file })
      : await (await import('../platform/storage/postgres/postgres-store.ts')).openPostgresStore(postgres);
  return notingErasures(store, openErasureLog(settings), clock);
}

/** Names of the migrations that opening would apply. Changes nothing. */
export async function pendingMigrations(settings: StoreSettings): Promise<readonly string[]> {
  const postgres = postgresSettings(settings);
  if (postgres === null) {
    const { pendingSqliteMigrations } = await import('../platform/storage/sqlite/sqlite-store.ts');
    return pendingSqliteMigrations({ file: databaseFile(settings) });
  }
  const { pendingPostgresMigrations } = await import('../platform/storage/postgres/postgres-store.ts');
  return pendingPostgresMigrations(postgres);
}

export const databaseFile = ({ data }: Pick<StoreSettings, 'data'>) => join(data, 'counterpart.sqlite');

/** null: the embedded database. */
export function postgresSettings(settings: StoreSettings): PostgresSettings | null {
  const { databaseUrl, databaseConnections, databaseTimeoutMs, databaseCertificates } = settings;
  return databaseUrl == null
    ? null
    : {
        url: databaseUrl,
        connections: databaseConnections ?? defaults.databaseConnections,
        statementTimeoutMs: databaseTimeoutMs ?? defaults.databaseTimeoutMs,
        certificates: databaseCertificates ?? null,
      };
}

/** Folders that the service creates below its data folder; others belong to the operator. */
const ownFolders = ['artifacts', 'erasures', 'indexes', 'scratch'] as const;
const FOR_OTHERS = 0o077;

/**
 * Makes the service's own folders readable by their owner only. Earlier versions left `scratch` open to
 * others, so its mode is set at every start.
 */
function restrictOwnFolders(data: string): void {
  if (process.platform === 'win32') return;
  for (const name of ownFolders) {
    const path = join(data, name);
    const found = statSync(path, { throwIfNoEntry: false });
    if (found === undefined || (found.mode & FOR_OTHERS) === 0) continue;
    // A folder of another owner was set up by the operator and stays unchanged.
    if (found.uid === process.getuid?.()) chmodSync(path, 0o700);
  }
}
