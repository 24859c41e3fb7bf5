/** Reads the training section of a card, whose content depends on the architecture. */
import { isRecord } from '../../parts/read-unknown.ts';

export interface CurvePoint {
  readonly epoch: number;
  readonly ndcg: number;
}

/** A part of what serves. Figures are nDCG@10 on the people by whom the blend was chosen. */
export interface BlendPart {
  readonly name: string;
  /** Weights for short and for long histories. */
  readonly short: number;
  readonly long: number;
  readonly alone: number;
  /** The loss of the whole without it. */
  readonly adds: number;
}

export interface BlendFacts {
  readonly people: number;
  readonly parts: readonly BlendPart[];
}

/** A feature of the moment of a prediction that the model reads, such as the device. */
export interface ContextFeature {
  readonly name: string;
  /** The values of a category; absent: it is a number. */
  readonly values?: readonly string[];
}

export interface TrainingFacts {
  readonly people?: number | undefined;
  readonly events?: number | undefined;
  readonly parameters?: number | undefined;
  readonly epochs?: number | undefined;
  readonly minutes?: number | undefined;
  /** By which held-out events epochs, blend and scale were chosen. */
  readonly protocol?: 'time' | 'leave_one_out' | undefined;
  readonly reasons: readonly string[];
  readonly curve: readonly CurvePoint[];
  /** The epoch whose weights were kept. */
  readonly bestEpoch?: number | undefined;
  /** Absent: the network serves alone. */
  readonly blend?: BlendFacts | undefined;
  readonly context: readonly ContextFeature[];
}

export function readTraining(training: Readonly<Record<string, unknown>> | null): TrainingFacts {
  const { data, fit, chosen_by_validation: chosen, protocol, reasons } = training ?? {};
  const number = (of: unknown, name: string) =>
    isRecord(of) && typeof of[name] === 'number' ? of[name] : undefined;
  return {
    people: number(data, 'people'),
    events: number(data, 'events'),
    parameters: number(fit, 'parameters'),
    epochs: number(fit, 'epochs'),
    minutes: number(fit, 'minutes'),
    protocol: protocol === 'time' || protocol === 'leave_one_out' ? protocol : undefined,
    reasons: Array.isArray(reasons) ? reasons.filter((reason) => typeof reason === 'string') : [],
    curve: curveOf(isRecord(chosen) ? chosen.curve : undefined),
    bestEpoch: number(chosen, 'best_epoch'),
    blend: blendOf(isRecord(fit) ? fit.blend : undefined),
    context: contextOf(isRecord(fit) ? fit.context : undefined),
  };
}

function contextOf(context: unknown): readonly ContextFeature[] {
  if (!Array.isArray(context)) return [];
  return context.flatMap((feature: unknown) => {
    if (!isRecord(feature) || typeof feature.name !== 'string') return [];
    const { name, values } = feature;
    if (!Array.isArray(values)) return [{ name }];
    return [{ name, values: values.filter((value) => typeof value === 'string') }];
  });
}

function curveOf(curve: unknown): readonly CurvePoint[] {
  if (!Array.isArray(curve)) return [];
  return curve.flatMap((point: unknown) => {
    if (!isRecord(point)) return [];
    const { epoch, ndcg_at_10: ndcg } = point;
    return typeof epoch === 'number' && typeof ndcg === 'number' ? [{ epoch, ndcg }] : [];
  });
}

function blendOf(blend: unknown): BlendFacts | undefined {
  if (!isRecord(blend) || typeof blend.cases !== 'number' || !Array.isArray(blend.parts)) return undefined;
  const parts = blend.parts.flatMap((part: unknown) => {
    if (!isRecord(part) || !isRecord(part.weight)) return [];
    const { name, weight, ndcg_alone: alone, adds } = part;
    const { short, long } = weight;
    if (typeof name !== 'string' || typeof short !== 'number' || typeof long !== 'number') return [];
    return typeof alone === 'number' && typeof adds === 'number' ? [{ name, short, long, alone, adds }] : [];
  });
  return { people: blend.cases, parts };
}
