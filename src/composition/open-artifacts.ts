/**
 * Large immutable files below the data folder, in the same place for the server, its workers and the
 * operator's commands.
 */
import { join } from 'node:path';
import type { ArtifactStore } from '../artifacts/artifact-store.ts';
import { openFileArtifactStore } from '../artifacts/files/file-artifact-store.ts';
import type { Settings } from '../config/settings.ts';

/** Imports spill here what does not fit into memory. */
export function scratchFolder({ data }: Pick<Settings, 'data'>): string {
  return join(data, 'scratch');
}

export function artifactsFolder({ data }: Pick<Settings, 'data'>): string {
  return join(data, 'artifacts');
}

export function openArtifacts(settings: Pick<Settings, 'data'>): ArtifactStore {
  return openFileArtifactStore(artifactsFolder(settings));
}
