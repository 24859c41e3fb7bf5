/** Writes a head's files among the artifacts, below the run's id; a run that is taken up again writes them anew. */
import type { ArtifactStore } from '../../artifacts/artifact-store.ts';
import type { TenantId } from '../../contract/brands.ts';
import type { EncodedHead } from '../../ranking/domain-head.ts';
import type { HeadFile } from '../../storage/learning-store.ts';

export async function keepFiles(
  artifacts: Pick<ArtifactStore, 'create' | 'removeAll'>,
  owner: TenantId,
  runId: string,
  { files }: EncodedHead,
): Promise<readonly HeadFile[]> {
  await artifacts.removeAll(owner, 'models', runId);
  const kept: HeadFile[] = [];
  for (const [part, bytes] of files) {
    const writer = await artifacts.create(`${owner}/models/${runId}/${part}`);
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
