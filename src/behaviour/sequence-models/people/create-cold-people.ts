/** Predictions for people without events, by their features in the newest version of the model's dataset. */
import type { EventSettings } from '../../../contract/adaptation.ts';
import { invalidRequest } from '../../../contract/errors.ts';
import type { Dataset } from '../../../platform/storage/dataset-store.ts';
import type { Store } from '../../../platform/storage/store.ts';
import { attributeReader } from '../../datasets/features/attribute-reader.ts';
import { eventSettings } from '../adaptation/event-settings.ts';
import type { ReadyModel } from '../adaptation/find-model.ts';
import { newestVersion } from './newest-version.ts';
import type { PeopleClient } from './people-client.ts';
import { type PriorAnswer, type RequestContext, snapshotOf } from './people-protocol.ts';
import { waited } from './waited.ts';

export interface ColdPeople {
  /**
   * `personId` null: a person of whom nothing is stored. 404 `dataset_not_found`; 503 `warming_up`.
   */
  priorOf(model: ReadyModel, personId: string | null, known: KnownOfRequest): Promise<PriorAnswer>;
  /**
   * The features as `priorOf` reads them. 404 `dataset_not_found`; 400 `invalid_request` for features that the
   * dataset does not declare for people, or of another type.
   */
  readFeatures(model: ReadyModel, given: Features): Promise<Features>;
  /** 400 `invalid_request` for names that the dataset does not declare for events, or values of another type. */
  checkContext(model: ReadyModel, given: RequestContext): Promise<void>;
}

type Features = Readonly<Record<string, unknown>>;

export interface KnownOfRequest {
  /** As `readFeatures` gives them. */
  readonly features: Features;
  readonly context: RequestContext;
}

export interface ColdPeopleParts {
  readonly store: Pick<Store, 'datasets'>;
  readonly people: Pick<PeopleClient, 'priorOf'>;
  /** The longest time for which a request waits for the dataset, ms. */
  readonly waitMs?: number;
}

export function createColdPeople({ store, people, waitMs }: ColdPeopleParts): ColdPeople {
  return {
    async priorOf(model, personId, { features, context }) {
      const dataset = await newestVersion(store.datasets, model.tenantId, model.datasetId);
      const isStored = dataset.files.some(({ part }) => part === 'people');
      const isNothingKnown = Object.keys(context).length === 0 || personId !== null;
      if (!isStored && Object.keys(features).length === 0 && isNothingKnown)
        return personId === null ? 'popularity' : 'unknown';
      const { events } = model.made.training as { readonly events: EventSettings };
      const { kinds, minValue } = eventSettings(events);
      const selection = { kinds, minValue };
      const request = { dataset: snapshotOf(dataset), selection, personId, features, context };
      return waited(people.priorOf(request), dataset.datasetId, waitMs);
    },
    async readFeatures({ tenantId, datasetId }, given) {
      return validFeatures(await newestVersion(store.datasets, tenantId, datasetId), given);
    },
    async checkContext({ tenantId, datasetId }, { hour: _, weekday: __, ...declared }) {
      if (Object.keys(declared).length === 0) return;
      const { features } = await newestVersion(store.datasets, tenantId, datasetId);
      const read = attributeReader(features, 'events')(declared);
      if ('issues' in read) throw invalidRequest(read.issues);
    },
  };
}

function validFeatures({ features }: Dataset, given: Features) {
  const read = attributeReader(features, 'people')(given);
  if ('attributes' in read) return JSON.parse(read.attributes ?? '{}') as Features;
  throw invalidRequest(
    read.issues.map(({ path, message }) => ({
      path: path.replace(/^attributes/, 'person_features'),
      message,
    })),
  );
}
