/** The messages between the store and its writing thread. */
import type { WriteName } from '../sql/write-operations.ts';
import type { SqliteSettings } from './open-database.ts';

export type WriterSettings = SqliteSettings;

export interface WriteRequest {
  readonly name: WriteName;
  readonly args: readonly unknown[];
}
