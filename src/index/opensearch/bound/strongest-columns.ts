/**
 * The columns whose points differ most between people, for one seeker, each in buckets from the best points to the worst.
 * The points of all terms on a column are added, in both directions; conditions are taken to hold.
 */
import type { DomainDefinition } from '../../../domains/definition.ts';
import { along } from '../../program/number-points.ts';
import { listedValues } from '../documents/layout.ts';
import { wordOf } from '../documents/words.ts';
import { radiusQuery } from '../query/filter-query.ts';
import { allOf, type Query, without, word, words } from '../query/queries.ts';
import type { OneOp, RemoteScoring } from '../remote-scoring.ts';

export interface Bucket {
  /** The most that a person of the bucket can have. */
  readonly points: number;
  readonly query: Query;
}

type Column = 'codes' | 'number' | 'distance';
type OfColumn<Op extends Column> = Extract<OneOp, { op: Op }>;
interface Weighted<Op> {
  readonly op: Op;
  /** 2 where the points count in both directions. */
  readonly times: number;
}

/** At most two, the strongest first. */
export function strongestColumns(
  definition: DomainDefinition,
  scoring: RemoteScoring,
): readonly (readonly Bucket[])[] {
  const columns = Map.groupBy(opsOf(scoring), ({ op }) => `${op.op} ${op.field}`);
  const cut = [...columns.values()].map((ops) =>
    bucketsOf(definition, ops).sort((a, b) => b.points - a.points),
  );
  const spread = (buckets: readonly Bucket[]) => (buckets[0]?.points ?? 0) - (buckets.at(-1)?.points ?? 0);
  return cut
    .filter((buckets) => spread(buckets) > 0)
    .sort((a, b) => spread(b) - spread(a))
    .slice(0, 2);
}

function opsOf({ terms, aggregation }: RemoteScoring): readonly Weighted<OfColumn<Column>>[] {
  return terms.flatMap((term): readonly Weighted<OfColumn<Column>>[] => {
    const times =
      (term.direction === 'both' && aggregation !== 'off' ? 2 : 1) *
      Number(term.direction !== 'backward' || aggregation !== 'off');
    const ways = term.op === 'either' ? term.ways.filter((_, way) => term.can[way]) : [term];
    return ways.flatMap((op) => (isColumn(op) && times > 0 ? [{ op, times }] : []));
  });
}

function isColumn(op: OneOp): op is OfColumn<Column> {
  if (op.op === 'number') return op.field !== null && !op.x.startsWith('ratio');
  return op.op === 'codes' || op.op === 'distance';
}

function bucketsOf(definition: DomainDefinition, ops: readonly Weighted<OfColumn<Column>>[]): Bucket[] {
  const { op } = ops[0]!;
  if (op.op === 'codes')
    return codeBuckets(definition, op.field, ops as readonly Weighted<OfColumn<'codes'>>[]);
  if (op.op === 'number') return numberBuckets(op.field!, ops as readonly Weighted<OfColumn<'number'>>[]);
  return distanceBuckets(op, ops as readonly Weighted<OfColumn<'distance'>>[]);
}

function codeBuckets(
  { fields }: DomainDefinition,
  at: number,
  ops: readonly Weighted<OfColumn<'codes'>>[],
): Bucket[] {
  const field = fields[at]!;
  const values = listedValues(field).map(
    (value) => `=${at}:${wordOf(field.type === 'boolean' ? value === 'true' : value)}`,
  );
  const other = allOf([word(`?${at}`), without([words(values)])]);
  const queries = [without([word(`?${at}`)]), ...values.map(word), other];
  return queries.map((query, code) => ({
    points: ops.reduce((sum, { op, times }) => sum + times * op.table[code]!, 0),
    query,
  }));
}

function numberBuckets(at: number, ops: readonly Weighted<OfColumn<'number'>>[]): Bucket[] {
  const xOf = ({ x, c }: OfColumn<'number'>, value: number) =>
    x === 'value' ? value : x === 'from' ? value - c : x === 'to' ? c - value : Math.abs(value - c);
  const turns = ops.flatMap(({ op: { x, c, knots } }) =>
    knots.flatMap(([knot]) =>
      x === 'value' ? [knot] : x === 'from' ? [c + knot] : x === 'to' ? [c - knot] : [c - knot, c + knot],
    ),
  );
  const points = (value: number) =>
    ops.reduce((sum, { op, times }) => sum + times * along(op.knots, xOf(op, value)), 0);
  const buckets = intervals(turns).map(([from, to]) => ({
    points: Math.max(points(from), points(to)),
    query: {
      range: {
        [`n${at}`]: { ...(Number.isFinite(from) && { gte: from }), ...(Number.isFinite(to) && { lt: to }) },
      },
    },
  }));
  return [...buckets, { points: missing(ops), query: without([word(`?${at}`)]) }];
}

function distanceBuckets(
  { field, origin }: OfColumn<'distance'>,
  ops: readonly Weighted<OfColumn<'distance'>>[],
): Bucket[] {
  const turns = ops.flatMap(({ op }) => op.knots.map(([x]) => x)).filter((km) => km > 0);
  const points = (km: number) => ops.reduce((sum, { op, times }) => sum + times * along(op.knots, km), 0);
  const buckets = intervals(turns).map(([from, to]) => {
    const inner = from > 0 ? [without([radiusQuery(field, from, origin)])] : [];
    const outer = Number.isFinite(to) ? radiusQuery(field, to, origin) : word(`@${field}`);
    return { points: Math.max(points(Math.max(0, from)), points(to)), query: allOf([outer, ...inner]) };
  });
  return [...buckets, { points: missing(ops), query: without([word(`@${field}`)]) }];
}

function missing(ops: readonly Weighted<{ readonly missing: number }>[]): number {
  return ops.reduce((sum, { op, times }) => sum + times * op.missing, 0);
}

/** A count costs time for each interval. */
const MOST_TURNS = 12;

function intervals(turns: readonly number[]): readonly (readonly [from: number, to: number])[] {
  const sorted = [...new Set(turns)].sort((a, b) => a - b);
  const every = Math.ceil(sorted.length / MOST_TURNS);
  const ends = [
    Number.NEGATIVE_INFINITY,
    ...sorted.filter((_, n) => n % every === 0),
    Number.POSITIVE_INFINITY,
  ];
  return ends.slice(1).map((to, n) => [ends[n]!, to]);
}
