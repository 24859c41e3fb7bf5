/**
 * Answers unknown routes: 404; 405 with Allow for a known path with another method; the list of methods for
 * OPTIONS. This is a hook, because Fastify would otherwise check the content type of a body first.
 */
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { apiError } from '../../../contract/errors.ts';

interface KnownPath {
  readonly pattern: RegExp;
  readonly methods: Set<string>;
}

/** Call this before routes are registered: it listens to their registration. */
export function refuseUnknownRoutes(app: FastifyInstance): void {
  const known = new Map<string, KnownPath>();
  app.addHook('onRoute', ({ url, method }) => {
    const entry = known.get(url) ?? { pattern: patternOf(url), methods: new Set<string>() };
    for (const name of [method].flat()) entry.methods.add(name);
    known.set(url, entry);
  });
  app.addHook('onRequest', async (request, reply) => {
    if (!request.is404) return;
    const path = pathOf(request);
    const entry = [...known.values()].find(({ pattern }) => pattern.test(path));
    if (entry === undefined) throw routeNotFound(request, path);
    return answerMethod(request, reply, [...entry.methods, 'OPTIONS'].sort());
  });
}

function pathOf(request: FastifyRequest): string {
  return request.url.split('?', 1)[0] ?? '/';
}

/** Turns `/v1/users/:user_id` into an expression in which a parameter is one path segment. */
function patternOf(url: string): RegExp {
  const source = url
    .split('/')
    .map((part) => (part.startsWith(':') ? '[^/]+' : part.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')))
    .join('/');
  return new RegExp(`^${source}$`);
}

function answerMethod(
  request: FastifyRequest,
  reply: FastifyReply,
  allowed: readonly string[],
): FastifyReply {
  if (request.method === 'OPTIONS') return reply.code(204).header('Allow', allowed.join(', ')).send();
  throw apiError(
    'method_not_allowed',
    `${request.method} is not possible here; use ${allowed.filter((name) => name !== 'OPTIONS').join(' or ')}.`,
    { given: request.method, allowed },
  );
}

function routeNotFound(request: FastifyRequest, path: string) {
  const hint = path.startsWith('/v1/') ? '' : ' The operations lie below /v1;';
  const shown = path.length > 100 ? `${path.slice(0, 100)}…` : path;
  return apiError('not_found', `There is no ${request.method} ${shown}.${hint} /docs lists what there is.`);
}
