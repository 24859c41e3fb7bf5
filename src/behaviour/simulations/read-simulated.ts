/** Whose next steps are simulated: given histories, or a dataset's people with their last items held out. */
import type { ArtifactStore } from '../../artifacts/artifact-store.ts';
import type { EventSettings } from '../../contract/adaptation.ts';
import { apiError } from '../../contract/errors.ts';
import { MOST_SIMULATED } from '../../contract/simulation.ts';
import type { Dataset } from '../../storage/dataset-store.ts';
import { randomOrder } from '../../tensor/random.ts';
import type { ReadyModel } from '../adaptation/find-model.ts';
import { eventSettings } from '../adaptation/read-material.ts';
import { readSnapshot } from '../datasets/snapshot/read-snapshot.ts';
import { NO_ITEM } from '../evaluation/ranker.ts';
import { collectHistories } from '../histories/collect-histories.ts';

export interface Simulated {
  /** Item numbers of the model's catalogue [P]. */
  readonly histories: readonly Uint32Array[];
  /** [P × S]; null: known of nobody. */
  readonly continuations: Uint32Array | null;
}

type NumberOf = (itemId: string) => number | undefined;

/** Whoever asked has made sure that the catalogue has them all. */
export async function readStaged(
  artifacts: Pick<ArtifactStore, 'read'>,
  key: string,
  numberOf: NumberOf,
): Promise<Simulated> {
  const chunks: Uint8Array[] = [];
  for await (const chunk of artifacts.read(key)) chunks.push(chunk);
  const given = JSON.parse(Buffer.concat(chunks).toString()) as readonly (readonly string[])[];
  const histories = given.map((ids) => Uint32Array.from(ids, (id) => numberOf(id)!));
  return { histories, continuations: null };
}

/** Events as the model learned from them. Items that the model does not have are left out. */
export async function readPeople(
  artifacts: ArtifactStore,
  dataset: Dataset,
  model: ReadyModel,
  numberOf: NumberOf,
  { steps, seed, signal }: { readonly steps: number; readonly seed: number; readonly signal: AbortSignal },
): Promise<Simulated> {
  const { events } = model.made.training as { readonly events: EventSettings };
  const told = await collectHistories(await readSnapshot(artifacts, dataset), eventSettings(events), signal);
  const numbers = Uint32Array.from(told.itemIds, (id) => numberOf(id) ?? NO_ITEM);
  const people = told.personIds
    .keys()
    .map((person) => told.items.subarray(told.offsets[person]!, told.offsets[person + 1]!))
    .map((items) => items.map((item) => numbers[item]!).filter((item) => item !== NO_ITEM))
    .filter((items) => items.length > 0)
    .toArray();
  if (people.length === 0) throw nobody(dataset, model);
  const asked =
    people.length <= MOST_SIMULATED
      ? people
      : Array.from(
          randomOrder(seed, 'people', people.length).subarray(0, MOST_SIMULATED).sort(),
          (n) => people[n]!,
        );
  return parted(asked, steps);
}

/** As many of the last items as there are steps are the known continuation; at least one stays in the history. */
function parted(people: readonly Uint32Array[], steps: number): Simulated {
  const continuations = new Uint32Array(people.length * steps).fill(NO_ITEM);
  const histories = people.map((items, person) => {
    const end = Math.max(1, items.length - steps);
    continuations.set(items.subarray(end), person * steps);
    return items.slice(0, end);
  });
  return { histories, continuations };
}

function nobody({ datasetId }: Dataset, { modelId }: ReadyModel) {
  return apiError(
    'unresolved_reference',
    `Nobody in dataset ${datasetId} has an event with an item that the model ${modelId} knows; simulate with the dataset that it was adapted on, or adapt a model on this one.`,
    { dataset_id: datasetId, model_id: modelId },
  );
}
