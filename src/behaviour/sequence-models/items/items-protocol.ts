/** Messages of the thread that writes the items of models. */
import type { ArtifactLocation } from '../../../platform/artifacts/artifact-location.ts';
import type { ModelWithItems } from './model-items-key.ts';

export interface ItemsSetup {
  readonly artifacts: ArtifactLocation;
}

export type ItemsRequest = ModelWithItems;

/** The file is then there. */
export type ItemsAnswer = null;
