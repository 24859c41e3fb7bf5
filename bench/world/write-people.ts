/**
 * Writes millions of people directly into the store's tables, with the store's own row codecs. It leaves out
 * the guard against other writers (no other process uses the folder) and the log. It does not wait for the
 * disk (a killed run starts again). Rows are in key order, so that every table grows at its end.
 */
import { DatabaseSync } from 'node:sqlite';
import { encodeProfile, encodeProfileVector } from '../../src/platform/storage/sql/people/profile-codec.ts';
import type { StoredProfile } from '../../src/platform/storage/store.ts';

const ROWS_A_TRANSACTION = 50_000;

/** The service has set up the database. `person(n)`: ids ascend with n. */
export function writePeople(
  file: string,
  rows: number,
  person: (n: number) => StoredProfile,
  onProgress: (written: number) => void,
): void {
  const database = new DatabaseSync(file);
  database.exec('PRAGMA journal_mode = OFF; PRAGMA synchronous = OFF; PRAGMA cache_size = -262144');
  // One sequence of numbers for all domains, above the numbers in use.
  const before = database.prepare('select coalesce(max(value), 0) as value from change_counters').get();
  const sequence = Number(before!.value);
  const domains = new Map<string, readonly [tenant: string, domain: string]>();
  const raise = database.prepare(
    'insert into change_counters values (?, ?, ?) on conflict do update set value = excluded.value',
  );
  const insert = (table: string) => {
    const columns = database.prepare(`select name from pragma_table_info('${table}')`).all();
    const names = columns.map(({ name }) => String(name));
    const marks = names.map(() => '?').join(', ');
    const statement = database.prepare(`insert into ${table} (${names.join(', ')}) values (${marks})`);
    return (row: object) => {
      const values = row as Readonly<Record<string, string | number | null | Uint8Array>>;
      statement.run(...names.map((name) => values[name]!));
    };
  };
  const [profiles, vectors, changes] = [insert('profiles'), insert('heads'), insert('changes')];
  for (let from = 0; from < rows; from += ROWS_A_TRANSACTION) {
    const to = Math.min(rows, from + ROWS_A_TRANSACTION);
    database.exec('begin');
    for (let n = from; n < to; n++) {
      const { row, profileVector } = person(n);
      profiles(encodeProfile(row, 1));
      if (profileVector !== null) vectors(encodeProfileVector(row.tenantId, row.userId, profileVector));
      domains.set(`${row.tenantId} ${row.domain}`, [row.tenantId, row.domain]);
      changes({
        tenant_id: row.tenantId,
        domain: row.domain,
        user_id: row.userId,
        sequence: sequence + n + 1,
        kind: 'upsert',
      });
    }
    for (const domain of domains.values()) raise.run(...domain, sequence + to);
    database.exec('commit');
    onProgress(to);
  }
  database.exec('PRAGMA journal_mode = WAL');
  database.close();
}
