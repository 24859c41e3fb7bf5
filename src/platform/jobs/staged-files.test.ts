import { mkdtempSync, rmSync, utimesSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { artifactKey } from '../artifacts/artifact-key.ts';
import type { ArtifactStore } from '../artifacts/artifact-store.ts';
import { openFileArtifactStore } from '../artifacts/files/file-artifact-store.ts';
import type { JobEnd } from '../storage/job-store.ts';
import { sampleJob } from '../storage/testing/sample-jobs.ts';
import { ALPHA, BETA } from '../storage/testing/sample-profiles.ts';
import type { StoreUnderTest } from '../storage/testing/store-under-test.ts';
import { storesUnderTest } from '../storage/testing/stores-under-test.ts';
import { removeLeftStaged } from './staged-files.ts';

const HOUR_MS = 3_600_000;

let under: StoreUnderTest;
let folder: string;
let artifacts: ArtifactStore;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'counterpart-staged-'));
  artifacts = openFileArtifactStore(folder);
});
afterEach(() => rmSync(folder, { recursive: true }));

async function stage(id: string, tenant = ALPHA): Promise<void> {
  const writer = await artifacts.create(artifactKey(tenant, 'staging', id, 'rows'));
  await writer.write(Buffer.from('x'));
  await writer.commit();
}

async function staged(): Promise<readonly string[]> {
  const ids: string[] = [];
  for await (const { key } of artifacts.list('staging')) ids.push(key.split('/')[2]!);
  return ids.sort();
}

const ends: Readonly<Record<string, JobEnd>> = {
  done: { status: 'succeeded', result: {} },
  failed: { status: 'failed', error: { code: 'internal', message: '', details: {} } },
  cancelled: { status: 'cancelled' },
};

for (const opened of storesUnderTest) {
  test(`${opened.name}: files of ended jobs go at once, those without a job after an hour`, async () => {
    under = await opened.open();
    const { jobs } = under.store;
    const resourceOf = (id: string) => ({ type: 'dataset', id });
    for (const [n, state] of ['waits', 'runs', ...Object.keys(ends)].entries())
      for (const [jobId, resource] of [
        [`job_${state}`, resourceOf('ds_other')],
        [`job_${n}`, resourceOf(`ds_${state}`)],
      ] as const)
        await jobs.create(sampleJob(jobId, { kind: state, resource }));
    const limits = { runs: 9, done: 9, failed: 9, cancelled: 9 };
    const { taken } = await jobs.take('w', { limits, limit: 99, nowMs: 1, leaseMs: 1000 });
    for (const { jobId, kind } of taken.filter(({ kind }) => kind !== 'runs'))
      await jobs.finish('w', [{ jobId, end: ends[kind]!, changes: [], nowMs: 2 }]);
    const kept = ['ds_runs', 'ds_waits', 'job_runs', 'job_waits'];
    const left = ['ds_done', 'ds_failed', 'ds_cancelled', 'job_done', 'job_failed', 'job_cancelled'];
    for (const id of [...kept, ...left, 'ds_none', 'job_none', 'sim_none']) await stage(id);
    // A job of another tenant is none of this one's.
    await stage('job_runs', BETA);
    const collectAt = (nowMs: number) =>
      removeLeftStaged({ jobs, artifacts, clock: () => nowMs }, new AbortController().signal);
    await collectAt(Date.now());
    expect(await staged()).toEqual([...kept, 'ds_none', 'job_none', 'job_runs', 'sim_none'].sort());
    await collectAt(Date.now() + HOUR_MS + 1000);
    expect(await staged()).toEqual(kept);
    await under.dispose();
  });
}

test('a file that is staged anew keeps the older ones of its job', async () => {
  under = await storesUnderTest[0]!.open();
  await stage('job_soon');
  const longAgo = new Date(Date.now() - 2 * HOUR_MS);
  utimesSync(join(folder, 'staging', ALPHA, 'job_soon', 'rows'), longAgo, longAgo);
  const writer = await artifacts.create(artifactKey(ALPHA, 'staging', 'job_soon', 'more'));
  await writer.commit();
  const { jobs } = under.store;
  await removeLeftStaged({ jobs, artifacts, clock: Date.now }, new AbortController().signal);
  expect(await staged()).toEqual(['job_soon', 'job_soon']);
  await under.dispose();
});
