/**
 * Copies a database into another one, of the same kind or the other.
 *
 * A pass goes through every table in pages of its key. It compares the checksums of a page at both ends, and
 * replaces the target's rows where they differ. The first pass copies while the source is served. The second
 * one runs while writes are paused and finds later changes. It is also the verification: at its end the
 * checksums of all rows are equal at both ends. A copy that was interrupted goes on with the same passes,
 * which find most pages equal.
 */
import { createHash, type Hash } from 'node:crypto';
import {
  type CopySource,
  type CopyTable,
  type CopyTarget,
  type KeyRange,
  keyOf,
  type Row,
} from './copy-side.ts';

interface CopiedTable {
  readonly table: string;
  readonly rows: number;
  /** SHA-256 of all rows, hex; equal at both ends. */
  readonly sha256: string;
  /** Pages that had changed since the first pass. */
  readonly changedPages: number;
}

export interface CopyReport {
  readonly tables: readonly CopiedTable[];
  /** How long writes to the source waited. */
  readonly pausedMs: number;
}

export interface CopyProgress {
  readonly pass: 1 | 2;
  readonly table: string;
  readonly rows: number;
}

const PAGE_ROWS = 1000;

/** Only the first pass: the source is served as before, and the target stays closed until `copyDatabase`. */
export async function prepareCopy(
  source: CopySource,
  target: CopyTarget,
  onProgress: (progress: CopyProgress) => void,
): Promise<void> {
  for (const table of await commonTables(source, target))
    await passTable(source, target, table, 1, onProgress);
}

/** Throws where the ends have other tables, or a table is not equal at the end. */
export async function copyDatabase(
  source: CopySource,
  target: CopyTarget,
  onProgress: (progress: CopyProgress) => void,
): Promise<CopyReport> {
  await prepareCopy(source, target, onProgress);
  const tables = await commonTables(source, target);
  await source.pauseWrites();
  const began = performance.now();
  const copied: CopiedTable[] = [];
  for (const table of tables) copied.push(await passTable(source, target, table, 2, onProgress));
  await target.finish();
  return { tables: copied, pausedMs: performance.now() - began };
}

async function commonTables(source: CopySource, target: CopyTarget): Promise<readonly CopyTable[]> {
  const [ours, theirs] = [await source.tables(), await target.tables()];
  if (JSON.stringify(ours) !== JSON.stringify(theirs))
    throw new Error(
      `${source.name} and ${target.name} have other tables: bring the source up to date with «counterpart migrate».`,
    );
  return ours;
}

async function passTable(
  source: CopySource,
  target: CopyTarget,
  table: CopyTable,
  pass: 1 | 2,
  onProgress: (progress: CopyProgress) => void,
): Promise<CopiedTable> {
  const sums = [createHash('sha256'), createHash('sha256')] as const;
  let [rows, changedPages] = [0, 0];
  for (let from: Row | null = null, isLast = false; !isLast; ) {
    const page = await source.read(table, { from, to: null }, PAGE_ROWS);
    isLast = page.length < PAGE_ROWS;
    // The last range has no end: later rows of the target are gone in the source.
    const range: KeyRange = { from, to: isLast ? null : keyOf(table, page.at(-1)!) };
    let there = await target.read(table, range, PAGE_ROWS + 1);
    if (sumOf(page) !== sumOf(there)) {
      changedPages += 1;
      await target.replace(table, range, page);
      if (pass === 2) there = await target.read(table, range, PAGE_ROWS + 1);
    }
    if (pass === 2)
      for (const [n, part] of [page, there].entries()) for (const row of part) addRow(sums[n as 0 | 1], row);
    rows += page.length;
    from = range.to;
    onProgress({ pass, table: table.name, rows });
  }
  const [sha256, theirs] = sums.map((sum) => sum.digest('hex')) as [string, string];
  if (sha256 !== theirs) throw new Error(`${table.name} is not equal in ${source.name} and ${target.name}.`);
  return { table: table.name, rows, sha256, changedPages };
}

function sumOf(rows: readonly Row[]): string {
  const sum = createHash('sha256');
  for (const row of rows) addRow(sum, row);
  return sum.digest('hex');
}

/** Every value with its kind and length, so that no two rows have the same text. */
function addRow(sum: Hash, row: Row): void {
  for (const value of row) {
    if (value === null) sum.update('n');
    else if (value instanceof Uint8Array) sum.update(`b${value.length} `).update(value);
    else if (typeof value === 'number') sum.update(`d${value} `);
    else sum.update(`t${Buffer.byteLength(value)} `).update(value);
  }
  sum.update('\n');
}
