/**
 * The columns whose points differ most between people, for one seeker. Each is cut into buckets where its
 * curves turn. The points of all terms on a column are added, in both directions. Conditions are taken to
 * hold.
 */
import type { DomainDefinition } from '../../../../domains/definition.ts';
import { along, numberPoints } from '../../../index/program/number-points.ts';
import type { OneOp, RemoteScoring } from '../../remote-scoring.ts';
import { listedValues } from '../documents/layout.ts';
import { wordOf } from '../documents/words.ts';
import { radiusQuery } from '../query/filter-query.ts';
import { allOf, anyOf, type Query, without, word, words } from '../query/queries.ts';

export interface Bucket {
  /** The most points that a person of the bucket can have. */
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

const MOST_COLUMNS = 3;
/** The engine takes 1,024 clauses in a query; cells of three columns are 512 at most. */
const MOST_BUCKETS = 8;

/**
 * The strongest columns. Columns that take longest to cut come first, because later ones are cut within their
 * buckets.
 */
export function strongestColumns(
  definition: DomainDefinition,
  scoring: RemoteScoring,
): readonly (readonly Bucket[])[] {
  const columns = Map.groupBy(opsOf(scoring), ({ op }) => `${op.op} ${op.field}`);
  const order: readonly Column[] = ['distance', 'number', 'codes'];
  return [...columns.values()]
    .map((ops) => ({ column: ops[0]!.op.op, buckets: bucketsOf(definition, ops) }))
    .map((one) => ({ ...one, spread: spreadOf(one.buckets) }))
    .filter(({ spread }) => spread > 0)
    .sort((a, b) => b.spread - a.spread)
    .slice(0, MOST_COLUMNS)
    .sort((a, b) => order.indexOf(a.column) - order.indexOf(b.column))
    .map(({ buckets }) => buckets);
}

function spreadOf(buckets: readonly Bucket[]): number {
  const points = buckets.map((bucket) => bucket.points);
  return Math.max(...points) - Math.min(...points);
}

function opsOf({ terms, aggregation }: RemoteScoring): readonly Weighted<OfColumn<Column>>[] {
  const isTwoWay = aggregation !== 'off';
  return terms.flatMap((term): readonly Weighted<OfColumn<Column>>[] => {
    if (term.direction === 'backward' && !isTwoWay) return [];
    const times = term.direction === 'both' && isTwoWay ? 2 : 1;
    const ways = term.op === 'either' ? term.ways.filter((_, way) => term.can[way]) : [term];
    return ways.flatMap((op) => (isColumn(op) ? [{ op, times }] : []));
  });
}

function isColumn(op: OneOp): op is OfColumn<Column> {
  if (op.op === 'number') return op.field !== null;
  return op.op === 'codes' || op.op === 'distance';
}

function bucketsOf(
  definition: DomainDefinition,
  ops: readonly Weighted<OfColumn<Column>>[],
): readonly Bucket[] {
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
): readonly Bucket[] {
  const field = fields[at]!;
  const values = listedValues(field).map(
    (value) => `=${at}:${wordOf(field.type === 'boolean' ? value === 'true' : value)}`,
  );
  const absent = without([word(`?${at}`)]);
  const other = allOf([word(`?${at}`), without([words(values)])]);
  const entries = [absent, ...values, other].map((found, code) => ({
    points: sumOf(ops, (op) => op.table[code]!),
    found,
  }));
  return merged(entries.toSorted((x, y) => y.points - x.points));
}

/** Neighbours together, as far as there are too many. Words are one clause, however many they are. */
function merged(
  entries: readonly { readonly points: number; readonly found: string | Query }[],
): readonly Bucket[] {
  const size = Math.ceil(entries.length / MOST_BUCKETS);
  return Array.from({ length: Math.ceil(entries.length / size) }, (_, n) => {
    const some = entries.slice(n * size, (n + 1) * size);
    const found = some.map((entry) => entry.found);
    const listed = found.filter((one) => typeof one === 'string');
    const queries = found.filter((one) => typeof one !== 'string');
    const query = anyOf([...(listed.length > 0 ? [words(listed)] : []), ...queries]);
    return { points: some[0]!.points, query };
  });
}

function numberBuckets(at: number, ops: readonly Weighted<OfColumn<'number'>>[]): readonly Bucket[] {
  const points = (value: number) => sumOf(ops, (op) => numberPoints({ ...op, weight: 1 }, value, op.missing));
  const buckets = intervals(ops.flatMap(({ op }) => turnsOf(op))).map(([from, to]) => ({
    points: Math.max(points(from), points(to)),
    query: {
      range: {
        [`n${at}`]: { ...(Number.isFinite(from) && { gte: from }), ...(Number.isFinite(to) && { lt: to }) },
      },
    },
  }));
  return [...buckets, { points: sumOf(ops, (op) => op.missing), query: without([word(`?${at}`)]) }];
}

/** The numbers at which the points turn. */
function turnsOf({ x, c, knots }: OfColumn<'number'>): readonly number[] {
  const turns = {
    value: (knot: number) => [knot],
    since: (knot: number) => [c - knot],
    from: (knot: number) => [c + knot],
    to: (knot: number) => [c - knot],
    apart: (knot: number) => [c - knot, c + knot],
    ratio_of: (knot: number) => [c * knot],
    ratio_to: (knot: number) => [c / knot],
    ratio: (knot: number) => [c * knot, c / knot],
  }[x];
  return knots.flatMap(([knot]) => turns(knot));
}

function distanceBuckets(
  { field, origin }: OfColumn<'distance'>,
  ops: readonly Weighted<OfColumn<'distance'>>[],
): readonly Bucket[] {
  const turns = ops.flatMap(({ op }) => op.knots.map(([x]) => x)).filter((km) => km > 0);
  const points = (km: number) => sumOf(ops, (op) => along(op.knots, km));
  const buckets = intervals(turns).map(([from, to]) => {
    const inner = from > 0 ? [without([radiusQuery(field, from, origin)])] : [];
    const outer = Number.isFinite(to) ? radiusQuery(field, to, origin) : word(`@${field}`);
    return { points: Math.max(points(Math.max(0, from)), points(to)), query: allOf([outer, ...inner]) };
  });
  return [...buckets, { points: sumOf(ops, (op) => op.missing), query: without([word(`@${field}`)]) }];
}

function sumOf<Op>(ops: readonly Weighted<Op>[], points: (op: Op) => number): number {
  return ops.reduce((sum, { op, times }) => sum + times * points(op), 0);
}

/** Between the turns, or between some of them where they are many. */
function intervals(turns: readonly number[]): readonly (readonly [from: number, to: number])[] {
  const sorted = [...new Set(turns.filter(Number.isFinite))].sort((a, b) => a - b);
  const every = Math.ceil(sorted.length / (MOST_BUCKETS - 2));
  const kept = sorted.filter((_, n) => n % every === 0);
  const ends = [Number.NEGATIVE_INFINITY, ...kept, Number.POSITIVE_INFINITY];
  return ends.slice(1).map((to, n) => [ends[n]!, to]);
}
