/**
 * Reads the histories to simulate: those of the request, or those of the people of a dataset. The last items
 * of a dataset's people are held out as the known continuation. They are not if the model was trained on
 * them: the hit rate would be too high.
 *
 * P people, S steps.
 */

import { MOST_SIMULATED } from '../../../contract/simulation.ts';
import type { ArtifactStore } from '../../../platform/artifacts/artifact-store.ts';
import { readStagedJson } from '../../../platform/artifacts/stage-json.ts';
import { randomOrder } from '../../../platform/numeric/random-streams.ts';
import type { Dataset } from '../../../platform/storage/dataset-store.ts';
import type { Store } from '../../../platform/storage/store.ts';
import { readSnapshot } from '../../datasets/snapshot/read-snapshot.ts';
import { eventSettings } from '../adaptation/event-settings.ts';
import type { ReadyModel } from '../adaptation/find-model.ts';
import { type LearnedFrom, learnedFrom } from '../adaptation/learned-from.ts';
import { NO_ITEM } from '../evaluation/ranker.ts';
import { collectHistories } from '../histories/collect-histories.ts';
import type { Histories } from '../histories/histories.ts';
import { noPeopleToSimulate, noUnseenTail, trainingDataUnknown } from './simulation-refusals.ts';
import { type PersonEvents, unseenTails } from './unseen-tails.ts';

export interface Simulated {
  /** By person: item numbers of the model's catalogue, oldest first [P]. */
  readonly histories: readonly Uint32Array[];
  /** The actual items at the simulated steps, NO_ITEM if unknown [P × S]; null: all are unknown. */
  readonly continuations: Uint32Array | null;
  /** The number of people with a known continuation. */
  readonly evaluated: number;
}

type NumberOf = (itemId: string) => number | undefined;

/** Reads the histories of a request. The catalogue has all their items: the request was validated. */
export async function readStaged(
  artifacts: Pick<ArtifactStore, 'read'>,
  key: string,
  numberOf: NumberOf,
): Promise<Simulated> {
  const given = (await readStagedJson(artifacts, key)) as readonly (readonly string[])[];
  const histories = given.map((ids) => Uint32Array.from(ids, (id) => numberOf(id)!));
  return { histories, continuations: null, evaluated: 0 };
}

interface ReadParts {
  readonly store: Pick<Store, 'datasets' | 'models'>;
  readonly artifacts: ArtifactStore;
}

/**
 * Reads the histories of a dataset's people. Events are selected as for the model's training; items that the
 * model lacks are omitted. Throws 422 `unresolved_reference` if no event remains, and 422 `nothing_to_judge`
 * if every last event was trained on, or if that is unknown.
 */
export async function readPeople(
  parts: ReadParts,
  dataset: Dataset,
  model: ReadyModel,
  numberOf: NumberOf,
  { steps, seed, signal }: { readonly steps: number; readonly seed: number; readonly signal: AbortSignal },
): Promise<Simulated> {
  const source = { modelId: model.modelId, datasetId: dataset.datasetId };
  const learned = await learnedFrom(parts.store.models, model);
  if (learned === null) throw trainingDataUnknown(source);
  const { events } = learned[0]!;
  const collected = await collectHistories(
    await readSnapshot(parts.artifacts, dataset),
    eventSettings(events),
    signal,
  );
  const everyone = knownEvents(collected, numberOf);
  if (everyone.length === 0) throw noPeopleToSimulate(dataset, model);
  const people = samplePeople(everyone, seed);
  const tails = new Uint32Array(people.length).fill(steps);
  for (const one of learned) {
    const seen = await seenHistories(parts, model, one, signal);
    if (seen === null) throw trainingDataUnknown(source);
    const by = events.repeats === 'kept' ? 'event' : 'item';
    for (const [person, tail] of unseenTails(people, seen, numberOf, by).entries())
      tails[person] = Math.min(tails[person]!, tail);
  }
  const simulated = splitTails(people, tails, steps);
  if (simulated.evaluated === 0) throw noUnseenTail(source, people.length, everyone.length);
  return simulated;
}

/** The people with at least one event of an item that the model has, and these events. */
function knownEvents(
  { personIds, itemIds, offsets, items, timestampsMs }: Histories,
  numberOf: NumberOf,
): readonly PersonEvents[] {
  const numbers = Uint32Array.from(itemIds, (id) => numberOf(id) ?? NO_ITEM);
  return personIds
    .map((personId, person) => {
      const own = items.subarray(offsets[person]!, offsets[person + 1]!).map((item) => numbers[item]!);
      const times = timestampsMs.subarray(offsets[person]!, offsets[person + 1]!);
      return {
        personId,
        items: own.filter((item) => item !== NO_ITEM),
        timestampsMs: times.filter((_, at) => own[at] !== NO_ITEM),
      };
    })
    .filter(({ items: known }) => known.length > 0);
}

/** At most MOST_SIMULATED people, in their order. */
function samplePeople(people: readonly PersonEvents[], seed: number): readonly PersonEvents[] {
  if (people.length <= MOST_SIMULATED) return people;
  const order = randomOrder(seed, 'people', people.length).subarray(0, MOST_SIMULATED).sort();
  return Array.from(order, (n) => people[n]!);
}

/** The histories that the model was trained on; null if the dataset no longer exists. */
async function seenHistories(
  { store, artifacts }: ReadParts,
  { tenantId }: ReadyModel,
  { datasetId, events }: LearnedFrom,
  signal: AbortSignal,
): Promise<Histories | null> {
  const dataset = await store.datasets.get(tenantId, datasetId);
  if (dataset === null) return null;
  return collectHistories(await readSnapshot(artifacts, dataset), eventSettings(events), signal);
}

/**
 * Splits off the last items, at most `tails` per person, as the known continuation; the history keeps at
 * least one item.
 */
function splitTails(people: readonly PersonEvents[], tails: Uint32Array, steps: number): Simulated {
  const continuations = new Uint32Array(people.length * steps).fill(NO_ITEM);
  let evaluated = 0;
  const histories = people.map(({ items }, person) => {
    const end = Math.max(1, items.length - tails[person]!);
    continuations.set(items.subarray(end), person * steps);
    evaluated += Number(end < items.length);
    return items.slice(0, end);
  });
  return { histories, continuations, evaluated };
}
