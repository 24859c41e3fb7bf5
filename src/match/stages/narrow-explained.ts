/**
 * Narrows the candidates, and finds what each rule did: how many it dropped, how many of these no other rule
 * drops, and a few of them by name. The result is that of all rules at once.
 *
 * One query over all rules counts the dropped rows. After it, the rules that dropped the most are taken apart:
 * the rows that reach such a rule, the rows that it drops, and of these the rows that pass every later rule.
 * The dropped rows of the rules are disjoint, so all these queries together read each row a few times.
 *
 * The index may change between two queries. The counts of the first one stand.
 */
import { type RowNumber, rowNumber } from '../../contract/brands.ts';
import type { FilterRule } from '../../contract/match.ts';
import type { CandidateIndex, HeldSelection } from '../../index/candidate-index.ts';
import { EXAMPLES } from '../explain/example-count.ts';
import { Pool } from '../pool/pool.ts';
import { nonZero } from '../pool/score.ts';
import type { GivenCandidates, StageOutcome } from '../stage.ts';
import { type NamedStep, SELF } from './filter-rules.ts';

/** At most so many rules are taken apart, so that the cost does not grow with the request. */
const MOST_EXAMINED = 16;

interface Examined {
  /** Dropped rows that pass all later rules. */
  readonly alone: number;
  readonly exampleIds: readonly string[];
}

export async function narrowExplained(
  index: CandidateIndex,
  given: GivenCandidates | null,
  rules: readonly NamedStep[],
  signal: AbortSignal | undefined,
): Promise<StageOutcome> {
  const among = given?.users.keys() ?? null;
  const { selection, dropped, droppedBySteps } = await index.select(rules, signal, among);
  const dropping = [...rules.keys()].filter((at) => droppedBySteps[at]! > 0 && rules[at]!.reason !== SELF);
  const most = dropping.toSorted((a, b) => droppedBySteps[b]! - droppedBySteps[a]!).slice(0, MOST_EXAMINED);
  const examined = new Map<number, Examined>();
  const reasons = new Map<string, string>();
  await walk(index, given, rules, given === null ? most : dropping, signal, async (at, out) => {
    for (const row of given === null ? [] : out.rows()) {
      reasons.set(given!.users.get(rowNumber(row))!, rules[at]!.reason);
    }
    if (most.includes(at)) examined.set(at, await examine(index, out, rules.slice(at + 1), signal));
  });
  const { [SELF]: _self, ...others } = dropped;
  const gone = given === null ? 0 : nameGone(given, selection, reasons);
  const described = rules.flatMap(({ rule, reason }, at): readonly FilterRule[] => {
    if (reason === SELF) return [];
    return [filterRule(rule, reason, droppedBySteps[at]!, examined.get(at))];
  });
  return {
    kept: Pool.of(selection),
    dropped: nonZero({ gone, ...others }),
    rules: described,
    examples: examplesByReason(described),
    ...(given !== null && { reasons }),
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

function filterRule(
  rule: string,
  reason: string,
  dropped: number,
  examined: Examined | undefined,
): FilterRule {
  if (dropped === 0) return { rule, reason, dropped, alone: 0 };
  if (examined === undefined) return { rule, reason, dropped };
  const { alone, exampleIds } = examined;
  return { rule, reason, dropped, alone: Math.min(alone, dropped), example_user_ids: [...exampleIds] };
}

/** Calls `visit` for each rule at `examined` (ascending) with the rows that it is the first to drop. */
async function walk(
  index: CandidateIndex,
  given: GivenCandidates | null,
  rules: readonly NamedStep[],
  examined: readonly number[],
  signal: AbortSignal | undefined,
  visit: (at: number, out: HeldSelection) => Promise<void>,
): Promise<void> {
  let done = 0;
  let left: HeldSelection | null = null;
  for (const at of examined.toSorted((a, b) => a - b)) {
    const among: HeldSelection | Iterable<RowNumber> | null = left ?? given?.users.keys() ?? null;
    const { selection: reaching } = await index.select(rules.slice(done, at), signal, among);
    const { selection: passing } = await index.select([rules[at]!], signal, reaching);
    const out = reaching.without(passing);
    left?.release();
    reaching.release();
    await visit(at, out);
    out.release();
    left = passing;
    done = at + 1;
  }
  left?.release();
}

/** The rows that only this rule drops are the better examples: without it they would be candidates. */
async function examine(
  index: CandidateIndex,
  out: HeldSelection,
  later: readonly NamedStep[],
  signal: AbortSignal | undefined,
): Promise<Examined> {
  const { selection: only } = await index.select(later, signal, out);
  const first = new Set([...only.firstRows(EXAMPLES), ...out.firstRows(2 * EXAMPLES)]);
  const ids = [...first].flatMap((row) => index.userIdOf(rowNumber(row)) ?? []);
  const alone = only.size;
  only.release();
  return { alone, exampleIds: ids.slice(0, EXAMPLES) };
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
