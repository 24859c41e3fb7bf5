/**
 * The table of error codes. Every error that leaves the service is made by `apiError(code, …)` and rendered
 * in one place (`http/answers/render-error.ts`). A message names the given value, the expected one, and the
 * next step.
 */
import { clip, MAX_ISSUES } from './clip.ts';
import type { ErrorDetails, Issue } from './error-details.ts';

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
  match_not_found: 404,
  webhook_not_found: 404,
  delivery_not_found: 404,
  method_not_allowed: 405,
  idempotency_in_progress: 409,
  below_threshold: 409,
  conflict: 409,
  erased: 409,
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
  unreadable_document: 422,
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
} as const satisfies Readonly<Record<keyof ErrorDetails, number>>;

export type ErrorCode = keyof typeof errorStatus;

/** The codes whose details may be left out. */
type CodeWithoutDetails = {
  [Code in ErrorCode]: Record<never, never> extends ErrorDetails[Code] ? Code : never;
}[ErrorCode];

/** An error of any code. A check of its `code` also tells the shape of its `details`. */
export type AnyApiError = { [Code in ErrorCode]: ApiError<Code> }[ErrorCode];

/** An error that is shown to the caller. Any other thrown value is rendered as `internal`. */
export class ApiError<Code extends ErrorCode = ErrorCode> extends Error {
  readonly code: Code;
  readonly details: ErrorDetails[Code];
  readonly status: number;

  constructor(code: Code, message: string, details: ErrorDetails[Code], status: number = errorStatus[code]) {
    super(message);
    this.name = 'ApiError';
    this.code = code;
    this.details = details;
    this.status = status;
  }

  /** As for every class; the type tells readers that `code` decides the shape of `details`. */
  static override [Symbol.hasInstance](value: unknown): value is AnyApiError {
    return Function.prototype[Symbol.hasInstance].call(ApiError, value);
  }
}

export function apiError<Code extends CodeWithoutDetails>(code: Code, message: string): ApiError<Code>;
export function apiError<Code extends ErrorCode>(
  code: Code,
  message: string,
  details: ErrorDetails[Code],
): ApiError<Code>;
export function apiError(code: ErrorCode, message: string, details: ErrorDetails[ErrorCode] = {}): ApiError {
  return new ApiError(code, message, details);
}

/** For the few operations whose contract gives a code another status than the table. */
export function apiErrorAs<Code extends ErrorCode>(
  status: number,
  code: Code,
  message: string,
  details: ErrorDetails[Code],
): ApiError<Code> {
  return new ApiError(code, message, details, status);
}

/** Characters. Paths and messages may quote keys and values of any length from the request. */
const MAX_PATH = 512;
const MAX_MESSAGE = 1024;

export function invalidRequest(issues: readonly Issue[]): ApiError<'invalid_request'> {
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
 * 429 and 503 with the time to retry. `http/answers/render-error.ts` derives the Retry-After header from
 * `retry_after_ms`.
 */
export function retryLater(
  code: 'rate_limited' | 'overloaded' | 'warming_up' | 'dependency_unavailable' | 'idempotency_in_progress',
  message: string,
  retryAfterMs: number,
): ApiError<typeof code> {
  return new ApiError(code, message, { retry_after_ms: Math.max(1, Math.ceil(retryAfterMs)) });
}
