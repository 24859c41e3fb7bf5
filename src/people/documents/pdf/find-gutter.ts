/**
 * Finds the white strip between two columns: the place that the fewest runs cross. Cells of a table and dates
 * at the right margin have such a strip too. They differ from columns in that they stand on the baselines of
 * what is left of them, and do not fill their width.
 */
import { byBaseline, type Run, rightOf } from './text-pieces.ts';

/** Points. */
const STEP = 2;
/** Columns have so many lines at least, beside each other. */
const LEAST_LINES = 5;
const NARROWEST_PAGE = 150;
/** The share of the width within which no column ends. */
const MARGIN = 0.15;
/** The share of lines that may cross the gutter, as titles and wide tables do. */
const MOST_CROSSING = 0.35;
const MOST_ALIGNED = 0.5;
/** Points: cells of a row stand on the very same baseline, lines of two columns by chance alone. */
const SAME_BASELINE = 0.8;
const FULL_LINE = 0.55;
/** More runs are no text of a page. */
const MOST_RUNS = 5000;

/** The middle of the gutter; null: there is one column. */
export function findGutter(runs: readonly Run[]): number | null {
  if (runs.length < 2 * LEAST_LINES || runs.length > MOST_RUNS) return null;
  const left = Math.min(...runs.map(({ x }) => x));
  const width = Math.max(...runs.map(rightOf)) - left;
  if (width < NARROWEST_PAGE) return null;
  let best: { from: number; to: number; crossing: number } | null = null;
  for (let at = left + MARGIN * width; at <= left + (1 - MARGIN) * width; at += STEP) {
    const crossing = runs.filter((run) => run.x < at && rightOf(run) > at).length;
    if (best !== null && best.to === at - STEP && best.crossing === crossing) best.to = at;
    else if (best === null || crossing < best.crossing) best = { from: at, to: at, crossing };
  }
  if (best === null) return null;
  const gutter = (best.from + best.to) / 2;
  return best.crossing <= MOST_CROSSING * runs.length && isBetweenColumns(runs, gutter) ? gutter : null;
}

function isBetweenColumns(runs: readonly Run[], gutter: number): boolean {
  const left = runs.filter((run) => rightOf(run) <= gutter);
  const right = runs.filter((run) => run.x >= gutter);
  const [besideRight, besideLeft] = [beside(left, right), beside(right, left)];
  if (byBaseline(besideRight).length < LEAST_LINES || byBaseline(besideLeft).length < LEAST_LINES)
    return false;
  const [few, many] = left.length < right.length ? [left, right] : [right, left];
  const aligned = few.filter((run) => many.some(({ y }) => Math.abs(y - run.y) < SAME_BASELINE)).length;
  return aligned < MOST_ALIGNED * few.length || (isFull(left) && isFull(right));
}

/** The runs at heights that the other column has. */
function beside(runs: readonly Run[], others: readonly Run[]): readonly Run[] {
  const lowest = others.reduce((least, { y }) => Math.min(least, y), Infinity);
  const highest = others.reduce((most, { y }) => Math.max(most, y), -Infinity);
  return runs.filter(({ y }) => y >= lowest && y <= highest);
}

/** Whether most lines fill their column. */
function isFull(runs: readonly Run[]): boolean {
  const left = Math.min(...runs.map(({ x }) => x));
  const width = Math.max(...runs.map(rightOf)) - left;
  const widths = runs.map((run) => run.width).sort((a, b) => a - b);
  return widths[Math.floor(widths.length / 2)]! >= FULL_LINE * width;
}
