/**
 * Chooses taste and appeal by the loss of their use. Where people refuse, that is the log loss of later
 * decisions (`choose-collaborative-vectors.ts`). Where there are choices alone, it is the order of lists, and
 * weights of profile and state are chosen with them (`lists/choose-list-weights.ts`).
 */

import { createPairReader } from '../../ranking/pair-reader.ts';
import { noPersonEffects, uncertaintyShrinkage } from '../../ranking/person-effects.ts';
import type { PartReport, RankingModel } from '../../ranking/ranking-model.ts';
import { takePairs } from '../labelled-pairs.ts';
import type { TrainingSet } from '../training-set.ts';
import {
  type ChosenVectors,
  chooseCollaborativeVectors,
  earlierAndLater,
} from './choose-collaborative-vectors.ts';
import type { CollaborativeSettings } from './collaborative-vectors.ts';
import {
  type ChosenDecisionWeights,
  chooseDecisionWeights,
  type PartsOfDecision,
} from './decisions/choose-decision-weights.ts';
import { figuresOfDecisions } from './decisions/decision-weights.ts';
import { type EarlierFit, undecidedRows } from './earlier-fit.ts';
import { predict } from './fit-log-odds.ts';
import type { FitPeople } from './fit-people.ts';
import { type ChosenLists, chooseListWeights } from './lists/choose-list-weights.ts';
import { figuresOfLists } from './lists/list-weights.ts';
import type { NeighbourSettings } from './neighbours/fit-neighbours.ts';
import { neighbourReport } from './neighbours/neighbour-report.ts';
import type { PartWeights } from './part-weights.ts';
import { figuresOfVectors } from './reused-settings.ts';
import { pairSides } from './score-pairs.ts';

export interface ChosenParts {
  /** null: left out. */
  readonly vectors: CollaborativeSettings | null;
  /** null: left out. */
  readonly neighbours: NeighbourSettings | null;
  /** null: person effects and profile stand as they are fitted. */
  readonly weights: PartWeights | null;
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
  if (lists !== null)
    return {
      vectors: lists.vectors,
      neighbours: lists.neighbours.settings,
      weights: { kind: 'lists', weights: lists.weights },
      reports: reportsOfLists(lists),
    };
  const { train, heldOut } = earlierAndLater(pairs, seed);
  const earlier = fitOn(train.map((at) => rows[at]!));
  const { problem, fit } = earlier;
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
  const later = heldOut.map((at) => rows[at]!);
  const parts = partsOf(earlier, later, chosen.affinity);
  const stacked = chooseDecisionWeights({ pairs, later: heldOut, parts, seed });
  const report = { vectors: vectorsReport(chosen), decisions: reportOfDecisions(stacked) };
  if (stacked.weights === null)
    return { vectors: chosen.settings, neighbours: null, weights: null, reports: report };
  const { affinity, ...weights } = stacked.weights;
  const scaled =
    chosen.settings === null ? null : { ...chosen.settings, scale: (chosen.settings.scale ?? 1) * affinity };
  return {
    vectors: scaled,
    neighbours: null,
    weights: { kind: 'decisions', weights },
    reports: { ...report, vectors: vectorsReport({ ...chosen, settings: scaled }) },
  };
}

/** The parts' log-odds of later decisions, fitted to earlier ones. `affinity`: taste · appeal of each. */
function partsOf(
  { problem, fit }: EarlierFit,
  later: Uint32Array,
  affinity: Float64Array,
): readonly PartsOfDecision[] {
  const { raters, rated } = problem.evidence;
  const { width } = problem.columns;
  return Array.from(later, (n, at) => {
    const { logOdds, variance } = predict(problem, fit, n);
    const selectivity = fit.theta[width + raters[n]!]!;
    const desirability = fit.theta[width + problem.people + rated[n]!]!;
    const factor = uncertaintyShrinkage(variance);
    return {
      profile: factor * (logOdds - selectivity - desirability),
      selectivity: factor * selectivity,
      desirability: factor * desirability,
      affinity: factor * affinity[at]!,
    };
  });
}

function reportOfDecisions({ weights, reason }: ChosenDecisionWeights): PartReport {
  if (weights === null) return { kept: false, reason, figures: {} };
  return { kept: true, reason, figures: figuresOfDecisions(weights) };
}

/** Log-odds of profiles and texts, without effects of single people, fitted to some of the pairs. */
function profilesOn(
  { definition, frozenAtMs, outcomes, words }: TrainingSet,
  people: FitPeople,
  base: RankingModel,
  rows: Uint32Array,
  fitOn: (rows: Uint32Array) => EarlierFit,
) {
  return (some: Uint32Array) => {
    const { problem, fit, projections } = fitOn(some.map((at) => rows[at]!));
    const scorecard = problem.columns.scorecard(fit.theta.subarray(0, problem.columns.width));
    const card = { ...base.card, scorecard };
    const model = { ...base, card, projections, personEffects: noPersonEffects, words };
    const reader = createPairReader(model, definition, frozenAtMs);
    const sides = pairSides(model, outcomes.people, people);
    return (seeker: number, candidate: number): number =>
      reader.logOdds(sides[seeker]!, sides[candidate]!).cross_encoder;
  };
}

function reportsOfLists({ vectors, weights, neighbours, figures }: ChosenLists): ChosenParts['reports'] {
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
    neighbours: neighbourReport(neighbours),
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
