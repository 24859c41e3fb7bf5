/** Everybody of the domain is in an index of this process. */
import type { IndexRegistry } from '../../index/candidate-index.ts';
import { findGiven } from '../find-given.ts';
import type { CandidateEngine } from './candidate-engine.ts';

export function inMemoryCandidates(indexes: Pick<IndexRegistry, 'ready'>): CandidateEngine {
  return {
    async candidates({ plan }) {
      const index = await indexes.ready(plan.tenant, plan.definition);
      return { index, given: findGiven(index, plan.request), outside: null };
    },
  };
}
