/**
 * Predicts a person of whom only features are known: by what people of these features take, shrunk to what all
 * people take. Features count as independent (naive Bayes): the logarithms of their ratios add up. The entries
 * of a list count as one feature together.
 *
 * I items.
 */
import { LRUCache } from 'lru-cache';
import { type FeatureGroup, groupsOf } from './feature-groups.ts';
import type { PriorAnswer, PriorRequest } from './people-protocol.ts';
import { popularItems } from './popular-items.ts';
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
  { personId, features }: Pick<PriorRequest, 'personId' | 'features'>,
): Promise<PriorAnswer> {
  const attributes = await dataset.people();
  const stored = personId === null ? undefined : attributes.byId.get(personId);
  const known = { ...(JSON.parse(stored ?? '{}') as object), ...features };
  const ratios = Object.entries(known).flatMap(([name, value]) => ratiosOf(dataset, attributes, name, value));
  if (ratios.length > 0) return scored(dataset, ratios);
  return personId !== null && stored === undefined && Object.keys(features).length === 0
    ? 'unknown'
    : 'popularity';
}

/** Of one feature: none, or the mean over the groups that the value belongs to. */
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

function groupRatios(
  dataset: ReadDataset,
  name: string,
  { name: group, members }: FeatureGroup,
): Float32Array {
  const kept = keptRatios.get(dataset) ?? new LRUCache<string, Float32Array>({ max: MAX_GROUPS });
  keptRatios.set(dataset, kept);
  const key = JSON.stringify([name, group]);
  const ratios = kept.get(key) ?? shrunkRatios(dataset.popular(), popularItems(dataset.histories, members));
  kept.set(key, ratios);
  return ratios;
}

function scored(dataset: ReadDataset, ratios: readonly Float32Array[]): PriorScores {
  const shares = sharesOf(dataset.popular());
  const scores = Float32Array.from(shares, (share, item) =>
    ratios.reduce((sum, ratio) => sum + ratio[item]!, Math.log(share)),
  );
  const order = Uint32Array.from(scores.keys()).sort((a, b) => scores[b]! - scores[a]! || a - b);
  const best = order.subarray(0, MAX_ITEMS);
  const { itemIds } = dataset.histories;
  return {
    itemIds: Array.from(best, (item) => itemIds[item]!),
    scores: Float32Array.from(best, (item) => scores[item]!),
    otherwise: scores[best.at(-1)!]!,
  };
}
