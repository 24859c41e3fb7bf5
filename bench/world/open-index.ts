/** The candidate index as the server has it, without a server. */
import { changeSequence, type TenantId } from '../../src/contract/brands.ts';
import type { DomainDefinition } from '../../src/domains/definition.ts';
import type { CandidateIndex } from '../../src/index/candidate-index.ts';
import { ReferenceIndex } from '../../src/index/reference/reference-index.ts';

export interface BenchIndex {
  readonly index: CandidateIndex;
  close(): Promise<void>;
}

export async function openBenchIndex(
  definition: DomainDefinition,
  _tenant: TenantId,
  encoderId = 'none',
): Promise<BenchIndex> {
  return {
    index: new ReferenceIndex(definition, changeSequence(0), encoderId),
    close: async () => undefined,
  };
}
