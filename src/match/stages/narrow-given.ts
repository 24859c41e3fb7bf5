/**
 * Narrows the candidates that a request gives, one rule at a time, so that each dropped candidate has its
 * reason. The result is that of all rules at once.
 */
import type { RowNumber } from '../../contract/brands.ts';
import type { CandidateIndex, HeldSelection, NarrowingStep } from '../../index/candidate-index.ts';
import { Pool } from '../pool/pool.ts';
import type { GivenCandidates, StageOutcome } from '../stage.ts';

export async function narrowGiven(
  index: CandidateIndex,
  { users }: GivenCandidates,
  steps: readonly NarrowingStep[],
  signal: AbortSignal | undefined,
): Promise<StageOutcome> {
  const reasons = new Map<string, string>();
  const dropped: Record<string, number> = {};
  const keep = (rows: readonly RowNumber[], selection: HeldSelection, reason: string) => {
    const left = rows.filter((row) => selection.has(row));
    if (left.length < rows.length) dropped[reason] = (dropped[reason] ?? 0) + rows.length - left.length;
    for (const row of rows) if (!selection.has(row)) reasons.set(users.get(row)!, reason);
    return left;
  };
  let { selection } = await index.select([], signal, users.keys());
  let rows = keep([...users.keys()], selection, 'gone');
  for (const step of steps) {
    if ('drop' in step && !step.drop.some((row) => users.has(row))) continue;
    selection.release();
    ({ selection } = await index.select([step], signal, rows));
    rows = keep(rows, selection, step.reason);
  }
  return { kept: Pool.of(selection), dropped, reasons };
}
