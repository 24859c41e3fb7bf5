/**
 * Narrows the candidates, and finds the effect of each rule. It counts the candidates that the rule dropped,
 * and those of them that no other rule drops, and names a few. The result is that of all rules at once.
 */

import { type RowNumber, rowNumber } from '../../../contract/brands.ts';
import type { FilterRule } from '../../../contract/match.ts';
import type { CandidateIndex, ExaminedStep, HeldSelection } from '../../index/candidate-index.ts';
import { EXAMPLES } from '../match-plan.ts';
import { Pool } from '../pool/pool.ts';
import { nonZero } from '../pool/score.ts';
import type { GivenCandidates, StageOutcome } from '../stage.ts';
import { type NamedStep, SELF } from './filter-rules.ts';

/** Rows read beyond the examples needed, since some may be deleted or be examples already. */
const SPARE = 2;

/** Rules in two parts (`filter-rules.ts`) are not joined yet: their order is that of the steps. */
export async function narrowExplained(
  index: CandidateIndex,
  candidates: GivenCandidates | null,
  rules: readonly NamedStep[],
  signal: AbortSignal | undefined,
  among: Iterable<RowNumber> | null = candidates?.users.keys() ?? null,
): Promise<StageOutcome> {
  // Each given candidate gets its reason.
  const examples = candidates === null ? SPARE * EXAMPLES : Math.max(candidates.users.size, SPARE * EXAMPLES);
  const { selection, dropped, droppedBySteps, examined } = await index.select(rules, signal, among, examples);
  const reasons = candidates === null ? null : reasonsOf(candidates, rules, examined!);
  const gone = candidates === null ? 0 : nameGone(candidates, selection, reasons!);
  const { [SELF]: _self, ...others } = dropped;
  const described = rules.flatMap((rule, at): readonly FilterRule[] => {
    if (rule.reason === SELF) return [];
    return [filterRule(rule, droppedBySteps[at]!, examined![at]!, index)];
  });
  return {
    kept: Pool.of(selection),
    dropped: nonZero({ gone, ...others }),
    rules: described,
    examples: examplesByReason(described),
    ...(reasons !== null && { reasons }),
  };
}

function examplesByReason(rules: readonly FilterRule[]): Readonly<Record<string, readonly string[]>> {
  const examples: Record<string, string[]> = {};
  for (const { reason, example_user_ids: ids = [] } of rules) {
    const named = [...(examples[reason] ?? []), ...ids].slice(0, EXAMPLES);
    if (named.length > 0) examples[reason] = named;
  }
  return examples;
}

/** The rows that only this rule drops are the better examples: without it they would be candidates. */
function filterRule(
  { rule, reason, part }: NamedStep,
  dropped: number,
  { alone, aloneRows, droppedRows }: ExaminedStep,
  index: CandidateIndex,
): FilterRule {
  const counted = { rule, reason, dropped, ...(part !== undefined && { [part]: dropped }) };
  if (dropped === 0) return { ...counted, alone: 0 };
  const first = new Set([...aloneRows.subarray(0, EXAMPLES), ...droppedRows.subarray(0, SPARE * EXAMPLES)]);
  const ids = [...first].flatMap((row) => index.userIdOf(rowNumber(row)) ?? []);
  return { ...counted, alone, example_user_ids: ids.slice(0, EXAMPLES) };
}

function reasonsOf(
  { users }: GivenCandidates,
  rules: readonly NamedStep[],
  examined: readonly ExaminedStep[],
): Map<string, string> {
  const reasons = new Map<string, string>();
  for (const [at, { reason }] of rules.entries()) {
    if (reason === SELF) continue;
    for (const row of examined[at]!.droppedRows) reasons.set(users.get(rowNumber(row))!, reason);
  }
  return reasons;
}

/** Given candidates that neither a rule dropped nor the selection holds were erased meanwhile. */
function nameGone(
  { users }: GivenCandidates,
  selection: HeldSelection,
  reasons: Map<string, string>,
): number {
  let gone = 0;
  for (const [row, userId] of users) {
    if (reasons.has(userId) || selection.has(row)) continue;
    reasons.set(userId, 'gone');
    gone += 1;
  }
  return gone;
}

/** One line a rule: the counts that its parts dropped, added and apart. */
export function joinParts(rules: readonly FilterRule[]): readonly FilterRule[] {
  const joined: FilterRule[] = [];
  for (const rule of rules) {
    const before = joined.at(-1);
    if (before?.rule !== rule.rule || before.missing === undefined || rule.mismatch === undefined)
      joined.push(rule);
    else joined[joined.length - 1] = together(before, rule);
  }
  return joined;
}

function together(a: FilterRule, b: FilterRule): FilterRule {
  const ids = [...(a.example_user_ids ?? []), ...(b.example_user_ids ?? [])].slice(0, EXAMPLES);
  const alone = a.alone === undefined || b.alone === undefined ? undefined : a.alone + b.alone;
  return {
    ...{ rule: a.rule, reason: a.reason, dropped: a.dropped + b.dropped },
    ...{ mismatch: b.dropped, missing: a.dropped },
    ...(alone !== undefined && { alone }),
    ...(ids.length > 0 && { example_user_ids: ids }),
  };
}
