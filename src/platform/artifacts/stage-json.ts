/** A value as JSON in an artifact, for a job that is to find it whole. */
import type { ArtifactStore } from './artifact-store.ts';
import { writeArtifact } from './write-artifact.ts';

export async function stageJson(
  artifacts: Pick<ArtifactStore, 'create'>,
  key: string,
  value: unknown,
): Promise<void> {
  await writeArtifact(artifacts, key, Buffer.from(JSON.stringify(value)));
}

export async function readStagedJson(artifacts: Pick<ArtifactStore, 'read'>, key: string): Promise<unknown> {
  const chunks: Uint8Array[] = [];
  for await (const chunk of artifacts.read(key)) chunks.push(chunk);
  return JSON.parse(Buffer.concat(chunks).toString());
}
