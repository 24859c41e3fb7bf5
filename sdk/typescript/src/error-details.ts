/**
 * The codes of the service, and the `details` of those that a program acts on. A test compares them with the
 * service.
 */
export interface Issue {
  /** Written as in the request: `items[3].weight`. */
  readonly path: string;
  readonly message: string;
}

interface Retry {
  readonly retry_after_ms: number;
}

interface UnknownNames {
  readonly unknown: readonly string[];
  readonly known: readonly string[];
}

type Details = Readonly<Record<string, unknown>>;

export interface ErrorDetails {
  invalid_request: Details & { readonly issues?: readonly Issue[]; readonly issues_omitted?: number };
  unauthorized: Details;
  forbidden: Details;
  access_denied: Details;
  not_found: Details;
  user_not_found: { readonly user_id: string; readonly domain?: string };
  domain_not_found: Details;
  dataset_not_found: { readonly dataset_id?: string };
  model_not_found: { readonly model_id: string };
  tokenizer_not_found: { readonly tokenizer_id: string };
  job_not_found: { readonly job_id: string };
  simulation_not_found: { readonly simulation_id: string };
  run_not_found: { readonly run_id: string };
  match_not_found: { readonly match_id: string };
  webhook_not_found: { readonly webhook_id: string };
  delivery_not_found: { readonly delivery_id: string };
  method_not_allowed: Details;
  idempotency_in_progress: Retry;
  below_threshold: { readonly pending: number; readonly threshold: number };
  conflict: Details;
  erased: { user_id: string };
  model_not_ready: { readonly model_id: string; readonly status: string; readonly job_id: string };
  tokenizer_not_ready: { readonly tokenizer_id: string; readonly status?: string };
  payload_too_large: Details;
  unsupported_media_type: Details;
  range_not_satisfiable: { readonly size_bytes: number };
  idempotency_key_reused: { readonly idempotency_key: string };
  duplicate_id: Details;
  unresolved_reference: Details;
  unknown_item: { readonly item_ids: readonly string[] };
  history_too_long: { readonly given: number; readonly max_history_items: number };
  capability_missing: Details;
  empty_history: Details;
  nothing_to_judge: Details;
  unreadable_document: { readonly reason: string };
  unsupported_format: { readonly supported: readonly string[] };
  invalid_field_value: Details;
  unknown_filter: UnknownNames;
  unknown_outcome: UnknownNames;
  model_unavailable: Details;
  enrichment_unavailable: Details;
  location_unknown: { readonly fields: readonly string[] };
  rate_limited: Retry;
  internal: Details;
  overloaded: Retry;
  warming_up: Retry;
  dependency_unavailable: Retry;
}

/** A newer service may answer with codes that this list does not have; they arrive as they are. */
export type ErrorCode = keyof ErrorDetails;
