/**
 * What is learned from, and what was learned: outcomes with the triplets that they make, who was shown to whom, the
 * training runs, and the trained heads with those that serve.
 *
 * What must always hold: an outcome, its triplets and the run that they start become visible in one transaction, so
 * that counts are right however many callers there are at once; of a tenant's domain (or of a shared tier) at most one
 * run is unfinished; a triplet belongs to at most one run.
 */
import type { TenantId } from '../contract/brands.ts';
import { tenantId } from '../contract/brands.ts';
import type { Tier } from '../contract/match.ts';
import type { DomainDefinition } from '../domains/definition.ts';
import type { NewJob } from './job-store.ts';

/** Owner of what belongs to all tenants: runs and heads of the shared tiers. */
export const SHARED_OWNER: TenantId = tenantId('shared');

/** Domain of the general tier's runs and heads. */
export const EVERY_DOMAIN = '*';

export interface LearningStore {
  /** What an answer of /match shows, before it is sent. People who were erased meanwhile are left out. */
  recordShown(shown: ShownMatch): Promise<void>;
  /** How many were forgotten; at most `limit`. */
  forgetShown(beforeMs: number, limit: number): Promise<number>;

  recordFeedback(batch: FeedbackBatch): Promise<FeedbackResult>;
  pendingTriplets(tenant: TenantId, domain: string): Promise<number>;

  /** Freezes the pending triplets for the run, and makes run and job; all of it or nothing. */
  startRun(start: StartRun): Promise<StartedRun>;
  run(tenant: TenantId, runId: string): Promise<TrainingRun | null>;
  /** Newest first (by id, which grows with time), those before the id `before`. */
  listRuns(tenant: TenantId, query: RunQuery): Promise<readonly TrainingRun[]>;

  /** Heads in force that may serve the tenant in the domain, the most specific tier first. */
  rankingModelsFor(tenant: TenantId, domain: string): Promise<readonly StoredRankingModel[]>;
  /** Any head that was kept, in force or not. */
  head(owner: TenantId, version: string): Promise<StoredRankingModel | null>;
  /** Puts the head of a run in force in its tier, in place of the one that was. `no_head`: the run left none. */
  deployRun(owner: TenantId, runId: string, at: string): Promise<'deployed' | 'no_head'>;
  /** Kept heads whose files still name somebody who was erased. */
  rankingModelsToRewrite(): Promise<readonly { readonly owner: TenantId; readonly version: string }[]>;
  /** Other files of the same head, without who was erased. */
  replaceRankingModel(
    owner: TenantId,
    version: string,
    head: Pick<NewRankingModel, 'card' | 'files'>,
  ): Promise<void>;
  /** The files of the run's head name these people no more; null: there is no head. */
  forgetErasedMarks(owner: TenantId, runId: string, userIds: readonly string[] | null): Promise<void>;
  /**
   * Grows whenever another head comes in force, or somebody is erased from one, also by another process; cheap: asked
   * before every match.
   */
  modelsVersion(): Promise<number>;

  /** Current outcomes up to a time, oldest first, in pages; never holds all in memory. */
  outcomesUntil(
    tenant: TenantId,
    domain: string,
    until: string,
    pageSize: number,
  ): AsyncIterable<readonly StandingOutcome[]>;
  /** Those that a run froze; null: all that stand, of whatever run or of none. */
  tripletsOf(
    tenant: TenantId,
    domain: string,
    runId: string | null,
    pageSize: number,
  ): AsyncIterable<readonly Triplet[]>;
  shownUntil(
    tenant: TenantId,
    domain: string,
    untilMs: number,
    pageSize: number,
  ): AsyncIterable<readonly ShownPair[]>;
  /** Notes who is named in what the run learns from, so that erasing can name the versions. */
  noteLearnedFrom(tenant: TenantId, domain: string, runId: string, userIds: readonly string[]): Promise<void>;
  /** Those of them who were not erased since, as `<tenant>/<id>`. */
  learnedFrom(runId: string): Promise<ReadonlySet<string>>;
}

export interface ShownMatch {
  readonly tenantId: TenantId;
  /** `match_<lower-case ULID>` */
  readonly matchId: string;
  readonly domain: string;
  readonly seekerId: string;
  /** In the order of the answer, the best first. */
  readonly candidates: readonly { readonly userId: string; readonly score: number }[];
  /** By stage, as in `models_used`. */
  readonly versions: Readonly<Record<string, string>>;
  readonly atMs: number;
}

/** Who may be drawn as somebody that the seeker never labelled. */
export interface Eligibility extends Pick<DomainDefinition, 'candidates' | 'sides'> {
  /** Whether the candidate's own demands count. */
  readonly mutual: boolean;
}

/** Items whose label, weight and pair were found sound; what needs the store is judged here. */
export interface FeedbackBatch {
  readonly tenantId: TenantId;
  readonly domain: string;
  readonly items: readonly FeedbackRecord[];
  /** Every label that the tenant has in the domain, with its polarity. */
  readonly polarities: Readonly<Record<string, number>>;
  readonly eligibility: Eligibility;
  /** ISO 8601, UTC. */
  readonly at: string;
  /** The run that is to start where at least `threshold` triplets wait then; null: none starts by itself. */
  readonly automatic: AutomaticRun | null;
}

export interface AutomaticRun {
  readonly threshold: number;
  readonly run: NewRun;
  readonly job: NewJob;
  /** No run starts by itself when the domain's last one failed after this time (ISO 8601). */
  readonly unlessFailedSince: string;
}

export interface FeedbackRecord {
  /** Position in the request. */
  readonly index: number;
  readonly seekerId: string;
  readonly candidateId: string;
  readonly label: string;
  /** Above 0, at most 100. */
  readonly weight: number;
  readonly matchId: string | null;
}

export type FeedbackFault = 'unknown_seeker' | 'unknown_candidate' | 'unknown_match';

export interface FeedbackResult {
  readonly accepted: number;
  readonly faults: readonly { readonly index: number; readonly fault: FeedbackFault }[];
  /** Triplets that the call made and that no later item of it took back. */
  readonly tripletsGenerated: number;
  /** After the call; 0 where it started a run, which took them. */
  readonly pending: number;
  /** The run that these outcomes started. */
  readonly startedRunId: string | null;
}

const runStatuses = [
  'queued',
  'running',
  'evaluating',
  'deployed',
  'rejected',
  'failed',
  'cancelled',
] as const;
export type RunStatus = (typeof runStatuses)[number];
type RunEnd = Extract<RunStatus, 'deployed' | 'rejected' | 'failed' | 'cancelled'>;

export interface NewRun {
  /** The tenant, or `SHARED_OWNER`. */
  readonly tenantId: TenantId;
  /** `run_<lower-case ULID>` */
  readonly runId: string;
  readonly domain: string;
  readonly tier: Tier;
  readonly jobId: string;
  readonly forced: boolean;
  readonly createdAt: string;
  /** Minutes, by what earlier runs took; at least 1. Of how many triplets there are it is told by `minutesFor`. */
  readonly minutes: RunMinutes;
}

/** What a run takes: `base + perTriplet × triplets`, in minutes. */
export interface RunMinutes {
  readonly base: number;
  readonly perTriplet: number;
}

export interface StartRun {
  readonly run: NewRun;
  readonly job: NewJob;
  /** Fewer pending triplets than this: no run. */
  readonly atLeast: number;
  /** Shared tiers: triplets that stand where they are, and are only counted here. */
  readonly borrowed?: number;
}

export type StartedRun =
  | { readonly state: 'started'; readonly run: TrainingRun }
  /** An unfinished run of the domain stands. */
  | { readonly state: 'exists'; readonly run: TrainingRun }
  | { readonly state: 'too_few'; readonly pending: number };

export interface TrainingRun extends Omit<NewRun, 'minutes'> {
  readonly status: RunStatus;
  /** 0..1 */
  readonly progress: number;
  readonly tripletsUsed: number;
  /** Version of the head that the run made; null until there is one. */
  readonly version: string | null;
  /** JSON as the run's report has it. */
  readonly metrics: RunMetrics | null;
  readonly reason: string | null;
  readonly estimatedMinutes: number;
  readonly startedAt: string | null;
  readonly finishedAt: string | null;
  /** Whether the run's head serves now. */
  readonly inForce: boolean;
}

interface RunMetrics {
  readonly before: Readonly<Record<string, unknown>>;
  readonly after: Readonly<Record<string, unknown>>;
}

export interface RunQuery {
  readonly domain?: string;
  readonly before: string | null;
  readonly limit: number;
}

export interface RankingModelFile {
  /** What it is: `scorecard.json`, `projection.bin`, `cross-encoder.onnx`. */
  readonly part: string;
  /** Key in the artifact store. */
  readonly key: string;
  readonly bytes: number;
  /** Of the bytes, hex. */
  readonly sha256: string;
}

export interface NewRankingModel {
  /** The tenant, or `SHARED_OWNER`. */
  readonly tenantId: TenantId;
  readonly domain: string;
  readonly tier: Tier;
  /** Stable identifier, as in `models_used`. */
  readonly version: string;
  readonly runId: string;
  /** What it was trained on and for, and how good it is; JSON. */
  readonly card: Readonly<Record<string, unknown>>;
  readonly files: readonly RankingModelFile[];
  readonly createdAt: string;
}

export interface StoredRankingModel extends NewRankingModel {
  /** When it was last put in force; null: never. */
  readonly deployedAt: string | null;
  readonly inForce: boolean;
  /** Who stands in the files still and was erased: whoever reads them leaves these ids out. */
  readonly erased: readonly string[];
}

/** How a run ended; goes with the end of its job as a `StoreChange`. */
export interface RunEnding {
  readonly status: RunEnd;
  readonly metrics: RunMetrics | null;
  /** Plain words. */
  readonly reason: string | null;
  readonly startedAt: string | null;
  readonly finishedAt: string;
  /** Kept also when it was rejected, and in force only when the status is `deployed`. */
  readonly head: NewRankingModel | null;
  /** The job that tells of it by mail; null: nobody is told. */
  readonly mail: NewJob | null;
}

export interface StandingOutcome {
  readonly seekerId: string;
  readonly candidateId: string;
  readonly label: string;
  readonly weight: number;
  readonly matchId: string | null;
  readonly at: string;
}

export interface Triplet {
  readonly tripletId: string;
  readonly seekerId: string;
  /** null: there was nobody to stand here. */
  readonly positiveId: string | null;
  readonly negativeId: string | null;
  readonly weight: number;
}

export interface ShownPair {
  readonly matchId: string;
  readonly seekerId: string;
  readonly candidateId: string;
  readonly position: number;
  readonly atMs: number;
}
