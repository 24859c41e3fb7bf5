/** Part of the composition root: copies a data folder's database into PostgreSQL, and back. */
import { existsSync, statSync } from 'node:fs';
import { resolve } from 'node:path';
import type { Settings } from '../platform/config/settings.ts';
import {
  type CopyProgress,
  type CopyReport,
  copyDatabase,
  prepareCopy,
} from '../platform/storage/copy/copy-database.ts';
import type { CopySource, CopyTarget } from '../platform/storage/copy/copy-side.ts';
import { openPostgresSource, openPostgresTarget } from '../platform/storage/copy/postgres-side.ts';
import { openSqliteSource, openSqliteTarget } from '../platform/storage/copy/sqlite-side.ts';
import { knownMigrations } from '../platform/storage/migrations/migrate.ts';
import type { PostgresSettings } from '../platform/storage/postgres/open-pool.ts';
import { databaseFile, postgresSettings } from './open-store.ts';

export interface WantedCopy {
  /** A data folder, an address of PostgreSQL, or `env:NAME`, whose value is one. */
  readonly from: string;
  readonly to: string;
  /** Goes on with a copy that was begun. */
  readonly resume: boolean;
  /** Does only the part that needs no pause; the target stays closed. */
  readonly prepare: boolean;
}

/** null: only prepared. Throws an Error that says what to do; a password is in no message. */
export async function copyStore(
  settings: Settings,
  environment: Environment,
  { from, to, resume, prepare }: WantedCopy,
  onProgress: (progress: CopyProgress) => void,
): Promise<CopyReport | null> {
  const [source, target] = [from, to].map((text) => placeOf(settings, environment, text)) as [Place, Place];
  if (source.same === target.same) throw new Error('--from and --to are the same database.');
  const ends: (CopySource | CopyTarget)[] = [];
  try {
    const reading = await openSource(source);
    ends.push(reading);
    const pending = await reading.pending();
    if (pending.length > 0)
      throw new Error(`The source lacks ${pending.join(', ')}: «counterpart migrate» brings it up to date.`);
    const writing = await openTarget(target, resume);
    ends.push(writing);
    if (!prepare) return await copyDatabase(reading, writing, onProgress);
    await prepareCopy(reading, writing, onProgress);
    return null;
  } finally {
    for (const end of ends.toReversed()) await end.close();
  }
}

type Environment = Readonly<Record<string, string | undefined>>;

interface Place {
  readonly postgres: PostgresSettings | null;
  readonly file: string;
  /** Equal for equal databases. */
  readonly same: string;
}

function placeOf(settings: Settings, environment: Environment, text: string): Place {
  const where = text.startsWith('env:') ? variableOf(environment, text.slice('env:'.length)) : text;
  if (/^postgres(ql)?:/.test(where)) {
    const url = URL.parse(where);
    if (url === null)
      throw new Error('The address of PostgreSQL is malformed: postgres://user:password@host:5432/database');
    const { host, pathname, searchParams } = url;
    const same = `${host}${pathname}?${searchParams.get('options') ?? ''}`;
    return { postgres: postgresSettings({ ...settings, databaseUrl: where }), file: '', same };
  }
  const data = resolve(where);
  if (existsSync(data) && !statSync(data).isDirectory()) throw new Error(`${data} is no data folder.`);
  return { postgres: null, file: databaseFile({ data }), same: data };
}

function variableOf(environment: Environment, variable: string): string {
  const value = environment[variable];
  if (value === undefined || value === '') throw new Error(`The environment has no ${variable}.`);
  return value;
}

async function openSource({ postgres, file }: Place): Promise<CopySource> {
  return postgres === null ? openSqliteSource(file) : openPostgresSource(postgres);
}

function openTarget({ postgres, file }: Place, resume: boolean): Promise<CopyTarget> {
  return postgres === null
    ? openSqliteTarget(file, resume)
    : openPostgresTarget(postgres, resume, knownMigrations());
}
