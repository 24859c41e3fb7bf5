/** Writes a head's files among the artifacts, below the run's id. */
import type { ArtifactStore } from '../../artifacts/artifact-store.ts';
import type { TenantId } from '../../contract/brands.ts';
import type { EncodedRankingModel } from '../../ranking/ranking-model.ts';
import type { RankingModelFile } from '../../storage/learning-store.ts';

/** A run that is taken up again writes them anew. */
export async function keepFiles(
  artifacts: Pick<ArtifactStore, 'create' | 'removeAll'>,
  owner: TenantId,
  runId: string,
  { files }: Pick<EncodedRankingModel, 'files'>,
): Promise<readonly RankingModelFile[]> {
  await artifacts.removeAll(owner, 'models', runId);
  return writeFiles(artifacts, `${owner}/models/${runId}/`, files);
}

/** `prefix`: of the keys, down to before the name of the part. */
export async function writeFiles(
  artifacts: Pick<ArtifactStore, 'create'>,
  prefix: string,
  files: EncodedRankingModel['files'],
): Promise<readonly RankingModelFile[]> {
  const kept: RankingModelFile[] = [];
  for (const [part, bytes] of files) {
    const writer = await artifacts.create(`${prefix}${part}`);
    try {
      await writer.write(bytes);
      kept.push({ part, ...(await writer.commit()) });
    } catch (error) {
      await writer.abort();
      throw error;
    }
  }
  return kept;
}
