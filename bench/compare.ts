/**
 * Changes beyond noise between kept runs of a bench: figures paired by table, row and column.
 *
 *   npm run bench -- compare A.json B.json [--threshold 10]
 *   npm run bench -- compare --a A1.json A2.json … --b B1.json B2.json …
 *
 * With several runs of each side: the ratio of medians with its bootstrap interval. With one run of a side:
 * only changes above the threshold (percent).
 */
import { compareFigures } from './compare/compare-figures.ts';
import { HEAD, movedRows, summaryOf } from './compare/describe-comparison.ts';
import { readRun, warningsOf } from './compare/read-runs.ts';
import { sidesOf } from './compare/sides-of.ts';
import { formatTable } from './support/measure.ts';

try {
  const { threshold, ...files } = sidesOf(process.argv.slice(2));
  const [a, b] = [files.a.map(readRun), files.b.map(readRun)];
  for (const warning of warningsOf(a, b)) console.log(`Beware: ${warning}`);
  const comparison = compareFigures(a, b, threshold);
  const rows = movedRows(comparison);
  if (rows.length > 0) console.log(formatTable(HEAD, rows));
  for (const sentence of summaryOf(comparison, Math.min(a.length, b.length))) console.log(sentence);
} catch (error) {
  console.error((error as Error).message);
  process.exitCode = 2;
}
