/**
 * The scheduled removal of unneeded files: those of failed models and abandoned attempts, and checkpoints of
 * abandoned fits. A file is removed only if it is older than any work that could still need it.
 */
import { parseArtifactKey } from '../../../platform/artifacts/artifact-key.ts';
import type { ArtifactStore } from '../../../platform/artifacts/artifact-store.ts';
import type { Schedule } from '../../../platform/jobs/schedule.ts';
import type { Store } from '../../../platform/storage/store.ts';
import { modelItemsKey } from '../items/model-items-key.ts';
import { removeOldCheckpoints } from './fit-checkpoints.ts';

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
  readonly store: Pick<Store, 'models'>;
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
  await removeOldOfModels(parts, signal);
  await removeOldCheckpoints(parts.scratchFolder, parts.clock() - CHECKPOINT_MARGIN_MS);
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

/** Ranking models have files in the same room. */
async function removeOldOfModels(parts: CollectModelsParts, signal: AbortSignal): Promise<void> {
  const { artifacts, clock } = parts;
  for await (const { key, modifiedMs } of artifacts.list('models')) {
    signal.throwIfAborted();
    if (!parseArtifactKey(key).resourceId.startsWith('model_')) continue;
    if (modifiedMs < clock() - MARGIN_MS && (await isModelGarbage(parts, key))) await artifacts.remove(key);
  }
}
