/** Writes an artifact whose bytes are at hand. */
import type { ArtifactStore, StoredArtifact } from './artifact-store.ts';

/** Throws as `create` does; what was written is then removed. */
export async function writeArtifact(
  artifacts: Pick<ArtifactStore, 'create'>,
  key: string,
  bytes: Uint8Array,
): Promise<StoredArtifact> {
  const writer = await artifacts.create(key);
  try {
    await writer.write(bytes);
    return await writer.commit();
  } catch (error) {
    await writer.abort();
    throw error;
  }
}
