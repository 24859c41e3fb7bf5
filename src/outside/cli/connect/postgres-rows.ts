/** Rows of PostgreSQL as mappings read them: times as ISO 8601 in UTC, whole numbers of 64 bits as their digits. */
import pg from 'pg';
import { isRow, type Row } from '../../../platform/intake/mapping/source-row.ts';

const { builtins } = pg.types;

const asWritten = (text: string) => text;
const ownParsers: Readonly<Record<number, (text: string) => unknown>> = {
  [builtins.DATE]: asWritten,
  [builtins.TIMESTAMP]: (text) => `${text.replace(' ', 'T')}Z`,
  [builtins.TIMESTAMPTZ]: (text) => new Date(text).toISOString(),
};

export const postgresTypes: pg.CustomTypesConfig = {
  getTypeParser: (oid: number, format?: 'text' | 'binary') =>
    ownParsers[oid] ?? pg.types.getTypeParser(oid, format),
};

/** A row as a client of replication gives it, whose times are dates. */
export function plainRow(row: unknown): Row {
  if (!isRow(row)) return {};
  return Object.fromEntries(Object.entries(row).map(([name, value]) => [name, plain(value)]));
}

function plain(value: unknown): unknown {
  if (value instanceof Date) return value.toISOString();
  return value instanceof Uint8Array ? null : value;
}
