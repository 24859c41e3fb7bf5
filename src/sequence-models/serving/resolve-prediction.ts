/** Turns the ids of a prediction into item numbers: leaves out unknown ids, and what must not be ranked. */
import type { PredictQuery } from './inference-protocol.ts';
import { unknownItems } from './item-id-errors.ts';
import type { ItemNames } from './item-names.ts';
import { itemVectorsOf, type NamedModel } from './named-model.ts';

export interface ResolvedPrediction {
  /** The end of the history that the model reads. */
  readonly history: Uint32Array;
  /** The items to rank; null: the whole catalogue without `excluded`. */
  readonly candidates: Uint32Array | null;
  /** Empty if there are candidates, from which they are already left out. */
  readonly excluded: ReadonlySet<number>;
  readonly ignored: readonly string[];
  readonly historyTruncated: boolean;
}

const HINT = ' With `unknown_items: "ignore"` a prediction leaves them out.';

/** 422 `capability_missing`, `unknown_item`. */
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
    candidates: candidates && (excluded.size > 0 ? without(candidates, excluded) : candidates),
    excluded: candidates === null ? excluded : new Set(),
    ignored: [...unknown],
    historyTruncated: whole.length > model.maxHistoryItems,
  };
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

function without(items: Uint32Array, excluded: ReadonlySet<number>): Uint32Array {
  return items.filter((item) => !excluded.has(item));
}
