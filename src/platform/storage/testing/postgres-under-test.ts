/** A database of its own for each test file, copied from a template that has all tables. */
import { randomUUID } from 'node:crypto';
import pg from 'pg';
import { openPostgresStore } from '../postgres/postgres-store.ts';
import type { StoreUnderTest } from './store-under-test.ts';

/** The database that `src/platform/storage/testing/postgres-cluster.ts` prepares. */
export const TEMPLATE = 'counterpart_template';

const numberTypes = {
  getTypeParser: ((type: number, format?: 'text') =>
    type === pg.types.builtins.INT8
      ? Number
      : pg.types.getTypeParser(type, format)) as typeof pg.types.getTypeParser,
};

/** `cluster`: the address of the cluster's own database. */
export async function openPostgresUnderTest(cluster: string): Promise<StoreUnderTest> {
  const name = `test_${randomUUID().replaceAll('-', '')}`;
  await inDatabase(cluster, (client) => client.query(`create database ${name} template ${TEMPLATE}`));
  const url = withDatabase(cluster, name);
  const settings = { url, connections: 8, statementTimeoutMs: 30_000, certificates: null };
  const [store, another] = [await openPostgresStore(settings), await openPostgresStore(settings)];
  const side = new pg.Client({ connectionString: url, types: numberTypes });
  await side.connect();
  const query: StoreUnderTest['query'] = async (statement, ...parameters) => {
    let position = 0;
    const { rows } = await side.query(
      statement.replaceAll('?', () => `$${++position}`),
      parameters,
    );
    return rows;
  };
  const tables = async () => {
    const found = await query(`select tablename as name from pg_tables where schemaname = 'public'`);
    return found.map(({ name }) => String(name)).filter((name) => !name.startsWith('kysely_'));
  };
  return {
    store,
    another,
    query,
    tables,
    empty: async () => {
      const whole = (await tables()).filter((name) => !['counters', 'secrets'].includes(name));
      // Quicker than `truncate`, which writes new files for every table. Neither runs triggers.
      await side.query('set session_replication_role = replica');
      await side.query(whole.map((name) => `delete from ${name}`).join(';'));
      await side.query('set session_replication_role = origin');
      await side.query('update counters set value = 0');
      await side.query(`delete from secrets where name <> '${MADE_BY_MIGRATION}'`);
    },
    dispose: async () => {
      await side.end();
      await Promise.all([store.close(), another.close()]);
      await inDatabase(cluster, (client) => client.query(`drop database ${name} with (force)`));
    },
  };
}

/** The secret of the marks of people. */
export const MADE_BY_MIGRATION = 'audit-people';

export function withDatabase(url: string, name: string): string {
  const address = new URL(url);
  address.pathname = `/${name}`;
  return address.href;
}

export async function inDatabase(url: string, work: (client: pg.Client) => Promise<unknown>): Promise<void> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    await work(client);
  } finally {
    await client.end();
  }
}
