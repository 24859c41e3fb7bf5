/**
 * Turns the ids of a prediction into item numbers: leaves out unknown ids, and items that must not be ranked.
 */
import type { HistoryTimes } from '../models/architecture.ts';
import type { PredictQuery, SentTimes } from './inference-protocol.ts';
import { unknownItems } from './item-id-errors.ts';
import type { ItemNames } from './item-names.ts';
import { itemVectorsOf, type NamedModel } from './named-model.ts';

/** I items. */
export interface AppliedBoost {
  /** 1: the weight is added to the item's score [I]. */
  readonly mask: Uint8Array;
  readonly weight: number;
}

export interface ResolvedPrediction {
  /** The end of the history that the model reads. */
  readonly history: Uint32Array;
  /** The times of `history`; undefined: unknown. */
  readonly times: HistoryTimes | undefined;
  /** The items to rank, without `excluded`; null: the whole catalogue. */
  readonly candidates: Uint32Array | null;
  /** The items that are left out. */
  readonly excluded: ReadonlySet<number>;
  /** 0: the item is left out [I]; null: there is no filter, or the candidates have passed it. */
  readonly mask: Uint8Array | null;
  readonly boosts: readonly AppliedBoost[];
  readonly ignored: readonly string[];
  readonly historyTruncated: boolean;
}

const HINT = ' With `unknown_items: "ignore"` a prediction leaves them out.';

/** 400 `invalid_request`; 422 `capability_missing`, `unknown_filter`, `unknown_item`. */
export function resolvePrediction(query: PredictQuery, named: NamedModel): ResolvedPrediction {
  const { names, model } = named;
  if (query.diversity) itemVectorsOf(named);
  const unknown = new Set<string>();
  const { positions, numbers: whole } = knownPositions(query.history, names, unknown);
  const candidates = query.candidates && known(query.candidates, names, unknown);
  if (unknown.size > 0 && query.ignoreUnknown !== true) throw unknownItems([...unknown], HINT);
  const excluded = new Set(known(query.excluded ?? [], names));
  if (query.excludeSeen === true) for (const item of whole) excluded.add(item);
  const read = Math.max(0, whole.length - model.maxHistoryItems);
  return {
    history: whole.subarray(read),
    times: timesAt(query.times, positions.slice(read)),
    ...rankedItems(named, query, candidates, excluded),
    boosts: boostsOf(named, query),
    ignored: [...unknown],
    historyTruncated: whole.length > model.maxHistoryItems,
  };
}

/**
 * The largest share of the catalogue of which a filter makes candidates, where the model can score these
 * alone. Above it, the scores of the whole catalogue are cheaper. A model that can make a short list gets
 * candidates in any case.
 */
const MAX_CANDIDATE_SHARE = 0.25;

function rankedItems(
  { model, filters }: NamedModel,
  query: PredictQuery,
  candidates: Uint32Array | null,
  excluded: ReadonlySet<number>,
): Pick<ResolvedPrediction, 'candidates' | 'excluded' | 'mask'> {
  const filter = query.filters === undefined ? null : filters.compile(query.filters, 'filters');
  if (candidates !== null) {
    const left = filter === null ? candidates : candidates.filter((item) => filter.mask[item] !== 0);
    return { candidates: left, excluded, mask: null };
  }
  if (filter === null) return { candidates: null, excluded, mask: null };
  const isNarrow = filter.items.length <= MAX_CANDIDATE_SHARE * filter.mask.length;
  return model.scoreShortlist !== undefined || (isNarrow && model.scoreCandidates !== undefined)
    ? { candidates: filter.items, excluded, mask: null }
    : { candidates: null, excluded, mask: filter.mask };
}

function boostsOf({ filters }: NamedModel, { boosts = [] }: PredictQuery): readonly AppliedBoost[] {
  return boosts.map(({ filter, weight }, at) => {
    return { mask: filters.compile(filter, `boosts[${at}].filter`).mask, weight };
  });
}

/** The positions and the numbers of the ids that the catalogue has; the others join `unknown`. */
function knownPositions(ids: readonly string[], names: ItemNames, unknown: Set<string>) {
  const positions: number[] = [];
  const numbers = new Uint32Array(ids.length);
  for (let at = 0; at < ids.length; at++) {
    const number = names.numberOf(ids[at]!);
    if (number === undefined) unknown.add(ids[at]!);
    else numbers[positions.push(at) - 1] = number;
  }
  return { positions, numbers: numbers.subarray(0, positions.length) };
}

function timesAt(times: SentTimes | undefined, positions: readonly number[]): HistoryTimes | undefined {
  return (
    times && {
      timestampsMs: Float64Array.from(positions, (at) => times.timestampsMs[at]!),
      momentMs: times.momentMs,
    }
  );
}

/** The numbers of the ids that the catalogue has; the others join `unknown`. */
function known(ids: readonly string[], names: ItemNames, unknown?: Set<string>): Uint32Array {
  const numbers = new Uint32Array(ids.length);
  let count = 0;
  for (const id of ids) {
    const number = names.numberOf(id);
    if (number === undefined) unknown?.add(id);
    else numbers[count++] = number;
  }
  return numbers.subarray(0, count);
}
