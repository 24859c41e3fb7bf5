/** A candidate search that reports how long each search took, and how it ended. */
import { ApiError } from '../../../contract/errors.ts';
import type { CandidateSearch } from '../../search-engine/candidate-search.ts';

export function observedSearch(
  search: CandidateSearch,
  observe: (outcome: string, ms: number) => void,
): CandidateSearch {
  return {
    async best(query, signal) {
      const startedMs = performance.now();
      const end = (outcome: string) => observe(outcome, performance.now() - startedMs);
      try {
        const found = await search.best(query, signal);
        end('found');
        return found;
      } catch (error) {
        if (signal?.aborted !== true) end(error instanceof ApiError ? error.code : 'internal');
        throw error;
      }
    },
  };
}
