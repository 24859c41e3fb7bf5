/** The first candidates of a pool, for stages that read only a few. */
import type { HeldSelection } from '../index/candidate-index.ts';
import { cut, type Pool, unscoredPool } from './pool.ts';
import type { MatchContext } from './stage.ts';

/** At most `k` candidates, best first. A pool without scores is cut by `bestByTie`. */
export async function bestOf(pool: Pool, k: number, context: MatchContext): Promise<Pool> {
  if (pool.held !== null) return bestByTie(pool.held, k, context);
  return cut(pool, context.index, { topK: k, minScore: 0 }).kept;
}

/** The first `k` by the tie-breaking hash, all with score 0.5: for a pool that no stage has scored. */
export async function bestByTie(
  held: HeldSelection,
  k: number,
  { index, signal }: Pick<MatchContext, 'index' | 'signal'>,
): Promise<Pool> {
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
  return unscoredPool(rows);
}
