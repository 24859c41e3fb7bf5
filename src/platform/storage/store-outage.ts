/**
 * The database cannot be reached, or was too busy. A change may be written or not, and the same call may
 * succeed later. It is answered like any 503. Jobs tell it from the outage of another service.
 */
import { ApiError } from '../../contract/errors.ts';

export class StoreOutage extends ApiError<'dependency_unavailable'> {
  constructor(message: string, retryAfterMs: number) {
    super('dependency_unavailable', message, { retry_after_ms: retryAfterMs });
  }

  /** Narrower than that of `ApiError`, which holds for every code. */
  static override [Symbol.hasInstance](value: unknown): value is StoreOutage {
    return Function.prototype[Symbol.hasInstance].call(StoreOutage, value);
  }
}
