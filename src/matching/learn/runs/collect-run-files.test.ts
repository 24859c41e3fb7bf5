import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { tenantId } from '../../../contract/brands.ts';
import type { ArtifactStore } from '../../../platform/artifacts/artifact-store.ts';
import { openFileArtifactStore } from '../../../platform/artifacts/files/file-artifact-store.ts';
import type { TrainingRun } from '../../../platform/storage/learning-store.ts';
import { collectRunFiles } from './collect-run-files.ts';

const HOUR_MS = 3_600_000;
let folder: string;
let artifacts: ArtifactStore;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'counterpart-run-files-'));
  artifacts = openFileArtifactStore(folder);
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

const runs: Readonly<Record<string, Pick<TrainingRun, 'finishedAt' | 'version'>>> = {
  run_running: { finishedAt: null, version: null },
  run_cancelled: { finishedAt: '2026-03-01T00:00:00Z', version: null },
  run_deployed: { finishedAt: '2026-03-01T00:00:00Z', version: 'tenant-dating.v1@1' },
};
const learning = {
  run: async (_tenant: unknown, runId: string) => (runs[runId] ?? null) as TrainingRun | null,
};

async function keys(): Promise<readonly string[]> {
  const all: string[] = [];
  for await (const { key } of artifacts.list('models')) all.push(key);
  return all.sort();
}

it('removes the files of runs that left no model, once no run can still refer to them', async () => {
  const tenant = tenantId('ten_a');
  const keyOf = (name: string) => `${tenant}/models/${name}/people.json`;
  const names = ['model_of_a_dataset', 'run_cancelled', 'run_deployed', 'run_running', 'run_unknown'];
  for (const name of names) {
    const writer = await artifacts.create(keyOf(name));
    await writer.write(Buffer.from('["ana"]'));
    await writer.commit();
  }
  const never = new AbortController().signal;
  await collectRunFiles({ learning, artifacts, clock: Date.now }, never);
  expect(await keys()).toEqual(names.map(keyOf));
  await collectRunFiles({ learning, artifacts, clock: () => Date.now() + 2 * HOUR_MS }, never);
  expect(await keys()).toEqual(['model_of_a_dataset', 'run_deployed', 'run_running'].map(keyOf));
});
