/** The names of contexts that an adaptation asks for. */
import type { AdaptationRequest } from '../../../contract/adaptation.ts';
import { clip } from '../../../contract/clip.ts';
import { builtInContexts } from '../../../contract/dataset-features.ts';
import { invalidRequest } from '../../../contract/errors.ts';
import type { Dataset } from '../../../platform/storage/dataset-store.ts';

/** 400 for a name that the dataset does not declare. */
export function assertContexts(
  { settings }: Pick<AdaptationRequest, 'settings'>,
  { datasetId, features }: Pick<Dataset, 'datasetId' | 'features'>,
): void {
  const wanted = 'context_features' in settings ? (settings.context_features ?? []) : [];
  const known = [...Object.keys(features.events), ...builtInContexts];
  const unknown = wanted.filter((name) => !known.includes(name));
  if (unknown.length === 0) return;
  throw invalidRequest(
    unknown.map((name) => ({
      path: 'settings.context_features',
      message: `${clip(name)} is no feature of events of dataset ${datasetId}; there are ${known.join(', ')}`,
    })),
  );
}
