/** Writes the files of a ranking model to the artifact store, under the run's id. */

import type { TenantId } from '../../../contract/brands.ts';
import type { ArtifactStore } from '../../../platform/artifacts/artifact-store.ts';
import { writeArtifact } from '../../../platform/artifacts/write-artifact.ts';
import type { RankingModelFile } from '../../../platform/storage/learning-store.ts';
import type { EncodedRankingModel } from '../../ranking/ranking-model.ts';

/** A resumed run replaces the files of its first attempt. */
export async function keepFiles(
  artifacts: Pick<ArtifactStore, 'create' | 'removeAll'>,
  owner: TenantId,
  runId: string,
  { files }: Pick<EncodedRankingModel, 'files'>,
): Promise<readonly RankingModelFile[]> {
  await artifacts.removeAll(owner, 'models', runId);
  return writeFiles(artifacts, `${owner}/models/${runId}/`, files);
}

/** `prefix`: start of the artifact keys; the file name is appended. */
export async function writeFiles(
  artifacts: Pick<ArtifactStore, 'create'>,
  prefix: string,
  files: EncodedRankingModel['files'],
): Promise<readonly RankingModelFile[]> {
  const kept: RankingModelFile[] = [];
  for (const [part, bytes] of files)
    kept.push({ part, ...(await writeArtifact(artifacts, `${prefix}${part}`, bytes)) });
  return kept;
}
