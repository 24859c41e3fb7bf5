/** A fault of a sign-in at the identity provider as an error of the interface. */
import type { FastifyRequest } from 'fastify';
import { apiError, retryLater } from '../../../contract/errors.ts';
import { SignInFault } from '../../../platform/outbound/oidc/sign-in-fault.ts';

const RETRY_AFTER_MS = 10_000;

/** Logs the fault. Other errors are returned as they are. */
export function signInError(error: unknown, { log }: FastifyRequest): unknown {
  if (!(error instanceof SignInFault)) return error;
  const { kind, message, cause } = error;
  // Only the code of the cause: its message may quote what the provider sent.
  const reason = cause instanceof Error && 'code' in cause ? String(cause.code) : undefined;
  log.warn({ fault: kind, reason }, 'a sign-in at the identity provider failed');
  switch (kind) {
    case 'unreachable':
      return retryLater('dependency_unavailable', message, RETRY_AFTER_MS);
    case 'refused':
      return apiError('forbidden', message);
    case 'invalid':
      return apiError('invalid_request', message, { issues: [] });
    default:
      return kind satisfies never;
  }
}
