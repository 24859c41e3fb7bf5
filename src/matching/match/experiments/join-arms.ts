/**
 * The answer of a match that takes part in an experiment: that of its arm, or one drawn from the answers of
 * both.
 */
import type { MatchResult } from '../../../contract/match.ts';
import { teamDraft } from '../../../platform/numeric/team-draft.ts';
import type { ExperimentShown } from '../../../platform/storage/experiment-store.ts';
import type { ShownMatch } from '../../../platform/storage/learning-store.ts';
import type { Participation } from './participation.ts';

export interface Answered {
  readonly result: MatchResult;
  readonly shown: ShownMatch;
}

/** `answers`: one for each arm, in their order. */
export function joinArms(
  { experimentId, unit, arms, coinsOf }: Participation,
  answers: readonly Answered[],
  { limit, latencyBucket }: { readonly limit: number; readonly latencyBucket: number },
): Answered {
  const [first, second] = answers;
  const common = { experimentId, unit, latencyBucket };
  if (second === undefined) {
    const [{ index, name }] = arms;
    return withExperiment(first!, name, { ...common, arm: index, picks: [] });
  }
  const rankings = [first!.result.matches, second.result.matches] as const;
  const picks = teamDraft(rankings, ({ user_id }) => user_id, limit, coinsOf(first!.result.match_id));
  const matches = picks.map(({ candidate }) => candidate);
  const drawn: Answered = {
    result: { ...first!.result, matches },
    shown: {
      ...first!.shown,
      candidates: matches.map(({ user_id, score }) => ({ userId: user_id, score })),
    },
  };
  const teams = picks.map(({ team }) => arms[team]!.index);
  return withExperiment(drawn, null, { ...common, arm: null, picks: teams });
}

function withExperiment(
  { result, shown }: Answered,
  arm: string | null,
  experiment: ExperimentShown,
): Answered {
  const { match_id, matches, ...rest } = result;
  return {
    result: { match_id, matches, experiment: { id: experiment.experimentId, arm }, ...rest },
    shown: { ...shown, experiment },
  };
}
