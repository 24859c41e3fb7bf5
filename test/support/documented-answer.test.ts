import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { createAnswerChecker, type GivenAnswer, outsideOperations } from './documented-answer.ts';

const checker = createAnswerChecker();
const json = { 'content-type': 'application/json; charset=utf-8', 'x-request-id': 'req_1' };
const error = (code: string) =>
  JSON.stringify({ error: { code, message: 'No.', details: {} }, request_id: 'req_1' });
const answer: GivenAnswer = {
  method: 'GET',
  url: '/v1/users/ana?domain=dating',
  status: 404,
  headers: json,
  body: error('user_not_found'),
};
const line = (value: object): GivenAnswer => ({
  method: 'POST',
  url: '/v1/users/batch',
  status: 200,
  headers: { 'content-type': 'application/x-ndjson' },
  body: `${JSON.stringify(value)}\n`,
});
const refused = (code: string) =>
  line({ line: 1, status: 400, error: { code, message: 'No.', details: {} } });

test.each<[string, GivenAnswer]>([
  ['an error of an operation', answer],
  ['a HEAD', { ...answer, method: 'HEAD', body: '' }],
  ['an unknown route', { ...answer, url: '/v1/nonsense', body: error('not_found') }],
  ['another method', { ...answer, method: 'PUT', status: 405, body: error('method_not_allowed') }],
  ['a line', line({ line: 1, status: 200, user_id: 'ana' })],
  ['a refused line', refused('invalid_request')],
])('says nothing of what is documented: %s', (_, answer) => {
  expect(checker.faultsOf(answer)).toEqual([]);
});

test.each<[string, GivenAnswer, RegExp]>([
  ['a status', { ...answer, status: 418 }, /getUser has no status 418/],
  ['a code', { ...answer, body: error('model_not_found') }, /schema/],
  ['a header', { ...answer, headers: { ...json, 'X-Nonsense': '1' } }, /header x-nonsense/],
  ['a media type', { ...answer, headers: { 'content-type': 'text/html' } }, /media type text\/html/],
  ['a body', { ...answer, status: 200, body: '{}' }, /schema/],
  ['the code of a line', refused('model_not_found'), /schema/],
  ['a code outside operations', { ...answer, url: '/v1/nonsense' }, /code user_not_found/],
  ['a status outside operations', { ...answer, url: '/v1/nonsense', status: 500 }, /http\.md/],
])('finds what is not documented: %s', (_, answer, fault) => {
  expect(checker.faultsOf(answer).join('\n')).toMatch(fault);
});

test('a body that is refused by its head needs no description where an operation takes none', () => {
  const headers = { ...answer.headers, 'cache-control': 'no-store' };
  const given = { ...answer, headers, status: 415, body: error('unsupported_media_type') };
  expect(checker.faultsOf(given)).toEqual([]);
  expect(checker.faultsOf({ ...given, body: error('user_not_found') }).join()).toMatch(/code user_not_found/);
});

test('the handbook names the answers that belong to no operation', () => {
  const handbook = readFileSync(new URL('../../docs/reference/http.md', import.meta.url), 'utf8');
  for (const [status, { codes }] of Object.entries(outsideOperations))
    expect(handbook).toContain(
      `\n| ${status} | ${codes.map((code) => `\`${code}\``).join(', ') || 'none'} |`,
    );
});
