/**
 * Counters of the statistics, so that no request counts rows.
 *
 * Outcomes and people are counted by triggers: every path that writes, replaces, withdraws or erases a row
 * counts, and none can be forgotten. Shown matches are counted later, in small batches, because POST /match
 * must not wait for it: a trigger notes each match in `matches_to_count`. Matches from before this migration
 * are noted too.
 */
import { type Kysely, sql } from 'kysely';
import type { Migration } from 'kysely/migration';

type Database = Kysely<unknown>;

export const statistics: Migration = {
  async up(db: Database) {
    await countPeople(db);
    await countOutcomes(db);
    await countMutualOutcomes(db);
    await noteShownMatches(db);
    await createTables(db);
  },
};

async function countPeople(db: Database): Promise<void> {
  await db.schema
    .createTable('people_counts')
    .addColumn('tenant_id', 'text', (column) => column.notNull())
    .addColumn('domain', 'text', (column) => column.notNull())
    .addColumn('people', 'bigint', (column) => column.notNull())
    .addPrimaryKeyConstraint('people_counts_key', ['tenant_id', 'domain'])
    .execute();
  await sql`insert into people_counts select tenant_id, domain, count(*) from profiles group by 1, 2`.execute(
    db,
  );
  await sql`
    create trigger people_counts_of_new after insert on profiles begin
      insert into people_counts values (new.tenant_id, new.domain, 1)
        on conflict do update set people = people + 1;
    end`.execute(db);
  await sql`
    create trigger people_counts_of_erased after delete on profiles begin
      update people_counts set people = people - 1 where tenant_id = old.tenant_id and domain = old.domain;
      delete from people_counts where tenant_id = old.tenant_id and domain = old.domain and people = 0;
    end`.execute(db);
}

const added = sql`
  insert into outcome_counts values (new.tenant_id, new.domain, substr(new.at, 1, 10), new.label, 1, new.is_current)
    on conflict do update set outcomes = outcomes + 1, current = current + excluded.current;`;
const removed = sql`
  update outcome_counts set outcomes = outcomes - 1, current = current - old.is_current
    where tenant_id = old.tenant_id and domain = old.domain and day = substr(old.at, 1, 10) and label = old.label;
  delete from outcome_counts
    where tenant_id = old.tenant_id and domain = old.domain and day = substr(old.at, 1, 10) and label = old.label
      and outcomes = 0;`;

async function countOutcomes(db: Database): Promise<void> {
  await db.schema
    .createTable('outcome_counts')
    .addColumn('tenant_id', 'text', (column) => column.notNull())
    .addColumn('domain', 'text', (column) => column.notNull())
    // 2026-03-01, UTC.
    .addColumn('day', 'text', (column) => column.notNull())
    .addColumn('label', 'text', (column) => column.notNull())
    .addColumn('outcomes', 'bigint', (column) => column.notNull())
    .addColumn('current', 'bigint', (column) => column.notNull())
    .addPrimaryKeyConstraint('outcome_counts_key', ['tenant_id', 'domain', 'day', 'label'])
    .execute();
  await sql`
    insert into outcome_counts
    select tenant_id, domain, substr(at, 1, 10), label, count(*), sum(is_current) from outcomes group by 1, 2, 3, 4
  `.execute(db);
  await sql`create trigger outcome_counts_of_new after insert on outcomes begin ${added} end`.execute(db);
  await sql`create trigger outcome_counts_of_erased after delete on outcomes begin ${removed} end`.execute(
    db,
  );
  await sql`
    create trigger outcome_counts_of_changed after update of at, is_current on outcomes
    when old.at is not new.at or old.is_current is not new.is_current
    begin ${removed} ${added} end`.execute(db);
}

/** The other direction of a pair, found by its key. */
const reverse = (row: 'new' | 'old') => {
  const column = (name: string) => sql.ref(`${row}.${name}`);
  return sql`
    from outcomes other
    where ${column('is_current')} = 1 and ${column('seeker_id')} <> ${column('candidate_id')}
      and other.tenant_id = ${column('tenant_id')} and other.seeker_id = ${column('candidate_id')}
      and other.domain = ${column('domain')} and other.candidate_id = ${column('seeker_id')}
      and other.is_current = 1`;
};
/** The two labels in the order of the alphabet, and the day of the later one. */
const key = (row: 'new' | 'old') => sql`
  substr(max(${sql.ref(`${row}.at`)}, other.at), 1, 10),
  min(${sql.ref(`${row}.label`)}, other.label), max(${sql.ref(`${row}.label`)}, other.label)`;

const bothAdded = sql`
  insert into mutual_counts select new.tenant_id, new.domain, ${key('new')}, 1 ${reverse('new')}
    on conflict do update set pairs = pairs + 1;`;
const bothRemoved = sql`
  update mutual_counts set pairs = pairs - 1
    where tenant_id = old.tenant_id and domain = old.domain
      and (day, label, other_label) in (select ${key('old')} ${reverse('old')});
  delete from mutual_counts
    where tenant_id = old.tenant_id and domain = old.domain and pairs = 0
      and (day, label, other_label) in (select ${key('old')} ${reverse('old')});`;

/** Pairs with a current outcome of both sides. */
async function countMutualOutcomes(db: Database): Promise<void> {
  await db.schema
    .createTable('mutual_counts')
    .addColumn('tenant_id', 'text', (column) => column.notNull())
    .addColumn('domain', 'text', (column) => column.notNull())
    .addColumn('day', 'text', (column) => column.notNull())
    .addColumn('label', 'text', (column) => column.notNull())
    .addColumn('other_label', 'text', (column) => column.notNull())
    .addColumn('pairs', 'bigint', (column) => column.notNull())
    .addPrimaryKeyConstraint('mutual_counts_key', ['tenant_id', 'domain', 'day', 'label', 'other_label'])
    .execute();
  await sql`
    insert into mutual_counts
    select one.tenant_id, one.domain, substr(max(one.at, other.at), 1, 10),
      min(one.label, other.label), max(one.label, other.label), count(*)
    from outcomes one join outcomes other
      on other.tenant_id = one.tenant_id and other.seeker_id = one.candidate_id and other.domain = one.domain
      and other.candidate_id = one.seeker_id and other.is_current = 1
    where one.is_current = 1 and one.seeker_id < one.candidate_id
    group by 1, 2, 3, 4, 5`.execute(db);
  await sql`create trigger mutual_counts_of_new after insert on outcomes begin ${bothAdded} end`.execute(db);
  await sql`create trigger mutual_counts_of_erased after delete on outcomes begin ${bothRemoved} end`.execute(
    db,
  );
  await sql`
    create trigger mutual_counts_of_changed after update of at, is_current on outcomes
    when old.at is not new.at or old.is_current is not new.is_current
    begin ${bothRemoved} ${bothAdded} end`.execute(db);
}

async function noteShownMatches(db: Database): Promise<void> {
  // The first table has matches that are not counted yet, the second those whose answer showed no one.
  for (const table of ['matches_to_count', 'empty_matches']) {
    await db.schema
      .createTable(table)
      .addColumn('tenant_id', 'text', (column) => column.notNull())
      .addColumn('match_id', 'text', (column) => column.notNull())
      .addPrimaryKeyConstraint(`${table}_key`, ['tenant_id', 'match_id'])
      .modifyEnd(sql`without rowid`)
      .execute();
  }
  await sql`insert into matches_to_count select tenant_id, match_id from shown_matches`.execute(db);
  await sql`
    insert into empty_matches select m.tenant_id, m.match_id from shown_matches m
    where not exists (select 1 from shown_candidates c where c.tenant_id = m.tenant_id and c.match_id = m.match_id)
  `.execute(db);
  await sql`
    create trigger matches_to_count_of_new after insert on shown_matches begin
      insert into matches_to_count values (new.tenant_id, new.match_id);
    end`.execute(db);
  await sql`
    create trigger matches_to_count_of_erased after delete on shown_matches begin
      delete from matches_to_count where tenant_id = old.tenant_id and match_id = old.match_id;
      delete from empty_matches where tenant_id = old.tenant_id and match_id = old.match_id;
    end`.execute(db);
}

async function createTables(db: Database): Promise<void> {
  await db.schema
    .createTable('match_days')
    .addColumn('tenant_id', 'text', (column) => column.notNull())
    .addColumn('domain', 'text', (column) => column.notNull())
    .addColumn('day', 'text', (column) => column.notNull())
    .addColumn('matches', 'bigint', (column) => column.notNull())
    .addColumn('empty', 'bigint', (column) => column.notNull())
    .addColumn('shown', 'bigint', (column) => column.notNull())
    .addColumn('newcomers', 'bigint', (column) => column.notNull())
    // JSON: how many scores in each of 20 equal parts of 0..1.
    .addColumn('scores', 'text', (column) => column.notNull())
    .addPrimaryKeyConstraint('match_days_key', ['tenant_id', 'domain', 'day'])
    .execute();
  await db.schema
    .createTable('exposed_people')
    .addColumn('tenant_id', 'text', (column) => column.notNull())
    .addColumn('domain', 'text', (column) => column.notNull())
    .addColumn('candidate_id', 'text', (column) => column.notNull())
    .addColumn('times', 'bigint', (column) => column.notNull())
    .addPrimaryKeyConstraint('exposed_people_key', ['tenant_id', 'candidate_id', 'domain'])
    .modifyEnd(sql`without rowid`)
    .execute();
  // How many people were shown exactly so many times.
  await db.schema
    .createTable('exposure_counts')
    .addColumn('tenant_id', 'text', (column) => column.notNull())
    .addColumn('domain', 'text', (column) => column.notNull())
    .addColumn('times', 'bigint', (column) => column.notNull())
    .addColumn('people', 'bigint', (column) => column.notNull())
    .addPrimaryKeyConstraint('exposure_counts_key', ['tenant_id', 'domain', 'times'])
    .modifyEnd(sql`without rowid`)
    .execute();
  await db.schema
    .createTable('coverage_days')
    .addColumn('tenant_id', 'text', (column) => column.notNull())
    .addColumn('domain', 'text', (column) => column.notNull())
    .addColumn('day', 'text', (column) => column.notNull())
    .addColumn('sampled', 'integer', (column) => column.notNull())
    // JSON: the share of the people who have a value, by field.
    .addColumn('shares', 'text', (column) => column.notNull())
    .addPrimaryKeyConstraint('coverage_days_key', ['tenant_id', 'domain', 'day'])
    .execute();
  await db.schema.createIndex('coverage_days_by_day').on('coverage_days').columns(['day']).execute();
}
