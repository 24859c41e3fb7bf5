/** What passes between a server and its worker. */
import type { EndedJob } from '../job-runner.ts';

export type ToWorker =
  | {
      readonly kind: 'start';
      /** For the composition root there; plain data. */
      readonly setup: unknown;
    }
  | { readonly kind: 'wake' }
  | { readonly kind: 'stop' };

export type FromWorker =
  /** A line of the log, as JSON. */
  | { readonly kind: 'log'; readonly line: string }
  | { readonly kind: 'ended'; readonly jobs: readonly EndedJob[] };
