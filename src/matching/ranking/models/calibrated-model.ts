/**
 * A ranking model with the level and the temperature that a tenant's outcomes have fitted, on top of its own
 * calibration. Its version stays that of the model, by which clients know a run's model in `models_used`.
 */
import { z } from 'zod';
import { byStage, modelStages } from '../../../contract/match-stages.ts';
import { type CalibrationCurve, SideCurves } from '../calibration-curve.ts';
import type { StageModel } from './model-catalog.ts';

/** Curves of log-odds that the model has calibrated already. */
export const StageCurves = z.strictObject(byStage(modelStages, () => SideCurves));
export type StageCurves = z.infer<typeof StageCurves>;

/** `outcomes`: how many the curves rest on. */
export function calibratedModel(model: StageModel, curves: StageCurves, outcomes: number): StageModel {
  const { rankingModel } = model;
  const { card } = rankingModel;
  const own = card.calibration;
  const calibration = byStage(modelStages, (stage) => after(own[stage], curves[stage]));
  return {
    ...model,
    calibrated: true,
    rankingModel: { ...rankingModel, card: { ...card, calibration, calibrated_on: outcomes } },
  };
}

/** `own`, and then `fitted`. A side has a curve where either has one for it. */
function after(own: SideCurves, fitted: SideCurves): SideCurves {
  const names = [...new Set([...Object.keys(own.sides), ...Object.keys(fitted.sides)])];
  const sides = names.map((side) => [
    side,
    composed(own.sides[side] ?? own.default, fitted.sides[side] ?? fitted.default),
  ]);
  return { default: composed(own.default, fitted.default), sides: Object.fromEntries(sides) };
}

/** `then` of `first`. Fitted curves are lines; another kind replaces nothing and is an error. */
function composed(first: CalibrationCurve, then: CalibrationCurve): CalibrationCurve {
  if (then.kind === 'identity') return first;
  if (then.kind !== 'platt') throw new Error(`a calibration of a tenant is a line, and not ${then.kind}`);
  const { slope, offset } = then;
  switch (first.kind) {
    case 'identity':
      return then;
    case 'platt':
      return { kind: 'platt', slope: slope * first.slope, offset: slope * first.offset + offset };
    case 'isotonic':
      return { kind: 'isotonic', knots: first.knots.map(([x, y]) => [x, slope * y + offset]) };
    default:
      return first satisfies never;
  }
}
