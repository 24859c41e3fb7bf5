/** Learning, as the HTTP layer and the command line see it. Every call throws ApiErrors as the contract has them. */
import type { TenantId } from '../contract/brands.ts';
import type { FeedbackRequest, FeedbackSummary } from '../contract/feedback.ts';
import type { TrainingRun } from '../contract/training-run.ts';

export interface LearnService {
  /** 404 `domain_not_found`, 403; what is wrong with single items stands in the answer. */
  feedback(tenant: TenantId, request: FeedbackRequest): Promise<FeedbackSummary>;
  /** 409 `below_threshold`. An unfinished run of the domain is given back, whatever the threshold says. */
  train(tenant: TenantId, request: TrainCall): Promise<TrainingRun>;
  /** Newest first; `next` is the id to go on before, null at the end. */
  runs(
    tenant: TenantId,
    page: { readonly domain?: string | undefined; readonly before: string | null; readonly limit: number },
  ): Promise<{ readonly data: readonly TrainingRun[]; readonly next: string | null }>;
  /** 404 `run_not_found`, also for another tenant's. */
  run(tenant: TenantId, runId: string): Promise<TrainingRun>;
  /** Back or forward to a kept run. 404 `run_not_found`, 409 `conflict` for one that was never deployed. */
  deploy(tenant: TenantId, runId: string): Promise<TrainingRun>;
}

interface TrainCall {
  readonly domain: string;
  readonly force: boolean;
  /** Threshold of this call, instead of the tenant's. */
  readonly min_triplets?: number | undefined;
}
