/** What passes between the store and the thread that writes. */
import type { WriteName } from '../sql/write-operations.ts';
import type { SqliteSettings } from './open-database.ts';

export type WriterSettings = SqliteSettings;

export interface WriteRequest {
  readonly name: WriteName;
  readonly args: readonly unknown[];
}
