/**
 * The state of an import in this browser, so that it goes on after the page was closed. It keeps how the file
 * is read, what its columns become and how far it came. No value of the file is kept.
 */
import { delimiters, quotes } from 'counterpart-intake/dialect.ts';
import { encodings } from 'counterpart-intake/encodings.ts';
import { decimals } from 'counterpart-intake/number-text.ts';
import { isRecord } from '../../parts/read-unknown.ts';
import { keyOfTarget } from './column-target.ts';
import type { Mapping } from './row-to-person.ts';
import type { Chosen } from './sniff-file.ts';

export interface SavedImport {
  readonly file: string;
  readonly domain: string;
  readonly reading: Chosen;
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
  const { encoding, dialect, repeated } = layout;
  const saved: SavedImport = {
    file: identityOf(file),
    domain: schema.domain,
    reading: { encoding, ...dialect, repeated },
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
    isListOf(value.targets, 'string') &&
    isListOf(value.refused, 'number') &&
    Number.isSafeInteger(value.position) &&
    (value.position as number) >= 0 &&
    Number.isSafeInteger(value.total)
  );
}

/** Written by this page, maybe by an earlier version of it. */
function isReading(value: unknown): boolean {
  return (
    isRecord(value) &&
    (encodings as readonly unknown[]).includes(value.encoding) &&
    (delimiters as readonly unknown[]).includes(value.delimiter) &&
    (decimals as readonly unknown[]).includes(value.decimal) &&
    [null, ...quotes].includes(value.quote as null) &&
    Number.isSafeInteger(value.skipLines) &&
    ['refuse', 'replace'].includes(value.repeated as string)
  );
}

function isListOf(value: unknown, type: 'string' | 'number'): boolean {
  return Array.isArray(value) && value.every((each) => typeof each === type);
}
