import { mkdtempSync, readdirSync, rmSync, utimesSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import type { ArtifactStore } from '../../../platform/artifacts/artifact-store.ts';
import { openFileArtifactStore } from '../../../platform/artifacts/files/file-artifact-store.ts';
import type { Model } from '../../../platform/storage/model-store.ts';
import { ALPHA } from '../../../platform/storage/testing/sample-profiles.ts';
import { modelItemsKey } from '../items/model-items-key.ts';
import { collectModels } from './collect-models.ts';

const HOUR_MS = 3_600_000;

const made = { files: [{ key: `${ALPHA}/models/model_ready/named`, part: 'a', bytes: 1, sha256: '' }] };
const itemsOf = modelItemsKey({ tenantId: ALPHA, modelId: 'model_ready', made });
const models: Readonly<Record<string, object>> = {
  model_ready: { tenantId: ALPHA, modelId: 'model_ready', status: 'ready', made },
  model_failed: { status: 'failed', made: null },
  model_training: { status: 'training', made: null },
};
test('unneeded files are removed after an hour; all other files stay, those of other tenants included', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'counterpart-collect-'));
  const artifacts = openFileArtifactStore(join(folder, 'artifacts'));
  const scratchFolder = join(folder, 'scratch');
  const kept = [
    'models/model_ready/named',
    itemsOf.slice(ALPHA.length + 1),
    'models/model_training/file',
    'models/run_1/head',
  ];
  const garbage = ['models/model_ready/other', 'models/model_failed/file', 'models/model_none/file'];
  for (const name of [...kept, ...garbage, 'staging/ds_1/rows']) await write(artifacts, `${ALPHA}/${name}`);
  rmSync(scratchFolder, { recursive: true, force: true });
  const collectAt = (nowMs: number) =>
    collectModels(
      {
        store: {
          models: {
            get: async (_, id) => (models[id] ?? null) as Model | null,
            idOfAlias: async () => null,
            list: async () => [],
          },
        },
        artifacts,
        scratchFolder,
        clock: () => nowMs,
      },
      new AbortController().signal,
    );
  await collectAt(Date.now() + HOUR_MS / 2);
  expect(await keysOf(artifacts)).toHaveLength(kept.length + garbage.length + 1);
  await collectAt(Date.now() + 2 * HOUR_MS);
  expect(await keysOf(artifacts)).toEqual(
    [...kept, 'staging/ds_1/rows'].map((name) => `${ALPHA}/${name}`).sort(),
  );
  rmSync(folder, { recursive: true });
});

test('checkpoints of abandoned fits are removed after a day', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'counterpart-collect-'));
  for (const name of ['job_1-everything.scratch.best', 'job_2-everything.scratch', 'other'])
    writeFileSync(join(folder, name), 'x');
  const longAgo = new Date(Date.now() - 25 * HOUR_MS);
  for (const name of ['job_1-everything.scratch.best', 'other'])
    utimesSync(join(folder, name), longAgo, longAgo);
  const nothing = async () => null;
  await collectModels(
    {
      store: {
        models: { get: nothing, idOfAlias: nothing, list: async () => [] },
      },
      artifacts: openFileArtifactStore(join(folder, 'artifacts')),
      scratchFolder: folder,
      clock: Date.now,
    },
    new AbortController().signal,
  );
  expect(
    readdirSync(folder)
      .filter((name) => name !== 'artifacts')
      .sort(),
  ).toEqual(['job_2-everything.scratch', 'other']);
  rmSync(folder, { recursive: true });
});

async function write(artifacts: ArtifactStore, key: string): Promise<void> {
  const writer = await artifacts.create(key);
  await writer.write(Buffer.from('x'));
  await writer.commit();
}

async function keysOf(artifacts: ArtifactStore): Promise<readonly string[]> {
  const keys: string[] = [];
  for (const room of ['models', 'staging'] as const)
    for await (const { key } of artifacts.list(room)) keys.push(key);
  return keys.sort();
}
