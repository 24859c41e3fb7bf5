/**
 * Removes model files of runs that ended without a model. A run writes its files before the transaction that
 * refers to them. If its process is killed in between, and the run is then cancelled or fails, nothing else
 * removes the files, which name people.
 */
import { parseArtifactKey } from '../../../platform/artifacts/artifact-key.ts';
import type { ArtifactStore } from '../../../platform/artifacts/artifact-store.ts';
import type { Schedule } from '../../../platform/jobs/schedule.ts';
import type { LearningStore } from '../../../platform/storage/learning-store.ts';

export interface CollectRunFilesParts {
  readonly learning: Pick<LearningStore, 'run'>;
  readonly artifacts: Pick<ArtifactStore, 'list' | 'remove'>;
  /** Epoch ms. */
  readonly clock: () => number;
}

const HOUR_MS = 3_600_000;
/** Longest time between writing a file and the transaction that refers to it. */
const MARGIN_MS = HOUR_MS;
const EVERY_MS = HOUR_MS / 2;

export function collectRunFilesSchedule(parts: CollectRunFilesParts): Schedule {
  return {
    kind: 'collect_run_files',
    everyMs: EVERY_MS,
    run: ({ signal }) => collectRunFiles(parts, signal),
  };
}

export async function collectRunFiles(
  { learning, artifacts, clock }: CollectRunFilesParts,
  signal: AbortSignal,
): Promise<void> {
  const before = clock() - MARGIN_MS;
  for await (const { key, modifiedMs } of artifacts.list('models')) {
    signal.throwIfAborted();
    const { tenant, resourceId } = parseArtifactKey(key);
    // The room also has the models of datasets.
    if (!resourceId.startsWith('run_') || modifiedMs >= before) continue;
    const run = await learning.run(tenant, resourceId);
    const hasEnded = run === null || run.finishedAt !== null;
    if (hasEnded && (run?.version ?? null) === null) await artifacts.remove(key);
  }
}
