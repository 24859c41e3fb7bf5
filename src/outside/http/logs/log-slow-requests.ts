/**
 * One more log line for a slow request: its kind, and where a match spent the time. Streams and bodies of
 * lines are left out, as their time is that of the client.
 */
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { toMicroseconds } from '../../../matching/match/stage-times.ts';
import type { Metrics } from '../metrics/metrics.ts';

/** `limitMs` 0: no request is slow. */
export function logSlowRequests(
  app: FastifyInstance,
  metrics: Pick<Metrics, 'observeSlowRequest'>,
  limitMs: number,
): void {
  if (limitMs === 0) return;
  app.addHook('onResponse', (request, reply, done) => {
    if (reply.elapsedTime >= limitMs) noteSlow(request, reply, metrics);
    done();
  });
}

function noteSlow(
  request: FastifyRequest,
  reply: FastifyReply,
  metrics: Pick<Metrics, 'observeSlowRequest'>,
): void {
  const { operation } = request.routeOptions.config;
  if (operation === undefined || operation.answers === 'stream' || operation.answers === 'lines') return;
  metrics.observeSlowRequest(operation.operationId);
  const line = {
    operation: operation.operationId,
    tenant: request.caller?.tenantId ?? request.servedTenant,
    status: reply.statusCode,
    ms: toMicroseconds(reply.elapsedTime),
    trace_id: request.span?.traceId ?? undefined,
    stages_ms: request.stageTimes && roundedTimes(request.stageTimes),
  };
  request.log.warn(line, 'slow request');
}

function roundedTimes(times: Readonly<Record<string, number>>): Readonly<Record<string, number>> {
  return Object.fromEntries(Object.entries(times).map(([stage, ms]) => [stage, toMicroseconds(ms)]));
}
