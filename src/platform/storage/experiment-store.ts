/**
 * Experiments, the matches that took part in them, and their results.
 *
 * Invariants: a domain of a tenant has at most one running experiment. Results are only added. The data of a
 * match is written with the match (`ShownMatch.experiment`) and erased with it.
 */
import type { TenantId } from '../../contract/brands.ts';
import type { ExperimentEnd, ExperimentResult, ExperimentSettings } from '../../contract/experiment.ts';
import type { MatchRequest } from '../../contract/match.ts';

export interface NewExperiment {
  readonly tenantId: TenantId;
  /** `exp_<lower-case ULID>` */
  readonly experimentId: string;
  readonly domain: string;
  readonly name: string;
  readonly settings: ExperimentSettings;
  /** ISO 8601, UTC, as all times here. */
  readonly createdAt: string;
  readonly endsAt: string;
  /** The decision in words. */
  readonly decision: string;
}

export interface StoredExperiment extends NewExperiment {
  /** Until it ends, also while it is paused. */
  readonly isRunning: boolean;
  /** null: it is not paused. */
  readonly pausedAt: string | null;
  readonly endedAt: string | null;
  readonly endedBy: ExperimentEnd | null;
}

/** The participation of a match in an experiment. */
export interface ExperimentShown {
  readonly experimentId: string;
  /** 0 control, 1 treatment; null: both, and `picks` says which one gave each candidate. */
  readonly arm: number | null;
  /** The seeker, the cluster, or the cluster and the day, which were assigned as a whole. */
  readonly unit: string;
  readonly latencyBucket: number;
  /** By position; empty where one arm ranked. */
  readonly picks: readonly number[];
}

/** Counts of one arm and one unit. */
export interface UnitCounts {
  /** null: both arms ranked; such a row counts matches alone, and the rows of the arms have the pairs. */
  readonly arm: number | null;
  readonly unit: string;
  readonly matches: number;
  readonly emptyMatches: number;
  /** Days (UTC) of seekers with at least one match. */
  readonly seekerDays: number;
  /** Different pairs of seeker and candidate. */
  readonly shown: number;
  /** Shown pairs with a positive outcome of the seeker since. */
  readonly positives: number;
  /** Shown pairs with positive outcomes of both people. */
  readonly mutual: number;
}

export interface LatencyCount {
  readonly arm: number | null;
  readonly bucket: number;
  readonly matches: number;
}

/** How many people an arm has shown exactly so many times. */
export interface ArmExposure {
  readonly arm: number;
  readonly times: number;
  readonly people: number;
}

/** A sampled request, with no other person than its seeker. */
export interface ShadowRequest {
  readonly tenantId: TenantId;
  readonly experimentId: string;
  /** A ULID: they grow with time. */
  readonly requestId: string;
  readonly request: MatchRequest;
}

type OfArms<Value> = readonly [control: Value, treatment: Value];

export interface ShadowReplay extends Omit<ShadowRequest, 'request'> {
  /** null: an arm failed. */
  readonly compared: {
    /** Share of the candidates that both arms show. */
    readonly overlap: number;
    /** Mean over the candidates that both show; null: none. */
    readonly scoreDifference: number | null;
    /** Mean score of the candidates that an arm shows; null: none. */
    readonly scores: OfArms<number | null>;
    readonly ms: OfArms<number>;
  } | null;
}

/** Means over the replays; null where there is nothing to average. */
export interface ShadowSummary {
  readonly compared: number;
  readonly failed: number;
  readonly dropped: number;
  readonly overlap: number | null;
  readonly scoreDifference: number | null;
  readonly scores: OfArms<number | null>;
  readonly meanMs: OfArms<number | null>;
  readonly p95Ms: OfArms<number | null>;
}

export interface ExperimentEnding {
  readonly at: string;
  readonly by: ExperimentEnd;
  readonly decision: string;
}

export interface ExperimentPage {
  /** null: of all tenants. */
  readonly tenantId: TenantId | null;
  /** The id below which the page begins; null: the newest. */
  readonly before: string | null;
  readonly limit: number;
}

export interface ExperimentStore {
  /** The id of the running experiment of the domain, which is in the way; null: created. */
  create(experiment: NewExperiment): Promise<string | null>;
  find(experimentId: string): Promise<StoredExperiment | null>;
  page(page: ExperimentPage): Promise<readonly StoredExperiment[]>;
  /** The running experiment of a tenant's domain. */
  running(tenant: TenantId, domain: string): Promise<StoredExperiment | null>;
  /** The running experiments of all tenants. */
  allRunning(): Promise<readonly StoredExperiment[]>;
  /** Pauses it (`at`) or lets it go on (null). False where it has ended, or is in that state already. */
  pause(tenant: TenantId, experimentId: string, at: string | null): Promise<boolean>;
  /** False where it had ended before; then nothing changes. */
  end(tenant: TenantId, experimentId: string, ending: ExperimentEnding): Promise<boolean>;
  /** Adds a result, and replaces the decision so far. */
  addResult(
    tenant: TenantId,
    experimentId: string,
    result: ExperimentResult,
    decision: string,
  ): Promise<void>;
  /** The newest result; null: none yet. */
  lastResult(tenant: TenantId, experimentId: string): Promise<ExperimentResult | null>;
  /** Oldest first. */
  results(tenant: TenantId, experimentId: string): Promise<readonly ExperimentResult[]>;
  /** `positiveLabels`: labels of outcomes in favour of a match. */
  unitCounts(experiment: StoredExperiment, positiveLabels: readonly string[]): Promise<readonly UnitCounts[]>;
  latencies(tenant: TenantId, experimentId: string): Promise<readonly LatencyCount[]>;
  /** By arm, fewest times first. */
  exposure(tenant: TenantId, experimentId: string): Promise<readonly ArmExposure[]>;
  /** False where so many wait already; that is counted. */
  queueShadow(request: ShadowRequest, mostWaiting: number): Promise<boolean>;
  /** Takes the oldest one off the queue; null: none waits. */
  takeShadow(tenant: TenantId, experimentId: string): Promise<ShadowRequest | null>;
  addReplay(replay: ShadowReplay): Promise<void>;
  shadow(tenant: TenantId, experimentId: string): Promise<ShadowSummary>;
}
