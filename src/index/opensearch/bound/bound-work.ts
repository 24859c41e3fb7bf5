/**
 * Where more people pass than may be scored: those are scored whose two strongest columns promise most, cell by cell; of
 * the last cell those that were active last; of the last day a share by the hash of the id. All parts are filters over
 * values, so that every shard leaves out the same kind of people, and a repeated match the same people.
 *
 * The cells are counted in a sample by the hash of the id: a count of all would take as long as it saves.
 */
import { z } from 'zod';
import type { DomainDefinition } from '../../../domains/definition.ts';
import { parsed } from '../open-client.ts';
import { allOf, anyOf, type Query } from '../query/queries.ts';
import type { RemoteScoring } from '../remote-scoring.ts';
import { type Asked, passing, type Rules } from '../rules.ts';
import { assertWhole, Shards } from '../whole-answer.ts';
import { type Bucket, strongestColumns } from './strongest-columns.ts';

const DAY_MS = 24 * 60 * 60 * 1000;
/** Above every `tieBreak`. */
const HASHES = 2 ** 32;
/** People of the domain in a sample. */
const SAMPLE = 100_000;

const Days = z.object({ buckets: z.array(z.object({ key: z.number(), doc_count: z.number() })) });
const Cell = z.object({ doc_count: z.number(), days: Days });
const Row = z.object({ cells: z.object({ buckets: z.array(Cell) }) });
const Counts = Shards.extend({
  hits: z.object({ total: z.object({ value: z.number() }) }),
  aggregations: z.object({ rows: z.object({ buckets: z.array(Row) }) }),
});

export interface Work {
  readonly scoring: RemoteScoring;
  readonly definition: DomainDefinition;
  /** People of the domain. */
  readonly total: number;
  /** At most so many may be scored. */
  readonly most: number;
}

/** The people that are scored; null: all that pass. */
export async function boundWork(asked: Asked, rules: Rules, work: Work): Promise<Query | null> {
  const { scoring, definition, total, most } = work;
  const share = Math.min(1, SAMPLE / total);
  const everybody: readonly Bucket[] = [{ points: 0, query: { match_all: {} } }];
  const [rows = everybody, columns = everybody] = strongestColumns(definition, scoring);
  const { hits, aggregations } = await countSample(asked, rules, share, rows, columns);
  if (hits.total.value / share <= most) return null;
  const cells = aggregations.rows.buckets.flatMap(({ cells }, row) =>
    cells.buckets.map(({ doc_count, days }, column) => ({
      points: rows[row]!.points + columns[column]!.points,
      query: allOf([rows[row]!.query, columns[column]!.query]),
      people: doc_count / share,
      parts: daysOf(days.buckets, share),
    })),
  );
  const filled = cells.filter(({ people }) => people > 0).sort((a, b) => b.points - a.points);
  return upTo(filled, most);
}

async function countSample(
  { client, path, timeoutMs, signal }: Asked,
  rules: Rules,
  share: number,
  rows: readonly Bucket[],
  columns: readonly Bucket[],
): Promise<z.output<typeof Counts>> {
  const sample: Query = share < 1 ? hashBelow(share) : { match_all: {} };
  const filters = (buckets: readonly Bucket[]) => ({ filters: buckets.map(({ query }) => query) });
  const days = { histogram: { field: 'a', interval: DAY_MS, min_doc_count: 1 } };
  const body = {
    query: { bool: { filter: [passing(rules), sample] } },
    size: 0,
    track_total_hits: true,
    timeout: `${timeoutMs}ms`,
    aggs: {
      rows: { filters: filters(rows), aggs: { cells: { filters: filters(columns), aggs: { days } } } },
    },
  };
  const query = {
    allow_partial_search_results: false,
    filter_path: 'timed_out,_shards,hits.total,aggregations',
  };
  const answer = await client.request({
    method: 'POST',
    path: `${path}/_search`,
    query,
    body,
    timeoutMs,
    signal,
  });
  return parsed(Counts, assertWhole(answer.body));
}

interface Part {
  readonly query: Query;
  readonly people: number;
  readonly parts: readonly Part[];
}

/** Newest first. */
function daysOf(days: z.output<typeof Days>['buckets'], share: number): readonly Part[] {
  return days.toReversed().map(({ key, doc_count }) => ({
    query: { range: { a: { gte: key, lt: key + DAY_MS } } },
    people: doc_count / share,
    parts: [],
  }));
}

/** The first parts that hold at most so many people together, and a piece of the next. */
function upTo(parts: readonly Part[], most: number): Query {
  let left = most;
  const whole: Query[] = [];
  for (const part of parts) {
    if (part.people > left) {
      const piece = part.parts.length > 0 ? upTo(part.parts, left) : hashBelow(left / part.people);
      return anyOf([...whole, allOf([part.query, piece])]);
    }
    whole.push(part.query);
    left -= part.people;
  }
  return anyOf(whole);
}

function hashBelow(share: number): Query {
  return { range: { s: { lt: Math.floor(HASHES * share) } } };
}
