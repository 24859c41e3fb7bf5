/** Opens a kept model in this thread, for jobs. */
import type { ArtifactStore } from '../../../platform/artifacts/artifact-store.ts';
import type { ReadyModel } from '../adaptation/find-model.ts';
import { readKeptModel } from '../adaptation/kept-model.ts';
import type { ArchitectureName } from '../models/architecture.ts';
import type { LoadArchitecture } from '../models/architectures.ts';
import { type NamedModel, nameModel } from './named-model.ts';

export interface OpenModelParts {
  readonly artifacts: ArtifactStore;
  readonly loadArchitecture: LoadArchitecture;
}

export async function openNamedModel(
  { artifacts, loadArchitecture }: OpenModelParts,
  stored: ReadyModel,
): Promise<NamedModel> {
  const kept = await readKeptModel(artifacts, stored);
  const architecture = await loadArchitecture(stored.architecture as ArchitectureName);
  return nameModel(stored.modelId, await architecture.open(kept.files, { threads: 1 }), kept);
}
