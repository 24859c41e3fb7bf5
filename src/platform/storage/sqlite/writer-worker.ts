/**
 * The thread that writes. It holds the one writing connection of this process, because a commit waits for the
 * disk and for the writes of other processes. The main thread must wait for neither.
 */
import { workerData } from 'node:worker_threads';
import { Kysely } from 'kysely';
import type { Call } from '../../threads/receive-calls.ts';
import { serveQueue } from '../../threads/serve-queue.ts';
import { type Change, changeUnits, ROWS_A_GROUP, rowsOf } from '../sql/change-units.ts';
import { commitGroup, type Transaction } from '../sql/group-commit.ts';
import type { Tables } from '../sql/tables.generated.ts';
import type { NamedWrite } from '../sql/write-operations.ts';
import { beginWrite } from './begin-write.ts';
import { leaveGaps } from './leave-gaps.ts';
import { NodeSqliteDialect } from './node-sqlite-dialect.ts';
import { openDatabase, type SqliteSettings } from './open-database.ts';

const settings = workerData as SqliteSettings;
const database = openDatabase(settings, 'writer');
// `beginWrite` waits itself. Once it has begun, no statement meets a lock.
database.exec('PRAGMA busy_timeout = 0');
// Otherwise each statement of several rows makes a file for its journal. A statement here writes some
// thousands of rows at most.
database.exec('PRAGMA temp_store = MEMORY');
const db = new Kysely<Tables>({ dialect: new NodeSqliteDialect(database, { transactions: false }) });

const transaction: Transaction = {
  begin: () => beginWrite(database, settings.busyTimeoutMs),
  run: (statement) => database.exec(statement),
  get isOpen() {
    return database.isTransaction;
  },
};

const gaps = leaveGaps();

serveQueue<NamedWrite, unknown>(
  async (waiting) => {
    const { calls, rows } = takeGroup(waiting);
    await gaps.before(rows);
    await commitGroup(transaction, changeUnits(db, calls.map(changeOf)));
    gaps.after(rows);
  },
  { close: () => db.destroy() },
);

type WriteCall = Call<NamedWrite, unknown>;

function takeGroup(waiting: WriteCall[]) {
  let count = 0;
  let rows = 0;
  while (count < waiting.length && rows < ROWS_A_GROUP) rows += rowsOf(waiting[count++]!.request.args);
  return { calls: waiting.splice(0, count), rows };
}

function changeOf({ request, resolve, reject }: WriteCall): Change {
  return { ...request, resolve, reject };
}
