/**
 * The tables as Kysely sees them; `migrations/` creates them. They use only types that SQLite and PostgreSQL
 * share: JSON and times (ISO 8601, UTC) are text, booleans are 0 or 1, binary data is bytes. Every table of a
 * tenant's data has a primary key that begins with the tenant.
 */
import type { Generated } from 'kysely';
import type { ExperimentEnd } from '../../../contract/experiment.ts';
import type { ReplicaState } from '../replica-store.ts';
import type { SearchIndexState } from '../search-index-store.ts';

export interface Tables {
  tenants: TenantTable;
  api_keys: ApiKeyTable;
  definitions: DefinitionTable;
  console_sessions: ConsoleSessionTable;
  console_links: ConsoleLinkTable;
  counters: CounterTable;
  change_counters: ChangeCounterTable;
  profiles: ProfileTable;
  context_items: ContextItemTable;
  heads: ProfileVectorTable;
  encoder_roles: EncoderRoleTable;
  rows_to_encode: RowToEncodeTable;
  changes: ChangeTable;
  outcomes: OutcomeTable;
  replaced_outcomes: ReplacedOutcomeTable;
  triplets: TripletTable;
  shown_matches: ShownMatchTable;
  shown_candidates: ShownCandidateTable;
  shown_pairs: ShownPairTable;
  training_runs: TrainingRunTable;
  learned_from: LearnedFromTable;
  model_heads: RankingModelTable;
  calibrations: CalibrationTable;
  experiments: ExperimentTable;
  experiment_results: ExperimentResultTable;
  experiment_matches: ExperimentMatchTable;
  experiment_picks: ExperimentPickTable;
  shadow_requests: ShadowRequestTable;
  shadow_replays: ShadowReplayTable;
  erased_from_heads: ErasedFromModelTable;
  idempotency_keys: IdempotencyTable;
  idempotency_people: IdempotencyPersonTable;
  erased_in_work: ErasedInWorkTable;
  erased_answers: ErasedAnswerTable;
  jobs: JobTable;
  job_log: JobLogTable;
  job_shares: JobShareTable;
  job_kinds: JobKindTable;
  index_uses: IndexUseTable;
  datasets: DatasetTable;
  dataset_erasures: DatasetErasureTable;
  dataset_names: DatasetNameTable;
  appended_rows: AppendedRowTable;
  models: ModelTable;
  model_alias_moves: ModelAliasMoveTable;
  refit_schedules: RefitScheduleTable;
  match_batches: MatchBatchTable;
  match_batch_erasures: MatchBatchErasureTable;
  file_erasures: FileErasureTable;
  blocked_people: BlockedPersonTable;
  simulations: SimulationTable;
  tokenizers: TokenizerTable;
  secrets: SecretTable;
  llm_spending: LlmSpendingTable;
  people_counts: PeopleCountTable;
  outcome_counts: OutcomeCountTable;
  mutual_counts: MutualCountTable;
  matches_to_count: MatchIdTable;
  empty_matches: MatchIdTable;
  match_days: MatchDayTable;
  exposed_people: ExposedPersonTable;
  exposure_counts: ExposureCountTable;
  coverage_days: CoverageDayTable;
  likes_to_count: LikesToCountTable;
  candidate_exposure: CandidateExposureTable;
  exposure_rounds: ExposureRoundTable;
  exposure_groups: ExposureGroupTable;
  search_indexes: SearchIndexTable;
  audit_entries: AuditEntryTable;
  audit_chains: AuditChainTable;
  /** PostgreSQL only. */
  replicas: ReplicaTable;
}

interface ReplicaTable {
  url: string;
  state: ReplicaState;
  seen_at: Date;
}

type Json = string;
type Bit = 0 | 1;

export interface TenantTable {
  tenant_id: string;
  name: string;
  email: string;
  created_at: string;
  domains: Json;
  settings: Json;
}

export interface ApiKeyTable {
  tenant_id: string;
  key_id: string;
  hash: string;
  scopes: Json;
  rate: number;
  burst: number;
  created_at: string;
  expires_at: string | null;
  revoked_at: string | null;
}

export interface ConsoleLinkTable {
  hash: string;
  tenant_id: string;
  key_id: string;
  scopes: Json;
  created_at_ms: number;
  expires_at_ms: number;
}

export interface ConsoleSessionTable extends ConsoleLinkTable {
  used_at_ms: number;
}

interface DefinitionTable {
  tenant_id: string;
  domain: string;
  version: number;
  source: string;
}

/** `value`: the sequence of the domain's last change. */
interface ChangeCounterTable {
  tenant_id: string;
  domain: string;
  value: number;
}

/**
 * `changes`: the start of the change counters of new domains. The others grow with every change of their
 * kind. `accounts`: account data. `jobs`: taken jobs. `encoders`: the roles of encoders. `models`: serving
 * models and running experiments.
 */
export interface CounterTable {
  name: 'changes' | 'accounts' | 'jobs' | 'models' | 'encoders';
  value: number;
}

export interface ProfileTable {
  tenant_id: string;
  domain: string;
  user_id: string;
  schema_version: string;
  fields: Json;
  derived: Json;
  places: Json;
  layers: Json;
  extras: Json;
  preferences: Json;
  missing_required: Json;
  complete: Bit;
  created_at: string;
  updated_at: string;
  last_enriched_at: string | null;
  revision: number;
}

export interface ContextItemTable {
  tenant_id: string;
  domain: string;
  user_id: string;
  context_id: string;
  source: string;
  content: string;
  content_hash: string;
  /** Little-endian u32. */
  minhash: Uint8Array;
  created_at: string;
}

export interface ProfileVectorTable {
  tenant_id: string;
  user_id: string;
  head: string;
  source_domain: string;
  encoder_id: string;
  codes: Uint8Array;
  scale: number;
  /** The ninth bit of each code. null: written by an earlier version. */
  halves: Uint8Array | null;
  /** `[{text, scale}]`. The codes of all sentences lie one after the other in `sentence_codes`. */
  sentences: Json;
  sentence_codes: Uint8Array;
  made_from: Json;
  made_at: string;
}

/** `role` is `serving` (its vectors are compared) or `target` (its vectors will replace those). */
export interface EncoderRoleTable {
  role: 'serving' | 'target';
  encoder_id: string;
  setting: string | null;
  model: string | null;
  since: string;
  rows_at_start: number;
}

/** Rows whose text the wanted encoder has not read. */
export interface RowToEncodeTable {
  tenant_id: string;
  domain: string;
  user_id: string;
}

/** The last change of each row. Deletions stay, so that every follower sees them. */
export interface ChangeTable {
  tenant_id: string;
  domain: string;
  user_id: string;
  sequence: number;
  kind: 'upsert' | 'delete';
}

export interface OutcomeTable {
  tenant_id: string;
  domain: string;
  seeker_id: string;
  candidate_id: string;
  label: string;
  weight: number;
  match_id: string | null;
  at: string;
  /** 1 for the pair's current label, the last recorded one. */
  is_current: Bit;
  /** The API key that sent it; null: not known. */
  key_id: string | null;
}

/** An outcome that a key sent, and that the same label of the pair by another key has replaced. */
interface ReplacedOutcomeTable extends Omit<OutcomeTable, 'is_current' | 'key_id'> {
  /** Empty: not known. */
  key_id: string;
}

/** The training examples; `state` is pending, used or withdrawn. */
export interface TripletTable {
  tenant_id: string;
  domain: string;
  triplet_id: string;
  seeker_id: string;
  /** Empty when no person was available. */
  positive_id: string;
  negative_id: string;
  weight: number;
  state: 'pending' | 'used' | 'withdrawn';
  run_id: string | null;
  created_at: string;
  /** The outcome that made the triplet, by its candidate and label. */
  candidate_id: string;
  label: string;
}

export interface ShownMatchTable {
  tenant_id: string;
  match_id: string;
  domain: string;
  seeker_id: string;
  answer: Json;
  at_ms: number;
  /** When feedback confirmed that all of the answer was seen; null: never. */
  confirmed_ms: Generated<number | null>;
}

export interface ShownCandidateTable {
  tenant_id: string;
  match_id: string;
  position: number;
  domain: string;
  candidate_id: string;
  score: number;
  /** When feedback confirmed that this candidate was seen; null: never. */
  confirmed_ms: Generated<number | null>;
}

/** The last time that a candidate was shown to a seeker. A match of that time is in `shown_matches`. */
export interface ShownPairTable {
  tenant_id: string;
  seeker_id: string;
  domain: string;
  candidate_id: string;
  at_ms: number;
}

export interface TrainingRunTable {
  /** The tenant, or `SHARED_OWNER`. */
  tenant_id: string;
  run_id: string;
  domain: string;
  tier: 'general' | 'domain' | 'tenant';
  job_id: string;
  forced: Bit;
  /** Null while the job is unfinished; until then the job has the progress. */
  ended: 'deployed' | 'rejected' | 'failed' | 'cancelled' | null;
  triplets_used: number;
  estimated_minutes: number;
  version: string | null;
  metrics: Json | null;
  reason: string | null;
  created_at: string;
  started_at: string | null;
  finished_at: string | null;
}

/** The people in the data that a run learned from. */
interface LearnedFromTable {
  tenant_id: string;
  user_id: string;
  run_id: string;
  domain: string;
}

export interface RankingModelTable {
  tenant_id: string;
  domain: string;
  tier: 'general' | 'domain' | 'tenant';
  version: string;
  run_id: string;
  card: Json;
  files: Json;
  created_at: string;
  deployed_at: string | null;
  /** 1 for the one model of its tier that serves. */
  in_force: Bit;
}

/** One row a tenant, domain and version of a model. */
interface CalibrationTable {
  tenant_id: string;
  domain: string;
  version: string;
  outcomes: number;
  /** Current outcomes of the domain when it was fitted. */
  standing: number;
  curves: Json | null;
  fitted_at: string;
}

export interface ExperimentTable {
  tenant_id: string;
  experiment_id: string;
  domain: string;
  name: string;
  settings: Json;
  running: Bit;
  created_at: string;
  ends_at: string;
  ended_at: string | null;
  ended_by: ExperimentEnd | null;
  decision: string;
  /** Samples that found the queue full. */
  shadow_dropped: Generated<number>;
}

interface ExperimentResultTable {
  tenant_id: string;
  experiment_id: string;
  at: string;
  result: Json;
}

/** A match that took part in an experiment. Deleted with the match. */
interface ExperimentMatchTable {
  tenant_id: string;
  match_id: string;
  experiment_id: string;
  /** 0 control, 1 treatment; null: the candidates came from both. */
  arm: number | null;
  unit: string;
  seeker_id: string;
  at: string;
  latency_bucket: number;
  shown: number;
}

/** The arm that gave a candidate, where both ranked. Deleted with the match. */
interface ExperimentPickTable {
  tenant_id: string;
  match_id: string;
  position: number;
  arm: number;
}

/** A sampled request that waits to be replayed. */
interface ShadowRequestTable {
  tenant_id: string;
  experiment_id: string;
  request_id: string;
  domain: string;
  user_id: string;
  request: Json;
}

interface ShadowReplayTable {
  tenant_id: string;
  experiment_id: string;
  request_id: string;
  failed: Bit;
  overlap: number | null;
  score_difference: number | null;
  control_score: number | null;
  treatment_score: number | null;
  control_ms: number | null;
  treatment_ms: number | null;
}

interface ErasedFromModelTable {
  tenant_id: string;
  run_id: string;
  user_id: string;
}

export interface IdempotencyTable {
  tenant_id: string;
  route: string;
  key: string;
  fingerprint: string;
  claimed_at_ms: number;
  expires_at_ms: number;
  /** The server that carries the request out, and the end of its lease, by the clock of the database. */
  owner?: string | null | undefined;
  lease_ms?: number | null | undefined;
  /** HTTP status of the answer; null while the request is in progress. */
  status: number | null;
  body: string | null;
  request_id: string | null;
}

/** A person that a key names, in its request or its answer. Deleted with the key. */
export interface IdempotencyPersonTable {
  tenant_id: string;
  user_id: string;
  route: string;
  key: string;
}

/** A person who was erased while the key's request was in progress. Deleted with the key. */
export interface ErasedInWorkTable {
  tenant_id: string;
  /** SHA-256, hex. */
  person_hash: string;
  route: string;
  key: string;
}

/** The tombstone of a key that named an erased person. */
export interface ErasedAnswerTable {
  tenant_id: string;
  /** SHA-256 of route and key, hex. */
  key_hash: string;
  expires_at_ms: number;
}

export interface JobTable {
  tenant_id: string;
  job_id: string;
  kind: string;
  status: 'queued' | 'running' | 'succeeded' | 'failed' | 'cancelled';
  resource_type: string | null;
  resource_id: string | null;
  user_id: string | null;
  unique_key: string | null;
  input: Json;
  keep: Bit;
  progress: number;
  detail: Json | null;
  checkpoint: Json | null;
  result: Json | null;
  error: Json | null;
  takes: number;
  cancel_requested: Bit;
  /**
   * When a worker may take the job. Queued: its start time. Running: the end of its lease. Finished: null.
   */
  due_ms: number | null;
  /** When the running attempt began. A new job is written without it. */
  taken_ms?: number | null | undefined;
  lease_owner: string | null;
  created_at: string;
  started_at: string | null;
  finished_at: string | null;
}

/** The turns of a workspace among the jobs of a kind (`job-shares.ts`). */
interface JobShareTable {
  tenant_id: string;
  kind: string;
  /** Running time on the clock of the kind. */
  served_ms: number;
  /** When it last changed; epoch ms. */
  as_of_ms: number;
}

interface JobKindTable {
  kind: string;
  /** The clock of the kind: where the last turn began. */
  served_ms: number;
  /** When a job of the kind was last taken; epoch ms. */
  taken_ms: number;
}

interface IndexUseTable {
  tenant_id: string;
  domain: string;
  used_ms: number;
}

interface JobLogTable {
  tenant_id: string;
  job_id: string;
  /** Grows with time; thinning leaves gaps. */
  entry: number;
  at_ms: number;
  /** `takes` of the job at that time. */
  attempt: number;
  progress: number;
  detail: Json;
}

export interface DatasetTable {
  tenant_id: string;
  dataset_id: string;
  name: string;
  version: number;
  source: 'workspace_upload' | 'workspace_uri' | 'provider_catalog';
  may_export: Bit;
  may_train: Bit;
  terms: string;
  item_count: number;
  event_count: number;
  /** null in rows of earlier versions: nothing is declared. */
  features: Json | null;
  files: Json;
  created_at: string;
  ready_at: string | null;
  /** null: none. */
  erasures: number | null;
  last_erasure_at: string | null;
}

interface MatchBatchTable {
  tenant_id: string;
  job_id: string;
  domain: string;
}

interface MatchBatchErasureTable {
  tenant_id: string;
  job_id: string;
  person_id: string;
}

interface BlockedPersonTable {
  tenant_id: string;
  /** Keyed hash of tenant and id. */
  person: string;
  blocked_at_ms: number;
}

export interface FileErasureTable {
  tenant_id: string;
  job_id: string;
  person_id: string;
}

interface DatasetErasureTable {
  tenant_id: string;
  dataset_id: string;
  person_id: string;
}

interface DatasetNameTable {
  tenant_id: string;
  name: string;
  last_position: number;
}

export interface AppendedRowTable {
  tenant_id: string;
  name: string;
  kind: 'item' | 'event';
  row_id: string;
  position: number;
  person_id: string | null;
  line: string;
}

export interface ModelTable {
  tenant_id: string;
  model_id: string;
  name: string;
  version: number;
  architecture: string;
  dataset_id: string;
  base_model_id: string | null;
  tokenizer_id: string | null;
  job_id: string;
  ended: 'ready' | 'failed' | null;
  made: Json | null;
  error: Json | null;
  created_at: string;
}

export interface RefitScheduleTable {
  tenant_id: string;
  /** The alias. */
  name: string;
  every_events: number | null;
  every_hours: number | null;
  settings: Json;
  last_dataset_id: string | null;
  last_at: string;
  job_id: string | null;
}

export interface ModelAliasMoveTable {
  tenant_id: string;
  name: string;
  /** 1, 2, … of the alias. */
  move: number;
  model_id: string;
  moved_at: string;
  reason: string;
}

export interface SimulationTable {
  tenant_id: string;
  simulation_id: string;
  model_id: string;
  asked: Json;
  job_id: string;
  ended: 'succeeded' | 'failed' | 'cancelled' | null;
  result: Json | null;
  error: Json | null;
  created_at: string;
}

export interface TokenizerTable {
  tenant_id: string;
  tokenizer_id: string;
  name: string;
  version: number;
  dataset_id: string | null;
  modalities: Json;
  layout: Json | null;
  progressive_masking: Bit;
  job_id: string | null;
  ended: 'ready' | 'failed' | null;
  made: Json | null;
  error: Json | null;
  created_at: string;
}

/** Keys for signing, created once and shared by all processes on the store. */
interface SecretTable {
  name: string;
  value: Uint8Array;
}

interface LlmSpendingTable {
  tenant_id: string;
  /** 2026-03-01, UTC. */
  day: string;
  usd: number;
  input_tokens: number;
  output_tokens: number;
  /** Reserved for questions under way. A process that dies leaves its reservations to the end of the day. */
  reserved_usd: Generated<number>;
}

/** Written by triggers on `profiles`. */
interface PeopleCountTable {
  tenant_id: string;
  domain: string;
  people: number;
}

/** Written by triggers on `outcomes`. */
interface OutcomeCountTable {
  tenant_id: string;
  domain: string;
  /** 2026-03-01, UTC. */
  day: string;
  label: string;
  outcomes: number;
  /** Outcomes that are the current label of their pair. */
  current: number;
}

/**
 * Pairs with a current outcome of both sides, by the day of the later one. Written by triggers on `outcomes`.
 */
interface MutualCountTable {
  tenant_id: string;
  domain: string;
  day: string;
  /** The lesser of the two labels. */
  label: string;
  other_label: string;
  pairs: number;
}

/**
 * `matches_to_count`: matches that `match_days` and the exposure do not have yet. `empty_matches`: those that
 * showed no one. Triggers on `shown_matches` write the first, and delete from both.
 */
interface MatchIdTable {
  tenant_id: string;
  match_id: string;
}

export interface MatchDayTable {
  tenant_id: string;
  domain: string;
  day: string;
  matches: number;
  empty: number;
  shown: number;
  newcomers: number;
  scores: Json;
}

/** How many matches showed the person. */
export interface SearchIndexTable {
  tenant_id: string;
  name: string;
  domain: string;
  version: number;
  state: SearchIndexState;
  watermark: number;
  writing: number;
  mark: string;
  mark_before: string | null;
  written_to: string | null;
  used_at_ms: number | null;
  created_at_ms: number;
}

/** Expected likes of a remembered answer that are not in `candidate_exposure` yet. */
export interface LikesToCountTable {
  tenant_id: string;
  candidate_id: string;
  domain: string;
  match_id: string;
  likes: number;
  at_ms: number;
}

/**
 * Fair exposure of a candidate; `likes` fade from `at_ms` on. `moving`: the next move can change the price.
 */
export interface CandidateExposureTable {
  tenant_id: string;
  user_id: string;
  domain: string;
  likes: number;
  at_ms: number;
  price: number;
  capped: Bit;
  moving: Bit;
  /** The last change of price or cap; 0: never. */
  round: number;
}

interface ExposureRoundTable {
  tenant_id: string;
  domain: string;
  epoch: string;
  round: number;
}

interface ExposureGroupTable {
  tenant_id: string;
  domain: string;
  field: string;
  value: string;
  likes: number;
  shown: number;
  at_ms: number;
}

export interface ExposedPersonTable {
  tenant_id: string;
  domain: string;
  candidate_id: string;
  times: number;
}

/** How many people were shown exactly so many times. */
interface ExposureCountTable {
  tenant_id: string;
  domain: string;
  times: number;
  people: number;
}

interface CoverageDayTable {
  tenant_id: string;
  domain: string;
  day: string;
  sampled: number;
  shares: Json;
}

export interface AuditEntryTable {
  tenant_id: string;
  number: number;
  entry_id: string;
  at: string;
  action: string;
  actor_kind: string;
  actor_id: string;
  actor_name: string | null;
  address: string | null;
  request_id: string | null;
  target_kind: string | null;
  target_id: string | null;
  person: string | null;
  details: Json;
  result: string;
  hash: string;
}

/** The newest entry of an owner, and the last one that was removed for its age. */
export interface AuditChainTable {
  tenant_id: string;
  number: number;
  hash: string;
  anchor_number: number;
  anchor_hash: string;
}
