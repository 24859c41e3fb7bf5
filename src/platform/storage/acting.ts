/**
 * The actor on whose behalf the running code changes the store: the caller of a request, a command, a job. It
 * travels with the calls of a request without being a parameter of every service between, so that no change
 * can lose it.
 */
import { AsyncLocalStorage } from 'node:async_hooks';
import type { AuditOrigin } from './audit-store.ts';

const acting = new AsyncLocalStorage<AuditOrigin>();

let otherwise: AuditOrigin = serviceActing('service');

/** The service itself: a schedule or a job, by its kind. */
export function serviceActing(kind: string): AuditOrigin {
  return { actor: { kind: 'service', id: kind, name: null }, address: null, requestId: null };
}

/** Changes of `work`, and of all that it calls, come from `origin`. */
export function actAs<Result>(origin: AuditOrigin, work: () => Result): Result {
  return acting.run(origin, work);
}

/** Changes of this process come from `origin` where `actAs` says nothing else. */
export function actByDefault(origin: AuditOrigin): void {
  otherwise = origin;
}

export const actingNow = (): AuditOrigin => acting.getStore() ?? otherwise;

/** The API key on whose behalf the code runs, also by a session that stands for it; null: there is none. */
export function actingKey(): string | null {
  const { actor } = actingNow();
  return actor.kind === 'key' || actor.kind === 'session' ? actor.id : null;
}
