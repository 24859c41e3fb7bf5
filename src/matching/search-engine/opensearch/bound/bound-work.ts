/**
 * Bounds the number of scored people: where more pass, some are left out, by cells of the strongest columns.
 * A sample by the hash of the id is scored in full. Each cell gets a mean and a spread of log-odds. From
 * these, taken as normal, follows the share of its people that reach the best score of the sample. Cells are
 * left out from the least share up. The last cell loses the people active longest ago, and the last of these
 * days a share by hash. A cell without a person of the sample is never left out.
 *
 * All parts are filters over values. So every shard leaves out the same kind of people, and a repeated match
 * the same people. A count of all would take as long as it saves.
 */
import { z } from 'zod';
import type { DomainDefinition } from '../../../../domains/definition.ts';
import type { RemoteScoring } from '../../remote-scoring.ts';
import { parsed } from '../open-engine-client.ts';
import { allOf, anyOf, type Query, without } from '../query/queries.ts';
import { type Asked, passing, type Rules, routingOf } from '../rules.ts';
import { scoreScript } from '../scripts/score-script.ts';
import { Shards, searchWhole } from '../whole-answer.ts';
import { type Bucket, strongestColumns } from './strongest-columns.ts';

const DAY_MS = 24 * 60 * 60 * 1000;
/** Above every `tieBreak`. */
const HASHES = 2 ** 32;
/** People of the domain in a sample. */
const SAMPLE = 100_000;

const LOG_ODDS =
  'double x = _score.doubleValue(); return Math.log(Math.max(x, 1e-30) / Math.max(1 - x, 1e-7));';

const Node = z.looseObject({ doc_count: z.number() });
const Filtered = z.object({ buckets: z.array(Node) });
const Leaf = z.object({
  doc_count: z.number(),
  odds: z.object({ avg: z.number().nullable(), variance: z.number().nullable(), max: z.number().nullable() }),
  days: z.object({ buckets: z.array(z.object({ key: z.number(), doc_count: z.number() })) }),
});
const Counted = Shards.extend({ hits: z.object({ total: z.object({ value: z.number() }) }) });
const Scored = Shards.extend({ aggregations: z.looseObject({}) });

export interface Work {
  readonly scoring: RemoteScoring;
  readonly definition: DomainDefinition;
  /** People of the domain. */
  readonly total: number;
  /** About so many may be scored. */
  readonly most: number;
}

/** The people that are scored; null: all that pass. */
export async function boundWork(asked: Asked, rules: Rules, work: Work): Promise<Query | null> {
  const share = Math.min(1, SAMPLE / work.total);
  const sample: Query = share < 1 ? hashBelow(share) : { match_all: {} };
  const filter = { bool: { filter: [passing(rules), sample] } };
  const routing = routingOf(rules);
  const search = (what: object) =>
    searchWhole(asked, { ...what, size: 0 }, { reads: 'hits.total,aggregations', routing });
  const { hits } = parsed(Counted, await search({ query: filter, track_total_hits: true }));
  const surplus = hits.total.value / share - work.most;
  if (surplus <= 0) return null;
  const columns = strongestColumns(work.definition, work.scoring);
  const script = scoreScript(work.definition, work.scoring);
  const scored = await search({
    query: { script_score: { query: filter, script } },
    aggs: cellsBy(columns),
  });
  const { aggregations } = parsed(Scored, scored);
  return without([unionOf(leftOut(worstFirst(cellsOf(aggregations, columns, share)), surplus))]);
}

function cellsBy(columns: readonly (readonly Bucket[])[]): Readonly<Record<string, unknown>> {
  const leaf: Record<string, unknown> = {
    odds: { extended_stats: { script: { source: LOG_ODDS } } },
    days: { histogram: { field: 'a', interval: DAY_MS, min_doc_count: 1 } },
  };
  return columns.reduceRight(
    (aggs, buckets) => ({ cells: { filters: { filters: buckets.map(({ query }) => query) }, aggs } }),
    leaf,
  );
}

interface Cell extends Part {
  readonly sampled: number;
  readonly mean: number;
  readonly variance: number;
  readonly best: number;
}

/** Cells that hold a person of the sample. */
function cellsOf(
  node: Readonly<Record<string, unknown>>,
  [buckets, ...rest]: readonly (readonly Bucket[])[],
  share: number,
  within: readonly Query[] = [],
): readonly Cell[] {
  if (buckets === undefined) return leafOf(node, share, within);
  return parsed(Filtered, node.cells).buckets.flatMap((inner, at) =>
    inner.doc_count === 0 ? [] : cellsOf(inner, rest, share, [...within, buckets[at]!.query]),
  );
}

function leafOf(node: unknown, share: number, within: readonly Query[]): readonly Cell[] {
  // Without any column the aggregations of the whole answer are the only leaf, and have no count.
  const { doc_count, odds, days } = parsed(Leaf, { doc_count: 1, ...(node as object) });
  const parts = days.buckets.map((day) => ({
    path: [{ range: { a: { gte: day.key, lt: day.key + DAY_MS } } }],
    people: day.doc_count / share,
    parts: [],
  }));
  const people = parts.reduce((sum, part) => sum + part.people, 0);
  const path = within.length === 0 ? [{ match_all: {} }] : within;
  const { avg, variance, max } = odds;
  return [
    { path, people, parts, sampled: doc_count, mean: avg ?? 0, variance: variance ?? 0, best: max ?? 0 },
  ];
}

/** Shrinkage: the spread of a cell with few people is taken to be near that of all cells. */
const PRIOR_PEOPLE = 5;

function worstFirst(cells: readonly Cell[]): readonly Part[] {
  const sampled = cells.reduce((sum, cell) => sum + cell.sampled, 0);
  const usual = cells.reduce((sum, cell) => sum + cell.sampled * cell.variance, 0) / sampled;
  const best = Math.max(...cells.map((cell) => cell.best));
  /** Spreads between the mean and the best. */
  const steps = (cell: Cell) => {
    const variance = (cell.sampled * cell.variance + PRIOR_PEOPLE * usual) / (cell.sampled + PRIOR_PEOPLE);
    return (best - cell.mean) / Math.sqrt(Math.max(variance, 1e-12));
  };
  return cells
    .map((cell) => ({ cell, steps: steps(cell) }))
    .sort((a, b) => b.steps - a.steps)
    .map(({ cell }) => cell);
}

interface Part {
  /** All of them hold for the part's people. */
  readonly path: readonly Query[];
  readonly people: number;
  /** Longest ago first. */
  readonly parts: readonly Part[];
}

/** The paths of the first parts that hold at most so many people together, and of a piece of the next. */
function leftOut(parts: readonly Part[], surplus: number): readonly (readonly Query[])[] {
  let left = surplus;
  const paths: (readonly Query[])[] = [];
  for (const { path, people, parts: inner } of parts) {
    if (people > left) {
      const pieces = inner.length > 0 ? leftOut(inner, left) : [[hashBelow(left / people)]];
      return [...paths, ...pieces.map((piece) => [...path, ...piece])];
    }
    paths.push(path);
    left -= people;
  }
  return paths;
}

/** Paths that begin alike are asked for together. */
function unionOf(paths: readonly (readonly Query[])[]): Query {
  const groups = Map.groupBy(paths, ([first]) => first!);
  return anyOf(
    Array.from(groups, ([first, members]) => {
      const rests = members.map(([, ...rest]) => rest);
      return rests.some((rest) => rest.length === 0) ? first : allOf([first, unionOf(rests)]);
    }),
  );
}

function hashBelow(share: number): Query {
  return { range: { s: { lt: Math.floor(HASHES * share) } } };
}
