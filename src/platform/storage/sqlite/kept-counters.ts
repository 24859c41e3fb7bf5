/**
 * Counters that are kept until the database changes. `PRAGMA data_version` differs from one call to the next
 * if another connection has committed in between. It takes a few microseconds; a query of one counter takes
 * ten times as long. The connection must not write itself.
 *
 * A commit between the pragma and a query makes a kept value newer than its version, and the next call reads
 * it again.
 *
 * The pragma is asked once until the next callback of the event loop: a match asks nine times.
 */
import type { DatabaseSync } from 'node:sqlite';
import { oncePerTick } from '../once-per-tick.ts';
import type { CounterReader } from '../sql/counter-reader.ts';

export function keptCounters(database: DatabaseSync): CounterReader {
  const dataVersion = database.prepare('PRAGMA data_version');
  const allCounters = database.prepare('select name, value from counters');
  const changesOf = database.prepare(
    `select coalesce((select value from change_counters where tenant_id = ? and domain = ?),
      (select value from counters where name = 'changes')) as value`,
  );
  const versionNow = oncePerTick(() => dataVersion.get()!.data_version);
  let version: unknown;
  let counters: ReadonlyMap<string, number> | null = null;
  const changes = new Map<string, number>();

  function forgetOld(): void {
    const now = versionNow();
    if (now === version) return;
    version = now;
    counters = null;
    changes.clear();
  }

  return {
    counter: async (name) => {
      forgetOld();
      counters ??= new Map(allCounters.all().map((row) => [String(row.name), Number(row.value)]));
      const value = counters.get(name);
      if (value === undefined) throw new Error(`there is no counter ${name}`);
      return value;
    },
    changes: async (tenant, domain) => {
      forgetOld();
      const key = `${tenant} ${domain}`;
      const known = changes.get(key) ?? Number(changesOf.get(tenant, domain)!.value);
      changes.set(key, known);
      return known;
    },
  };
}
