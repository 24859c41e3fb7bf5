/**
 * The final order: score, less the price of exposure where there is one, best first; equal ones by user_id.
 */
import { rowNumber } from '../../contract/brands.ts';
import { compareIds } from '../index/tie-break.ts';
import { lessPrices } from './pool/exposure-price.ts';
import type { Pool } from './pool/pool.ts';
import { scoresOf } from './pool/score.ts';
import { CHUNK_ROWS, type RunControl } from './run-control.ts';
import type { MatchInput } from './stage.ts';

export interface Ranked {
  /** In the pool's rows and columns. */
  readonly position: number;
  readonly row: number;
  readonly userId: string;
  readonly score: number;
  /** The number that orders the candidates. */
  readonly order: number;
}

/** The first `k` of the rows that the index still holds. One pass, O(k) for each row inserted. */
export async function rankBest(
  pool: Pool,
  k: number,
  { index }: Pick<MatchInput, 'index'>,
  { yielder }: Pick<RunControl, 'yielder'>,
): Promise<readonly Ranked[]> {
  const scores = scoresOf(pool);
  const orders = lessPrices(scores, pool);
  const best: Ranked[] = [];
  for (let position = 0; position < pool.rows.length; position++) {
    if (position % CHUNK_ROWS === 0) await yielder.yieldIfDue();
    const order = orders[position]!;
    if (best.length === k && order < best[k - 1]!.order) continue;
    const row = pool.rows[position]!;
    const userId = index.userIdOf(rowNumber(row));
    if (userId === null) continue;
    const entry = { position, row, userId, score: scores[position]!, order };
    if (best.length === k && inOrder(best[k - 1]!, entry) <= 0) continue;
    best.splice(insertionPoint(entry, best), 0, entry);
    if (best.length > k) best.pop();
  }
  return best;
}

function inOrder(a: Ranked, b: Ranked): number {
  return b.order - a.order || compareIds(a.userId, b.userId);
}

/** Position at which the entry keeps `sorted` in order, by binary search. */
function insertionPoint(entry: Ranked, sorted: readonly Ranked[]): number {
  let [low, high] = [0, sorted.length];
  while (low < high) {
    const middle = (low + high) >>> 1;
    if (inOrder(sorted[middle]!, entry) <= 0) low = middle + 1;
    else high = middle;
  }
  return low;
}
