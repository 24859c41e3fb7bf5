/**
 * Requests that every operation refuses, drawn from the OpenAPI document: with a wrong key, without the
 * scope, by another method, with bodies that are no JSON, and with values that its schemas do not take.
 */
import {
  type Described,
  takesFile,
  type WrongDocument,
  wrongRequests,
} from '../../../src/outside/http/testing/wrong-requests.ts';
import { malformedBodies } from './bad-http.ts';
import { type BadRequest, bad, type KeyName } from './bad-request.ts';

interface DrawnOperation {
  readonly method: string;
  readonly template: string;
  readonly path: string;
  readonly described: Described;
}

const methods = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE'];
const headers = { 'idempotency-key': 'key-drawn-input' };
/** Their bodies may be larger than the server's bodies. */
const ownLimit = ['/v1/domains/check', '/v1/admin/tenants/{tenant_id}/domains/{domain}'];

export function drawnRequests(document: WrongDocument): readonly BadRequest[] {
  const operations = Object.entries(document.paths).flatMap(([template, described]) =>
    Object.entries(described).map(([method, operation]) => ({
      method: method.toUpperCase(),
      template,
      path: template.replaceAll(/\{\w+\}/g, 'id_1'),
      described: operation,
    })),
  );
  const guarded = operations.filter(({ described }) => described.security === undefined);
  return [
    ...guarded.flatMap(wrongKeys),
    ...guarded.flatMap(malformed),
    ...Object.keys(document.paths).flatMap((template) => wrongMethods(template, operations)),
    ...wrongRequests(document).map(({ name, method, url, headers, body, path, described }) => ({
      ...{ name, method, path: url, headers, body, status: 400, code: 'invalid_request' as const },
      ...{ field: path, key: keyOf(described) },
    })),
  ];
}

function scopesOf({ 'x-scope': scope = [] }: Described): readonly string[] {
  return [scope].flat();
}

function keyOf(described: Described): KeyName {
  return scopesOf(described)[0] === 'operator' ? 'operator' : 'main';
}

const scopeOfKey = { reader: 'read', matcher: 'match' } as const;

function wrongKeys({ method, path, described }: DrawnOperation): readonly BadRequest[] {
  const scopes = scopesOf(described);
  const more = { headers, ...(described.requestBody !== undefined && { body: {} }) };
  return [
    ...(['none', 'unknown', 'revoked', 'expired'] as const).map((key) =>
      bad(`key ${key}`, method, path, 401, 'unauthorized', { ...more, key }),
    ),
    ...(['reader', 'matcher'] as const)
      .filter((key) => !scopes.includes(scopeOfKey[key]))
      .map((key) => bad(`key ${key}`, method, path, 403, 'forbidden', { ...more, key, at: scopes[0]! })),
  ];
}

function malformed({ method, template, path, described }: DrawnOperation): readonly BadRequest[] {
  // A file may be JSON of any kind.
  if (described.requestBody?.content['application/json'] === undefined || takesFile(described)) return [];
  return malformedBodies(path)
    .filter(({ name }) => described.requestBody?.required || !/: (no body|null)$/.test(name))
    .filter(({ status }) => status !== 413 || !ownLimit.includes(template))
    .map((row) => ({
      ...row,
      name: row.name.replace('POST', method),
      method,
      headers: { ...headers, ...row.headers },
      key: keyOf(described),
    }));
}

/** Methods that the path has not, nor another path that has the same form. */
function wrongMethods(template: string, operations: readonly DrawnOperation[]): readonly BadRequest[] {
  const alike = operations.filter((other) => takes(other.template, template));
  const path = template.replaceAll(/\{\w+\}/g, 'id_1');
  return methods
    .filter((method) => !alike.some((other) => other.method === method))
    .map((method) => bad('wrong method', method, path, 405, 'method_not_allowed', { key: 'none' }));
}

function takes(template: string, path: string): boolean {
  const [mine, others] = [template.split('/'), path.split('/')];
  return mine.length === others.length && mine.every((part, n) => part.startsWith('{') || part === others[n]);
}
