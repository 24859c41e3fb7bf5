/**
 * Runs of a page as lines, in the order in which a person reads them: columns one after the other, and the
 * lines that span them where they stand.
 */
import { findGutter } from './find-gutter.ts';
import { byBaseline, type Line, type Run, rightOf } from './text-pieces.ts';

/** Columns within columns. */
const DEEPEST = 3;

export function linesOfPage(runs: readonly Run[], depth = 1): readonly Line[] {
  const gutter = depth > DEEPEST ? null : findGutter(runs);
  if (gutter === null) return linesOf(runs);
  const lines: Line[] = [];
  let [left, right]: [Run[], Run[]] = [[], []];
  const endBand = () => {
    lines.push(...linesOfPage(left, depth + 1), ...linesOfPage(right, depth + 1));
    [left, right] = [[], []];
  };
  let spanning: Run[] = [];
  const endSpanning = () => {
    lines.push(...linesOf(spanning));
    spanning = [];
  };
  for (const baseline of byBaseline(runs)) {
    if (baseline.some((run) => spans(run, gutter))) {
      endBand();
      spanning.push(...baseline);
    } else {
      endSpanning();
      for (const run of baseline) (rightOf(run) <= gutter + SLACK ? left : right).push(run);
    }
  }
  endSpanning();
  endBand();
  return lines;
}

/** How far a line may stand out of its column, points. */
const SLACK = 4;

function spans(run: Run, gutter: number): boolean {
  return run.x < gutter - SLACK && rightOf(run) > gutter + SLACK;
}

function linesOf(runs: readonly Run[]): readonly Line[] {
  if (runs.length === 0) return [];
  const column = {
    left: runs.reduce((least, { x }) => Math.min(least, x), Infinity),
    right: runs.reduce((most, run) => Math.max(most, rightOf(run)), -Infinity),
  };
  return byBaseline(runs).map((line) => {
    const largest = line.reduce((most, run) => (run.size > most.size ? run : most));
    return { runs: line, y: largest.y, size: largest.size, column };
  });
}
