/**
 * The `details` of every error code, as they stand in an error body. A code with several shapes is thrown in
 * several places; a reader tells the shapes apart by their keys.
 */
import type { EventSettings } from './adaptation.ts';
import type { StageName } from './match-stages.ts';
import type { Tier } from './tier.ts';
import type { UnreadableReason } from './unreadable-reasons.ts';

/** One fault of a request. `path` is written as in the request (`fields.age`, `items[3].weight`). */
export interface Issue {
  readonly path: string;
  readonly message: string;
}

/** An issue with its position: part of the request, line of a source, or line and column of a file. */
type ListedIssue = Issue & {
  readonly in?: 'body' | 'query' | 'path' | 'header';
  readonly at?: string;
  readonly line?: number;
  readonly column?: number;
};

export interface DuplicateId {
  readonly type: 'item' | 'event' | 'person';
  readonly id: string;
  /** Position of the repeated id: `events[3]`, or the line (`line 4`, `b.jsonl, line 4`). */
  readonly at: string;
  /** Position of the first row with the id. */
  readonly first_at: string;
}

export interface UnresolvedReference {
  readonly item_id: string;
  /** Position of the event that names the item. */
  readonly at: string;
}

interface DuplicateItem {
  readonly item_id: string;
  readonly at: string;
  readonly first_at: string;
}

declare const none: unique symbol;

/*
 * From here on type aliases and not interfaces: only an alias can be assigned to the JSON record that a job
 * stores.
 */

/** No details. The property never exists; it keeps other properties out, which `{}` would let in. */
type None = { readonly [none]?: never };

type Retry = { readonly retry_after_ms: number };

type Unsupported = { readonly supported: readonly string[] };

type Invalid = {
  readonly issues: readonly ListedIssue[];
  /** The number of issues that are not listed. */
  readonly issues_omitted?: number;
  /** All faults of a source, listed or not. */
  readonly total?: number;
  readonly limit_bytes?: number;
  /** The domains that the tenant may name. */
  readonly enabled?: readonly string[];
};

type NothingToLearn = Invalid & {
  readonly dataset_id: string;
  readonly events: number;
  readonly kept: number;
  readonly settings: EventSettings;
};

type UnknownNames = {
  readonly unknown: readonly string[];
  /** All unknown names, where not every one is listed. */
  readonly unknown_total?: number;
  readonly known: readonly string[];
};

type ItemFault = { readonly index?: number; readonly item_id: string; readonly message: string };

type DomainRefused = { readonly domain: string; readonly enabled: readonly string[] };

type ScopeMissing = {
  readonly required: string | undefined;
  readonly any_of: readonly string[];
  readonly scopes: readonly string[];
};

type Conflict =
  | None
  | { readonly changes: readonly string[] }
  | { readonly expected_version: number | null; readonly version_in_force: number | null }
  | { readonly job_id: string; readonly status: string }
  | { readonly run_id: string; readonly status: string }
  | { readonly experiment_id: string; readonly state: 'running' | 'paused' | 'ended' }
  /** Schema versions. */
  | { readonly run_id: string; readonly trained_for: unknown; readonly in_force: string }
  | {
      readonly base_model_id: string;
      readonly base_tokenizer_id: string | null;
      readonly tokenizer_id: string;
    }
  | { readonly base_model_id: string; readonly encoder: string | undefined; readonly serving: string }
  | { readonly fitted_with: string; readonly server_has: string }
  | { readonly diagnostics: object }
  | { readonly alias: string; readonly model_id: string | null; readonly from_model_id: string }
  /** A refused refit. */
  | { readonly alias: string; readonly model_id: string; readonly serving_model_id: string | null }
  | { readonly most: number }
  | { readonly webhook_id: string }
  | { readonly delivery_id: string }
  | { readonly model_id: string; readonly dataset_id: string }
  /** Appended rows that were sent before with other content; the first 100. */
  | {
      readonly dataset_id: string;
      readonly type: 'item' | 'event';
      readonly ids: readonly string[];
      readonly total: number;
    }
  /** The first 20 resources that use the one that was to be deleted. */
  | { readonly id: string; readonly used_by: readonly { type: string; id: string }[]; readonly total: number }
  | { readonly dataset_id: string; readonly pending_items: number; readonly pending_events: number }
  /** The first hundred sessions that are other people's. */
  | { readonly dataset_id: string; readonly session_ids: readonly string[]; readonly total: number };

export type ErrorDetails = {
  readonly invalid_request: Invalid | NothingToLearn | None;
  readonly unauthorized: None;
  readonly forbidden: None | DomainRefused | ScopeMissing;
  readonly access_denied:
    | None
    | { readonly dataset_id: string; readonly denied: 'export' | 'training' }
    | { readonly expired_at: string };
  readonly not_found: None;
  /** `user_id`: the id of a session where the history of one was asked. */
  readonly user_not_found: { readonly user_id: string; readonly domain?: string };
  readonly erased: { readonly user_id: string };
  readonly domain_not_found:
    | None
    | DomainRefused
    | { readonly domain: string; readonly schema: string; readonly versions: readonly string[] };
  readonly dataset_not_found: { readonly dataset_id?: string };
  readonly model_not_found: { readonly model_id: string };
  readonly tokenizer_not_found: { readonly tokenizer_id: string };
  readonly job_not_found: { readonly job_id: string };
  readonly simulation_not_found: { readonly simulation_id: string };
  readonly run_not_found: { readonly run_id: string };
  readonly match_not_found: { readonly match_id: string };
  readonly webhook_not_found: { readonly webhook_id: string };
  readonly delivery_not_found: { readonly delivery_id: string };
  readonly method_not_allowed: { readonly given: string; readonly allowed: readonly string[] };
  readonly idempotency_in_progress: Retry;
  readonly below_threshold: {
    readonly domain?: string;
    readonly tenants?: number;
    /** Triplets that no run has used. */
    readonly pending: number;
    readonly threshold: number;
  };
  readonly conflict: Conflict;
  readonly model_not_ready: { readonly model_id: string; readonly status: string; readonly job_id: string };
  readonly tokenizer_not_ready: { readonly tokenizer_id: string; readonly status?: string };
  readonly payload_too_large:
    | None
    | { readonly limit_bytes: number }
    | { readonly limit_lines: number }
    | { readonly path: string; readonly given_bytes: number; readonly limit_bytes: number }
    | { readonly bytes: number; readonly limit: number };
  readonly unsupported_media_type: Unsupported & { readonly given: string | null };
  readonly range_not_satisfiable: { readonly size_bytes: number };
  readonly idempotency_key_reused: { readonly idempotency_key: string };
  readonly duplicate_id:
    | {
        readonly duplicates: readonly DuplicateId[];
        readonly total: number;
        readonly totals: { readonly items: number; readonly events: number; readonly people?: number };
      }
    | { readonly duplicates: readonly DuplicateItem[]; readonly total: number }
    | { readonly item_ids: readonly string[]; readonly duplicates: number }
    | { readonly user_ids: readonly string[]; readonly duplicates: number }
    | { readonly user_id: string; readonly line: number; readonly first_line: number };
  readonly unresolved_reference:
    | { readonly unresolved: readonly UnresolvedReference[]; readonly total: number }
    | { readonly dataset_id: string; readonly model_id: string };
  readonly unknown_item: {
    readonly item_ids: readonly string[];
    readonly total?: number;
    readonly unknown?: number;
  };
  readonly history_too_long: { readonly given: number; readonly max_history_items: number };
  readonly capability_missing:
    | { readonly model_id: string; readonly capability: string; readonly capabilities: readonly string[] }
    | { readonly base_model_id: string; readonly architecture: string };
  readonly empty_history: None;
  readonly nothing_to_judge: { readonly model_id: string; readonly dataset_id: string };
  readonly unsupported_format: Unsupported;
  readonly unreadable_document: { readonly reason: UnreadableReason };
  readonly invalid_field_value:
    | { readonly field: string; readonly given: unknown; readonly allowed: string | readonly string[] }
    | { readonly field: string }
    | { readonly items: readonly ItemFault[]; readonly total: number };
  readonly unknown_filter: UnknownNames;
  readonly unknown_outcome: UnknownNames;
  readonly model_unavailable: {
    readonly stage: StageName;
    readonly pinned: Tier;
    readonly available: readonly { readonly tier: Tier; readonly version: string }[];
  };
  readonly enrichment_unavailable: None;
  readonly location_unknown: { readonly fields: readonly string[] };
  readonly rate_limited: Retry;
  readonly internal: None;
  readonly overloaded: Retry;
  readonly warming_up: Retry;
  readonly dependency_unavailable: Retry & { readonly encoder?: string };
};
