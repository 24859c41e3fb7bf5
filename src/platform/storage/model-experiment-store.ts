/**
 * Experiments on models, what they have shown to people, and their results.
 *
 * Invariants: an alias of a tenant has at most one running experiment. Results are only added. A pair of
 * person and item counts once in an experiment. Appending an event marks what it takes, in the transaction
 * of the append.
 */
import type { TenantId } from '../../contract/brands.ts';
import type {
  ModelExperimentEnd,
  ModelExperimentResult,
  ModelExperimentSettings,
} from '../../contract/model-experiment.ts';
import type { AliasMove, MoveResult } from './model-alias-store.ts';

export interface NewModelExperiment {
  readonly tenantId: TenantId;
  /** `mexp_<lower-case ULID>` */
  readonly experimentId: string;
  readonly alias: string;
  /** Events that are appended under this name count. */
  readonly datasetName: string;
  readonly name: string;
  readonly settings: ModelExperimentSettings;
  /** ISO 8601, UTC, as all times here. */
  readonly createdAt: string;
  readonly endsAt: string;
  /** The decision in words. */
  readonly decision: string;
}

export interface StoredModelExperiment extends NewModelExperiment {
  /** Until it ends, also while it is paused. */
  readonly isRunning: boolean;
  /** null: it is not paused. */
  readonly pausedAt: string | null;
  readonly endedAt: string | null;
  readonly endedBy: ModelExperimentEnd | null;
  readonly promotedArm: string | null;
}

export interface ShownItems {
  readonly tenantId: TenantId;
  readonly experimentId: string;
  readonly personId: string;
  /** Best first. `arm`: its position, the control first. */
  readonly items: readonly { readonly itemId: string; readonly arm: number }[];
  /** Milliseconds since 1970. */
  readonly atMs: number;
}

/** Items of one experiment that are remembered of a person; what is shown beyond them does not count. */
export const MOST_SHOWN_TO_PERSON = 500;

/** The items that one arm has shown to one person. */
export interface PersonCounts {
  readonly arm: number;
  readonly personId: string;
  readonly shown: number;
  readonly successes: number;
}

export interface ModelExperimentEnding {
  readonly at: string;
  readonly by: ModelExperimentEnd;
}

export interface ModelExperimentPage {
  readonly tenantId: TenantId;
  /** null: of all aliases. */
  readonly alias: string | null;
  /** The id below which the page begins; null: the newest. */
  readonly before: string | null;
  readonly limit: number;
}

export interface ModelExperimentStore {
  /** The id of the running experiment of the alias, which is in the way; null: created. */
  create(experiment: NewModelExperiment): Promise<string | null>;
  find(tenant: TenantId, experimentId: string): Promise<StoredModelExperiment | null>;
  page(page: ModelExperimentPage): Promise<readonly StoredModelExperiment[]>;
  /** The experiment of an alias that runs and is not paused. */
  running(tenant: TenantId, alias: string): Promise<StoredModelExperiment | null>;
  /** The running experiments of all tenants, paused ones too. */
  allRunning(): Promise<readonly StoredModelExperiment[]>;
  /** Pauses it (`at`) or lets it go on (null). False where it has ended, or is in that state already. */
  pause(tenant: TenantId, experimentId: string, at: string | null): Promise<boolean>;
  /** False where it had ended before; then nothing changes. */
  end(tenant: TenantId, experimentId: string, ending: ModelExperimentEnding): Promise<boolean>;
  /** Moves the alias, and notes the arm. */
  promote(tenant: TenantId, experimentId: string, arm: string, to: AliasMove): Promise<MoveResult>;
  /** Adds a result, and replaces the decision so far. */
  addResult(
    tenant: TenantId,
    experimentId: string,
    result: ModelExperimentResult,
    decision: string,
  ): Promise<void>;
  /** Oldest first. */
  results(tenant: TenantId, experimentId: string): Promise<readonly ModelExperimentResult[]>;
  /** The newest result; null: none yet. */
  lastResult(tenant: TenantId, experimentId: string): Promise<ModelExperimentResult | null>;
  /** Remembers nothing where the experiment has ended or is paused, or the person's id is blocked. */
  addShown(shown: ShownItems): Promise<void>;
  counts(tenant: TenantId, experimentId: string): Promise<readonly PersonCounts[]>;
  /**
   * Removes what ended experiments have shown to at most so many people. The number of rows; 0: none is left.
   */
  forgetShown(people: number): Promise<number>;
}
