/** Reads the training section of a card, whose content depends on the architecture. */
import { isRecord } from '../../parts/read-unknown.ts';

export interface CurvePoint {
  readonly epoch: number;
  readonly ndcg: number;
}

export interface TrainingFacts {
  readonly people?: number | undefined;
  readonly events?: number | undefined;
  readonly parameters?: number | undefined;
  readonly epochs?: number | undefined;
  readonly minutes?: number | undefined;
  readonly reasons: readonly string[];
  readonly curve: readonly CurvePoint[];
}

export function readTraining(training: Readonly<Record<string, unknown>> | null): TrainingFacts {
  const { data, fit, chosen_by_validation: chosen, reasons } = training ?? {};
  const number = (of: unknown, name: string) =>
    isRecord(of) && typeof of[name] === 'number' ? of[name] : undefined;
  return {
    people: number(data, 'people'),
    events: number(data, 'events'),
    parameters: number(fit, 'parameters'),
    epochs: number(fit, 'epochs'),
    minutes: number(fit, 'minutes'),
    reasons: Array.isArray(reasons) ? reasons.filter((reason) => typeof reason === 'string') : [],
    curve: curveOf(isRecord(chosen) ? chosen.curve : undefined),
  };
}

function curveOf(curve: unknown): readonly CurvePoint[] {
  if (!Array.isArray(curve)) return [];
  return curve.flatMap((point: unknown) => {
    if (!isRecord(point)) return [];
    const { epoch, ndcg_at_10: ndcg } = point;
    return typeof epoch === 'number' && typeof ndcg === 'number' ? [{ epoch, ndcg }] : [];
  });
}
