/**
 * The people that a trace names as examples: in the answer only people that exist, in the stored record none.
 */
import type { MatchResult, ShownAnswer } from '../../../contract/match.ts';
import { personIds } from '../../../contract/person-ids.ts';
import type { ProfileStore } from '../../../platform/storage/store.ts';
import { isUnchanged } from '../is-unchanged.ts';
import type { MatchInput } from '../stage.ts';

type Trace = readonly NonNullable<MatchResult['trace']>[number][];

/** The trace without those who were erased since the index was read. */
export async function withPresentExamples(
  trace: Trace,
  input: Pick<MatchInput, 'plan' | 'sequence'>,
  profiles: Pick<ProfileStore, 'existing' | 'lastSequence'>,
): Promise<NonNullable<MatchResult['trace']>> {
  if (await isUnchanged(input, profiles)) return [...trace];
  const { plan } = input;
  const present = await profiles.existing(plan.tenant, plan.definition.domain, personIds(trace));
  return withExamples(trace, (ids) => ids.filter((id) => present.has(id)));
}

function withExamples(
  trace: Trace,
  keep: (ids: readonly string[]) => string[],
): NonNullable<MatchResult['trace']> {
  return trace.map((stage) => ({
    ...stage,
    ...(stage.rules !== undefined && {
      rules: stage.rules.map((rule) =>
        rule.example_user_ids === undefined
          ? rule
          : { ...rule, example_user_ids: keep(rule.example_user_ids) },
      ),
    }),
    ...(stage.dropped_examples !== undefined && {
      dropped_examples: Object.fromEntries(
        Object.entries(stage.dropped_examples).flatMap(([reason, ids]) => {
          const kept = keep(ids);
          return kept.length === 0 ? [] : [[reason, kept]];
        }),
      ),
    }),
  }));
}

/** Rules that are stored of a match; a request may have many. */
const MOST_STORED = 20;

/**
 * The trace as it is stored. It names no one, because an erasure finds a match only by the people it showed.
 */
export function withoutExamples(trace: Trace): ShownAnswer['trace'] {
  return trace.map(({ rules, dropped_examples: _people, ...stage }) => ({
    ...stage,
    ...(rules !== undefined && {
      rules: rules
        .filter(({ dropped }) => dropped > 0)
        .toSorted((a, b) => b.dropped - a.dropped)
        .slice(0, MOST_STORED)
        .map(({ example_user_ids: _ids, ...rule }) => rule),
    }),
  }));
}
