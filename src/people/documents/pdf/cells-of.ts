/** A line by its wide gaps: cells of a table, a name and a date at the right margin. */
import { type Line, type Run, rightOf } from './text-pieces.ts';

/** A gap of so many heights of a letter parts cells. */
const CELL_GAP = 1.4;

export function cellsOf({ runs }: Line): readonly string[] {
  const cells: string[] = [];
  let last: Run | undefined;
  for (const run of runs) {
    const text = run.text.trim();
    if (last === undefined || run.x - rightOf(last) > CELL_GAP * run.size) cells.push(text);
    else cells[cells.length - 1] += ` ${text}`;
    last = run;
  }
  return cells;
}
