/**
 * Interface of experiments for the HTTP layer and the command line. Every call throws the ApiErrors of the
 * contract.
 */
import type { CreateExperimentRequest, Experiment, ExperimentSummary } from '../../contract/experiment.ts';

type Described = Omit<Experiment, 'request_id'>;

export interface ExperimentService {
  /**
   * 404 `not_found` for an unknown tenant, or `domain_not_found`. 403. 400 `invalid_request` for settings
   * that do not fit the domain. 422 `model_unavailable`. 409 `conflict` while another experiment of the
   * domain runs.
   */
  create(request: CreateExperimentRequest): Promise<Described>;
  /**
   * Newest first; of all tenants where `tenantId` is null. `next`: the id below which the next page begins.
   */
  list(page: {
    readonly tenantId: string | null;
    readonly before: string | null;
    readonly limit: number;
  }): Promise<{ readonly data: readonly ExperimentSummary[]; readonly next: string | null }>;
  /** 404 `not_found`. */
  get(experimentId: string): Promise<Described>;
  /** Its domain ranks as usual until it goes on. 404 `not_found`, 409 `conflict` unless it runs. */
  pause(experimentId: string): Promise<Described>;
  /** 404 `not_found`, 409 `conflict` unless it is paused. */
  resume(experimentId: string): Promise<Described>;
  /** Measures once more and ends it. 404 `not_found`, 409 `conflict` for one that has ended. */
  stop(experimentId: string): Promise<Described>;
}
