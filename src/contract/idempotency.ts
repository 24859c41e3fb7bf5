/** Refusals of an `Idempotency-Key` that is already in use, or of a body key that acts as one. */
import { apiError, retryLater } from './errors.ts';

const RETRY_AFTER_MS = 1000;

export function keyReused(key: string, name = 'Idempotency-Key') {
  return apiError(
    'idempotency_key_reused',
    `This ${name} was used with another path or body within the last 24 hours. Use a new one for a new request.`,
    { idempotency_key: key },
  );
}

export function keyOfErased(name = 'Idempotency-Key') {
  return apiError(
    'conflict',
    `This ${name} was used for a user who was erased since, so the request is not carried out again. Use a new key for a new request.`,
  );
}

export function keyInProgress(name = 'Idempotency-Key') {
  return retryLater(
    'idempotency_in_progress',
    `The first request with this ${name} is still in progress. Wait as long as Retry-After says, then send it again to get its answer.`,
    RETRY_AFTER_MS,
  );
}
