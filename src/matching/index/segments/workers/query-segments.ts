/** A query over all segments of an index, as tasks and items for the workers. */

import type { PersonEffectRows, QueryProgram } from '../../query-program.ts';
import { BLOCK_ROWS, blocksOf } from '../layout/block-layout.ts';
import { MAX_ROWS } from '../layout/segment-layout.ts';
import { type PreparedProgram, prepareProgram, scratchBytes } from '../query/program-runner.ts';
import type { PriceColumn } from '../rows/price-column.ts';
import { firstRowOf, lowerBound } from '../rows/row-numbers.ts';
import type { SegmentSelection } from '../rows/segment-selection.ts';
import type { Segment } from '../segment.ts';
import type { QueryPart } from './query-protocol.ts';
import type { QueryWorkers, SegmentRequest } from './query-workers.ts';

/**
 * Blocks that are read as one, at most. Each reading has a fixed cost, which dominates where few rows of a
 * block are read.
 */
const BLOCKS_AS_ONE = { selection: 4, best: 8, nearest: 1, sparse: 64 } as const;
/**
 * Items at least. With few, threads end at different times. `best` has more items, because the threshold
 * rises between two readings.
 */
const MIN_ITEMS = { selection: 8, best: 64, nearest: 1, sparse: 8 } as const;
/** Rows a block, on the average, up to which they are sparse. */
const SPARSE_ROWS = 64;

export interface SegmentsQuery {
  readonly program: QueryProgram;
  /** By rule, the row numbers that it drops. */
  readonly excluded: readonly (readonly number[])[];
  /** The selection in which passing rows are set. */
  readonly selection: SegmentSelection | null;
  /** The selection to which the query is limited; null: all live rows. */
  readonly within: SegmentSelection | null;
  /** Whether the threshold of `best` may be estimated; then fewer rows than k may be found. */
  readonly mayEstimate: boolean;
  /** Rows of the index, ascending. */
  readonly personEffects: PersonEffectRows | null;
  /** null: the program reads no price. */
  readonly prices?: PriceColumn | null;
}

export async function querySegments(
  workers: QueryWorkers,
  segments: readonly Segment[],
  { program, excluded, selection, within, mayEstimate, personEffects, prices }: SegmentsQuery,
  signal: AbortSignal | undefined,
): Promise<readonly QueryPart[]> {
  const runs = (selection ?? within)?.runs;
  const excludedRows = excluded.map((rows) => Uint32Array.from(new Set(rows)).sort());
  const prepared = prepareProgram(program);
  const bytesFor = scratchByRows(prepared);
  const rowBlocks = segments.map(({ ids }) => blocksOf(ids.rows));
  const blocks = rowBlocks.reduce((sum, count) => sum + count, 0);
  const isSparse = program.answer.kind === 'best' && within !== null && within.size <= SPARSE_ROWS * blocks;
  const kind = isSparse ? 'sparse' : program.answer.kind;
  const asOne = Math.max(1, Math.min(BLOCKS_AS_ONE[kind], Math.floor(blocks / MIN_ITEMS[kind])));
  const requests = segments.map((segment, position): SegmentRequest => {
    const firstRow = firstRowOf(position);
    const bytes = bytesFor(Math.min(asOne * BLOCK_ROWS, segment.layout.capacity));
    return {
      attached: segment.attached,
      scratchFor: (worker) => segment.memory.scratchFor(worker, bytes),
      firstRow,
      rows: segment.ids.rows,
      excluded: excludedRows.map((rows) => (rows.length === 0 ? undefined : localRows(rows, firstRow).rows)),
      personEffects: personEffects && localPersonEffects(personEffects, firstRow),
      ...(prices != null && { prices: prices.ofSegment(position) }),
      words: runs?.[position] ?? { from: 0, count: 0 },
    };
  });
  const items = mixed(rowBlocks.flatMap((blocks, position) => itemsOf(position, blocks, asOne)));
  if (items.length === 0) return [];
  const query = {
    program,
    within: within?.words ?? null,
    isSparse,
    among: mayEstimate && within !== null ? within.size : null,
    selection: selection?.words ?? null,
    items: Uint32Array.from(items.flat()),
  };
  return workers.run(query, prepared, requests, signal);
}

/** Scratch bytes by number of rows. All segments of an index but the last have blocks of the same size. */
function scratchByRows(prepared: PreparedProgram): (rows: number) => number {
  const known = new Map<number, number>();
  return (rows) => {
    const bytes = known.get(rows) ?? scratchBytes(prepared, rows);
    known.set(rows, bytes);
    return bytes;
  };
}

type Item = readonly [position: number, first: number, end: number];

function itemsOf(position: number, blocks: number, asOne: number): readonly Item[] {
  const items: Item[] = [];
  for (let first = 0; first < blocks; first += asOne) {
    items.push([position, first, Math.min(blocks, first + asOne)]);
  }
  return items;
}

/**
 * Orders items so that successive ones are far apart: by a stride near the golden ratio, coprime to their
 * number.
 */
function mixed(items: readonly Item[]): readonly Item[] {
  const length = items.length;
  let step = Math.max(1, Math.round(length * (Math.sqrt(5) / 2 - 0.5)));
  while (commonDivisor(step, length) > 1) step += 1;
  return items.map((_, at) => items[(at * step) % length]!);
}

function commonDivisor(a: number, b: number): number {
  return b === 0 ? a : commonDivisor(b, a % b);
}

function localRows(rows: Uint32Array, firstRow: number) {
  const [from, to] = [lowerBound(rows, firstRow), lowerBound(rows, firstRow + MAX_ROWS)];
  return { from, to, rows: rows.subarray(from, to).map((row) => row - firstRow) };
}

function localPersonEffects(
  { rows, points, shrinkage }: PersonEffectRows,
  firstRow: number,
): PersonEffectRows {
  const local = localRows(rows, firstRow);
  return {
    rows: local.rows,
    points: points.slice(2 * local.from, 2 * local.to),
    shrinkage: shrinkage.slice(2 * local.from, 2 * local.to),
  };
}
