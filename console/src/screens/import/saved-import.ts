/**
 * The state of an import in this browser, so that it goes on after the page was closed. It keeps how the file
 * is read, what its columns become and how far it came. No value of the file is kept, so that an import whose
 * table of values was changed by hand is not kept at all.
 */
import { delimiters, quotes } from 'counterpart-intake/dialect.ts';
import { encodings } from 'counterpart-intake/encodings.ts';
import { keyOfTarget } from 'counterpart-intake/guess/column-target.ts';
import { decimals } from 'counterpart-intake/number-text.ts';
import { repeatedIds } from 'counterpart-intake/repeated-ids.ts';
import { isRecord } from '../../parts/read-unknown.ts';
import type { FileMapping } from './file-mapping.ts';
import type { Chosen } from './layout.ts';
import type { RowAt } from './rejects.ts';

export interface SavedImport {
  readonly file: string;
  readonly domain: string;
  readonly reading: Chosen;
  /** Keys of targets, by column. */
  readonly targets: readonly string[];
  readonly position: number;
  readonly total: number;
  /** Rows that the service refused. */
  readonly refused: readonly RowAt[];
}

const MOST_REFUSED = 10_000;

function keyOf(tenant: string): string {
  return `counterpart:import:${tenant}`;
}

/** The same bytes, as far as a browser tells without reading them. */
export function identityOf({ name, size, lastModified }: File): string {
  return JSON.stringify([name, size, lastModified]);
}

export function saveImport(
  tenant: string,
  file: File,
  { schema, layout, columns }: FileMapping,
  progress: Pick<SavedImport, 'position' | 'total'> & { readonly refused: Iterable<RowAt> },
): void {
  if (columns.some(({ isEdited }) => isEdited)) return;
  const saved: SavedImport = {
    file: identityOf(file),
    domain: schema.domain,
    reading: { ...layout.reading, repeated: layout.repeated, byColumns: layout.form === undefined },
    targets: columns.map(({ target }) => keyOfTarget(target)),
    position: progress.position,
    total: progress.total,
    refused: [...progress.refused].slice(0, MOST_REFUSED),
  };
  try {
    localStorage.setItem(keyOf(tenant), JSON.stringify(saved));
  } catch {
    // Without storage an import goes on only while the page is open.
  }
}

export function forgetImport(tenant: string): void {
  try {
    localStorage.removeItem(keyOf(tenant));
  } catch {
    // There is nothing to forget.
  }
}

/** The saved state of this file in this domain. */
export function savedImportOf(tenant: string, file: File, domain: string): SavedImport | undefined {
  try {
    const saved: unknown = JSON.parse(localStorage.getItem(keyOf(tenant)) ?? 'null');
    return isSaved(saved) && saved.file === identityOf(file) && saved.domain === domain ? saved : undefined;
  } catch {
    return undefined;
  }
}

function isSaved(value: unknown): value is SavedImport {
  return (
    isRecord(value) &&
    isReading(value.reading) &&
    Array.isArray(value.targets) &&
    value.targets.every((target) => typeof target === 'string') &&
    Array.isArray(value.refused) &&
    value.refused.every(isPlace) &&
    Number.isSafeInteger(value.position) &&
    (value.position as number) >= 0 &&
    Number.isSafeInteger(value.total)
  );
}

/** Written by this page, maybe by an earlier version of it. */
function isReading(value: unknown): boolean {
  return (
    isRecord(value) &&
    [undefined, ...encodings].includes(value.encoding as undefined) &&
    [undefined, ...delimiters].includes(value.delimiter as undefined) &&
    [undefined, ...decimals].includes(value.decimal as undefined) &&
    [undefined, null, ...quotes].includes(value.quote as null) &&
    (value.skipLines === undefined || Number.isSafeInteger(value.skipLines)) &&
    [undefined, true, false].includes(value.byColumns as undefined) &&
    repeatedIds.some((way) => way === value.repeated)
  );
}

function isPlace(value: unknown): boolean {
  return isRecord(value) && Number.isSafeInteger(value.row) && Number.isSafeInteger(value.line);
}
