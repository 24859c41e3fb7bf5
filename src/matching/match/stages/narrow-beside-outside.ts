/**
 * Narrows the rows at hand, where another engine has narrowed all other people. The rows that it found are
 * checked again, so none is shown that has changed since. The counts of both are added. The number that a
 * rule alone drops is not known for people elsewhere, so it is left out. Examples are of the rows at hand.
 */
import type { FilterRule } from '../../../contract/match.ts';
import type { OutsideCandidates } from '../candidates/outside-candidates.ts';
import { Pool } from '../pool/pool.ts';
import { nonZero } from '../pool/score.ts';
import type { MatchInput, StageOutcome } from '../stage.ts';
import { SELF } from './filter-rules.ts';
import { stepsOnRows } from './filter-steps.ts';
import { joinParts, narrowExplained } from './narrow-explained.ts';

export async function narrowBesideOutside(
  outside: OutsideCandidates,
  { index, plan }: Pick<MatchInput, 'index' | 'plan'>,
  signal: AbortSignal | undefined,
): Promise<StageOutcome> {
  const { rows, steps, gone } = outside;
  const rules = stepsOnRows(steps, index);
  const elsewhere = { ...byReason(outside), gone };
  if (plan.request.explain) {
    const { rules: found, dropped, ...outcome } = await narrowExplained(index, null, rules, signal, rows);
    return {
      ...outcome,
      rules: joinParts(withElsewhere(found!, outside)),
      dropped: sums(dropped, elsewhere),
    };
  }
  const { selection, dropped } = await index.select(rules, signal, rows);
  const { [SELF]: _self, ...others } = dropped;
  return { kept: Pool.of(selection), dropped: sums(others, elsewhere) };
}

function byReason({ steps, dropped }: OutsideCandidates): Readonly<Record<string, number>> {
  const counts: Record<string, number> = {};
  for (const [at, { reason }] of steps.entries()) {
    if (reason !== SELF) counts[reason] = (counts[reason] ?? 0) + dropped[at]!;
  }
  return counts;
}

function sums(
  counts: Readonly<Record<string, number>>,
  others: Readonly<Record<string, number>>,
): Readonly<Record<string, number>> {
  const reasons = new Set([...Object.keys(counts), ...Object.keys(others)]);
  return nonZero(
    Object.fromEntries([...reasons].map((reason) => [reason, (counts[reason] ?? 0) + (others[reason] ?? 0)])),
  );
}

/** Rules are in the order of the steps, without the one that drops the seeker. */
function withElsewhere(
  rules: readonly FilterRule[],
  { steps, dropped }: OutsideCandidates,
): readonly FilterRule[] {
  const counts = dropped.filter((_, at) => steps[at]!.reason !== SELF);
  return rules.map(({ alone: _, mismatch, missing, ...rule }, at) => {
    const dropped = rule.dropped + counts[at]!;
    return {
      ...rule,
      dropped,
      ...(mismatch !== undefined && { mismatch: dropped }),
      ...(missing !== undefined && { missing: dropped }),
    };
  });
}
