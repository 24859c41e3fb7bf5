/**
 * Predicts a person of whom only features are known: by what people of these features take, and what is taken
 * at the hour of the request and in its context, shrunk to what all people take. Features count as independent (naive Bayes):
 * the logarithms of their ratios add up. The entries of a list count as one feature together. The scores are
 * logarithms of shares: their exponentials add up to 1 over all items.
 *
 * I items.
 */
import { LRUCache } from 'lru-cache';
import { logSumExp } from '../../../platform/numeric/log-sum-exp.ts';
import { type FeatureGroup, groupsOf } from './feature-groups.ts';
import type { PriorAnswer, PriorRequest } from './people-protocol.ts';
import { type PopularItems, popularItems } from './popular-items.ts';
import type { PriorScores } from './prior-scores.ts';
import type { PeopleAttributes, ReadDataset } from './read-dataset.ts';
import { sharesOf, shrunkRatios } from './shrunk-ratios.ts';

/** The most items that are answered; further ones rank behind them. */
const MAX_ITEMS = 50_000;
/** The most groups of a dataset whose ratios are kept. */
const MAX_GROUPS = 64;

const keptRatios = new WeakMap<ReadDataset, LRUCache<string, Float32Array>>();

export async function priorOf(
  dataset: ReadDataset,
  { personId, features, context }: Pick<PriorRequest, 'personId' | 'features' | 'context'>,
): Promise<PriorAnswer> {
  const attributes = await dataset.people();
  const stored = personId === null ? undefined : attributes.byId.get(personId);
  const known = { ...(JSON.parse(stored ?? '{}') as object), ...features };
  const ratios = Object.entries(known).flatMap(([name, value]) => ratiosOf(dataset, attributes, name, value));
  const ofContext = contextRatios(dataset, context);
  const by = ratios.length > 0 ? 'person_features' : 'context';
  if (ratios.length + ofContext.length > 0) return { by, ...scored(dataset, [...ratios, ...ofContext]) };
  return personId !== null && stored === undefined && Object.keys(features).length === 0
    ? 'unknown'
    : 'popularity';
}

/** Ratios by one feature: none, or the mean over the groups that the value belongs to. */
function ratiosOf(
  dataset: ReadDataset,
  { features }: PeopleAttributes,
  name: string,
  value: unknown,
): readonly Float32Array[] {
  const column = features.columns.get(name);
  if (column === undefined || value === null) return [];
  const groups = groupsOf(column, value, dataset.histories.personIds.length);
  const each = groups.map((group) => groupRatios(dataset, name, group));
  if (each.length <= 1) return each;
  return [each[0]!.map((_, item) => each.reduce((sum, one) => sum + one[item]!, 0) / each.length)];
}

function groupRatios(dataset: ReadDataset, name: string, { name: group, members }: FeatureGroup) {
  return keptFor(dataset, ['feature', name, group], () =>
    popularItems(dataset.histories, (person) => members[person] === 1),
  );
}

const HOUR_MS = 3_600_000;
/** The fewest takings in a context that say something. */
const MIN_IN_CONTEXT = 5;

/** Ratios of the hour and its two neighbours, and of each declared category. */
function contextRatios(
  dataset: ReadDataset,
  { hour, ...declared }: PriorRequest['context'],
): readonly Float32Array[] {
  const { timestampsMs, contexts, contextRows } = dataset.histories;
  const isNear = (at: number) => (Math.floor(timestampsMs[at]! / HOUR_MS) - hour! + 25) % 24 <= 2;
  const ofHour = hour === undefined ? [] : takenWhere(dataset, ['hour', hour], isNear);
  const ofDeclared = Object.entries(declared).flatMap(([name, value]) => {
    const column = contexts?.columns.get(name);
    if (column?.type !== 'category') return [];
    const code = column.categories.indexOf(String(value));
    const isOfValue = (at: number) => column.codes[contextRows![at]!] === code;
    return code < 0 ? [] : takenWhere(dataset, ['context', name, String(value)], isOfValue);
  });
  return [...ofHour, ...ofDeclared];
}

/** None if too few events count. */
function takenWhere(
  dataset: ReadDataset,
  of: readonly unknown[],
  counts: (at: number) => boolean,
): readonly Float32Array[] {
  const { histories } = dataset;
  let takings = 0;
  for (let at = 0; at < histories.items.length && takings < MIN_IN_CONTEXT; at++)
    takings += Number(counts(at));
  if (takings < MIN_IN_CONTEXT) return [];
  return [keptFor(dataset, of, () => popularItems(histories, (_, at) => counts(at)))];
}

function keptFor(dataset: ReadDataset, of: readonly unknown[], count: () => PopularItems): Float32Array {
  const kept = keptRatios.get(dataset) ?? new LRUCache<string, Float32Array>({ max: MAX_GROUPS });
  keptRatios.set(dataset, kept);
  const key = JSON.stringify(of);
  const ratios = kept.get(key) ?? shrunkRatios(dataset.popular(), count());
  kept.set(key, ratios);
  return ratios;
}

function scored(dataset: ReadDataset, ratios: readonly Float32Array[]): Omit<PriorScores, 'by'> {
  const shares = sharesOf(dataset.popular());
  const scores = Float32Array.from(shares, (share, item) =>
    ratios.reduce((sum, ratio) => sum + ratio[item]!, Math.log(share)),
  );
  const offset = -logSumExp(scores);
  for (let item = 0; item < scores.length; item++) scores[item]! += offset;
  const order = Uint32Array.from(scores.keys()).sort((a, b) => scores[b]! - scores[a]! || a - b);
  const best = order.subarray(0, MAX_ITEMS);
  const { itemIds } = dataset.histories;
  return {
    itemIds: Array.from(best, (item) => itemIds[item]!),
    scores: Float32Array.from(best, (item) => scores[item]!),
    otherwise: scores[best.at(-1)!]!,
  };
}
