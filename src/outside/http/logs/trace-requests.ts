/**
 * The span of a request: from its headers to the last byte of the answer. Everything that the request does is
 * below it. Where nothing is traced, no hook is added. Probes, metrics and files of the console are not
 * traced.
 */
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { currentTracer } from '../../../platform/tracing/current-tracer.ts';
import type { SpanStart } from '../../../platform/tracing/tracer.ts';

const TRACED = '/v1/';

export function traceRequests(app: FastifyInstance): void {
  const tracer = currentTracer();
  if (tracer === null) return;
  app.addHook('onRequest', (request, _reply, done) => {
    if (!request.url.startsWith(TRACED)) return done();
    const span = tracer.begin(requestSpan(request), request.headers);
    request.span = span;
    tracer.within(span, done);
  });
  app.addHook('onResponse', (request, reply, done) => {
    const { span, caller, servedTenant, errorCode } = request;
    const status = reply.statusCode;
    const attributes = {
      'http.response.status_code': status,
      'counterpart.tenant': caller?.tenantId ?? servedTenant,
      ...(errorCode !== undefined && { 'error.type': errorCode }),
    };
    span?.end(attributes, status >= 500 ? (errorCode ?? String(status)) : undefined);
    done();
  });
}

function requestSpan({ id, method, routeOptions, is404 }: FastifyRequest): SpanStart {
  const route = is404 ? undefined : routeOptions.url;
  const attributes = {
    'http.request.method': method,
    'http.route': route,
    'counterpart.operation': routeOptions.config.operation?.operationId,
    'counterpart.request_id': id,
  };
  return { name: route === undefined ? method : `${method} ${route}`, kind: 'server', attributes };
}
