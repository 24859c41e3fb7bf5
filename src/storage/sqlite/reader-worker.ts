/**
 * The thread that reads many rows for the thread that answers requests: node:sqlite holds its thread until it has the last
 * row, and rows that are not in memory come from the disk. It compiles no queries; whoever asks has done so.
 */
import type { StatementSync } from 'node:sqlite';
import { parentPort, workerData } from 'node:worker_threads';
import { openDatabase, type SqliteSettings } from './open-database.ts';
import { type FromReader, packRows, type ToReader, type Values } from './reader-protocol.ts';
import { sqliteCode } from './sqlite-errors.ts';

const PREPARED_STATEMENTS = 100;

const port = parentPort!;
const database = openDatabase(workerData as SqliteSettings, 'reader');
/** By text, least recently used first. */
const statements = new Map<string, StatementSync>();

port.on('message', (message: ToReader) => {
  if (message.kind === 'close') {
    statements.clear();
    database.exec('PRAGMA query_only = OFF');
    database.close();
    port.close();
    return;
  }
  const { id } = message;
  try {
    const statement = prepared(message.sql);
    const names = statement.columns().map(({ name }) => name);
    const rows = packRows(names, statement.all(...message.parameters) as unknown as Values[]);
    port.postMessage({ id, ok: true, rows } satisfies FromReader, [rows.bytes.buffer]);
  } catch (error) {
    const text = error instanceof Error ? error.message : String(error);
    port.postMessage({ id, ok: false, message: text, errcode: sqliteCode(error) } satisfies FromReader);
  }
});

function prepared(sql: string): StatementSync {
  const statement = statements.get(sql) ?? database.prepare(sql);
  statement.setReturnArrays(true);
  statements.delete(sql);
  statements.set(sql, statement);
  if (statements.size > PREPARED_STATEMENTS) statements.delete(statements.keys().next().value!);
  return statement;
}
