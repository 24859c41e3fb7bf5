/**
 * The figures of a run, which come as free JSON. A missing figure, or one that is not a number, is left out.
 */
export interface Range {
  readonly value: number;
  readonly low: number | null;
  readonly high: number | null;
}

export interface Bin {
  readonly pairs: number;
  readonly given: number;
  readonly observed: number;
}

export interface RankedScorer {
  readonly name: string;
  readonly ranges: Readonly<Record<'ndcg' | 'hit_rate', Range | null>>;
}

export interface Baselines {
  readonly verdict: string;
  readonly seekers: number;
  readonly candidates: number;
  readonly scorers: readonly RankedScorer[];
}

export const pairMeasures = ['auc', 'log_loss', 'ece'] as const;
export type PairMeasure = (typeof pairMeasures)[number];

type Json = Readonly<Record<string, unknown>>;

function objectOf(value: unknown): Json {
  return typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as Json) : {};
}

function numberOf(value: unknown): number | null {
  return typeof value === 'number' && Number.isFinite(value) ? value : null;
}

function listOf(value: unknown): readonly Json[] {
  return Array.isArray(value) ? value.map(objectOf) : [];
}

/** A measure of a model over pairs, with its interval where the run kept one. */
export function rangeOf(figures: unknown, measure: PairMeasure): Range | null {
  const json = objectOf(figures);
  const value = numberOf(json[measure]);
  const { low, high } = objectOf(objectOf(json.intervals)[measure]);
  return value === null ? null : { value, low: numberOf(low), high: numberOf(high) };
}

export function binsOf(figures: unknown): readonly Bin[] {
  return listOf(objectOf(figures).reliability).flatMap((bin) => {
    const [pairs, given, observed] = [numberOf(bin.pairs), numberOf(bin.given), numberOf(bin.observed)];
    return pairs === null || given === null || observed === null ? [] : [{ pairs, given, observed }];
  });
}

export function countOf(figures: unknown, name: string): number | null {
  return numberOf(objectOf(figures)[name]);
}

/** The figures of the scorecard as declared, which a run keeps beside its own. */
export function priorOf(figures: unknown): unknown {
  return objectOf(figures).prior;
}

function figureOf(value: unknown): Range | null {
  const json = objectOf(value);
  const middle = numberOf(json.value);
  return middle === null ? null : { value: middle, low: numberOf(json.low), high: numberOf(json.high) };
}

/** null: the run was not compared with lists. */
export function baselinesOf(figures: unknown, ownName: string): Baselines | null {
  const json = objectOf(objectOf(figures).baselines);
  if (typeof json.verdict !== 'string') return null;
  const scorer = (name: string, json: Json): RankedScorer => ({
    name,
    ranges: { ndcg: figureOf(json.ndcg), hit_rate: figureOf(json.hit_rate) },
  });
  return {
    verdict: json.verdict,
    seekers: numberOf(json.seekers) ?? 0,
    candidates: numberOf(json.candidates) ?? 0,
    scorers: [
      scorer(ownName, objectOf(json.head)),
      ...listOf(json.baselines).map((baseline) => scorer(String(baseline.name ?? ''), baseline)),
    ],
  };
}
