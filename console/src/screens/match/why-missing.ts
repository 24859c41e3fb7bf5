import type { MatchResult } from '../../api/queries.ts';
import { text } from '../../text/en.ts';
import { funnelRows } from './funnel-rows.ts';
import { ruleTitle } from './rule-title.ts';

/** The sentence for a match among one candidate alone. */
export function whyMissing(candidate: string, result: MatchResult): string {
  const none = result.not_candidates?.find(({ user_id: id }) => id === candidate);
  if (none) return [text.match.reasonFor[none.reason] ?? none.reason, ...ruleOf(result)].join(' ');
  const found = result.matches.find(({ user_id: id }) => id === candidate);
  if (found) return text.match.askPassed(found.score.toFixed(2));
  const stage = funnelRows(result).find(({ in: before, out }) => before > 0 && out === 0)?.stage ?? 'select';
  return text.match.askDropped(text.match.stageNames[stage] ?? stage);
}

/** The rule that dropped the only candidate, and whether it is the only one that does. */
function ruleOf(result: MatchResult): readonly string[] {
  const rule = funnelRows(result).flatMap(({ rules }) => rules)[0];
  if (rule === undefined) return [];
  const { alone } = rule;
  const sentence = text.match.byRule(ruleTitle(rule));
  if (alone === undefined) return [sentence];
  return [sentence, alone > 0 ? text.match.onlyRule : text.match.otherRules];
}
