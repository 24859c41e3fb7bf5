/** Addresses and headers, over all endpoints, and bodies that none of them takes. */
import { type BadRequest, bad, posts } from './bad-request.ts';

const body = { user_id: 'fresh', domain: 'dating' };

/** A key of another workspace cannot read or change anything, nor learn whether a resource exists. */
const foreign: readonly BadRequest[] = [
  bad('of another workspace', 'GET', '/v1/users/ana', 404, 'user_not_found', { key: 'other' }),
  bad('of another workspace', 'GET', '/v1/users/ana?domain=dating', 404, 'user_not_found', { key: 'other' }),
  bad('of another workspace', 'DELETE', '/v1/users/ana', 404, 'user_not_found', { key: 'other' }),
  bad('of another workspace', 'DELETE', '/v1/users/ana?domain=dating', 404, 'user_not_found', {
    key: 'other',
  }),
  bad('seeker of another workspace', 'POST', '/v1/match', 404, 'user_not_found', {
    key: 'other',
    body: { user_id: 'ana', domain: 'dating' },
  }),
  bad('domain of another workspace', 'POST', '/v1/users', 403, 'forbidden', {
    key: 'other',
    body: { user_id: 'a', domain: 'hiring' },
  }),
  bad('domain of another workspace', 'POST', '/v1/context', 403, 'forbidden', {
    key: 'other',
    body: { user_id: 'a', domain: 'hiring', source: 'chat', content: 'x' },
  }),
  bad('domain of another workspace', 'POST', '/v1/match', 403, 'forbidden', {
    key: 'other',
    body: { user_id: 'a', domain: 'hiring' },
  }),
  bad('domain of another workspace', 'GET', '/v1/schema?domain=hiring', 403, 'forbidden', { key: 'other' }),
];

/** Bodies that no operation takes, whatever it wants. */
export const malformedBodies = (path: string): readonly BadRequest[] => [
  ...posts(path, [
    ['no body', undefined, 400, 'invalid_request', ''],
    ['null', 'null', 400, 'invalid_request', ''],
    ['an array', '[]', 400, 'invalid_request', ''],
    ['a string', '"user"', 400, 'invalid_request', ''],
    ['a number', '7', 400, 'invalid_request', ''],
    ['an open brace', '{', 400, 'invalid_request', ''],
    ['single quotes', "{'user_id':'a'}", 400, 'invalid_request', ''],
    ['a comma too many', '{"user_id":"a",}', 400, 'invalid_request', ''],
    ['NaN', '{"user_id":NaN}', 400, 'invalid_request', ''],
    ['two values', '{} {}', 400, 'invalid_request', ''],
    ['a raw control character in a text', '{"user_id":"a\nb"}', 400, 'invalid_request', ''],
    ['not UTF-8', Buffer.from([0x22, 0xc3, 0x28, 0x22]), 400, 'invalid_request', ''],
    ['overlong UTF-8', Buffer.from([0x22, 0xc0, 0xaf, 0x22]), 400, 'invalid_request', ''],
    ['UTF-16', Buffer.from('{"a":1}', 'utf16le'), 400, 'invalid_request', ''],
    ['__proto__', '{"__proto__":{"domain":"dating"}}', 400, 'invalid_request', '__proto__'],
    ['deeper than any', `${'['.repeat(50_000)}${']'.repeat(50_000)}`, 400, 'invalid_request', ''],
    [
      'larger than the limit',
      `{"user_id":"${'x'.repeat(2 ** 20)}"}`,
      413,
      'payload_too_large',
      'limit_bytes',
    ],
  ]),
  ...posts(path, [['plain text', '{}', 415, 'unsupported_media_type']], {
    headers: { 'content-type': 'text/plain' },
  }),
  ...posts(path, [['a form', 'user_id=a', 415, 'unsupported_media_type']], {
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
  }),
  ...posts(path, [['Latin-1', '{}', 415, 'unsupported_media_type']], {
    headers: { 'content-type': 'application/json; charset=iso-8859-1' },
  }),
  ...posts(path, [['compressed', Buffer.from([0x1f, 0x8b]), 415, 'unsupported_media_type']], {
    headers: { 'content-encoding': 'gzip' },
  }),
];

const invalidPaths = [
  '/v1/users/%',
  '/v1/users/%2',
  '/v1/users/%zz',
  '/v1/users/%ff',
  '/v1/users/%C3',
  '/v1/users/%C0%AF',
  '/v1/users/%ED%A0%80',
  '/v1/users/%00',
  '/v1/users/a%0Ab',
  '/v1/users/%7F',
  '/v1/users/%C2%85',
  '/v1/users/.',
  '/v1/users/..',
  '/v1/users/%2e%2e',
  '/v1/users/',
  `/v1/users/${'a'.repeat(257)}`,
  `/v1/users/${encodeURIComponent('😀'.repeat(257))}`,
].flatMap((path) =>
  (['GET', 'DELETE'] as const).map((method) => bad('malformed id', method, path, 400, 'invalid_request')),
);

const queries: readonly BadRequest[] = ['GET', 'DELETE'].flatMap((method) => [
  bad('empty domain', method, '/v1/users/ana?domain=', 400, 'invalid_request', { at: 'domain' }),
  bad('long domain', method, `/v1/users/ana?domain=${'d'.repeat(65)}`, 400, 'invalid_request', {
    at: 'domain',
  }),
  bad('domain twice', method, '/v1/users/ana?domain=dating&domain=hiring', 400, 'invalid_request', {
    at: 'domain',
  }),
  bad('unknown parameter', method, '/v1/users/ana?domains=dating', 400, 'invalid_request', { at: 'domains' }),
  bad('«__proto__»', method, '/v1/users/ana?__proto__=x', 400, 'invalid_request', { at: '__proto__' }),
  bad('not UTF-8', method, '/v1/users/ana?domain=%ff', 400, 'invalid_request', { at: 'url' }),
  bad('unknown domain', method, '/v1/users/ana?domain=gardening', 404, 'domain_not_found'),
  bad('domain not enabled', method, '/v1/users/ana?domain=marketplace', 403, 'forbidden'),
  bad('not in that domain', method, '/v1/users/ana?domain=hiring', 404, 'user_not_found'),
  bad('unknown person', method, '/v1/users/nobody', 404, 'user_not_found'),
  bad('unknown person, in Unicode', method, '/v1/users/%F0%9F%91%A4', 404, 'user_not_found'),
  bad('unknown person, with a slash', method, '/v1/users/ana%2Fbob', 404, 'user_not_found'),
  bad('with a body', method, '/v1/users/ana', 400, 'invalid_request', { body: { domain: 'hiring' }, at: '' }),
]);

const others: readonly BadRequest[] = [
  bad('root', 'GET', '/', 404, 'not_found'),
  bad('no version', 'POST', '/users', 404, 'not_found', { body }),
  bad('another version', 'POST', '/v2/users', 404, 'not_found', { body }),
  bad('a slash too many', 'POST', '/v1/users/', 404, 'not_found', { body }),
  bad('two segments', 'GET', '/v1/users/ana/dating', 404, 'not_found'),
  bad('capitals', 'GET', '/v1/Schema', 404, 'not_found'),
  bad('climbing out', 'GET', '/v1/users/../../etc/passwd', 404, 'not_found'),
  bad('documentation climbing out', 'GET', '/docs/../../package.json', 404, 'not_found'),
  bad('wrong method', 'PROPFIND', '/v1/users', 405, 'method_not_allowed'),
  bad('unknown parameter', 'GET', '/v1/schema?version=1', 400, 'invalid_request', { at: 'version' }),
  bad('unknown domain', 'GET', '/v1/schema?domain=gardening', 404, 'domain_not_found'),
  bad('domain not enabled', 'GET', '/v1/schema?domain=marketplace', 403, 'forbidden'),
  bad('empty domain', 'GET', '/v1/schema?domain=', 400, 'invalid_request', { at: 'domain' }),
];

export const badHttp: readonly BadRequest[] = [...foreign, ...invalidPaths, ...queries, ...others];
