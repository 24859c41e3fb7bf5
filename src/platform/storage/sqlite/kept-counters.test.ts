import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { setImmediate as nextTurn } from 'node:timers/promises';
import fc from 'fast-check';
import { Kysely } from 'kysely';
import { afterAll, expect, it } from 'vitest';
import { queriedCounters } from '../sql/counter-reader.ts';
import type { Tables } from '../sql/tables.generated.ts';
import { keptCounters } from './kept-counters.ts';
import { NodeSqliteDialect } from './node-sqlite-dialect.ts';

const folder = mkdtempSync(join(tmpdir(), 'counterpart-counters-'));
const file = join(folder, 'counters.sqlite');
const writer = new DatabaseSync(file);
writer.exec(`
  PRAGMA journal_mode = WAL;
  create table counters (name text primary key, value integer);
  create table change_counters (tenant_id text, domain text, value integer, primary key (tenant_id, domain));
  insert into counters values ('changes', 5), ('accounts', 0), ('models', 0), ('encoders', 0);
`);
const reader = new DatabaseSync(file);
const kept = keptCounters(reader);
const queried = queriedCounters(
  new Kysely<Tables>({ dialect: new NodeSqliteDialect(reader, { transactions: false }) }),
);

afterAll(() => {
  reader.close();
  writer.close();
  rmSync(folder, { recursive: true });
});

const names = ['changes', 'accounts', 'models', 'encoders'] as const;
const domains = ['dating', 'hiring'] as const;
const step = fc.oneof(
  fc.record({ raise: fc.constantFrom(...names) }),
  fc.record({ change: fc.constantFrom(...domains) }),
  fc.record({ read: fc.constantFrom(...names) }),
  fc.record({ readChanges: fc.constantFrom(...domains) }),
);

it('equal in every turn what a query reads, whatever another connection writes in between', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(step, { maxLength: 40 }), async (steps) => {
      for (const each of steps) {
        await nextTurn();
        if ('raise' in each)
          writer.prepare('update counters set value = value + 1 where name = ?').run(each.raise);
        else if ('change' in each)
          writer
            .prepare(
              `insert into change_counters values ('ten_a', ?, 9) on conflict do update set value = value + 1`,
            )
            .run(each.change);
        else if ('read' in each) expect(await kept.counter(each.read)).toBe(await queried.counter(each.read));
        else
          expect(await kept.changes('ten_a', each.readChanges)).toBe(
            await queried.changes('ten_a', each.readChanges),
          );
      }
    }),
  );
});

it('are read once while promises follow each other, and again after them', async () => {
  await nextTurn();
  const before = await kept.counter('models');
  const changes = await kept.changes('ten_a', 'founders');
  writer.exec(`
    update counters set value = value + 1 where name = 'models';
    insert into change_counters values ('ten_a', 'founders', 70)`);
  expect(await kept.counter('models')).toBe(before);
  expect(await kept.changes('ten_a', 'founders')).toBe(changes);
  await nextTurn();
  expect(await kept.counter('models')).toBe(before + 1);
  expect(await kept.changes('ten_a', 'founders')).toBe(70);
});

it('a counter that there is not is an error', async () => {
  await expect(kept.counter('nothing' as 'models')).rejects.toThrow('there is no counter nothing');
});
