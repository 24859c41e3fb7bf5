/**
 * Who is scored by the likeness of texts when no scorecard has chosen before. By how many passed the filters:
 *
 *   few         all of them, one by one
 *   many        the exact cosines of all, beside the rows, and of these the nearest
 *   very many   sign codes pick the nearest, exact cosines order these
 *
 * A quarter of who is picked is let through at most, whatever the two directions and calibration make of the order;
 * people without a text come in beside the nearest, since a cosine below the centre speaks against somebody. So `top_k`
 * is filled whenever there are enough, however strict the filter: nothing is filtered after the search.
 */
import type { CandidateIndex, HeldSelection } from '../index/candidate-index.ts';
import { bestByTie } from './best-of.ts';
import { type Pool, unscoredPool, withRows } from './pool.ts';
import type { MatchContext } from './stage.ts';

/** The head applied to the seeker, once a direction (`text-projections.ts`). */
export interface Queries {
  readonly forward: Float32Array;
  /** null: as forward. */
  readonly backward: Float32Array | null;
}

interface Bounds {
  readonly few: number;
  readonly preselected: number;
  readonly leastShare: number;
  readonly exactTimes: number;
}

/**
 * `npm run bench -- vectors` over a million vectors of 128 dimensions, two threads, processor time. Of the true 100, exact search
 * over int8 holds .989; sign codes that choose 50 for each that is let through .932, 100 .975, 200 .986.
 */
const bounds: Bounds = {
  /** Scored one by one on the thread that answers: some milliseconds. */
  few: 20_000,
  /** Whose cosines are read where sign codes chose, for one that is let through. */
  preselected: 200,
  /** And at least of so many of all: of the true 10 in a million a five-hundredth holds .93, a fiftieth .996. */
  leastShare: 1 / 50,
  /**
   * Where so many times those pass the filters, both ways cost the same: a code is a tenth of what a vector is, and who
   * it chose lies scattered. 20,000 of 100,000 chosen take 3.9 ms and all of them 4.4; of a million 4.9 and 13.
   */
  exactTimes: 5,
};
/** Picked for one that is let through. */
const PICKED = 4;

/** `note`: what was chosen and why, for the trace. */
export async function nearestPool(
  pool: Pool,
  queries: Queries | null,
  topK: number,
  context: Pick<MatchContext, 'index' | 'encoderId' | 'signal'>,
  { few, preselected, leastShare, exactTimes } = bounds,
): Promise<{ readonly pool: Pool; readonly note?: string }> {
  const { held } = pool;
  if (held === null) return { pool };
  const { index } = context;
  if (index.codes === null || held.size <= Math.max(few, PICKED * topK)) {
    return { pool: withRows(pool), note: `exact: all ${held.size} that passed the filters are scored` };
  }
  if (queries === null) return { pool: await bestByTie(held, topK, context) };
  const wanted = preselected * topK;
  const isExact = held.size <= exactTimes * wanted;
  const chosen = Math.max(wanted, Math.ceil(leastShare * held.size));
  const count = PICKED * topK;
  const asked = [queries.forward, ...(queries.backward === null ? [] : [queries.backward])];
  const rows = new Set<number>();
  for (const query of asked) {
    const found = await pick(index, held, query, count, isExact ? null : chosen, context);
    for (const row of found) rows.add(row);
  }
  const note = isExact
    ? `exact: of ${held.size} that passed the filters, the ${rows.size} nearest are scored`
    : `approximate: ${held.size} passed the filters, more than ${exactTimes * wanted}; sign codes chose some ${chosen}, whose exact likeness is read, and ${rows.size} are scored`;
  return { pool: unscoredPool(Uint32Array.from(rows).sort()), note };
}

async function pick(
  index: CandidateIndex,
  held: HeldSelection,
  query: Float32Array,
  count: number,
  preselect: number | null,
  { encoderId, signal }: Pick<MatchContext, 'encoderId' | 'signal'>,
): Promise<readonly number[]> {
  const search = { encoderId, query, k: count, withoutVector: count, preselect };
  const { rows, withoutVector } = await index.nearest(held, search, signal);
  return [...rows, ...withoutVector];
}
