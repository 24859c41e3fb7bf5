/** Messages between a server and its worker. */
import type { EndedJob } from '../job-runner.ts';

export type ToWorker =
  | {
      readonly kind: 'start';
      /** Plain data for the composition root of the worker. */
      readonly setup: unknown;
    }
  | { readonly kind: 'wake' }
  | { readonly kind: 'stop' };

export type FromWorker =
  /** A line of the log, as JSON. */
  | { readonly kind: 'log'; readonly line: string }
  | { readonly kind: 'ended'; readonly jobs: readonly EndedJob[] };
