/** Jobs for tests, complete and plain. A test passes in the properties that matter to it. */
import type { NewJob } from '../job.ts';
import { ALPHA } from './sample-profiles.ts';

export function sampleJob(jobId: string, overrides: Partial<NewJob> = {}): NewJob {
  return {
    jobId,
    tenantId: ALPHA,
    kind: 'dataset_import',
    resource: { type: 'dataset', id: 'ds_1' },
    userId: null,
    uniqueKey: null,
    input: { rows: 3, text: 'é😀' },
    runAfterMs: 0,
    keep: true,
    createdAt: '2026-01-02T03:04:05.678Z',
    ...overrides,
  };
}
