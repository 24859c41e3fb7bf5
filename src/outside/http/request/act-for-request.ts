/** The tenant that a request works for, and the origin of its changes for the audit log. */
import type { FastifyRequest } from 'fastify';
import { actAs, serviceActing } from '../../../platform/storage/acting.ts';
import type { AuditOrigin } from '../../../platform/storage/audit-store.ts';
import { workFor } from '../../../platform/threads/tenant-at-work.ts';

/** Changes that `work` makes come from the caller of the request, and its tenant pays for the time. */
export function actForRequest<Result>(request: FastifyRequest, work: () => Result): Result {
  const { caller } = request;
  const acting = () => actAs(originOf(request), work);
  return caller === undefined ? acting() : workFor(caller.tenantId, acting);
}

function originOf({ caller, ip, id }: FastifyRequest): AuditOrigin {
  const from = { address: ip, requestId: id };
  // No operation without a key changes anything; signing in and out say themselves which session acts.
  if (caller === undefined) return { ...serviceActing('service'), ...from };
  const { keyId, session, email } = caller;
  if (email !== undefined) return { actor: { kind: 'member', id: keyId, name: email }, ...from };
  const actor =
    session === undefined
      ? ({ kind: 'key', id: keyId, name: null } as const)
      : ({ kind: 'session', id: keyId, name: session } as const);
  return { actor, ...from };
}
