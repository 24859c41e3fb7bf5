/**
 * A browser has one session for all its tabs. After a switch in one tab, the page in another one still shows
 * the workspace before. Its requests name that workspace, so that none of them reads or changes another one.
 */
import type { FastifyRequest } from 'fastify';
import { apiError } from '../../../contract/errors.ts';
import type { Caller } from '../../accounts/authenticate.ts';

/** Throws 403 `forbidden`. */
export function refuseOtherWorkspace(
  { headers }: Pick<FastifyRequest, 'headers'>,
  { tenantId }: Pick<Caller, 'tenantId'>,
): void {
  const shown = headers['x-counterpart-workspace'];
  if (shown === undefined || shown === tenantId) return;
  throw apiError(
    'forbidden',
    'This page shows another workspace than the one that this browser has open now. Nothing was done. Reload the page.',
  );
}
