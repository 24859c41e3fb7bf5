/**
 * One log line and one observation a request. The line names the pattern of the route, never the path, which
 * may hold a user id or a download token. Paths, queries, bodies and error messages do not belong in a log.
 */
import type { FastifyInstance } from 'fastify';
import type { Metrics } from '../metrics/metrics.ts';
import type { RecentErrors } from '../system/recent-errors.ts';

export interface ErrorParts {
  readonly recentErrors: RecentErrors;
  /** Epoch milliseconds. */
  readonly clock: () => number;
}

export function logRequests(
  app: FastifyInstance,
  metrics: Metrics,
  { recentErrors, clock }: ErrorParts,
): void {
  app.addHook('onResponse', (request, reply, done) => {
    const route = request.is404 ? 'none' : (request.routeOptions.url ?? 'none');
    const ms = Math.round(reply.elapsedTime * 1000) / 1000;
    metrics.observeRequest({ method: request.method, route, status: reply.statusCode, ms });
    const line = {
      tenant: request.caller?.tenantId ?? request.servedTenant,
      key_id: request.caller?.keyId,
      method: request.method,
      route,
      status: reply.statusCode,
      code: request.errorCode,
      ms,
      trace_id: request.span?.traceId ?? undefined,
    };
    if (request.errorCode !== undefined) {
      recentErrors.note({
        at: new Date(clock()).toISOString(),
        status: line.status,
        code: request.errorCode,
        method: line.method,
        route,
        request_id: request.id,
        tenant_id: line.tenant ?? null,
      });
    }
    if (reply.statusCode >= 500) request.log.warn(line, 'request');
    else request.log.info(line, 'request');
    done();
  });
}
