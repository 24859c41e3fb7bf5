/**
 * The latest answers with an error, in memory. Failures of the service have a list of their own, so that a
 * client with a wrong key cannot push them out. Messages, paths and ids of people are not kept.
 */
import type { SystemState } from '../../../contract/system.ts';

const MOST_OF_A_KIND = 50;
const SERVER_ERROR = 500;

type RecentError = SystemState['errors'][number];

export interface RecentErrors {
  note(error: RecentError): void;
  /** Newest first. */
  list(): readonly RecentError[];
}

export function createRecentErrors(): RecentErrors {
  const failures: RecentError[] = [];
  const refusals: RecentError[] = [];
  return {
    note: (error) => {
      const errors = error.status >= SERVER_ERROR ? failures : refusals;
      errors.push(error);
      if (errors.length > MOST_OF_A_KIND) errors.shift();
    },
    list: () => [...failures, ...refusals].sort((a, b) => (a.at < b.at ? 1 : a.at > b.at ? -1 : 0)),
  };
}
