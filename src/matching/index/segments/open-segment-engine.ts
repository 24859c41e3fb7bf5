/** Makes indexes of segments: one pool of threads reads them all, another reads and writes snapshots. */
import { availableParallelism } from 'node:os';
import type { CandidateIndex } from '../candidate-index.ts';
import type { IndexEngine } from '../index-engine.ts';
import { compactIndex } from './layout/compact-index.ts';
import { SegmentedIndex } from './segmented-index.ts';
import { IndexSnapshots, type SnapshotSettings } from './snapshots/index-snapshots.ts';
import { SnapshotClient } from './snapshots/snapshot-client.ts';
import { collectWhenWorth } from './workers/collect-soon.ts';
import { QueryWorkers } from './workers/query-workers.ts';

export interface SegmentEngineSettings {
  /** Folder of the snapshots; null: none are written. */
  readonly folder: string | null;
  /** Threads for queries; default: one a core. */
  readonly threads?: number | undefined;
  readonly onDamage: SnapshotSettings['onDamage'];
}

export function openSegmentEngine({ folder, threads, onDamage }: SegmentEngineSettings): IndexEngine {
  const workers = new QueryWorkers(threads ?? availableParallelism());
  const files = new SnapshotClient(availableParallelism());
  const snapshots =
    folder === null ? null : new IndexSnapshots({ root: folder, threads: files, workers, onDamage });
  return {
    create: (definition, sequence, encoderId) =>
      new SegmentedIndex(definition, workers, { sequence, encoderId }),
    load: async (tenant, definition, latest) => snapshots?.load(tenant, definition, latest) ?? null,
    save: async (tenant, index) => snapshots?.save(tenant, segmented(index)),
    unsaved: (index) => snapshots?.unsaved(segmented(index)) ?? 0,
    compact: (index) => compactIndex(segmented(index), workers),
    closeSlack: (index) => segmented(index).closeSlack(),
    release: (index) => {
      segmented(index).release();
      const bytes = Object.values(index.memory()).reduce((sum, part) => sum + part, 0);
      collectWhenWorth(bytes, segmented(index).parts.segments.length);
    },
    snapshots: async () => snapshots?.list() ?? [],
    deleteSnapshot: async (snapshot) => snapshots?.delete(snapshot),
    close: async () => {
      await Promise.all([workers.close(), files.close()]);
    },
  };
}

function segmented(index: CandidateIndex): SegmentedIndex {
  if (index instanceof SegmentedIndex) return index;
  throw new Error('an index of another engine was given');
}
