/** Matches as a table for people: candidate, score and reasons. */
import Table from 'cli-table3';
import type { MatchResult } from '../../../contract/match.ts';
import { modelStages } from '../../../contract/match-stages.ts';

const REASON_WIDTH = 74;
const SHOWN_REASONS = 3;

export function matchTable(result: Pick<MatchResult, 'matches'>): string {
  const table = new Table({
    head: ['match', 'score', 'why'],
    style: process.stdout.isTTY ? { head: ['cyan'], border: ['gray'] } : { head: [], border: [] },
    colWidths: [44, 7, REASON_WIDTH + 2],
    wordWrap: true,
  });
  for (const match of result.matches) {
    const reasons = (match.reasons ?? []).slice(0, SHOWN_REASONS).map((reason) => `• ${reason}`);
    table.push([match.user_id, match.score.toFixed(2), reasons.join('\n') || '(nothing stands out)']);
  }
  return table.toString();
}

/** "227 profiles → 7 pass the hard filter → 7 after light_ml → …" */
export function attritionLine({ pipeline_stats: stats }: Pick<MatchResult, 'pipeline_stats'>): string {
  const scored = modelStages.map((stage) => `${stats[`after_${stage}`]} after ${stage}`);
  const { total, after_sql_filter } = stats;
  return [`${total} profiles`, `${after_sql_filter} pass the hard filter`, ...scored].join(' → ');
}
