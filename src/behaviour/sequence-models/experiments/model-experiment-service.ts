/** Experiments on models for callers. Every call throws the ApiErrors of the contract. */
import type { TenantId } from '../../../contract/brands.ts';
import type {
  CreateModelExperimentRequest,
  ModelExperiment,
  ModelExperimentSummary,
} from '../../../contract/model-experiment.ts';

type Described = Omit<ModelExperiment, 'request_id'>;

export interface ModelExperimentService {
  /**
   * 404 `model_not_found` for the alias or an arm, 409 `model_not_ready`, 422 `capability_missing`, 400
   * `invalid_request` for arms of different datasets, 409 `conflict` while another experiment of the alias
   * runs.
   */
  create(tenant: TenantId, request: CreateModelExperimentRequest): Promise<Described>;
  /** Newest first. `next`: the id below which the next page begins. */
  list(
    tenant: TenantId,
    page: { readonly alias: string | null; readonly before: string | null; readonly limit: number },
  ): Promise<{ readonly data: readonly ModelExperimentSummary[]; readonly next: string | null }>;
  /** 404 `not_found`. */
  get(tenant: TenantId, experimentId: string): Promise<Described>;
  /** Everyone gets the model of the alias until it goes on. 404 `not_found`, 409 `conflict` unless it runs. */
  pause(tenant: TenantId, experimentId: string): Promise<Described>;
  /** 404 `not_found`, 409 `conflict` unless it is paused. */
  resume(tenant: TenantId, experimentId: string): Promise<Described>;
  /** Measures once more and ends it. 404 `not_found`, 409 `conflict` for one that has ended. */
  stop(tenant: TenantId, experimentId: string): Promise<Described>;
  /**
   * Moves the alias to the model of the arm, of the winner where none is named, and ends the experiment. 404
   * `not_found`, `model_not_found`; 409 `conflict` where there is no winner; 400 `invalid_request` for an
   * unknown arm.
   */
  promote(tenant: TenantId, experimentId: string, arm: string | null): Promise<Described>;
}
