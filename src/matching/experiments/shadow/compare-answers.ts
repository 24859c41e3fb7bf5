/** Compares the answers of two arms to one request: their overlap, and the difference of their scores. */
import type { MatchResult } from '../../../contract/match.ts';
import { mean } from '../../../platform/numeric/statistics.ts';
import type { ShadowReplay } from '../../../platform/storage/experiment-store.ts';

export interface TimedAnswer {
  readonly result: Pick<MatchResult, 'matches'>;
  readonly ms: number;
}

export function compareAnswers(
  control: TimedAnswer,
  treatment: TimedAnswer,
): NonNullable<ShadowReplay['compared']> {
  const [before, after] = [control, treatment].map(
    ({ result }) => new Map(result.matches.map(({ user_id, score }) => [user_id, score])),
  ) as [Map<string, number>, Map<string, number>];
  const shared = [...before.keys()].filter((id) => after.has(id));
  const most = Math.max(before.size, after.size);
  return {
    // Two empty answers are alike.
    overlap: most === 0 ? 1 : shared.length / most,
    scoreDifference: shared.length === 0 ? null : mean(shared.map((id) => after.get(id)! - before.get(id)!)),
    scores: [meanScore(before), meanScore(after)],
    ms: [control.ms, treatment.ms],
  };
}

const meanScore = (scores: ReadonlyMap<string, number>) =>
  scores.size === 0 ? null : mean([...scores.values()]);
