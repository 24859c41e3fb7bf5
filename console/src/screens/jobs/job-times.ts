import type { wire } from 'counterpart-client';
import { text } from '../../text/en.ts';

export type Job = wire.JobFields;

const BUSY_MS = 1500;
const IDLE_MS = 5000;
const LONGEST_MS = 60_000;
/** Answers in which nothing ran before the pause grows. */
const PATIENCE = 6;

/** Milliseconds until the list is asked for again. */
export function pollingMs(jobs: readonly Job[], answers: number, failures: number): number {
  if (failures > 0) return Math.min(LONGEST_MS, IDLE_MS * 2 ** failures);
  if (jobs.some(isOpen)) return BUSY_MS;
  return Math.min(LONGEST_MS, IDLE_MS * 2 ** Math.floor(answers / PATIENCE));
}

export function isOpen({ status }: Pick<Job, 'status'>): boolean {
  return status === 'queued' || status === 'running';
}

/** The job's own estimate, or one from its progress so far. Undefined while that would be a guess. */
export function secondsLeft(job: Job, now: number): number | undefined {
  if (job.status !== 'running' || job.started_at === null) return undefined;
  const told = job.detail?.minutes_left;
  if (typeof told === 'number') return told * 60;
  const ran = (now - Date.parse(job.started_at)) / 1000;
  if (job.progress < 0.05 || ran < 2) return undefined;
  return (ran / job.progress) * (1 - job.progress);
}

export function secondsTaken({ started_at: from, finished_at: to }: Job): number | undefined {
  return from === null || to === null ? undefined : (Date.parse(to) - Date.parse(from)) / 1000;
}

export function shownSeconds(seconds: number): string {
  if (seconds < 90) return text.jobs.seconds(Math.max(1, Math.round(seconds)));
  if (seconds < 5400) return text.jobs.minutes(Math.round(seconds / 60));
  return text.jobs.hours(Math.round(seconds / 360) / 10);
}
