/**
 * First step of the composition root: the store and the accounts. Most of the operator's commands need no
 * more.
 */
import { join } from 'node:path';
import { type Accounts, createAccounts } from '../accounts/create-accounts.ts';
import type { Settings } from '../config/settings.ts';
import { openSqliteStore } from '../storage/sqlite/sqlite-store.ts';
import type { Store } from '../storage/store.ts';
import { restrictOwnFolders } from './restrict-own-folders.ts';

export interface StoreAndAccounts {
  readonly store: Store;
  readonly accounts: Accounts;
  close(): Promise<void>;
}

/** The store and its accounts. */
export async function openStoreAndAccounts({ data }: Pick<Settings, 'data'>): Promise<StoreAndAccounts> {
  restrictOwnFolders(data);
  const store = await openSqliteStore({ file: join(data, 'counterpart.sqlite') });
  return { store, accounts: createAccounts({ store, clock: Date.now }), close: () => store.close() };
}
