/**
 * Inserted and updated rows of the tables of a publication, by logical replication (`pgoutput`): each committed
 * transaction, in the order of the commits. PostgreSQL keeps its log until the position is acknowledged, which is
 * after the checkpoint. A transaction that comes again is left out, or goes on behind the rows that were stored.
 */
import pg from 'pg';
import { LogicalReplicationService, type Pgoutput, PgoutputPlugin } from 'pg-logical-replication';
import { z } from 'zod';
import { batched } from './batched.ts';
import { plainRow } from './postgres-rows.ts';
import type { Source, SourceRecord } from './source.ts';

interface ReplicatedTables {
  readonly url: string;
  readonly publication: string;
  readonly slot: string;
  readonly everyMs: number;
}

/** Transactions up to `lsn` are done; of that which ends at `open`, `rows` rows. */
const Position = z.object({ lsn: z.string(), open: z.string().nullable(), rows: z.int() });
type Position = z.infer<typeof Position>;

/** Well below `wal_sender_timeout`, whose default is a minute. */
const STATUS_EVERY_MS = 10_000;

export function replicationSource({ url, publication, slot, everyMs }: ReplicatedTables): Source {
  const pool = new pg.Pool({ connectionString: url, max: 1 });
  pool.on('error', () => undefined);
  // The library's own timer would acknowledge what it has received, before it is stored.
  const service = new LogicalReplicationService(
    { connectionString: url },
    { acknowledge: { auto: false, timeoutSeconds: 0 }, flowControl: { enabled: true } },
  );
  let acknowledged: string | null = null;
  const status = setInterval(() => {
    if (acknowledged !== null) void service.acknowledge(oneBefore(acknowledged));
  }, STATUS_EVERY_MS);
  return {
    kind: 'replication',
    async close() {
      clearInterval(status);
      await service.destroy();
      await pool.end();
    },
    async *batches(given, { batchSize, once, signal }) {
      const begun = given === null ? null : Position.parse(given);
      const confirmed = await openSlot(pool, { slot, publication }, begun === null);
      let position: Position = begun ?? { lsn: confirmed, open: null, rows: 0 };
      acknowledged = position.lsn;
      const until = await markLog(pool);
      const rows = transactionRows(service, { publication, slot }, position);
      let markedMs = Date.now();
      for await (const logged of batched(rows, {
        size: batchSize,
        quietMs: Math.min(everyMs, 500),
        signal,
      })) {
        for (const { end, row } of logged) position = behind(position, end, row !== null);
        const records = logged.flatMap(({ row }) => (row === null ? [] : [row]));
        const lag = Number(larger(numberOf(await currentLsn(pool)) - numberOf(position.lsn)));
        if (logged.length > 0 || Date.now() - markedMs >= everyMs) yield { records, position, lag };
        if (once && position.open === null && numberOf(position.lsn) >= numberOf(until)) return;
        if (Date.now() - markedMs < everyMs) continue;
        await markLog(pool);
        markedMs = Date.now();
      }
    },
    async acknowledge(given) {
      acknowledged = Position.parse(given).lsn;
      await service.acknowledge(oneBefore(acknowledged));
    },
  };
}

function behind({ lsn, open, rows }: Position, end: string, isRow: boolean): Position {
  return isRow ? { lsn, open: end, rows: (open === end ? rows : 0) + 1 } : { lsn: end, open: null, rows: 0 };
}

interface LoggedRow {
  /** Where the commit of its transaction ends. */
  readonly end: string;
  /** null: the transaction ends here. */
  readonly row: SourceRecord | null;
}

/** Rows of transactions behind the position, each transaction with its end. */
async function* transactionRows(
  service: LogicalReplicationService,
  { publication, slot }: { readonly publication: string; readonly slot: string },
  { lsn, open, rows: done }: Position,
): AsyncGenerator<LoggedRow> {
  const queue = new RowQueue();
  let commit = '';
  let number = 0;
  service.on('data', async (_, message: Pgoutput.Message) => {
    if (message.tag === 'begin') {
      commit = message.commitLsn ?? '';
      number = 0;
    } else if (message.tag === 'insert' || message.tag === 'update') {
      number++;
      const isDone = numberOf(commit) < numberOf(lsn) || (commit === open && number <= done);
      if (isDone) return;
      const { schema, name } = message.relation;
      const row = { ...plainRow(message.new), $table: `${schema}.${name}`, $operation: message.tag };
      await queue.put({ end: commit, row: { id: `${commit}/${number}`, row } });
    } else if (message.tag === 'commit') {
      const end = message.commitEndLsn ?? commit;
      if (numberOf(end) > numberOf(lsn)) await queue.put({ end, row: null });
    }
  });
  service.on('error', (error) => queue.fail(error));
  // It resolves when the replication ends.
  service
    .subscribe(new PgoutputPlugin({ protoVersion: 1, publicationNames: [publication], messages: true }), slot)
    .then(
      () => queue.fail(new Error('The replication has ended.')),
      (error: Error) => queue.fail(error),
    );
  yield* queue.rows();
}

/** Rows between the connection and the reader; the connection waits while there are many. */
class RowQueue {
  readonly #rows: LoggedRow[] = [];
  #error: Error | null = null;
  #changed = Promise.withResolvers<void>();
  static readonly #most = 2000;

  async put(row: LoggedRow): Promise<void> {
    this.#rows.push(row);
    this.#change();
    while (this.#rows.length > RowQueue.#most) await this.#changed.promise;
  }

  fail(error: Error): void {
    this.#error ??= error;
    this.#change();
  }

  async *rows(): AsyncGenerator<LoggedRow> {
    for (;;) {
      const row = this.#rows.shift();
      if (row !== undefined) {
        this.#change();
        yield row;
      } else if (this.#error !== null) throw this.#error;
      else await this.#changed.promise;
    }
  }

  #change(): void {
    this.#changed.resolve();
    this.#changed = Promise.withResolvers<void>();
  }
}

/**
 * Where the slot stands; creates it for the first run. A slot that is gone has lost what was not read.
 */
async function openSlot(
  pool: pg.Pool,
  { slot, publication }: { readonly slot: string; readonly publication: string },
  isFirst: boolean,
): Promise<string> {
  const published = await pool.query('select 1 from pg_publication where pubname = $1', [publication]);
  if (published.rowCount === 0)
    throw new Error(
      `There is no publication ${publication}; make one: create publication ${publication} for table NAME.`,
    );
  const ofSlot = 'select confirmed_flush_lsn::text as lsn from pg_replication_slots where slot_name = $1';
  const found = await pool.query(ofSlot, [slot]);
  if (found.rowCount !== 0) return found.rows[0].lsn;
  if (!isFirst)
    throw new Error(
      `The replication slot ${slot} is gone, and with it what was not read. Say --restart to begin with a new one.`,
    );
  await pool.query("select pg_create_logical_replication_slot($1, 'pgoutput')", [slot]);
  return (await pool.query(ofSlot, [slot])).rows[0].lsn;
}

/**
 * Writes an empty message into the log, and returns the position before it. It comes as a transaction of its own, so
 * that the position moves, and PostgreSQL can drop its log, while only other tables change.
 */
async function markLog(pool: pg.Pool): Promise<string> {
  const before = await currentLsn(pool);
  await pool.query("select pg_logical_emit_message(true, 'counterpart', '')");
  return before;
}

async function currentLsn(pool: pg.Pool): Promise<string> {
  const { rows } = await pool.query('select pg_current_wal_lsn()::text as lsn');
  return rows[0].lsn;
}

const larger = (bytes: bigint) => (bytes > 0n ? bytes : 0n);

/** `16/B374D848` */
function numberOf(lsn: string): bigint {
  const [high = '0', low = '0'] = lsn.split('/');
  return (BigInt(`0x${high || '0'}`) << 32n) | BigInt(`0x${low || '0'}`);
}

/** The library acknowledges the byte behind the given one; a commit may begin at just that byte. */
function oneBefore(lsn: string): string {
  const before = numberOf(lsn) - 1n;
  return `${(before >> 32n).toString(16)}/${(before & 0xffffffffn).toString(16)}`;
}
