/**
 * Finds tables of text: CSV, tabs, lines with bars. Every cell is read after the head of its column: "Ask:
 * $8M". Rows of two cells ("Stage | Seed") are labels as they stand.
 */
import type { Block, HeadedCell, Pair, Range } from './blocks.ts';
import type { Canvas } from './canvas.ts';
import { isNoise } from './is-noise.ts';

export interface Row {
  readonly start: number;
  readonly end: number;
  readonly cells: readonly Range[];
  /** "|---|---|" */
  readonly isRule: boolean;
}

export interface Table {
  readonly pairs: Pair[];
  readonly blocks: Block[];
  readonly cells: HeadedCell[];
}

const emptyCell = /^(?:|-+|n\/?a|nan|nil|null|undefined|tbd|\?+)$/i;

/** Writes a table: its first row has the heads. */
export function writeTable(text: string, rows: readonly Row[], canvas: Canvas, into: Table): void {
  const [first, ...others] = rows;
  const heads = first!.cells.map((cell) => text.slice(...trimmed(text, cell)));
  const records = others.filter(({ isRule }) => !isRule);
  canvas.blank(first!.start, first!.end);
  for (const [index, { start, end, cells }] of records.entries()) {
    canvas.clear(start, end);
    for (const [column, cell] of cells.entries()) {
      const [from, to] = trimmed(text, cell);
      const value = text.slice(from, to);
      if (emptyCell.test(value)) continue;
      const name = heads[column] ?? '';
      const isRead = !isNoise([name], value);
      if (isRead) canvas.copy(from, to);
      into.cells.push({ cell: [from, to], head: name === '' ? null : name });
      const path = records.length === 1 ? [name] : [index, name];
      into.blocks.push({ kind: 'cell', path: name, start: from, end: to });
      if (name !== '') into.pairs.push({ path, start: from, end: to, value });
    }
  }
  for (const { start, end, isRule } of others) if (isRule) canvas.blank(start, end);
}

/** Without white space and quotation marks around it. */
function trimmed(text: string, [start, end]: Range): Range {
  let [from, to] = [start, end];
  const isOutside = (at: number) => /[\s"]/.test(text[at]!);
  while (from < to && isOutside(from)) from++;
  while (to > from && isOutside(to - 1)) to--;
  return [from, to];
}
