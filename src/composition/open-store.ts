/**
 * First step of the composition root: the store and the accounts. Most of the operator's commands need no
 * more.
 */
import { chmodSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { type Accounts, createAccounts } from '../accounts/create-accounts.ts';
import type { Settings } from '../config/settings.ts';
import { openSqliteStore } from '../storage/sqlite/sqlite-store.ts';
import type { Store } from '../storage/store.ts';

export interface StoreAndAccounts {
  readonly store: Store;
  readonly accounts: Accounts;
  close(): Promise<void>;
}

/** `clock`: epoch milliseconds. */
export async function openStoreAndAccounts(
  { data }: Pick<Settings, 'data'>,
  clock: () => number = Date.now,
): Promise<StoreAndAccounts> {
  restrictOwnFolders(data);
  const store = await openSqliteStore({ file: join(data, 'counterpart.sqlite') });
  return { store, accounts: createAccounts({ store, clock }), close: () => store.close() };
}

/** Folders that the service creates below its data folder; others belong to the operator. */
const ownFolders = ['artifacts', 'indexes', 'scratch'] as const;
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
