import { describe, expect, it } from 'vitest';
import { type Job, pollingMs, secondsLeft, shownSeconds } from './job-times.ts';

const job: Job = {
  id: 'job_1',
  kind: 'dataset_import',
  status: 'running',
  progress: 0.25,
  detail: null,
  resource: { type: 'dataset', id: 'ds_1' },
  created_at: '2026-01-01T00:00:00.000Z',
  started_at: '2026-01-01T00:00:00.000Z',
  finished_at: null,
  result: null,
  error: null,
};
const at = (seconds: number) => Date.parse('2026-01-01T00:00:00.000Z') + seconds * 1000;

describe('the time that is left', () => {
  it('follows from the progress so far', () => {
    expect(secondsLeft(job, at(10))).toBeCloseTo(30);
  });

  it('is what the job says, where it says so', () => {
    expect(secondsLeft({ ...job, detail: { minutes_left: 3 } }, at(10))).toBe(180);
  });

  it('is not guessed from nothing, nor for a job that has ended', () => {
    expect(secondsLeft({ ...job, progress: 0.01 }, at(10))).toBeUndefined();
    expect(secondsLeft({ ...job, status: 'succeeded' }, at(10))).toBeUndefined();
  });

  it('has a unit that suits it', () => {
    expect([0, 45, 600, 7200].map(shownSeconds)).toEqual(['1 s', '45 s', '10 min', '2 h']);
  });
});

describe('the pause between two questions', () => {
  it('is short while something runs and grows otherwise', () => {
    const done = [{ ...job, status: 'succeeded' as const }];
    expect(pollingMs([job], 100, 0)).toBeLessThan(pollingMs(done, 0, 0));
    expect(pollingMs(done, 12, 0)).toBeGreaterThan(pollingMs(done, 0, 0));
    expect(pollingMs(done, 1e6, 0)).toBe(60_000);
  });

  it('grows with failures, also while something runs', () => {
    expect(pollingMs([job], 0, 3)).toBeGreaterThan(pollingMs([job], 0, 1));
  });
});
