/**
 * The rows whose texts were read fast, and are to be read in full. Every write of a row that brings new texts
 * puts it on the list or takes it off (`ProfileWrite.toRead`), in the transaction of the write. So a reading
 * that is stopped, killed or done twice loses nothing.
 */
import type { TenantId } from '../../contract/brands.ts';
import type { ContextItem, TextsToRead } from './profile-row.ts';

export interface RowToRead extends TextsToRead {
  readonly userId: string;
}

export interface ReadingStore {
  /** In the order of the ids. */
  list(tenant: TenantId, domain: string, limit: number): Promise<readonly RowToRead[]>;
  count(tenant: TenantId, domain: string): Promise<number>;
  /** null: the row is not on the list. */
  ofRow(tenant: TenantId, domain: string, userId: string): Promise<TextsToRead | null>;
  /** Texts by their ids, in any order. Unknown ids are left out. */
  texts(tenant: TenantId, contextIds: readonly string[]): Promise<readonly ContextItem[]>;
  /**
   * Takes rows off the list that need no write. A row that has another revision than the one that was read
   * stays.
   */
  settle(
    tenant: TenantId,
    domain: string,
    rows: readonly { readonly userId: string; readonly revision: number }[],
  ): Promise<void>;
}
