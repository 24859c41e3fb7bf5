/** Readers of narrowing steps, for both indexes. */
import type { BlockLists } from '../block-lists.ts';
import type { NarrowingStep } from '../candidate-index.ts';

/** Row numbers that a step drops whatever the rows hold. */
export function rowsNamedBy(step: NarrowingStep, blocks: Pick<BlockLists, 'blockersOf'>): readonly number[] {
  if ('drop' in step) return step.drop;
  if (!('accepts' in step) || step.blockLists === 'ignored') return [];
  return blocks.blockersOf(step.accepts.userId);
}

/** Counts by reason from counts by step; several steps may have one reason. */
export function countsByReason(
  steps: readonly NarrowingStep[],
  counts: readonly number[],
): Readonly<Record<string, number>> {
  const byReason: Record<string, number> = {};
  steps.forEach(({ reason }, step) => {
    byReason[reason] = (byReason[reason] ?? 0) + counts[step]!;
  });
  return byReason;
}
