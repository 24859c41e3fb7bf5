/**
 * The data that learning reads and writes: outcomes with their triplets, the candidates shown to each seeker,
 * training runs, and trained models. It also says which models serve.
 *
 * Invariants: an outcome, its triplets and the run that they start become visible in one transaction. So
 * counts are right with any number of concurrent callers. A tenant's domain (or a shared tier) has at most
 * one unfinished run. A triplet belongs to at most one run.
 */
import type { TenantId } from '../../contract/brands.ts';
import { tenantId } from '../../contract/brands.ts';
import type { Concentration } from '../../contract/concentration.ts';
import type { ShownAnswer } from '../../contract/match.ts';
import type { Tier } from '../../contract/tier.ts';
import type { ExperimentShown } from './experiment-store.ts';
import type { AnsweredClaim } from './idempotency-store.ts';
import type { NewJob } from './job.ts';
import type { Eligibility, NewRun } from './new-run.ts';
import type { ShownPage, ShownQuery } from './shown-log.ts';
import type { WithdrawalStore } from './withdrawal.ts';

/** Owner of the runs and models of the shared tiers. */
export const SHARED_OWNER: TenantId = tenantId('shared');

/** The domain of the general tier's runs and models. */
export const EVERY_DOMAIN = '*';

export interface LearningStore extends WithdrawalStore {
  /**
   * Records the candidates that an answer of /match shows, before it is sent. People erased meanwhile are
   * left out.
   */
  recordShown(shown: ShownMatch): Promise<void>;
  /** Removes at most `limit` records. Returns how many. */
  forgetShown(beforeMs: number, limit: number): Promise<number>;
  /** null: unknown, forgotten, or the seeker was erased. */
  shownMatch(tenant: TenantId, matchId: string): Promise<StoredMatch | null>;
  /**
   * Newest first by id. Reads a bounded part of one index, so a page may have fewer matches than `limit`, or
   * none, and still say where the next one begins.
   */
  listShown(tenant: TenantId, query: ShownQuery): Promise<ShownPage>;
  /** The candidates that matches showed to the seeker at `sinceMs` or later, each once, in no order. */
  shownTo(tenant: TenantId, domain: string, seekerId: string, sinceMs: number): Promise<readonly string[]>;

  recordFeedback(batch: FeedbackBatch): Promise<FeedbackResult>;
  pendingTriplets(tenant: TenantId, domain: string): Promise<number>;

  /** Freezes the pending triplets for the run, and creates run and job, in one transaction. */
  startRun(start: StartRun): Promise<StartedRun>;
  run(tenant: TenantId, runId: string): Promise<TrainingRun | null>;
  /** Runs with an id below `before`, newest first (by id, which grows with time). */
  listRuns(tenant: TenantId, query: RunQuery): Promise<readonly TrainingRun[]>;

  /** The models that serve the tenant in the domain, the most specific tier first. */
  rankingModelsFor(tenant: TenantId, domain: string): Promise<readonly StoredRankingModel[]>;
  /** Models of the tier that serve or served, the last deployed first; at most `limit`. */
  deployedModels(
    owner: TenantId,
    domain: string,
    tier: Tier,
    limit: number,
  ): Promise<readonly StoredRankingModel[]>;
  /** Any model that was kept, serving or not. */
  rankingModel(owner: TenantId, version: string): Promise<StoredRankingModel | null>;
  /**
   * Makes the model of a run serve in its tier, in place of the current one. `no_model`: the run left no
   * model.
   */
  deployRun(owner: TenantId, runId: string, at: string): Promise<'deployed' | 'no_model'>;
  /** Leaves the owner's tier without a model in the domain. Models are kept. False: none served. */
  withdrawModel(owner: TenantId, domain: string): Promise<boolean>;
  /** Kept models whose files still name an erased person. */
  rankingModelsToRewrite(): Promise<readonly { readonly owner: TenantId; readonly version: string }[]>;
  /** Replaces a model's files by files without the erased people. */
  replaceRankingModel(
    owner: TenantId,
    version: string,
    model: Pick<NewRankingModel, 'card' | 'files'>,
  ): Promise<void>;
  /**
   * Removes the erasure marks of these people from the run's model, whose files no longer name them. null:
   * the run has no model, and all its marks go.
   */
  forgetErasedMarks(owner: TenantId, runId: string, userIds: readonly string[] | null): Promise<void>;
  /**
   * Grows whenever another model starts to serve, a person is erased from one, or an experiment begins or
   * ends, in any process. Cheap enough to read before every match.
   */
  modelsVersion(): Promise<number>;

  /** Current outcomes up to a time, oldest first, in pages, with one page in memory. */
  outcomesUntil(
    tenant: TenantId,
    domain: string,
    until: string,
    pageSize: number,
  ): AsyncIterable<readonly StandingOutcome[]>;
  /** The triplets that a run froze; null: all current ones, whether a run has used them or not. */
  tripletsOf(
    tenant: TenantId,
    domain: string,
    runId: string | null,
    pageSize: number,
  ): AsyncIterable<readonly Triplet[]>;
  /** Ids of the matches of which feedback confirmed all or some until then. A page may repeat earlier ids. */
  confirmedMatches(
    tenant: TenantId,
    domain: string,
    untilMs: number,
    pageSize: number,
  ): AsyncIterable<readonly string[]>;
  /**
   * The candidates of these matches, by match id and position. Matches and confirmations after `untilMs`, and
   * ids of other domains, are left out.
   */
  shownIn(
    tenant: TenantId,
    domain: string,
    matchIds: readonly string[],
    untilMs: number,
  ): Promise<readonly ShownPair[]>;
  /**
   * Records the people in the data that the run learns from, so that an erasure can list the affected
   * versions.
   */
  noteLearnedFrom(tenant: TenantId, domain: string, runId: string, userIds: readonly string[]): Promise<void>;
  /** The recorded people who have not been erased since, as `<tenant>/<id>`. */
  learnedFrom(runId: string): Promise<ReadonlySet<string>>;
}

export interface ShownMatch {
  readonly tenantId: TenantId;
  /** `match_<lower-case ULID>` */
  readonly matchId: string;
  readonly domain: string;
  readonly seekerId: string;
  /** In the order of the answer, best first. */
  readonly candidates: readonly ShownCandidate[];
  readonly answer: ShownAnswer;
  readonly atMs: number;
  /** The API key that asked; null or absent: not known, or a batch did. */
  readonly keyId?: string | null;
  /** From the request to the answer, whole milliseconds; null or absent: not known. */
  readonly tookMs?: number | null;
  /** The match may be repeated after a crash. The first record of its id stays. */
  readonly mayBeKnown?: boolean;
  /** Absent: it took part in no experiment. */
  readonly experiment?: ExperimentShown;
}

interface ShownCandidate {
  readonly userId: string;
  readonly score: number;
  /** The chance that the seeker likes the candidate, where fair exposure counts it; absent: it is off. */
  readonly likes?: number;
  /** Whether it was drawn from below the cut; absent: no. */
  readonly explored?: boolean;
  /** The probability of being shown, above 0; null or absent: the match did not explore. */
  readonly propensity?: number | null;
}

export interface StoredMatch
  extends Omit<ShownMatch, 'candidates' | 'mayBeKnown' | 'experiment' | 'keyId' | 'tookMs'> {
  readonly keyId: string | null;
  readonly tookMs: number | null;
  /** `arm`: its name; null where both arms ranked. null: the match took part in no experiment. */
  readonly experiment: { readonly experimentId: string; readonly arm: string | null } | null;
  /** By position, which counts from 0. Erased candidates are missing. */
  readonly candidates: readonly {
    readonly userId: string;
    readonly position: number;
    readonly score: number;
    readonly explored: boolean;
    readonly propensity: number | null;
  }[];
}

/** Items whose label, weight and pair were already validated. Checks that need the store happen here. */
export interface FeedbackBatch {
  readonly tenantId: TenantId;
  readonly domain: string;
  readonly items: readonly FeedbackRecord[];
  /** Matches that were really seen. */
  readonly shown?: readonly ShownConfirmation[];
  /** Every label of the tenant in the domain, with its polarity. */
  readonly polarities: Readonly<Record<string, number>>;
  readonly eligibility: Eligibility;
  /** ISO 8601, UTC. */
  readonly at: string;
  /** The API key that sent the items; null or absent: not known. */
  readonly keyId?: string | null;
  /** The run to start when at least `threshold` triplets are pending afterwards; null: no automatic run. */
  readonly automatic: AutomaticRun | null;
}

export interface AutomaticRun {
  readonly threshold: number;
  readonly run: NewRun;
  readonly job: NewJob;
  /** No automatic run starts when the domain's last run failed after this time (ISO 8601). */
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
  /** An idempotency key of the item. An item whose key is in use is left out. */
  readonly claim?: AnsweredClaim;
}

export interface ShownConfirmation {
  /** Position in the request's `shown`. */
  readonly index: number;
  readonly matchId: string;
  /** null: the whole answer. */
  readonly userIds: readonly string[] | null;
}

export interface ShownFault {
  readonly index: number;
  /** Ids that the match did not show; the others are confirmed. null: the match is unknown. */
  readonly unknownUserIds: readonly string[] | null;
}

export type FeedbackFault = 'unknown_seeker' | 'unknown_candidate' | 'unknown_match';

export interface FeedbackResult {
  readonly accepted: number;
  readonly faults: readonly { readonly index: number; readonly fault: FeedbackFault }[];
  readonly shownFaults: readonly ShownFault[];
  /** Triplets that this call made, without those that a later item of it withdrew. */
  readonly tripletsGenerated: number;
  /** Pending triplets after the call; 0 when it started a run, which takes them all. */
  readonly pending: number;
  /** The run that this call started. */
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

export interface StartRun {
  readonly run: NewRun;
  readonly job: NewJob;
  /** With fewer pending triplets no run starts. */
  readonly atLeast: number;
  /** For shared tiers: triplets of the tenants, which are counted here and stay where they are. */
  readonly borrowed?: number;
}

export type StartedRun =
  | { readonly state: 'started'; readonly run: TrainingRun }
  /** The domain already has an unfinished run. */
  | { readonly state: 'exists'; readonly run: TrainingRun }
  | { readonly state: 'too_few'; readonly pending: number };

export interface TrainingRun extends Omit<NewRun, 'minutes'> {
  readonly status: RunStatus;
  /** 0..1 */
  readonly progress: number;
  readonly tripletsUsed: number;
  /** Version of the model that the run made; null before that. */
  readonly version: string | null;
  /** JSON, in the form of the run's report. */
  readonly metrics: RunMetrics | null;
  readonly reason: string | null;
  readonly estimatedMinutes: number;
  readonly startedAt: string | null;
  readonly finishedAt: string | null;
  /** Whether the run's model serves now. */
  readonly inForce: boolean;
}

interface RunMetrics {
  readonly before: Readonly<Record<string, unknown>>;
  readonly after: Readonly<Record<string, unknown>>;
  /** Names people, who are erased from it. null or absent: not measured. */
  readonly concentration?: Concentration | null;
}

export interface RunQuery {
  readonly domain?: string;
  readonly before: string | null;
  readonly limit: number;
}

export interface RankingModelFile {
  /** The kind of file: `scorecard.json`, `projection.bin`, `cross-encoder.onnx`. */
  readonly part: string;
  /** Key in the artifact store. */
  readonly key: string;
  readonly bytes: number;
  /** SHA-256 of the file's bytes, hex. */
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
  /** JSON: the data and the purpose of the training, and the quality of the model. */
  readonly card: Readonly<Record<string, unknown>>;
  readonly files: readonly RankingModelFile[];
  readonly createdAt: string;
}

export interface StoredRankingModel extends NewRankingModel {
  /** When it last started to serve; null: never. */
  readonly deployedAt: string | null;
  readonly inForce: boolean;
  /** Ids of erased people that the files still name. Every reader of the files must leave them out. */
  readonly erased: readonly string[];
}

/** The end of a run; stored with the end of its job as a `StoreChange`. */
export interface RunEnding {
  readonly status: RunEnd;
  readonly metrics: RunMetrics | null;
  /** Plain language. */
  readonly reason: string | null;
  readonly startedAt: string | null;
  readonly finishedAt: string;
  /** Kept even when it was rejected. It serves only when the status is `deployed`. */
  readonly model: NewRankingModel | null;
  /** The job that sends a mail about it; null: no mail. */
  readonly mail: NewJob | null;
}

export interface StandingOutcome {
  readonly seekerId: string;
  readonly candidateId: string;
  readonly label: string;
  readonly weight: number;
  readonly matchId: string | null;
  readonly at: string;
  /** The API key that sent it; null or absent: not known. */
  readonly keyId?: string | null;
}

export interface Triplet {
  readonly tripletId: string;
  readonly seekerId: string;
  /** The candidate of the outcome that made the triplet; empty: not known. */
  readonly candidateId?: string;
  /** null: no person was available for this part. */
  readonly positiveId: string | null;
  readonly negativeId: string | null;
  readonly weight: number;
}

export interface ShownPair {
  readonly matchId: string;
  readonly seekerId: string;
  readonly candidateId: string;
  /** 0 is the top. */
  readonly position: number;
  readonly atMs: number;
  /** Whether feedback confirmed that the candidate, or the whole answer, was seen. */
  readonly confirmed: boolean;
  /** The probability of being shown, above 0; null: the match did not explore. */
  readonly propensity: number | null;
}
