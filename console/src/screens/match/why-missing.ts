import type { MatchResult } from '../../api/queries.ts';
import { text } from '../../text/en.ts';
import { funnelRows } from './funnel-rows.ts';

/** The sentence for a match among one candidate alone. */
export function whyMissing(candidate: string, result: MatchResult): string {
  const none = result.not_candidates?.find(({ user_id: id }) => id === candidate);
  if (none) return text.match.reasonFor[none.reason] ?? none.reason;
  const found = result.matches.find(({ user_id: id }) => id === candidate);
  if (found) return text.match.askPassed(found.score.toFixed(2));
  const stage = funnelRows(result).find(({ in: before, out }) => before > 0 && out === 0)?.stage ?? 'select';
  return text.match.askDropped(text.match.stageNames[stage] ?? stage);
}
