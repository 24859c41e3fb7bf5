/** The trend of a dataset and of the events appended since, by filters over items and over people. */
import type { ItemFeatures } from '../../datasets/features/feature-columns.ts';
import { filterMask } from '../filters/filter-mask.ts';
import { itemFields } from '../filters/item-fields.ts';
import { type FilteredRows, parseItemFilter, type WireFilter } from '../filters/parse-item-filter.ts';
import type { TrendAnswer, TrendRequest } from './people-protocol.ts';
import type { ReadDataset } from './read-dataset.ts';
import { countTrend, type TrendWindow, trendingItems, type Visit } from './trending-items.ts';

const ofItems: FilteredRows = {
  whose: 'the dataset’s items',
  none: 'declare `features` of items with the dataset',
};
const ofPeople: FilteredRows = {
  whose: 'the dataset’s people',
  none: 'declare `features` of people with the dataset',
};

/** 400 `invalid_request`; 422 `unknown_filter`. */
export async function trendOf(dataset: ReadDataset, request: TrendRequest): Promise<TrendAnswer> {
  const { itemIds, personIds } = dataset.histories;
  const { filters, people, limit } = request;
  const itemMask = filters && maskOf(await dataset.items(), filters, 'filters', ofItems, itemIds.length);
  const personMask =
    people && maskOf((await dataset.people()).features, people, 'person_filters', ofPeople, personIds.length);
  const window = windowOf(dataset, request);
  const { ids, ofPerson } = appendedVisits(request, itemIds);
  const counts = countTrend(visitsOf(dataset, personMask, ofPerson), window, ids.length);
  // Appended items and people have no features here, so a filter leaves them out.
  const passes = (item: number) => itemMask === null || itemMask[item] === 1;
  return { window, items: trendingItems(counts, ids, passes, limit) };
}

function maskOf(
  features: ItemFeatures,
  wire: WireFilter,
  path: string,
  rows: FilteredRows,
  count: number,
): Uint8Array {
  return filterMask(parseItemFilter(itemFields(features), wire, path, rows), features, count);
}

function windowOf({ histories }: ReadDataset, { appended, untilMs, lengthMs }: TrendRequest): TrendWindow {
  const newest = (times: Float64Array) => times.reduce((most, at) => Math.max(most, at), 0);
  const until = untilMs ?? Math.max(newest(histories.timestampsMs), newest(appended.timestampsMs));
  return { beforeMs: until - 2 * lengthMs, fromMs: until - lengthMs, untilMs: until };
}

function appendedVisits({ appended }: TrendRequest, itemIds: readonly string[]) {
  const ofPerson = new Map<string, Visit[]>();
  if (appended.itemIds.length === 0) return { ids: itemIds, ofPerson };
  const ids = [...itemIds];
  const numbers = new Map(ids.map((id, number) => [id, number]));
  for (const [at, id] of appended.itemIds.entries()) {
    if (!numbers.has(id)) numbers.set(id, ids.push(id) - 1);
    const visit = { item: numbers.get(id)!, timestampMs: appended.timestampsMs[at]! };
    const own = ofPerson.get(appended.personIds[at]!);
    if (own === undefined) ofPerson.set(appended.personIds[at]!, [visit]);
    else own.push(visit);
  }
  return { ids, ofPerson };
}

function* visitsOf(
  { histories }: ReadDataset,
  mask: Uint8Array | null,
  ofPerson: ReadonlyMap<string, readonly Visit[]>,
): Generator<Iterable<Visit>> {
  const { personIds, offsets, items, timestampsMs } = histories;
  const seen = new Set<string>();
  for (const [person, id] of personIds.entries()) {
    const appended = ofPerson.get(id);
    if (appended !== undefined) seen.add(id);
    if (mask !== null && mask[person] === 0) continue;
    yield ownVisits(offsets[person]!, offsets[person + 1]!, appended ?? []);
  }
  if (mask === null) for (const [id, visits] of ofPerson) if (!seen.has(id)) yield visits;

  function* ownVisits(from: number, to: number, appended: readonly Visit[]): Generator<Visit> {
    for (let at = from; at < to; at++) yield { item: items[at]!, timestampMs: timestampsMs[at]! };
    yield* appended;
  }
}
