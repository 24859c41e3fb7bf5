import { expect, test } from 'vitest';
import { noFeatures } from '../../../contract/dataset-features.ts';
import { artifactKey } from '../../../platform/artifacts/artifact-key.ts';
import type { Model } from '../../../platform/storage/model-store.ts';
import { makeSnapshot } from '../../datasets/make-snapshot.ts';
import type { DatasetRow } from '../../datasets/rows/dataset-row.ts';
import { readSnapshot } from '../../datasets/snapshot/read-snapshot.ts';
import { snapshotKeys } from '../../datasets/snapshot/snapshot-writer.ts';
import { openDatasetWorld, TENANT } from '../../datasets/testing/dataset-world.ts';
import { collectHistories } from '../histories/collect-histories.ts';
import { knownUntil } from './known-until.ts';
import { newestSlice } from './newest-slice.ts';

const signal = new AbortController().signal;
const START_MS = Date.UTC(2024, 0, 1);
const HOUR_MS = 3_600_000;

test('a stored event of 2099 keeps no later event from being new', async () => {
  const world = await openDatasetWorld();
  try {
    // As an earlier version has stored it: no row is validated here.
    const stored = async (people: number, hours: number) => {
      const rows: DatasetRow[] = [
        ...['a', 'b'].map(
          (itemId) => ({ type: 'item', itemId, text: '', createdAtMs: null, attributes: null }) as const,
        ),
        ...Array.from({ length: people * hours }, (_, n) =>
          event(`e${n}`, n % people, START_MS + n * HOUR_MS),
        ),
        event('odd', 0, Date.UTC(2099, 0, 1)),
      ];
      const datasetId = `ds_${hours}`;
      const keys = snapshotKeys({ features: noFeatures }, (part) =>
        artifactKey(TENANT, 'datasets', datasetId, `${part}.parquet`),
      );
      const source = {
        batches: (async function* () {
          yield { file: 0, rows, lines: rows.map((_, n) => n + 1) };
        })(),
        progress: () => 1,
        describe: () => '',
      };
      const made = await makeSnapshot(
        { ...world, blocks: world.store.blocks },
        TENANT,
        source,
        keys,
        signal,
        () => {},
      );
      const dataset = {
        tenantId: TENANT,
        datasetId,
        name: 'odd',
        source: 'workspace_upload',
        terms: 'Ours.',
        access: { export: true, training: true },
        features: noFeatures,
        createdAt: new Date().toISOString(),
      } as const;
      return world.store.datasets.add(dataset, { ...made, readyAt: dataset.createdAt });
    };
    const [first, second] = [await stored(200, 2), await stored(200, 6)];
    const base = { datasetId: first.datasetId, baseModelId: null } as Model;
    const parts = { ...world, store: { ...world.store, models: { get: async () => base } } };
    const known = await knownUntil(
      parts as unknown as Parameters<typeof knownUntil>[0],
      { tenantId: TENANT, baseModelId: 'model_1' } as Model,
      signal,
    );
    expect(known).toBe(START_MS + 399 * HOUR_MS);
    const histories = await collectHistories(await readSnapshot(world.artifacts, second), {
      repeats: 'kept',
    });
    expect(newestSlice(histories, known)).toMatchObject({ kind: 'slice', newEvents: 800 });
  } finally {
    await world.dispose();
  }
});

function event(eventId: string, person: number, timestampMs: number): DatasetRow {
  const itemId = timestampMs % 2 === 0 ? 'a' : 'b';
  return { type: 'event', eventId, personId: `p${person}`, itemId, kind: 'view', timestampMs, value: 1 };
}
