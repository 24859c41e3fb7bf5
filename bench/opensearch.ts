/**
 * The first two stages of a match on OpenSearch beside our index, over the same generated people: the best 2,000 by the
 * shipped dating scorecard both ways, after both sides' preferences and three filters. Needs a JDK of version 21 or
 * newer and Maven; the cluster is two nodes in one process on this machine.
 *
 *   npm run bench -- opensearch [--people 200000 --runs 40 --scored-per-shard 200000 --heap-mb 2048]
 */
import { loadavg } from 'node:os';
import { parseArgs } from 'node:util';
import { quantile } from '../src/numeric/statistics.ts';
import { startTestCluster, whyNoCluster } from '../test/opensearch/test-cluster.ts';
import { openInMemory } from './opensearch/in-memory.ts';
import { openOnCluster } from './opensearch/on-cluster.ts';
import { type Search, searchOf } from './opensearch/searches.ts';
import { peakMemoryMiB, printTable, processorSeconds } from './support/measure.ts';
import { filters, type Strength } from './world/filter-strengths.ts';

const { values: flags } = parseArgs({
  options: {
    people: { type: 'string', default: '200000' },
    runs: { type: 'string', default: '40' },
    'scored-per-shard': { type: 'string', default: '200000' },
    'heap-mb': { type: 'string', default: '2048' },
    /** A cluster that runs already; without it one is started. */
    at: { type: 'string' },
  },
});
const PEOPLE = Number(flags.people);
const RUNS = Number(flags.runs);
const TOP_K = 2000;
/** Java compiles what it has run often. */
const WARM_UP = 40;
/** Compared with the exact best. */
const BEST = 100;

const missing = flags.at === undefined ? whyNoCluster() : null;
if (missing === null) await compare();
else console.log(`SKIPPED: ${missing}.`);

async function compare(): Promise<void> {
  const cluster =
    flags.at === undefined ? await startTestCluster({ heapMb: Number(flags['heap-mb']) }) : null;
  const urls = cluster?.addresses ?? flags.at!.split(',');
  const settings = { urls, scoredPerShard: Number(flags['scored-per-shard']) };
  const [memory, outside] = [openInMemory(), openOnCluster(settings)];
  try {
    const [ours, theirs] = [await memory.load(PEOPLE), await outside.load(PEOPLE)];
    printTable(
      ['engine', 'people', 'indexed a second', 'bytes a person'],
      [
        ['in memory', PEOPLE, Math.round(PEOPLE / ours.seconds), Math.round(ours.bytes / PEOPLE)],
        ['OpenSearch', PEOPLE, Math.round(PEOPLE / theirs.seconds), Math.round(theirs.bytes / PEOPLE)],
      ],
    );
    for (const strength of Object.keys(filters) as Strength[])
      await measure(strength, memory, outside, cluster);
    if (cluster !== null)
      console.log(`OpenSearch: at most ${Math.round(peakMemoryMiB(cluster))} MiB resident`);
    console.log(
      `load ${loadavg()
        .map((load) => load.toFixed(1))
        .join(' ')}`,
    );
  } finally {
    await outside.close();
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

async function measure(
  strength: Strength,
  memory: Engine,
  outside: Engine,
  cluster: { readonly pid: number } | null,
): Promise<void> {
  const times = { memory: [] as number[], outside: [] as number[] };
  const [recalls, passing, scored] = [[] as number[], [] as number[], [] as number[]];
  let processor = 0;
  for (let n = -WARM_UP; n < RUNS; n++) {
    const before = cluster === null ? Number.NaN : processorSeconds(cluster);
    const search = searchOf(strength, n + WARM_UP, PEOPLE);
    const [ours, oursMs] = await timed(() => memory.best(search, TOP_K));
    const [theirs, theirsMs] = await timed(() => outside.best(search, TOP_K));
    if (n < 0) continue;
    processor += cluster === null ? Number.NaN : processorSeconds(cluster) - before;
    times.memory.push(oursMs);
    times.outside.push(theirsMs);
    passing.push(theirs.passing);
    scored.push(theirs.scored);
    const found = new Set(theirs.userIds);
    const best = ours.userIds.slice(0, BEST);
    if (best.length > 0) recalls.push(best.filter((userId) => found.has(userId)).length / best.length);
  }
  const ms = (list: number[], q: number) => quantile(list, q).toFixed(1);
  printTable(
    [
      `${strength} filter`,
      'p50 ms',
      'p99 ms',
      'processor ms',
      `recall of the best ${BEST}`,
      'pass (median)',
      'scored (median)',
    ],
    [
      ['in memory', ms(times.memory, 0.5), ms(times.memory, 0.99), '', '1.000', '', ''],
      [
        'OpenSearch',
        ms(times.outside, 0.5),
        ms(times.outside, 0.99),
        Math.round((1000 * processor) / RUNS),
        `${mean(recalls).toFixed(3)} (least ${Math.min(...recalls).toFixed(2)})`,
        quantile(passing, 0.5),
        quantile(scored, 0.5),
      ],
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
