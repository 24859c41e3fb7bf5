/**
 * Cosines on the main thread, for listed rows. The kernel reads the segments in place, and equals the plain
 * code of the reference index bit for bit. It is synchronous, so it is meant for the few thousand rows that
 * light_ml keeps; a search of a whole selection uses the workers (`nearest`).
 */

import { cosineSearch, type StructOf } from '../../../../engines/kernels/kernel-structs.ts';
import { type Kernels, kernelsOver } from '../../../../engines/kernels/kernels.ts';
import { norm } from '../../../../platform/numeric/vectors.ts';
import { SEGMENT_BASE } from '../layout/segment-memory.ts';
import { localRow, segmentOf } from '../rows/row-numbers.ts';
import type { Segment } from '../segment.ts';

/** Rows given to the kernel at once: 16 KiB of row numbers and as much of cosines a segment. */
const LISTED = 4096;
/** The scratch area of the main thread; those of the workers are numbered from 0. */
const OWN_AREA = 'main';

/** The list of rows in a segment's memory. */
interface Listing {
  readonly kernels: Kernels;
  readonly rows: Uint32Array;
  readonly cosines: Float32Array;
  readonly query: Float64Array;
  readonly search: StructOf<typeof cosineSearch>;
}

/** One a segment, made on first use and collected with the segment. */
const listings = new WeakMap<Segment, Listing>();

/**
 * Cosines of the query [D] with the rows' vectors of a group, by position in `rows`. NaN where a row has no
 * vector, or either vector is zero. `rows` may be in any order.
 */
export function segmentCosines(
  segments: readonly Segment[],
  rows: Uint32Array,
  query: Float32Array,
  group: number,
): Float32Array {
  const cosines = new Float32Array(rows.length).fill(Number.NaN);
  const inverseNorm = 1 / norm(query);
  if (!Number.isFinite(inverseNorm)) return cosines;
  const at = new Uint32Array(Math.min(LISTED, rows.length));
  for (const [position, segment] of segments.entries()) {
    const columns = segment.layout.vectors[group];
    if (columns === undefined) continue;
    const listing = listingOf(segment, query.length);
    listing.query.set(query);
    listing.search.codes = SEGMENT_BASE + columns.codes;
    listing.search.halves = SEGMENT_BASE + columns.halves;
    listing.search.D = columns.dimension;
    listing.search.squares = SEGMENT_BASE + columns.squares;
    listing.search.query = listing.query.byteOffset;
    listing.search.inverseNorm = inverseNorm;
    for (let next = 0; next < rows.length; ) {
      let n = 0;
      for (; next < rows.length && n < at.length; next++) {
        const row = rows[next]!;
        if (segmentOf(row) !== position || localRow(row) >= segment.ids.rows) continue;
        at[n] = next;
        listing.rows[n++] = localRow(row);
      }
      if (n === 0) break;
      listing.kernels.exactCosines(
        listing.rows.byteOffset,
        n,
        listing.cosines.byteOffset,
        listing.search.address,
      );
      for (let i = 0; i < n; i++) cosines[at[i]!] = listing.cosines[i]!;
    }
  }
  return cosines;
}

function listingOf(segment: Segment, dimension: number): Listing {
  const known = listings.get(segment);
  if (known !== undefined && known.query.length === dimension) return known;
  const { memory } = segment;
  const area = memory.scratchFor(OWN_AREA, 8 * LISTED + 8 * dimension + cosineSearch.bytes);
  const { buffer } = memory.memory;
  const listing = {
    kernels: known?.kernels ?? kernelsOver(memory.memory),
    rows: new Uint32Array(buffer, area.from, LISTED),
    cosines: new Float32Array(buffer, area.from + 4 * LISTED, LISTED),
    query: new Float64Array(buffer, area.from + 8 * LISTED, dimension),
    search: cosineSearch.at(area.from + 8 * LISTED + 8 * dimension, memory.memory),
  };
  listings.set(segment, listing);
  return listing;
}
