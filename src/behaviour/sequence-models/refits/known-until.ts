/** The time of the last event that a model's base has learned from. */

import type { Model } from '../../../platform/storage/model-store.ts';
import { readSnapshot } from '../../datasets/snapshot/read-snapshot.ts';
import { StoredTimes } from '../../datasets/stored-times.ts';
import type { MaterialParts } from '../adaptation/read-material.ts';

/** Milliseconds since 1970; −Infinity if the base has learned from no event. Throws `signal.reason`. */
export async function knownUntil(
  { store, artifacts }: MaterialParts,
  { tenantId, baseModelId }: Model,
  signal: AbortSignal,
): Promise<number> {
  let latest = Number.NEGATIVE_INFINITY;
  // An event of 2099 would make every later event an old one.
  const times = new StoredTimes();
  for (let next = baseModelId; next !== null; ) {
    const model: Model | null = await store.models.get(tenantId, next);
    const dataset = model === null ? null : await store.datasets.getKept(tenantId, model.datasetId);
    if (dataset !== null) {
      const { events } = await readSnapshot(artifacts, dataset);
      for await (const { timestampsMs, count } of events(['timestampsMs'])) {
        signal.throwIfAborted();
        for (let row = 0; row < count; row++)
          if (times.add(timestampsMs[row]!)) latest = Math.max(latest, timestampsMs[row]!);
      }
    }
    next = model?.baseModelId ?? null;
  }
  return latest;
}
