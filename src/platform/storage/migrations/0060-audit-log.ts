/**
 * The audit log. Triggers refuse every change of an entry, and the removal of one above the anchor of its
 * chain. So a fault of the program cannot rewrite the log.
 */
import { type Kysely, PostgresAdapter, type RawBuilder, sql } from 'kysely';
import type { Migration } from 'kysely/migration';

type Database = Kysely<unknown>;

export const auditLog: Migration = {
  async up(db: Database) {
    const isPostgres = db.getExecutor().adapter instanceof PostgresAdapter;
    // In the order of its bytes, as all text of the tables.
    const text = isPostgres ? sql`text collate "C"` : sql`text`;
    await createEntries(db, text);
    await createChains(db, text);
    await (isPostgres ? refuseInPostgres(db) : refuseInSqlite(db));
  },
};

async function createEntries(db: Database, text: RawBuilder<unknown>): Promise<void> {
  await db.schema
    .createTable('audit_entries')
    .addColumn('tenant_id', text, (column) => column.notNull())
    .addColumn('number', 'bigint', (column) => column.notNull())
    .addColumn('entry_id', text, (column) => column.notNull())
    .addColumn('at', text, (column) => column.notNull())
    .addColumn('action', text, (column) => column.notNull())
    .addColumn('actor_kind', text, (column) => column.notNull())
    .addColumn('actor_id', text, (column) => column.notNull())
    .addColumn('actor_name', text)
    .addColumn('address', text)
    .addColumn('request_id', text)
    .addColumn('target_kind', text)
    .addColumn('target_id', text)
    .addColumn('person', text)
    .addColumn('details', text, (column) => column.notNull())
    .addColumn('result', text, (column) => column.notNull())
    .addColumn('hash', text, (column) => column.notNull())
    .addPrimaryKeyConstraint('audit_entries_key', ['tenant_id', 'number'])
    .execute();
  const index = (name: string, columns: string[]) =>
    db.schema.createIndex(name).on('audit_entries').columns(columns).execute();
  await index('audit_entries_by_id', ['entry_id']);
  await index('audit_entries_of_tenant_by_id', ['tenant_id', 'entry_id']);
}

/** The newest entry of each owner, and the last one that was removed for its age. */
async function createChains(db: Database, text: RawBuilder<unknown>): Promise<void> {
  await db.schema
    .createTable('audit_chains')
    .addColumn('tenant_id', text, (column) => column.notNull())
    .addColumn('number', 'bigint', (column) => column.notNull())
    .addColumn('hash', text, (column) => column.notNull())
    .addColumn('anchor_number', 'bigint', (column) => column.notNull())
    .addColumn('anchor_hash', text, (column) => column.notNull())
    .addPrimaryKeyConstraint('audit_chains_key', ['tenant_id'])
    .execute();
}

const REFUSED = 'an entry of the audit log never changes';
const ABOVE_ANCHOR = sql`
  old.number > coalesce((select anchor_number from audit_chains where tenant_id = old.tenant_id), 0)`;

async function refuseInSqlite(db: Database): Promise<void> {
  const abort = sql.raw(`select raise(abort, '${REFUSED}');`);
  await sql`create trigger audit_entries_stay before update on audit_entries begin ${abort} end`.execute(db);
  await sql`
    create trigger audit_entries_are_kept before delete on audit_entries when ${ABOVE_ANCHOR}
    begin ${abort} end`.execute(db);
}

async function refuseInPostgres(db: Database): Promise<void> {
  await sql`
    create function refuse_audit_change() returns trigger language plpgsql as ${sql.raw(`$$
    begin
      if tg_op = 'DELETE' then
        if old.number <= coalesce((select anchor_number from audit_chains where tenant_id = old.tenant_id), 0) then
          return old;
        end if;
      end if;
      raise exception '${REFUSED}';
    end $$`)}`.execute(db);
  await sql`
    create trigger audit_entries_stay before update or delete on audit_entries
    for each row execute function refuse_audit_change()`.execute(db);
}
