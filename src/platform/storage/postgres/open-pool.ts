/** Connections to the PostgreSQL database. */
import { readFileSync } from 'node:fs';
import pg from 'pg';

export interface PostgresSettings {
  /** postgres://user:password@host:port/database, with `sslmode` and other parameters of libpq. A secret. */
  readonly url: string;
  /** Most connections of this process. */
  readonly connections: number;
  /** A statement that runs longer is cancelled. 0: never. */
  readonly statementTimeoutMs: number;
  /** File with the certificates (PEM) that the server's is checked with; null: those of the system. */
  readonly certificates: string | null;
  /** Opens a database that is being restored, or copied into. */
  readonly incoming?: true;
}

const CONNECT_TIMEOUT_MS = 10_000;
const IDLE_MS = 30_000;
/** A transaction of a process that hangs is ended, so that its locks do not stop the others. */
const IDLE_IN_TRANSACTION_MS = 60_000;

/** The schema is that of the connection's search path, `public` by default. */
export function openPool(settings: PostgresSettings): pg.Pool {
  const { url, connections, statementTimeoutMs, certificates } = settings;
  const pool = new pg.Pool({
    connectionString: url,
    max: connections,
    application_name: 'counterpart',
    connectionTimeoutMillis: CONNECT_TIMEOUT_MS,
    idleTimeoutMillis: IDLE_MS,
    idle_in_transaction_session_timeout: IDLE_IN_TRANSACTION_MS,
    ...(statementTimeoutMs > 0 && { statement_timeout: statementTimeoutMs }),
    ...(certificates !== null && {
      ssl: { ca: readFileSync(certificates, 'utf8'), rejectUnauthorized: true },
    }),
    keepAlive: true,
    types: { getTypeParser: parserOf as typeof pg.types.getTypeParser },
  });
  // A connection that breaks, idle or between two statements, is replaced; its next statement fails. Without
  // a listener the process would end.
  pool.on('error', () => undefined);
  pool.on('connect', (client) => void client.on('error', () => undefined));
  return pool;
}

const { INT8, NUMERIC, BYTEA } = pg.types.builtins;

/**
 * Whole numbers of the tables are below 2^53; pg would give them as strings. Bytes are a plain Uint8Array.
 */
function parserOf(type: number, format?: 'text' | 'binary'): (value: string) => unknown {
  if (format !== 'binary') {
    if (type === INT8 || type === NUMERIC) return Number;
    if (type === BYTEA) return (value) => Uint8Array.from(Buffer.from(value.slice(2), 'hex'));
  }
  return pg.types.getTypeParser(type, format as 'text') as (value: string) => unknown;
}
