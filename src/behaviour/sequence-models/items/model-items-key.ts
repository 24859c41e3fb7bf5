/** The artifact with the items of a model. Its name has the checksums of the model's files. */
import { createHash } from 'node:crypto';
import { artifactKey } from '../../../platform/artifacts/artifact-key.ts';
import type { Model, ModelMade } from '../../../platform/storage/model-store.ts';
import type { SnapshotOfDataset } from '../../datasets/snapshot/read-snapshot.ts';

/** Another form of the file has another number: it is then written again. */
const FORMAT = 1;
const HASH_CHARACTERS = 16;

export interface ModelWithItems {
  readonly model: Pick<Model, 'tenantId' | 'modelId'> & { readonly made: Pick<ModelMade, 'files'> };
  /** The dataset of the model, then those of its bases; the first that has an item gives its text. */
  readonly datasets: readonly SnapshotOfDataset[];
}

export function modelItemsKey({ tenantId, modelId, made }: ModelWithItems['model']): string {
  const hash = createHash('sha256')
    .update(made.files.map(({ sha256 }) => sha256).join())
    .digest('hex');
  const name = `items-${FORMAT}-${hash.slice(0, HASH_CHARACTERS)}.jsonl`;
  return artifactKey(tenantId, 'models', modelId, name);
}
