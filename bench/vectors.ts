/**
 * Nearest neighbours by cosine, unfiltered and under filters that pass 50 %, 10 %, 1 % and 0.1 %. Prints
 * recall of the true 100 (by exact float32 cosines) and latency, compared with LanceDB and USearch in one
 * run.
 *
 *   npm install --prefix bench/competitors       once: the other systems
 *   npm run bench -- vectors [--points 1000000 --dimension 128 --queries 50 --threads 2 --keep FOLDER]
 *
 * `--keep`: a folder for the other systems' built indexes, reused by runs with the same points and
 * dimensions; building takes minutes for a million points. Processor time is the sum over all threads; on a
 * busy machine its least value is more reliable than latency.
 */
import { loadavg } from 'node:os';
import { parseArgs } from 'node:util';
import { quantile } from '../src/platform/numeric/statistics.ts';
import { printTable } from './support/measure.ts';
import { openBuiltFolder } from './vectors/built-folder.ts';
import { counterpartFinders } from './vectors/counterpart.ts';
import type { Finder } from './vectors/finder.ts';
import { lanceFinders } from './vectors/lancedb.ts';
import { exactNearest, makePoints } from './vectors/points.ts';
import { usearchFinders } from './vectors/usearch.ts';

const { values: flags } = parseArgs({
  options: {
    points: { type: 'string', default: '1000000' },
    dimension: { type: 'string', default: '128' },
    queries: { type: 'string', default: '50' },
    /** Threads that build the graph of USearch. */
    threads: { type: 'string', default: '2' },
    keep: { type: 'string' },
  },
});
const K = 100;
const points = makePoints(Number(flags.points), Number(flags.dimension), Number(flags.queries));
const shares = [1000, 500, 100, 10, 1];

const truth = new Map(
  shares.map((below) => [below, points.queries.map((query) => exactNearest(points, query, below, K))]),
);
const built = openBuiltFolder(flags.keep);
const lance = [
  { probes: 20, refine: 5 },
  { probes: 50, refine: 20 },
  { probes: 200, refine: 50 },
];
const finders = [
  ...counterpartFinders([null, 50 * K, 100 * K, 200 * K]),
  ...(await lanceFinders(lance, built)),
  ...(await usearchFinders([128, 512, 1024, 2048], Number(flags.threads), built)),
];
const rows = new Map<number, string[][]>(shares.map((below) => [below, []]));
try {
  for (const finder of finders) {
    const started = performance.now();
    await finder.load(points);
    console.log(`${finder.name}: ready after ${((performance.now() - started) / 1000).toFixed(1)} s`);
    for (const below of shares) rows.get(below)!.push(await judge(finder, below));
  }
} finally {
  for (const finder of finders) await finder.close();
  built.close();
}
for (const below of shares) {
  console.log(
    `\n${below / 10} % of ${points.count.toLocaleString('en')} × ${points.dimension} pass; ${points.queries.length} queries; load ${loadavg()[0]!.toFixed(1)}`,
  );
  printTable(
    ['', `recall@${K}`, 'fewest found', 'median ms', 'p99 ms', 'processor ms: least', 'median'],
    rows.get(below)!,
  );
}

async function judge(finder: Finder, below: number): Promise<string[]> {
  const taken: number[] = [];
  const used: number[] = [];
  let [found, wanted, fewest] = [0, 0, K];
  await finder.nearest(points.queries[0]!, below, K);
  for (const [q, query] of points.queries.entries()) {
    const before = process.cpuUsage();
    const started = performance.now();
    const answer = await finder.nearest(query, below, K);
    taken.push(performance.now() - started);
    const { user, system } = process.cpuUsage(before);
    used.push((user + system) / 1000);
    const right = new Set(truth.get(below)![q]!);
    for (let at = 0; at < answer.length; at++) found += Number(right.has(answer[at]!));
    wanted += right.size;
    fewest = Math.min(fewest, answer.length);
  }
  const at = (times: readonly number[], q: number) => quantile(times, q).toFixed(2);
  const recall = (found / wanted).toFixed(4);
  return [
    finder.name,
    recall,
    String(fewest),
    ...[at(taken, 0.5), at(taken, 0.99)],
    ...[at(used, 0), at(used, 0.5)],
  ];
}
