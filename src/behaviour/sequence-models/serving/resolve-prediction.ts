/**
 * Turns the ids of a prediction into item numbers: leaves out unknown ids, and items that must not be ranked.
 */
import type { ItemFilters } from '../filters/item-filters.ts';
import type { Context } from '../histories/event-contexts.ts';
import type { HistoryTimes } from '../models/architecture.ts';
import { filtersWithNewItems, type NumberedNewItems, numberNewItems } from '../new-items/number-new-items.ts';
import type { EmbedQuery, RankingQuery, SentTimes } from './inference-protocol.ts';
import { emptyHistory, unknownItems } from './item-id-errors.ts';
import type { ItemNames } from './item-names.ts';
import { itemVectorsOf, type NamedModel } from './named-model.ts';
import { readContext } from './read-context.ts';
import { type CompiledRules, compileRules } from './rules/compile-rules.ts';

type HistoryOf = Pick<RankingQuery, 'history' | 'times' | 'context' | 'ignoreUnknown'>;

/** I items, N new ones behind them. */
export interface AppliedBoost {
  /** 1: the weight is added to the item's score [I + N]. */
  readonly mask: Uint8Array;
  readonly weight: number;
}

export interface ResolvedHistory {
  /** The end of the history that the model reads. */
  readonly history: Uint32Array;
  /** The times of `history`, and the context of the prediction; undefined: both are unknown. */
  readonly times: HistoryTimes | undefined;
  readonly ignored: readonly string[];
  readonly historyTruncated: boolean;
}

export interface ResolvedPrediction extends ResolvedHistory {
  /** The known items to rank, without `excluded`; null: the whole catalogue. */
  readonly candidates: Uint32Array | null;
  /** The items that are left out. */
  readonly excluded: ReadonlySet<number>;
  /** 0: the item is left out [I]; null: there is no filter, or the candidates have passed it. */
  readonly mask: Uint8Array | null;
  readonly boosts: readonly AppliedBoost[];
  /** Absent: there are none, or the query does not ask for them. */
  readonly fresh?: RankedNewItems;
  /** Absent: there are none. */
  readonly rules?: CompiledRules;
}

interface RankedNewItems extends NumberedNewItems {
  /** The numbers of those that are ranked, from I on. */
  readonly ranked: Uint32Array;
}

const HINT = ' With `unknown_items: "ignore"` a prediction leaves them out.';

/**
 * 400 `invalid_request`; 422 `capability_missing`, `unknown_filter`,
 * `unknown_item`.
 */
export function resolvePrediction(query: RankingQuery, named: NamedModel): ResolvedPrediction {
  const { names } = named;
  if (query.diversity) itemVectorsOf(named);
  const fresh = numberNewItems(names, query.newItems);
  const filters = fresh === undefined ? named.filters : filtersWithNewItems(named.filters, fresh);
  const numberOf = (id: string) => names.numberOf(id) ?? fresh?.numberOf(id);
  const unknown = new Set<string>();
  const read = readHistory(query, named, unknown);
  const candidates = query.candidates && known(query.candidates, numberOf, unknown);
  refuseUnknown(query, unknown);
  const excluded = new Set(known(query.excluded ?? [], numberOf));
  if (query.excludeSeen === true) {
    for (const item of read.whole) excluded.add(item);
    for (const item of known(query.history, (id) => fresh?.numberOf(id))) excluded.add(item);
  }
  const items = names.ids.length + (fresh?.items.length ?? 0);
  return {
    ...read.resolved,
    ...rankedItems({ ...named, filters }, query, candidates, excluded),
    ...(fresh && { fresh: { ...fresh, ranked: rankedNewItems({ names, filters }, query, fresh, excluded) } }),
    boosts: boostsOf({ filters }, query),
    ...(query.rules?.length && { rules: compileRules(filters, query.rules, query.limit, items) }),
    ignored: [...unknown],
  };
}

type Compile = Pick<ItemFilters, 'compile'>;

function rankedNewItems(
  { names, filters }: Pick<NamedModel, 'names'> & { readonly filters: Compile },
  query: RankingQuery,
  { items }: NumberedNewItems,
  excluded: ReadonlySet<number>,
): Uint32Array {
  const among = query.candidates && new Set(query.candidates);
  const mask = query.filters === undefined ? null : filters.compile(query.filters, 'filters').mask;
  const I = names.ids.length;
  const isRanked = ({ itemId }: { readonly itemId: string }, number: number) =>
    !excluded.has(number) && mask?.[number] !== 0 && (among === null || among.has(itemId));
  return Uint32Array.from(items.flatMap((item, at) => (isRanked(item, I + at) ? [I + at] : [])));
}

/** 422 `empty_history`, `unknown_item`. */
export function resolveHistory(query: EmbedQuery, named: NamedModel): ResolvedHistory {
  const unknown = new Set<string>();
  const { resolved } = readHistory(query, named, unknown);
  refuseUnknown(query, unknown);
  if (resolved.history.length > 0) return { ...resolved, ignored: [...unknown] };
  throw emptyHistory(unknown.size > 0);
}

function readHistory(query: HistoryOf, { names, model }: NamedModel, unknown: Set<string>) {
  const { positions, numbers: whole } = knownPositions(query.history, names, unknown);
  const from = Math.max(0, whole.length - model.maxHistoryItems);
  const resolved = {
    history: whole.subarray(from),
    times: timesAt(query.times, positions.slice(from), readContext(model.context, query.context)),
    historyTruncated: whole.length > model.maxHistoryItems,
  };
  return { whole, resolved };
}

function refuseUnknown({ ignoreUnknown }: HistoryOf, unknown: ReadonlySet<string>): void {
  if (unknown.size > 0 && ignoreUnknown !== true) throw unknownItems([...unknown], HINT);
}

/**
 * The largest share of the catalogue of which a filter makes candidates, where the model can score these
 * alone. Above it, the scores of the whole catalogue are cheaper. A model that can make a short list gets
 * candidates in any case.
 */
const MAX_CANDIDATE_SHARE = 0.25;

function rankedItems(
  { model, names, filters }: Pick<NamedModel, 'model' | 'names'> & { readonly filters: Compile },
  query: RankingQuery,
  candidates: Uint32Array | null,
  excluded: ReadonlySet<number>,
): Pick<ResolvedPrediction, 'candidates' | 'excluded' | 'mask'> {
  const filter = query.filters === undefined ? null : filters.compile(query.filters, 'filters');
  const I = names.ids.length;
  if (candidates !== null) {
    const left = candidates.filter((item) => item < I && filter?.mask[item] !== 0);
    return { candidates: left, excluded, mask: null };
  }
  if (filter === null) return { candidates: null, excluded, mask: null };
  const isNarrow = filter.items.length <= MAX_CANDIDATE_SHARE * filter.mask.length;
  return model.scoreShortlist !== undefined || (isNarrow && model.scoreCandidates !== undefined)
    ? { candidates: filter.items.filter((item) => item < I), excluded, mask: null }
    : { candidates: null, excluded, mask: filter.mask };
}

function boostsOf(
  { filters }: { readonly filters: Compile },
  { boosts = [] }: RankingQuery,
): readonly AppliedBoost[] {
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

function timesAt(
  times: SentTimes | undefined,
  positions: readonly number[],
  context: Context | undefined,
): HistoryTimes | undefined {
  if (times === undefined && context === undefined) return undefined;
  return {
    timestampsMs: Float64Array.from(positions, (at) => times?.timestampsMs[at] ?? Number.NaN),
    momentMs: times?.momentMs ?? Number.NaN,
    ...(context && { context }),
  };
}

/** The numbers of the ids that have one; the others join `unknown`. */
function known(ids: readonly string[], numberOf: ItemNames['numberOf'], unknown?: Set<string>): Uint32Array {
  const numbers = new Uint32Array(ids.length);
  let count = 0;
  for (const id of ids) {
    const number = numberOf(id);
    if (number === undefined) unknown?.add(id);
    else numbers[count++] = number;
  }
  return numbers.subarray(0, count);
}
