/**
 * Chooses the candidates that the embedding stage scores when no scorecard has cut the pool before. The
 * method depends on the number of candidates that passed the filters:
 *
 *   few         all, one by one
 *   many        exact cosines of all, computed beside the rows; the nearest are scored
 *   very many   sign codes preselect, exact cosines order the preselected
 *
 * At most a quarter of the scored candidates are kept, so that the second direction and calibration may
 * reorder them. Candidates without a text are scored beside the nearest, since a cosine below the centre is
 * evidence against a match. Nothing is filtered after the search, so `top_k` is filled whenever enough
 * candidates passed the filters.
 *
 * Figures behind the bounds: docs/design/decisions/nearest-candidates-by-text.md.
 */
import { bestByTie } from './best-of.ts';
import type { Pool } from './pool/pool.ts';
import type { MatchInput } from './stage.ts';

/** The seeker's vector [D] under the model's projections, one a direction (`text-projections.ts`). */
export interface Queries {
  readonly forward: Float32Array;
  /** null: the same as `forward`. */
  readonly backward: Float32Array | null;
}

interface Bounds {
  readonly scoreAllUpTo: number;
  readonly preselected: number;
  readonly minShare: number;
  readonly exactFactor: number;
}

const bounds: Bounds = {
  /** Up to this many candidates are all scored, one by one. */
  scoreAllUpTo: 20_000,
  /** Candidates that sign codes preselect, for each one kept. */
  preselected: 200,
  /** Sign codes preselect at least this share of all candidates. */
  minShare: 1 / 50,
  /** Up to this many times the preselected number, exact cosines of all cost no more than preselection. */
  exactFactor: 5,
};
/** Candidates scored for each one kept. */
const SCORED_PER_KEPT = 4;

/** `note`: the method and its numbers, for the trace. */
export async function nearestPool(
  pool: Pool,
  queries: Queries | null,
  topK: number,
  { index, encoderId }: Pick<MatchInput, 'index' | 'encoderId'>,
  signal: AbortSignal | undefined,
  { scoreAllUpTo, preselected, minShare, exactFactor } = bounds,
): Promise<{ readonly pool: Pool; readonly note?: string }> {
  const { held } = pool;
  if (held === null) return { pool };
  if (held.size <= Math.max(scoreAllUpTo, SCORED_PER_KEPT * topK)) {
    return { pool: pool.withRows(), note: `exact: all ${held.size} that passed the filters are scored` };
  }
  if (queries === null) return { pool: pool.choose(await bestByTie(held, topK, index, signal)) };
  const wanted = preselected * topK;
  const isExact = held.size <= exactFactor * wanted;
  const chosen = Math.max(wanted, Math.ceil(minShare * held.size));
  const count = SCORED_PER_KEPT * topK;
  const directions = [queries.forward, ...(queries.backward === null ? [] : [queries.backward])];
  const rows = new Set<number>();
  for (const query of directions) {
    const preselect = isExact ? null : chosen;
    const search = { encoderId, query, k: count, withoutVector: count, preselect };
    const found = await index.nearest(held, search, signal);
    for (const row of found.rows) rows.add(row);
    for (const row of found.withoutVector) rows.add(row);
  }
  const note = isExact
    ? `exact: of ${held.size} that passed the filters, the ${rows.size} nearest are scored`
    : `approximate: ${held.size} passed the filters, more than ${exactFactor * wanted}; sign codes chose some ${chosen}, whose exact cosines are computed, and ${rows.size} are scored`;
  return { pool: pool.choose(Uint32Array.from(rows).sort()), note };
}
