/**
 * The first two stages of a match on OpenSearch beside our index, over the same generated people. They find
 * the best 2,000 by the shipped dating scorecard both ways, after both sides' preferences and three filters.
 * Needs a JDK of version 21 or newer and Maven. The cluster is two nodes in one process on this machine.
 *
 *   npm run bench -- opensearch [--people 200000 --runs 40 --scored-per-shard 200000 --heap-mb 2048]
 *   npm run bench -- opensearch --shards 8 --spread ids,place --filters strict --counts
 */
import { loadavg } from 'node:os';
import { parseArgs } from 'node:util';
import { quantile } from '../src/platform/numeric/statistics.ts';
import { startTestCluster, whyNoCluster } from '../test/opensearch/test-cluster.ts';
import { openInMemory } from './opensearch/in-memory.ts';
import { openOnCluster } from './opensearch/on-cluster.ts';
import { type Search, searchOf } from './opensearch/searches.ts';
import { peakMemoryMiB, printTable, processorSeconds } from './support/measure.ts';
import type { Strength } from './world/filter-strengths.ts';

const { values: flags } = parseArgs({
  options: {
    people: { type: 'string', default: '200000' },
    runs: { type: 'string', default: '40' },
    'scored-per-shard': { type: 'string', default: '200000' },
    'heap-mb': { type: 'string', default: '2048' },
    shards: { type: 'string', default: '2' },
    /** By what people are spread over shards; both are measured side by side. */
    spread: { type: 'string', default: 'place' },
    filters: { type: 'string', default: 'weak,medium,strict' },
    /** The dropped people by reason too, as in a match. */
    counts: { type: 'boolean', default: false },
    /** Looks for all changed people on every shard, as after a try that ended half way. */
    'look-for-all': { type: 'boolean', default: false },
    /** A cluster that runs already; without it one is started. */
    at: { type: 'string' },
  },
});
const PEOPLE = Number(flags.people);
const RUNS = Number(flags.runs);
const TOP_K = 2000;
/** Java compiles what it has run often. */
const WARM_UP = 40;
/** Changes of people who are indexed, and how often so many are written. */
const CHANGES = 10_000;
const CHANGE_ROUNDS = 5;
/** Compared with the exact best. */
const BEST = 100;

const missing = flags.at === undefined ? whyNoCluster() : null;
if (missing === null) await compare();
else console.log(`SKIPPED: ${missing}.`);

async function compare(): Promise<void> {
  const cluster =
    flags.at === undefined ? await startTestCluster({ heapMb: Number(flags['heap-mb']) }) : null;
  const urls = cluster?.addresses ?? flags.at!.split(',');
  const settings = {
    ...{ urls, scoredPerShard: Number(flags['scored-per-shard']) },
    ...{ shards: Number(flags.shards), counts: flags.counts },
    isFirstTry: !flags['look-for-all'],
  };
  const memory = openInMemory();
  const outside = flags.spread.split(',').map((by) => ({
    name: `OpenSearch by ${by}`,
    ...openOnCluster({ ...settings, byPlace: by === 'place' }),
  }));
  try {
    await loadAll(memory, outside, cluster);
    for (const strength of flags.filters.split(',') as Strength[])
      await measure(strength, memory, outside, cluster);
    await changeAll(outside, cluster);
    if (cluster !== null)
      console.log(`OpenSearch: at most ${Math.round(peakMemoryMiB(cluster))} MiB resident`);
    console.log(
      `load ${loadavg()
        .map((load) => load.toFixed(1))
        .join(' ')}`,
    );
  } finally {
    for (const one of outside) await one.close();
    await memory.close();
    await cluster?.close();
  }
}

interface Engine {
  best(
    search: Search,
    topK: number,
  ): Promise<{ readonly userIds: readonly string[]; readonly passing: number; readonly scored: number }>;
}
type Outside = Engine & { readonly name: string } & Pick<ReturnType<typeof openOnCluster>, 'load' | 'change'>;
type Cluster = { readonly pid: number } | null;

function spentBy(cluster: Cluster): number {
  return cluster === null ? Number.NaN : processorSeconds(cluster);
}

async function loadAll(
  memory: ReturnType<typeof openInMemory>,
  outside: readonly Outside[],
  cluster: Cluster,
): Promise<void> {
  const ours = await memory.load(PEOPLE);
  const rows: (string | number)[][] = [
    ['in memory', PEOPLE, Math.round(PEOPLE / ours.seconds), '', Math.round(ours.bytes / PEOPLE)],
  ];
  for (const one of outside) {
    const before = spentBy(cluster);
    const { seconds, bytes } = await one.load(PEOPLE);
    const micros = Math.round((1e6 * (spentBy(cluster) - before)) / PEOPLE);
    rows.push([one.name, PEOPLE, Math.round(PEOPLE / seconds), micros, Math.round(bytes / PEOPLE)]);
  }
  printTable(['engine', 'people', 'indexed a second', 'processor µs', 'bytes a person'], rows);
}

async function changeAll(outside: readonly Outside[], cluster: Cluster): Promise<void> {
  const all = outside.map(() => ({ rates: [] as number[], micros: [] as number[] }));
  for (let round = 0; round <= CHANGE_ROUNDS; round++) {
    for (const [at, one] of outside.entries()) {
      const before = spentBy(cluster);
      const seconds = await one.change(PEOPLE, CHANGES);
      // The first round warms Java up.
      if (round === 0) continue;
      all[at]!.rates.push(CHANGES / seconds);
      all[at]!.micros.push((1e6 * (spentBy(cluster) - before)) / CHANGES);
    }
  }
  const median = (list: number[]) => Math.round(quantile(list, 0.5));
  printTable(
    ['engine', 'changes a second (median)', 'processor µs of a change (median)'],
    all.map(({ rates, micros }, at) => [outside[at]!.name, median(rates), median(micros)]),
  );
}

async function measure(
  strength: Strength,
  memory: Engine,
  outside: readonly Outside[],
  cluster: Cluster,
): Promise<void> {
  const oursMs: number[] = [];
  const figures = outside.map(() => ({
    ...{ ms: [] as number[], recalls: [] as number[], passing: [] as number[], scored: [] as number[] },
    processor: 0,
  }));
  for (let n = -WARM_UP; n < RUNS; n++) {
    const search = searchOf(strength, n + WARM_UP, PEOPLE);
    const [ours, ms] = await timed(() => memory.best(search, TOP_K));
    if (n >= 0) oursMs.push(ms);
    for (const [at, one] of outside.entries()) {
      const before = spentBy(cluster);
      const [theirs, theirsMs] = await timed(() => one.best(search, TOP_K));
      if (n < 0) continue;
      const figure = figures[at]!;
      figure.processor += spentBy(cluster) - before;
      figure.ms.push(theirsMs);
      figure.passing.push(theirs.passing);
      figure.scored.push(theirs.scored);
      const found = new Set(theirs.userIds);
      const best = ours.userIds.slice(0, BEST);
      if (best.length > 0)
        figure.recalls.push(best.filter((userId) => found.has(userId)).length / best.length);
    }
  }
  const at = (list: number[], q: number) => quantile(list, q).toFixed(1);
  printTable(
    [
      ...[`${strength} filter`, 'p50 ms', 'p99 ms', 'processor ms'],
      ...[`recall of the best ${BEST}`, 'pass (median)', 'scored (median)'],
    ],
    [
      ['in memory', at(oursMs, 0.5), at(oursMs, 0.99), '', '1.000', '', ''],
      ...figures.map(({ ms, recalls, passing, scored, processor }, n) => [
        ...[outside[n]!.name, at(ms, 0.5), at(ms, 0.99), ((1000 * processor) / RUNS).toFixed(1)],
        `${mean(recalls).toFixed(3)} (least ${Math.min(...recalls).toFixed(2)})`,
        ...[quantile(passing, 0.5), quantile(scored, 0.5)],
      ]),
    ],
  );
}

async function timed<T>(run: () => Promise<T>): Promise<readonly [T, number]> {
  const started = performance.now();
  const result = await run();
  return [result, performance.now() - started];
}

function mean(list: readonly number[]): number {
  return list.reduce((sum, one) => sum + one, 0) / list.length;
}
