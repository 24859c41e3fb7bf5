/** The outcome of one row or message. */
import { ApiError, type ErrorCode } from '../../contract/errors.ts';

export interface RowFault {
  readonly code: ErrorCode | 'user_not_found' | 'invalid_weight' | 'invalid_pair' | 'unknown_match';
  readonly message: string;
}

export type RowOutcome = 'stored' | 'repeated' | RowFault;

/** The fault that an error is of the row; throws the others, which a later attempt may not meet. */
export function faultOf(error: unknown): RowFault {
  if (error instanceof ApiError && error.status < 500 && !mayPass.has(error.code))
    return { code: error.code, message: error.message };
  throw error;
}

/** `conflict`: another request wrote the same row meanwhile. */
const mayPass: ReadonlySet<string> = new Set(['conflict', 'rate_limited', 'idempotency_in_progress']);
