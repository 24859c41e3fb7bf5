/** Turns the ids of a prediction into item numbers: leaves out unknown ids, and what must not be ranked. */
import type { CompiledFilter } from '../filters/item-filters.ts';
import type { PredictQuery } from './inference-protocol.ts';
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
  /** The items to rank; null: the whole catalogue without `excluded`. */
  readonly candidates: Uint32Array | null;
  /** Empty if there are candidates, from which they are already left out. */
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
  const whole = known(query.history, names, unknown);
  const candidates = query.candidates && known(query.candidates, names, unknown);
  if (unknown.size > 0 && query.ignoreUnknown !== true) throw unknownItems([...unknown], HINT);
  const excluded = new Set(known(query.excluded ?? [], names));
  if (query.excludeSeen === true) for (const item of whole) excluded.add(item);
  return {
    history: whole.subarray(Math.max(0, whole.length - model.maxHistoryItems)),
    ...rankedItems(named, query, candidates, excluded),
    boosts: boostsOf(named, query),
    ignored: [...unknown],
    historyTruncated: whole.length > model.maxHistoryItems,
  };
}

/**
 * A filter makes candidates of the items that pass it if the model can make a short list of them, or if it can score
 * these alone and at most this share of the catalogue passes. Otherwise the scores of the whole catalogue are cheaper.
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
    const left = candidates.filter((item) => !excluded.has(item) && filter?.mask[item] !== 0);
    return { candidates: left, excluded: new Set(), mask: null };
  }
  if (filter === null) return { candidates: null, excluded, mask: null };
  const isNarrow = filter.items.length <= MAX_CANDIDATE_SHARE * filter.mask.length;
  return model.scoreShortlist !== undefined || (isNarrow && model.scoreCandidates !== undefined)
    ? { candidates: without(filter, excluded), excluded: new Set(), mask: null }
    : { candidates: null, excluded, mask: filter.mask };
}

function boostsOf({ filters }: NamedModel, { boosts = [] }: PredictQuery): readonly AppliedBoost[] {
  return boosts.map(({ filter, weight }, at) => {
    return { mask: filters.compile(filter, `boosts[${at}].filter`).mask, weight };
  });
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

/** The passing items without the excluded ones. Copies the stretches between these: up to a million items pass. */
function without({ mask, items }: CompiledFilter, excluded: ReadonlySet<number>): Uint32Array {
  const out = Uint32Array.from(excluded)
    .filter((item) => mask[item] === 1)
    .sort();
  const left = new Uint32Array(items.length - out.length);
  let [from, to] = [0, 0];
  for (const item of out) {
    const at = positionOf(items, item);
    left.set(items.subarray(from, at), to);
    to += at - from;
    from = at + 1;
  }
  left.set(items.subarray(from), to);
  return left;
}

/** By bisection of ascending numbers, of which `number` is one. */
function positionOf(ascending: Uint32Array, number: number): number {
  let [low, high] = [0, ascending.length - 1];
  while (low < high) {
    const middle = (low + high) >> 1;
    if (ascending[middle]! < number) low = middle + 1;
    else high = middle;
  }
  return low;
}
