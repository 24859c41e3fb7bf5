/** Reads the counters that tell what has changed. Every request reads several of them, several times. */
import type { Kysely } from 'kysely';
import { readChangeCounter } from './change-counters.ts';
import { readCounter } from './counters.ts';
import type { Tables } from './tables.generated.ts';

export interface CounterReader {
  counter(name: Tables['counters']['name']): Promise<number>;
  /** The sequence of the last change in a tenant's domain. */
  changes(tenant: string, domain: string): Promise<number>;
}

/** Reads each counter by a query of its own. */
export function queriedCounters(db: Kysely<Tables>): CounterReader {
  return {
    counter: (name) => readCounter(db, name),
    changes: (tenant, domain) => readChangeCounter(db, tenant, domain),
  };
}
