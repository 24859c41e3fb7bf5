/**
 * The settings that an earlier fit chose, read from its card. With them a fit to more rows of the same set
 * needs no cross-validation. Calibration and aggregation are reused as well. They were measured on outcomes
 * that the earlier fit had not seen; a fit to all outcomes has no such outcomes.
 */
import type { RankingModel } from '../../ranking/ranking-model.ts';
import type { CollaborativeSettings } from './collaborative-vectors.ts';
import { decisionWeightsOf } from './decisions/decision-weights.ts';
import type { EffectVariances } from './fit-log-odds.ts';
import { listWeightsOf } from './lists/list-weights.ts';
import type { NeighbourSettings } from './neighbours/fit-neighbours.ts';
import { neighbourSettingsOf } from './neighbours/neighbour-report.ts';
import type { PartWeights } from './part-weights.ts';
import type { Shrinkage } from './profile-columns.ts';

export interface ReusedSettings {
  readonly model: RankingModel;
  readonly variances: EffectVariances;
  readonly shrinkage: Shrinkage;
  /** null: left out, as the next four. */
  readonly vectors: CollaborativeSettings | null;
  readonly neighbours: NeighbourSettings | null;
  readonly weights: PartWeights | null;
  readonly projections: { readonly scale: number; readonly weight: number } | null;
  /** Steps of the training. */
  readonly crossEncoder: { readonly steps: number } | null;
}

/** Null where the card has no settings: a prior, or a card of an earlier release. */
export function settingsOf(model: RankingModel): ReusedSettings | null {
  const { scorecard, effects, vectors, neighbours, projections, cross_encoder } = model.card.parts;
  const precision = scorecard?.figures.precision;
  const { selectivity_variance: selectivity, desirability_variance: desirability } = effects?.figures ?? {};
  if (precision === undefined || selectivity === undefined || desirability === undefined) return null;
  const figures = (part: typeof vectors) => (part?.kept === true ? part.figures : null);
  return {
    model,
    variances: { selectivity, desirability },
    shrinkage: { slots: precision },
    vectors: vectorSettings(figures(vectors)),
    neighbours: neighbourSettingsOf(figures(neighbours)),
    weights: weightsOf(model.card.parts),
    projections: projectionSettings(figures(projections)),
    crossEncoder: stepsOf(figures(cross_encoder)),
  };
}

function weightsOf({ lists, decisions }: RankingModel['card']['parts']): PartWeights | null {
  const byLists = lists === undefined ? null : listWeightsOf(lists.figures);
  if (byLists !== null) return { kind: 'lists', weights: byLists };
  const byDecisions = decisions === undefined ? null : decisionWeightsOf(decisions.figures);
  return byDecisions === null ? null : { kind: 'decisions', weights: byDecisions };
}

type Figures = Readonly<Record<string, number>> | null;

/** The figures that `vectorSettings` reads. */
export function figuresOfVectors(settings: CollaborativeSettings): Readonly<Record<string, number>> {
  const { dimension, ridge, scale = 1, unseen, halfLifeDays, sweeps } = settings;
  return { dimension, ridge, scale, unseen_weight: unseen, half_life_days: halfLifeDays, sweeps };
}

function vectorSettings(figures: Figures): CollaborativeSettings | null {
  if (figures === null) return null;
  const { dimension, ridge, scale, unseen_weight, half_life_days, sweeps } = figures;
  return {
    dimension: dimension!,
    ridge: ridge!,
    scale: scale!,
    unseen: unseen_weight!,
    halfLifeDays: half_life_days ?? Number.POSITIVE_INFINITY,
    sweeps: sweeps!,
  };
}

function projectionSettings(figures: Figures): ReusedSettings['projections'] {
  return figures === null ? null : { scale: figures.scale!, weight: figures.weight! };
}

function stepsOf(figures: Figures): ReusedSettings['crossEncoder'] {
  return figures === null ? null : { steps: figures.steps! };
}
