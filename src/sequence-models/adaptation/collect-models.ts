/**
 * The scheduled removal of unneeded files: those of failed models and abandoned attempts, histories staged
 * for a simulation that has ended, files staged for a batch that ended without running, and checkpoints of
 * abandoned fits. A file is removed only if it is older than any work that could still need it.
 */
import { readdir, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { parseArtifactKey } from '../../artifacts/artifact-key.ts';
import type { ArtifactRoom, ArtifactStore } from '../../artifacts/artifact-store.ts';
import { isUnderWay } from '../../batches/is-under-way.ts';
import type { Schedule } from '../../jobs/schedule.ts';
import type { JobStore } from '../../storage/job-store.ts';
import type { Store } from '../../storage/store.ts';
import { modelItemsKey } from '../items/model-items-key.ts';

const HOUR_MS = 3_600_000;
const EVERY_MS = HOUR_MS;
/**
 * The minimum age of a removed artifact: more than the time from its writing to the transaction that names
 * it.
 */
const MARGIN_MS = HOUR_MS;
/** The minimum age of a removed checkpoint, since it was last written. */
const CHECKPOINT_MARGIN_MS = 24 * HOUR_MS;

export interface CollectModelsParts {
  readonly store: Pick<Store, 'models' | 'simulations'> & { readonly jobs: Pick<JobStore, 'get'> };
  readonly artifacts: ArtifactStore;
  /** The folder for the checkpoints of fits. */
  readonly scratchFolder: string;
  /** Milliseconds since 1970. */
  readonly clock: () => number;
}

export function modelCollection(parts: CollectModelsParts): Schedule {
  return { kind: 'collect_models', everyMs: EVERY_MS, run: ({ signal }) => collectModels(parts, signal) };
}

export async function collectModels(parts: CollectModelsParts, signal: AbortSignal): Promise<void> {
  await removeOld(parts, 'models', 'model_', signal, (key) => isModelGarbage(parts, key));
  await removeOld(parts, 'staging', 'sim_', signal, (key) => isStagedGarbage(parts, key));
  await removeOld(parts, 'staging', 'job_', signal, (key) => isBatchGarbage(parts, key));
  await removeCheckpoints(parts.scratchFolder, parts.clock() - CHECKPOINT_MARGIN_MS);
}

/** Files of a model that is neither ready nor failed are kept: a later attempt may need them. */
async function isModelGarbage({ store }: CollectModelsParts, key: string): Promise<boolean> {
  const { tenant, resourceId } = parseArtifactKey(key);
  const model = await store.models.get(tenant, resourceId);
  if (model === null || model.status === 'failed') return true;
  const { made } = model;
  if (made === null || modelItemsKey({ ...model, made }) === key) return false;
  return !made.files.some((file) => file.key === key);
}

async function isStagedGarbage({ store }: CollectModelsParts, key: string): Promise<boolean> {
  const { tenant, resourceId } = parseArtifactKey(key);
  const simulation = await store.simulations.get(tenant, resourceId);
  return simulation === null || !['queued', 'running'].includes(simulation.status);
}

/**
 * A batch removes its own files when it ends. One that is cancelled while it waits, or given up after its attempts,
 * has no end of its own.
 */
async function isBatchGarbage({ store }: CollectModelsParts, key: string): Promise<boolean> {
  const { tenant, resourceId } = parseArtifactKey(key);
  return !isUnderWay(await store.jobs.get(tenant, resourceId));
}

/** Removes files of resources whose ids have this prefix; other resources use the same artifact folders. */
async function removeOld(
  { artifacts, clock }: CollectModelsParts,
  room: ArtifactRoom,
  prefix: string,
  signal: AbortSignal,
  isGarbage: (key: string) => Promise<boolean>,
): Promise<void> {
  for await (const { key, modifiedMs } of artifacts.list(room)) {
    signal.throwIfAborted();
    if (!parseArtifactKey(key).resourceId.startsWith(prefix)) continue;
    if (modifiedMs < clock() - MARGIN_MS && (await isGarbage(key))) await artifacts.remove(key);
  }
}

/**
 * Removes the checkpoints of jobs, whose names begin with the job's id, that were last written before then.
 */
async function removeCheckpoints(folder: string, beforeMs: number): Promise<void> {
  const names = await readdir(folder).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return [];
    throw error;
  });
  for (const name of names.filter((name) => name.startsWith('job_'))) {
    const path = join(folder, name);
    const found = await stat(path).catch(() => null);
    if (found !== null && found.mtimeMs < beforeMs) await rm(path, { force: true });
  }
}
