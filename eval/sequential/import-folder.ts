/** Imports a folder of sequences with the service's own import, into a temporary data folder. */

import { createWriteStream, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { importFiles } from '../../src/behaviour/datasets/import-files.ts';
import { readSnapshot, type Snapshot } from '../../src/behaviour/datasets/snapshot/read-snapshot.ts';
import { tenantId } from '../../src/contract/brands.ts';
import { type DeclaredEvents, noDeclaredEvents } from '../../src/contract/dataset-events.ts';
import type { DatasetFeatures } from '../../src/contract/dataset-features.ts';
import { newId } from '../../src/contract/new-id.ts';
import { openFileArtifactStore } from '../../src/platform/artifacts/files/file-artifact-store.ts';
import { openSqliteStore } from '../../src/platform/storage/sqlite/sqlite-store.ts';
import type { FolderLines } from './dataset-lines-of.ts';

/** Passes the snapshot to `use`, and then deletes the data folder. */
export async function withImported<Result>(
  {
    lines,
    features,
    declaredEvents = noDeclaredEvents,
  }: Pick<FolderLines, 'lines' | 'features'> & Partial<Pick<FolderLines, 'declaredEvents'>>,
  use: (snapshot: Snapshot) => Promise<Result>,
): Promise<Result> {
  const folder = mkdtempSync(join(tmpdir(), 'counterpart-sequential-'));
  try {
    const store = await openSqliteStore({ file: join(folder, 'counterpart.sqlite') });
    try {
      const artifacts = openFileArtifactStore(join(folder, 'artifacts'));
      const path = join(folder, 'rows.jsonl');
      await pipeline(Readable.from(lines), createWriteStream(path));
      const dataset = await importFiles(
        {
          ...{ artifacts, scratchFolder: join(folder, 'scratch'), clock: Date.now },
          ...{ datasets: store.datasets, blocks: store.blocks },
        },
        newDataset(features, declaredEvents),
        [{ path, name: 'rows.jsonl', format: 'jsonl' }],
        new AbortController().signal,
        () => {},
      );
      rmSync(path);
      return await use(await readSnapshot(artifacts, dataset));
    } finally {
      await store.close();
    }
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

function newDataset(features: DatasetFeatures, declaredEvents: DeclaredEvents) {
  return {
    tenantId: tenantId('ten_evaluation'),
    datasetId: newId('ds'),
    name: 'sequences',
    source: 'workspace_upload',
    access: { export: true, training: true },
    terms: 'For the evaluation alone.',
    features,
    declaredEvents,
    createdAt: new Date().toISOString(),
  } as const;
}
