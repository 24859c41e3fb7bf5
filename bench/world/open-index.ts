/** The candidate index of the server, without a server. */
import { availableParallelism } from 'node:os';
import { changeSequence } from '../../src/contract/brands.ts';
import type { DomainDefinition } from '../../src/domains/definition.ts';
import type { CandidateIndex } from '../../src/matching/index/candidate-index.ts';
import { SegmentedIndex } from '../../src/matching/index/segments/segmented-index.ts';
import { QueryWorkers } from '../../src/matching/index/segments/workers/query-workers.ts';

export interface BenchIndex {
  readonly index: CandidateIndex;
  close(): Promise<void>;
}

export function openBenchIndex(definition: DomainDefinition, encoderId = 'none'): BenchIndex {
  const workers = new QueryWorkers(Math.min(2, availableParallelism()));
  return {
    index: new SegmentedIndex(definition, workers, { sequence: changeSequence(0), encoderId }),
    close: () => workers.close(),
  };
}
