/**
 * The thread that writes. It holds the one writing connection of this process, because a commit waits for the disk
 * and, beside an operator's import, for another process: the thread that answers requests must wait for neither.
 */
import { parentPort, workerData } from 'node:worker_threads';
import { Kysely } from 'kysely';
import type { Tables } from '../sql/tables.ts';
import { type Change, changeUnits } from './change-units.ts';
import { commitGroup } from './group-commit.ts';
import { NodeSqliteDialect } from './node-sqlite-dialect.ts';
import { openDatabase } from './open-database.ts';
import { sqliteCode } from './sqlite-errors.ts';
import type { ChangeMessage, FromWriter, ToWriter, WriterSettings } from './writer-protocol.ts';

/** Bounds how long one transaction keeps other processes waiting. */
const ROWS_A_GROUP = 2000;

const port = parentPort!;
const database = openDatabase(workerData as WriterSettings, 'writer');
const db = new Kysely<Tables>({ dialect: new NodeSqliteDialect(database) });
const waiting: Change[] = [];
let writing = false;
let closing = false;

port.on('message', (message: ToWriter) => {
  if (message.kind === 'close') closing = true;
  else waiting.push(changeOf(message));
  if (!writing) {
    writing = true;
    // After the messages that have already arrived.
    setImmediate(writeAll);
  }
});

async function writeAll(): Promise<void> {
  while (waiting.length > 0) {
    await commitGroup(database, changeUnits(db, nextGroup()));
    await new Promise((resolve) => setImmediate(resolve));
  }
  writing = false;
  if (closing) {
    await db.destroy();
    port.close();
  }
}

function nextGroup(): readonly Change[] {
  let count = 0;
  let rows = 0;
  while (count < waiting.length && rows < ROWS_A_GROUP) rows += rowsOf(waiting[count++]!);
  return waiting.splice(0, count);
}

function changeOf({ id, name, args }: ChangeMessage): Change {
  const answer = (message: FromWriter) => port.postMessage(message);
  return {
    name,
    args,
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

function rowsOf({ args }: Change): number {
  return Math.max(1, ...args.map((argument) => (Array.isArray(argument) ? argument.length : 1)));
}
