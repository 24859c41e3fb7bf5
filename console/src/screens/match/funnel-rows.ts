import { stageNames } from 'counterpart-stages';
import type { MatchResult } from '../../api/queries.ts';
import type { FilterRule } from './rule-title.ts';

/** The source of a funnel: an answer, or the record of one. */
export interface FunnelResult extends Pick<MatchResult, 'trace' | 'pipeline_stats'> {
  readonly matches: readonly unknown[];
}

export interface FunnelRow {
  readonly stage: string;
  readonly enabled: boolean;
  readonly in: number;
  readonly out: number;
  /** Most first, with some of the dropped. A reason that a rule explains is listed under the rule alone. */
  readonly dropped: readonly {
    readonly reason: string;
    readonly count: number;
    readonly examples: readonly string[];
  }[];
  /** The single rules that dropped someone, most first. */
  readonly rules: readonly FilterRule[];
  readonly note?: string | undefined;
}

/** A draw among those below the cut: no stage that candidates pass through. */
const EXPLORING = 'explore';

/** The stages with their counts. Without a trace (no `explain`) the reasons are missing. */
export function funnelRows({ trace, pipeline_stats: stats, matches }: FunnelResult): readonly FunnelRow[] {
  if (trace !== undefined)
    return trace
      .filter(({ stage }) => stage !== EXPLORING)
      .map(({ stage, enabled, in: before, out, dropped, dropped_examples: examples, rules, note }) => {
        const dropping = (rules ?? []).filter((rule) => rule.dropped > 0);
        const explained = new Set(dropping.map(({ reason }) => reason));
        return {
          stage,
          enabled,
          in: before,
          out,
          note,
          dropped: Object.entries(dropped)
            .map(([reason, count]) => ({ reason, count, examples: examples?.[reason] ?? [] }))
            .filter(({ reason, count }) => count > 0 && !explained.has(reason))
            .sort((a, b) => b.count - a.count),
          rules: dropping.sort((a, b) => b.dropped - a.dropped),
        };
      });
  const outs: readonly (readonly [string, number | undefined])[] = [
    ...stageNames.map((stage) => [stage, stats[`after_${stage}`]] as const),
    ['select', matches.length],
  ];
  let before = stats.total;
  return outs.flatMap(([stage, out]) => {
    if (out === undefined) return [];
    const row = { stage, enabled: true, in: before, out, dropped: [], rules: [] };
    before = out;
    return [row];
  });
}

/** The share of the full width, 0 to 1, on a logarithmic scale: ten of a million stay visible. */
export function funnelWidth(count: number, total: number): number {
  if (count <= 0 || total <= 0) return 0;
  return Math.log1p(count) / Math.log1p(Math.max(total, count));
}

/** The first stage that passes no candidate on. */
export function emptyingStage(rows: readonly FunnelRow[]): string | undefined {
  return rows.find((row) => row.out === 0)?.stage;
}
