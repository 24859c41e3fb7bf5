/**
 * One log line for each change by an operator: which key did what to which tenant. Names, settings and keys
 * themselves are not in it.
 */
import type { Logger } from 'pino';
import type { Caller } from '../../accounts/authenticate.ts';

export interface AuditedChange {
  /** `tenant.create`, `key.revoke`, … */
  readonly action: string;
  /** The tenant that was changed; null: the key of an operator. */
  readonly tenant: string | null;
  /** The id of the key or member that was changed. */
  readonly changedKey?: string;
  readonly domain?: string;
}

/** Call this once the change is carried out. */
export function audit(
  logger: Logger,
  { caller, requestId }: { readonly caller: Caller; readonly requestId: string },
  { action, tenant, changedKey, domain }: AuditedChange,
): void {
  logger.info(
    {
      audit: action,
      request_id: requestId,
      key_id: caller.keyId,
      tenant,
      ...(changedKey !== undefined && { changed_key_id: changedKey }),
      ...(domain !== undefined && { domain }),
    },
    'change by an operator',
  );
}
