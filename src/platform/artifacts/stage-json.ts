/** A value as JSON in an artifact, for a job that is to find it whole. */
import type { ArtifactStore } from './artifact-store.ts';

export async function stageJson(
  artifacts: Pick<ArtifactStore, 'create'>,
  key: string,
  value: unknown,
): Promise<void> {
  const writer = await artifacts.create(key);
  try {
    await writer.write(Buffer.from(JSON.stringify(value)));
    await writer.commit();
  } catch (error) {
    await writer.abort();
    throw error;
  }
}

export async function readStagedJson(artifacts: Pick<ArtifactStore, 'read'>, key: string): Promise<unknown> {
  const chunks: Uint8Array[] = [];
  for await (const chunk of artifacts.read(key)) chunks.push(chunk);
  return JSON.parse(Buffer.concat(chunks).toString());
}
