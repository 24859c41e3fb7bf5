/**
 * Chooses taste and appeal, by the loss of the use: where people refuse, the log loss of later decisions
 * (`choose-collaborative-vectors.ts`); where there are choices alone, the order of lists, together with the weights of
 * profile and state (`lists/choose-list-weights.ts`).
 */
import { noPersonEffects } from '../../ranking/person-effects.ts';
import type { PartReport, RankingModel } from '../../ranking/ranking-model.ts';
import { createPairReader } from '../../ranking/score-pair.ts';
import { takePairs } from '../evaluate/labelled-pairs.ts';
import type { TrainingSet } from '../training-set.ts';
import {
  type ChosenVectors,
  chooseCollaborativeVectors,
  earlierAndLater,
} from './choose-collaborative-vectors.ts';
import type { CollaborativeSettings } from './collaborative-vectors.ts';
import { type EarlierFit, undecidedRows } from './earlier-fit.ts';
import type { FitPeople } from './fit-input.ts';
import { predict } from './fit-log-odds.ts';
import { type ChosenLists, chooseListWeights } from './lists/choose-list-weights.ts';
import { figuresOfLists, type ListWeights } from './lists/list-weights.ts';
import { figuresOfVectors } from './reused-settings.ts';
import { pairSides } from './score-pairs.ts';

export interface ChosenParts {
  /** null: left out. */
  readonly vectors: CollaborativeSettings | null;
  /** null: person effects and profile stand with their own weights. */
  readonly lists: ListWeights | null;
  readonly reports: Readonly<Record<string, PartReport>>;
}

/** `fitOn`: a fit to some rows of the outcomes. */
export function chooseVectors(
  set: TrainingSet,
  people: FitPeople,
  base: RankingModel,
  { rows, seed }: { readonly rows: Uint32Array; readonly seed: number },
  fitOn: (rows: Uint32Array) => EarlierFit,
): ChosenParts {
  const pairs = takePairs(set.outcomes, rows);
  const lists = pairs.labels.includes(0)
    ? null
    : chooseListWeights({ pairs, profileOn: profilesOn(set, people, base, rows, fitOn), seed });
  if (lists !== null) return { vectors: lists.vectors, lists: lists.weights, reports: reportsOfLists(lists) };
  const { train } = earlierAndLater(pairs, seed);
  const { problem, fit } = fitOn(train.map((at) => rows[at]!));
  const { evidence } = problem;
  const offsetsOf = (some: Uint32Array) => Float64Array.from(some, (n) => predict(problem, fit, n).logOdds);
  const undecided = undecidedRows(evidence);
  const chosen = chooseCollaborativeVectors({
    pairs,
    offsets: offsetsOf(rows),
    drawn: {
      seekers: undecided.map((n) => evidence.raters[n]!),
      candidates: undecided.map((n) => evidence.rated[n]!),
      weights: Float64Array.from(undecided, (n) => evidence.weights[n]!),
      offsets: offsetsOf(undecided),
    },
    nowMs: set.frozenAtMs,
    seed,
  });
  return { vectors: chosen.settings, lists: null, reports: { vectors: vectorsReport(chosen) } };
}

/** Log-odds of profiles and texts, without effects of single people, fitted to some of the pairs. */
function profilesOn(
  { definition, frozenAtMs, outcomes }: TrainingSet,
  people: FitPeople,
  base: RankingModel,
  rows: Uint32Array,
  fitOn: (rows: Uint32Array) => EarlierFit,
) {
  return (some: Uint32Array) => {
    const { problem, fit, projections } = fitOn(some.map((at) => rows[at]!));
    const scorecard = problem.columns.scorecard(fit.theta.subarray(0, problem.columns.width));
    const card = { ...base.card, scorecard };
    const model = { ...base, card, projections, personEffects: noPersonEffects };
    const reader = createPairReader(model, definition, frozenAtMs);
    const sides = pairSides(model, outcomes.people, people);
    return (seeker: number, candidate: number): number =>
      reader.logOdds(sides[seeker]!, sides[candidate]!).cross_encoder;
  };
}

function reportsOfLists({ vectors, weights, figures }: ChosenLists): ChosenParts['reports'] {
  const { all, vectors: alone, others } = figures;
  const measured = `nDCG@50 of later choices ${all.toFixed(4)}, by taste and appeal alone ${alone.toFixed(4)}, by the other parts ${others.toFixed(4)}`;
  return {
    vectors: {
      kept: vectors !== null,
      reason: `${vectors === null ? 'left out' : 'kept'}: ${measured}`,
      figures: vectors === null ? {} : figuresOfVectors(vectors),
    },
    lists: {
      kept: true,
      reason: `profile and state are weighed by the order of lists: ${measured}`,
      figures: figuresOfLists(weights),
    },
  };
}

function vectorsReport({ settings, reason, logLossWith, logLossWithout }: ChosenVectors): PartReport {
  const figures = {
    held_out_log_loss_with: logLossWith,
    held_out_log_loss_without: logLossWithout,
    ...(settings !== null && figuresOfVectors(settings)),
  };
  const known = Object.entries(figures).filter(([, figure]) => Number.isFinite(figure));
  return { kept: settings !== null, reason, figures: Object.fromEntries(known) };
}
