/** The artifact stores that the contract tests run over, each in a temporary folder of its own. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { ArtifactStore } from '../artifact-store.ts';
import { openFileArtifactStore } from '../files/file-artifact-store.ts';

export interface ArtifactStoreUnderTest {
  readonly artifacts: ArtifactStore;
  dispose(): Promise<void>;
}

export const artifactStoresUnderTest: readonly {
  readonly name: string;
  open(): Promise<ArtifactStoreUnderTest>;
}[] = [{ name: 'file', open: openFiles }];

async function openFiles(): Promise<ArtifactStoreUnderTest> {
  const folder = mkdtempSync(join(tmpdir(), 'counterpart-artifacts-'));
  return {
    artifacts: openFileArtifactStore(folder),
    dispose: async () => rmSync(folder, { recursive: true, force: true }),
  };
}
