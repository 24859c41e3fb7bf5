/**
 * Interface of learning for the HTTP layer and the command line. Every call throws the ApiErrors of the
 * contract.
 */
import type { TenantId } from '../../contract/brands.ts';
import type { FeedbackRequest, FeedbackSummary } from '../../contract/feedback.ts';
import type { DeployRequest, ServingModel } from '../../contract/serving-model.ts';
import type { StartedTrainingRun, TrainingRun, TrainingRunDetail } from '../../contract/training-run.ts';
import type { Withdrawal, WithdrawRequest } from '../../contract/withdrawal.ts';
import type { AnsweredClaim } from '../../platform/storage/idempotency-store.ts';

export interface LearnService {
  /**
   * `keyId`: the API key that sent the items; null: none did. `claims`: idempotency keys by position; an item whose
   * key is in use is neither accepted nor an error. 404 `domain_not_found`, 403. Faults of single
   * items are in the response.
   */
  feedback(
    tenant: TenantId,
    request: FeedbackRequest,
    keyId?: string | null,
    claims?: ReadonlyMap<number, AnsweredClaim>,
  ): Promise<FeedbackSummary>;
  /**
   * Takes outcomes back and starts a run on the others. 404 `domain_not_found`, `not_found` for a key of
   * another tenant, 403.
   */
  withdraw(tenant: TenantId, request: WithdrawRequest): Promise<Omit<Withdrawal, 'request_id'>>;
  /** 409 `below_threshold`. Returns an unfinished run of the domain regardless of the threshold. */
  train(tenant: TenantId, request: TrainCall): Promise<StartedTrainingRun>;
  /** Newest first; `next` is the cursor of the next page, null at the end. */
  runs(
    tenant: TenantId,
    page: { readonly domain?: string | undefined; readonly before: string | null; readonly limit: number },
  ): Promise<{ readonly data: readonly TrainingRun[]; readonly next: string | null }>;
  /** 404 `run_not_found`, also for a run of another tenant. */
  run(tenant: TenantId, runId: string): Promise<TrainingRunDetail>;
  /**
   * Deploys the model of an earlier or later run. 404 `run_not_found`, 409 `conflict` for a run that was
   * never deployed.
   */
  deploy(tenant: TenantId, runId: string): Promise<TrainingRun>;
  /**
   * Puts the model of a run of the domain in force, or, without one, leaves the tenant without a model of its
   * own. Returns the model that serves then. 404 `domain_not_found`, `run_not_found`; 409 as `deploy`.
   */
  deployIn(tenant: TenantId, request: DeployRequest): Promise<ServingModel>;
  /**
   * Cancels a queued run at once, and requests a running one to stop. A cancelled run is returned unchanged.
   * 404 `run_not_found`, 409 `conflict` for a run that ended otherwise.
   */
  cancel(tenant: TenantId, runId: string): Promise<TrainingRun>;
}

interface TrainCall {
  readonly domain: string;
  readonly force: boolean;
  /** Threshold of this call; overrides the tenant's. */
  readonly min_triplets?: number | undefined;
}
