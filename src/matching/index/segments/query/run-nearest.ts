/**
 * One worker's part of a search for the nearest rows. Exact: block after block, with a shared threshold. By
 * sign codes: first the entries of all blocks; once all threads have theirs, the cosines of those near
 * enough.
 */

import type { VectorSearch } from '../../query-program.ts';
import { raiseSharedThreshold, sharedThreshold } from '../pruning/shared-threshold.ts';
import { type QueryPart, type SharedQuery, STOPPED } from '../workers/query-protocol.ts';
import { nearestInto, takeNearest } from './bind-search.ts';
import type { BlockReader, EachBlock } from './block-reader.ts';
import type { NearestInto } from './segment-run.ts';
import { allAreDone, countSigns, itemIsDone, sharedDistance } from './shared-signs.ts';

type Preselection = NonNullable<VectorSearch['preselect']>;

export function runNearest(query: SharedQuery, search: VectorSearch, eachBlock: EachBlock): QueryPart {
  const into = nearestInto(search);
  const { preselect } = search;
  let kept = 0;
  if (preselect === null) {
    eachBlock((block) => {
      kept += offered(query, into, block, () => block.run({ into })).kept;
      return true;
    });
  } else {
    kept = runPreselected(query, preselect, into, eachBlock);
  }
  const dropped = query.program.rules.map(() => 0);
  const { threshold } = into.best;
  return { candidates: kept, kept, dropped, examined: [], belowMinScore: 0, threshold, ...takeNearest(into) };
}

/** Returns how many rows were queried. */
function runPreselected(
  query: SharedQuery,
  { count, shared }: Preselection,
  into: NearestInto,
  eachBlock: EachBlock,
): number {
  const found: { readonly block: BlockReader; readonly entries: Uint32Array }[] = [];
  let queried = 0;
  const list = (block: BlockReader) => {
    const maxDistance = sharedDistance(shared, count);
    const { kept, signs } = offered(query, into, block, () => block.run({ into, maxDistance }));
    queried += kept;
    countSigns(shared, signs!.counts);
    found.push({ block, entries: signs!.entries.slice() });
    return true;
  };
  eachBlock(list, () => itemIsDone(shared));
  const isStopped = () => Atomics.load(query.next, 0) >= STOPPED;
  if (!allAreDone(shared, query.items.length / 3, isStopped)) return queried;
  const maxDistance = sharedDistance(shared, count);
  for (const { block, entries } of found) {
    offered(query, into, block, () => block.compare(entries, maxDistance, into));
  }
  return queried;
}

/** Keeps the rows of `read` once no write fell into it; a search reads its blocks one by one. */
function offered<T>(
  query: SharedQuery,
  { best, without }: NearestInto,
  block: BlockReader,
  read: () => T,
): T {
  const known = sharedThreshold(query.threshold);
  if (known > 0) best.raise(known);
  const result = block.stable(() => {
    best.begin(block.fromRow);
    without.begin(block.fromRow);
    return read();
  })!;
  best.settle();
  without.settle();
  raiseSharedThreshold(query.threshold, best.threshold);
  return result;
}
