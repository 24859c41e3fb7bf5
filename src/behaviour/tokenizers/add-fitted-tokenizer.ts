/** Fits a tokenizer to a dataset, as POST /tokenizers with `dataset_id` does, but inside the caller's job. */
import type { TenantId } from '../../contract/brands.ts';
import type { Tokenizer } from '../../platform/storage/tokenizer-store.ts';
import { writeBundle } from './bundle/write-bundle.ts';
import { fitTokenizer } from './fit/fit-tokenizer.ts';
import { storeBundle } from './store-bundle.ts';
import { datasetProblem, type FitDependencies } from './tasks/fit-task.ts';

export interface TokenizerRequest {
  readonly tenantId: TenantId;
  readonly tokenizerId: string;
  readonly name: string;
  readonly datasetId: string;
  readonly signal: AbortSignal;
  /** 0..1 */
  readonly onProgress: (share: number) => void;
}

export async function addFittedTokenizer(
  dependencies: Pick<FitDependencies, 'tokenizers' | 'datasets' | 'artifacts' | 'encoders' | 'clock'>,
  { tenantId, tokenizerId, name, datasetId, signal, onProgress }: TokenizerRequest,
): Promise<Tokenizer> {
  const { tokenizers, artifacts, encoders, clock } = dependencies;
  const now = () => new Date(clock()).toISOString();
  const created = { tenantId, tokenizerId, name, datasetId, createdAt: now() };
  const problem = { ...created, ...(await datasetProblem(dependencies, created)) };
  const bundle = await fitTokenizer(encoders, problem, { signal, onProgress: (share) => onProgress(share) });
  const made = await storeBundle(artifacts, tenantId, tokenizerId, bundle, await writeBundle(bundle), now());
  return tokenizers.add(
    { ...created, modalities: ['text'], layout: null, progressiveMasking: false, jobId: null },
    made,
  );
}
