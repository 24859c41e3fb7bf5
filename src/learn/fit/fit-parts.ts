/** Fits the parts of a ranking model to some of the rows, with all settings given. */
import type { TextProjections } from '../../ranking/text-projections.ts';
import type { LabelledPairs } from '../evaluate/labelled-pairs.ts';
import { takePairs } from '../evaluate/labelled-pairs.ts';
import {
  type CollaborativeSettings,
  type CollaborativeVectors,
  fitCollaborativeVectors,
} from './collaborative-vectors.ts';
import {
  type EffectVariances,
  fitLogOdds,
  type LogOddsFit,
  type LogOddsProblem,
  predict,
} from './fit-log-odds.ts';
import { type ListWeights, stateScores } from './lists/list-weights.ts';
import type { Shrinkage } from './profile-columns.ts';

export interface PartsPlan {
  readonly shrinkage: Shrinkage;
  readonly variances: EffectVariances;
  /** null: no vectors. */
  readonly vectors: CollaborativeSettings | null;
  /** Where there are choices alone: weights of profile and state; person effects are left out then. */
  readonly lists: ListWeights | null;
  readonly nowMs: number;
  readonly seed: number;
}

export interface FittedParts {
  readonly logOdds: LogOddsFit;
  readonly vectors: CollaborativeVectors | null;
  readonly projections: TextProjections | null;
  /** Factor on the points of the profile, and log-odds of the states of all people [P]. */
  readonly lists: { readonly profile: number; readonly states: Float64Array } | null;
}

/** `rows`: rows of the problem's evidence; outcomes have the same numbers in `outcomes`. */
export function fitParts(
  problem: LogOddsProblem,
  outcomes: LabelledPairs,
  rows: Uint32Array,
  projections: TextProjections | null,
  { shrinkage, variances, vectors, lists, nowMs, seed }: PartsPlan,
): FittedParts {
  const logOdds = fitLogOdds(problem, rows, shrinkage, variances);
  const decided = rows.filter((n) => n < problem.evidence.outcomes);
  const pairs = takePairs(outcomes, decided);
  const fitted = {
    logOdds,
    projections,
    lists: lists === null ? null : { profile: lists.profile, states: stateScores(pairs, lists, nowMs) },
  };
  if (vectors === null) return { ...fitted, vectors: null };
  const offsets =
    lists === null
      ? Float64Array.from(decided, (n) => predict(problem, logOdds, n).logOdds)
      : new Float64Array(decided.length);
  return { ...fitted, vectors: fitCollaborativeVectors({ pairs, offsets, nowMs, seed }, vectors) };
}
