/** Opens a stored model in this thread, for jobs. */
import type { ArtifactStore } from '../../../platform/artifacts/artifact-store.ts';
import type { ReadyModel } from '../adaptation/find-model.ts';
import { readKeptModel } from '../adaptation/kept-model.ts';
import type { ArchitectureName } from '../models/architecture.ts';
import type { LoadArchitecture } from '../models/architectures.ts';
import { nameModel } from './name-model.ts';
import type { NamedModel } from './named-model.ts';

export async function openNamedModel(
  {
    artifacts,
    loadArchitecture,
  }: { readonly artifacts: Pick<ArtifactStore, 'read'>; readonly loadArchitecture: LoadArchitecture },
  stored: ReadyModel,
): Promise<NamedModel> {
  const kept = await readKeptModel(artifacts, stored);
  const architecture = await loadArchitecture(stored.architecture as ArchitectureName);
  return nameModel(stored.modelId, await architecture.open(kept.files, { threads: 1 }), kept);
}
