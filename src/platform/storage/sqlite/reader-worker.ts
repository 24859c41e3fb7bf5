/**
 * The thread that reads many rows for the main thread. node:sqlite blocks its thread until the last row, and
 * rows outside the cache come from the disk. Queries arrive compiled.
 */
import type { StatementSync } from 'node:sqlite';
import { workerData } from 'node:worker_threads';
import { Transferred } from '../../threads/answered.ts';
import { serveCalls } from '../../threads/serve-calls.ts';
import { openDatabase, type SqliteSettings } from './open-database.ts';
import { type PackedRows, packRows, type ReadRequest, type Values } from './reader-protocol.ts';

const PREPARED_STATEMENTS = 100;

const database = openDatabase(workerData as SqliteSettings, 'reader');
/** Keyed by SQL text, least recently used first. */
const statements = new Map<string, StatementSync>();

serveCalls<ReadRequest, PackedRows>(
  ({ sql, parameters }) => {
    const statement = prepared(sql);
    const names = statement.columns().map(({ name }) => name);
    const rows = packRows(names, statement.all(...parameters) as unknown as Values[]);
    return new Transferred(rows, [rows.bytes.buffer]);
  },
  {
    close: () => {
      statements.clear();
      database.exec('PRAGMA query_only = OFF');
      database.close();
    },
  },
);

function prepared(sql: string): StatementSync {
  const statement = statements.get(sql) ?? database.prepare(sql);
  statement.setReturnArrays(true);
  statements.delete(sql);
  statements.set(sql, statement);
  if (statements.size > PREPARED_STATEMENTS) statements.delete(statements.keys().next().value!);
  return statement;
}
