/**
 * A change of the store: the code that makes it, the tenants that it locks, and its entries in the audit log.
 */
import type { Kysely } from 'kysely';
import type { NewAuditEntry } from '../audit-store.ts';
import type { Tables } from './tables.generated.ts';

/**
 * The tenants that a change is about, so that it holds their locks (`transaction-locks.ts`). `null`: all of
 * them. An empty list: the change needs no lock, because each of its statements is right by itself, or
 * because it locks the tenants that it finds.
 */
export type LockedTenants = readonly string[] | null;

type Run = (db: Kysely<Tables>, ...args: never[]) => Promise<unknown>;
type ArgumentsOf<Change extends Run> =
  Parameters<Change> extends [unknown, ...infer Arguments] ? Arguments : never;
type ResultOf<Change extends Run> = Awaited<ReturnType<Change>>;

/** `run`: inside a transaction. */
export function writeOperation<Change extends Run, Earlier = undefined>(
  run: Change,
  tenants: (...args: ArgumentsOf<Change>) => LockedTenants,
  audit?: {
    /** Reads, before the change, the data that its entries need. */
    readonly before?: (db: Kysely<Tables>, ...args: ArgumentsOf<Change>) => Promise<Earlier>;
    /** No entries where the change did nothing: a taken name, an unknown id. */
    readonly entries: (
      db: Kysely<Tables>,
      did: {
        readonly args: ArgumentsOf<Change>;
        readonly result: ResultOf<Change>;
        readonly earlier: Earlier;
      },
    ) => Promise<readonly NewAuditEntry[]>;
  },
) {
  return { run, tenants, audit };
}

/** The tenant is the first argument, or in it. */
export const first = (tenant: string): LockedTenants => [tenant];
export const ofObject = ({ tenantId }: { readonly tenantId: string }): LockedTenants => [tenantId];
export const none = (): LockedTenants => [];
export const all = (): LockedTenants => null;
