/**
 * A database at one moment, as files: for backups. SQLite gives its file, PostgreSQL a file of rows for each
 * table.
 */
interface SnapshotFile {
  readonly name: string;
  /** `pages`: parts keep their place in the file; `lines`: rows of text, in the order of their keys. */
  readonly form: 'pages' | 'lines';
  /** Columns of a table; empty for a whole database. */
  readonly columns: readonly string[];
  read(): AsyncIterable<Uint8Array>;
}

/** The table that marks a database that is being filled. */
export const MARK = 'incomplete_copy';

/** Tables of PostgreSQL whose content lasts seconds. Neither backups nor copies have it. */
export const SHORT_LIVED: ReadonlySet<string> = new Set(['replicas', 'rate_buckets']);

export type DatabaseKind = 'sqlite' | 'postgres';

export interface DatabaseSnapshot {
  readonly kind: DatabaseKind;
  /** Names of the migrations that the database has had. */
  readonly migrations: readonly string[];
  /** Read one after the other. */
  readonly files: readonly SnapshotFile[];
  close(): Promise<void>;
}

/** A database that is being filled from files. Nothing opens it until it is complete. */
export interface IncomingDatabase {
  fill(file: Omit<SnapshotFile, 'form'>): Promise<void>;
  /** All files are there. Only an opener that asks for an incoming database may open it until `finish`. */
  keep(): Promise<void>;
  /** From now on everything may open the database. */
  finish(): Promise<void>;
  /** Ends the attempt; without `finish` the database stays closed to everything. */
  close(): Promise<void>;
}

/** Throws where a copy or a restore of the database began and did not end. */
export function refuseIncomplete(isIncomplete: boolean, where: string): void {
  if (!isIncomplete) return;
  throw new Error(
    `${where} is incomplete: a restore or a copy into it did not end. Run it again, into an empty place.`,
  );
}
