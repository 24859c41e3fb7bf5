/** The first candidates of a pool, for stages that read only a few. */
import type { CandidateIndex, HeldSelection } from '../index/candidate-index.ts';
import type { Pool } from './pool/pool.ts';
import { cut } from './pool/score.ts';
import type { RunControl } from './run-control.ts';
import type { MatchInput } from './stage.ts';

/** At most `k` candidates, best first. A pool that still is a selection is cut by `bestByTie`. */
export async function bestOf(
  pool: Pool,
  k: number,
  { index }: Pick<MatchInput, 'index'>,
  { signal }: Pick<RunControl, 'signal'>,
): Promise<Pool> {
  if (pool.held !== null) return pool.choose(await bestByTie(pool.held, k, index, signal));
  // The stage before has ordered the rows.
  if (pool.size <= k) return pool;
  return cut(pool, index, { topK: k, minScore: 0 }).kept;
}

/** The first `k` rows by the tie-breaking hash: for a pool that no stage has scored. */
export async function bestByTie(
  held: HeldSelection,
  k: number,
  index: CandidateIndex,
  signal: AbortSignal | undefined,
): Promise<Uint32Array> {
  const scoring = {
    program: {
      intercept: 0,
      terms: [],
      personEffects: null,
      aggregation: 'off' as const,
      calibration: null,
    },
    personEffects: null,
  };
  const { rows } = await index.rank(held, scoring, { topK: k, minScore: 0 }, signal);
  return rows;
}
