/**
 * Where an import of this browser stands, so that it goes on after the page was closed: no value of the file is kept, only
 * how it is read, what its columns become and how far it came.
 */
import { isRecord } from '../../parts/read-unknown.ts';
import { keyOfTarget } from './column-target.ts';
import { type Encoding, encodings } from './decode-file.ts';
import type { Mapping } from './row-to-person.ts';

export interface SavedImport {
  readonly file: string;
  readonly domain: string;
  readonly encoding: Encoding;
  readonly delimiter: string;
  /** Keys of targets, by column. */
  readonly targets: readonly string[];
  readonly position: number;
  readonly total: number;
  /** Numbers of the rows that the service refused. */
  readonly refused: readonly number[];
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
  { schema, layout, targets }: Mapping,
  progress: Pick<SavedImport, 'position' | 'total'> & { readonly refused: Iterable<number> },
): void {
  const { encoding, delimiter } = layout;
  const saved: SavedImport = {
    file: identityOf(file),
    domain: schema.domain,
    encoding,
    delimiter,
    targets: targets.map(keyOfTarget),
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

/** What was saved of this file in this domain. */
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
    (encodings as readonly unknown[]).includes(value.encoding) &&
    typeof value.delimiter === 'string' &&
    isListOf(value.targets, 'string') &&
    isListOf(value.refused, 'number') &&
    Number.isSafeInteger(value.position) &&
    (value.position as number) >= 0 &&
    Number.isSafeInteger(value.total)
  );
}

function isListOf(value: unknown, type: 'string' | 'number'): boolean {
  return Array.isArray(value) && value.every((each) => typeof each === type);
}
