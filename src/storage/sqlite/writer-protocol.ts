/** What passes between the store and the thread that writes. */
import type { WriteName } from '../sql/write-operations.ts';
import type { SqliteSettings } from './open-database.ts';

export type WriterSettings = SqliteSettings;

export interface ChangeMessage {
  readonly kind: 'change';
  readonly id: number;
  readonly name: WriteName;
  readonly args: readonly unknown[];
}

export type ToWriter = ChangeMessage | { readonly kind: 'close' };

export type FromWriter =
  | { readonly id: number; readonly ok: true; readonly result: unknown }
  | {
      readonly id: number;
      readonly ok: false;
      readonly message: string;
      readonly errcode: number | undefined;
    };
