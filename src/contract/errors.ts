/**
 * The table of error codes. Every error that leaves the service is made by `apiError(code, …)` and rendered
 * in one place (`http/render-error.ts`). A message says what was given, what was expected, and what to do
 * next.
 */
import { clip } from './clip.ts';

export const errorStatus = {
  invalid_request: 400,
  unauthorized: 401,
  forbidden: 403,
  access_denied: 403,
  not_found: 404,
  user_not_found: 404,
  domain_not_found: 404,
  dataset_not_found: 404,
  model_not_found: 404,
  tokenizer_not_found: 404,
  job_not_found: 404,
  simulation_not_found: 404,
  run_not_found: 404,
  method_not_allowed: 405,
  idempotency_in_progress: 409,
  below_threshold: 409,
  conflict: 409,
  model_not_ready: 409,
  tokenizer_not_ready: 409,
  payload_too_large: 413,
  unsupported_media_type: 415,
  range_not_satisfiable: 416,
  idempotency_key_reused: 422,
  duplicate_id: 422,
  unresolved_reference: 422,
  unknown_item: 422,
  history_too_long: 422,
  capability_missing: 422,
  empty_history: 422,
  nothing_to_judge: 422,
  unsupported_format: 422,
  invalid_field_value: 422,
  unknown_filter: 422,
  unknown_outcome: 422,
  model_unavailable: 422,
  enrichment_unavailable: 422,
  location_unknown: 422,
  rate_limited: 429,
  internal: 500,
  overloaded: 503,
  warming_up: 503,
  dependency_unavailable: 503,
} as const;

export type ErrorCode = keyof typeof errorStatus;

export type ErrorDetails = Readonly<Record<string, unknown>>;

/** One fault of a request. `path` is written as in the request (`fields.age`, `items[3].weight`). */
export interface Issue {
  readonly path: string;
  readonly message: string;
}

/** An error that is shown to the caller. Any other thrown value is rendered as `internal`. */
export class ApiError extends Error {
  readonly code: ErrorCode;
  readonly details: ErrorDetails;
  readonly status: number;

  constructor(
    code: ErrorCode,
    message: string,
    details: ErrorDetails = {},
    status: number = errorStatus[code],
  ) {
    super(message);
    this.name = 'ApiError';
    this.code = code;
    this.details = details;
    this.status = status;
  }
}

export function apiError(code: ErrorCode, message: string, details?: ErrorDetails): ApiError {
  return new ApiError(code, message, details);
}

/** For the few operations whose contract gives a code another status than the table. */
export function apiErrorAs(
  status: number,
  code: ErrorCode,
  message: string,
  details?: ErrorDetails,
): ApiError {
  return new ApiError(code, message, details, status);
}

/** Issues listed in an error: a body with a million faults does not get a million issues back. */
export const MAX_ISSUES = 20;

/** Characters. Paths and messages may quote keys and values of any length from the request. */
const MAX_PATH = 512;
const MAX_MESSAGE = 1024;

export function invalidRequest(issues: readonly Issue[]): ApiError {
  const listed = issues.slice(0, MAX_ISSUES).map(shortened);
  const [first] = listed;
  const more = issues.length - 1;
  const omitted = issues.length - MAX_ISSUES;
  const rest = omitted > 0 ? `; the first ${MAX_ISSUES} are listed` : '';
  const at = first === undefined || first.path === '' ? '' : `${first.path}: `;
  const what = first?.message ?? 'the request is malformed';
  return new ApiError('invalid_request', `${at}${what}${more > 0 ? ` (and ${more} more${rest})` : ''}`, {
    issues: listed,
    ...(omitted > 0 && { issues_omitted: omitted }),
  });
}

function shortened<One extends Issue>(issue: One): One {
  return { ...issue, path: clip(issue.path, MAX_PATH), message: clip(issue.message, MAX_MESSAGE) };
}

/** "1 item", "2 items"; `many` for irregular plurals: counted(2, 'history', 'histories'). */
export function counted(count: number, one: string, many = `${one}s`): string {
  return `${count} ${count === 1 ? one : many}`;
}

/**
 * 429 and 503 with the time to retry. `http/render-error.ts` derives the Retry-After header from
 * `retry_after_ms`.
 */
export function retryLater(
  code: 'rate_limited' | 'overloaded' | 'warming_up' | 'dependency_unavailable' | 'idempotency_in_progress',
  message: string,
  retryAfterMs: number,
): ApiError {
  return new ApiError(code, message, { retry_after_ms: Math.max(1, Math.ceil(retryAfterMs)) });
}
