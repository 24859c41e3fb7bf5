/** Part of the composition root: items that a model does not know yet, in predictions. */
import type { ModelLookup } from '../behaviour/sequence-models/adaptation/find-model.ts';
import type { EncodeTexts } from '../behaviour/sequence-models/adaptation/item-texts.ts';
import { countShownNewItems } from '../behaviour/sequence-models/new-items/count-shown-new-items.ts';
import {
  createNewItemSource,
  type NewItemSource,
} from '../behaviour/sequence-models/new-items/create-new-item-source.ts';
import { createNewItemLinks } from '../behaviour/sequence-models/new-items/new-item-links.ts';
import type { InferenceService } from '../behaviour/sequence-models/serving/inference-service.ts';
import { retryLater } from '../contract/errors.ts';
import type { Encoders } from '../engines/encoders/active-encoders.ts';
import type { ArtifactStore } from '../platform/artifacts/artifact-store.ts';
import type { Store } from '../platform/storage/store.ts';

interface NewItemRooms {
  readonly store: Store;
  readonly artifacts: ArtifactStore;
  readonly encode: EncodeTexts;
}

const RETRY_AFTER_MS = 5000;

export function openNewItems({ store, artifacts, encode }: NewItemRooms): NewItemSource {
  const { datasets, newItems } = store;
  return createNewItemSource({
    datasets,
    newItems,
    links: createNewItemLinks({ artifacts, newItems, encode }),
  });
}

/** `inference`: as callers see it. */
export function withCountedNewItems(
  { datasets, newItems }: Store,
  models: ModelLookup,
  inference: InferenceService,
): InferenceService {
  return countShownNewItems({ inference, models, datasets, newItems });
}

/** By the encoder that serves. Throws 503 `warming_up` while it is not open. */
export function encodeBy(encoders: Encoders): EncodeTexts {
  return async (texts) => {
    const { encoder } = (await encoders.opened()).serving;
    if (encoder !== null) return encoder.encode(texts);
    throw retryLater(
      'warming_up',
      'The text encoder is not open. Ask again in some seconds.',
      RETRY_AFTER_MS,
    );
  };
}
