/**
 * The thread that writes. It holds the one writing connection of this process, because a commit waits for the disk
 * and, beside an operator's import, for another process: the thread that answers requests must wait for neither.
 */
import { parentPort, workerData } from 'node:worker_threads';
import { Kysely } from 'kysely';
import type { Tables } from '../sql/tables.ts';
import { writeOperations } from '../sql/write-operations.ts';
import { commitGroup, type WaitingChange } from './group-commit.ts';
import { NodeSqliteDialect } from './node-sqlite-dialect.ts';
import { openDatabase } from './open-database.ts';
import { sqliteCode } from './sqlite-errors.ts';
import type { FromWriter, ToWriter, WriterSettings } from './writer-protocol.ts';

/** Bounds how long one transaction keeps other processes waiting. */
const ROWS_A_GROUP = 2000;

const port = parentPort!;
const database = openDatabase(workerData as WriterSettings, 'writer');
const db = new Kysely<Tables>({ dialect: new NodeSqliteDialect(database) });
const waiting: { readonly change: WaitingChange; readonly rows: number }[] = [];
let writing = false;
let closing = false;

port.on('message', (message: ToWriter) => {
  if (message.kind === 'close') closing = true;
  else waiting.push({ change: changeOf(message), rows: rowsOf(message) });
  if (!writing) {
    writing = true;
    // After the messages that have already arrived.
    setImmediate(writeAll);
  }
});

async function writeAll(): Promise<void> {
  while (waiting.length > 0) {
    await commitGroup(database, nextGroup());
    await new Promise((resolve) => setImmediate(resolve));
  }
  writing = false;
  if (closing) {
    await db.destroy();
    port.close();
  }
}

function nextGroup(): readonly WaitingChange[] {
  let count = 0;
  let rows = 0;
  while (count < waiting.length && rows < ROWS_A_GROUP) rows += waiting[count++]!.rows;
  return waiting.splice(0, count).map(({ change }) => change);
}

function changeOf({ id, name, args }: Extract<ToWriter, { kind: 'change' }>): WaitingChange {
  const operation = writeOperations[name] as (
    db: Kysely<Tables>,
    ...args: readonly unknown[]
  ) => Promise<unknown>;
  const answer = (message: FromWriter) => port.postMessage(message);
  return {
    carryOut: () => operation(db, ...args),
    resolve: (result) => answer({ id, ok: true, result }),
    reject: (error) =>
      answer({
        id,
        ok: false,
        message: error instanceof Error ? error.message : String(error),
        errcode: sqliteCode(error),
      }),
  };
}

function rowsOf({ args }: Extract<ToWriter, { kind: 'change' }>): number {
  return Math.max(1, ...args.map((argument) => (Array.isArray(argument) ? argument.length : 1)));
}
