/** The names, origins and tokens that are let in. */
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { type Admission, refusalOf } from './refuse-foreign.ts';

const admission: Admission = {
  hosts: new Set(['localhost', '127.0.0.1', '[::1]']),
  origins: new Set(['https://inspector.example']),
  token: null,
};
const statusOf = (headers: Record<string, string>, changes: Partial<Admission> = {}) =>
  refusalOf({ headers }, { ...admission, ...changes })?.status ?? null;

describe('Host', () => {
  test.each(['localhost', 'LOCALHOST:8090', '127.0.0.1:1', '[::1]:8090'])('%s is let in', (host) => {
    expect(statusOf({ host })).toBe(null);
  });

  test.each([
    'evil.example',
    'localhost.evil.example',
    'localhost@evil.example',
    'evil.example/localhost',
    '127.0.0.1.nip.io',
    '[::2]',
    '',
  ])('%s is refused', (host) => {
    expect(statusOf({ host })).toBe(403);
  });

  test('of any other name is refused, and a missing one', () => {
    fc.assert(fc.property(fc.domain(), (name) => statusOf({ host: name }) === 403));
    expect(statusOf({})).toBe(403);
  });
});

describe('Origin', () => {
  const host = 'localhost:8090';

  test.each(['http://localhost:8090', 'https://inspector.example'])('%s is let in', (origin) => {
    expect(statusOf({ host, origin })).toBe(null);
  });

  test.each([
    'http://localhost:3000',
    'http://127.0.0.1:8090',
    'https://inspector.example:444',
    'https://inspector.example.evil.example',
    'null',
    '',
  ])('%s is refused', (origin) => {
    expect(statusOf({ host, origin })).toBe(403);
  });

  test('of any web page is refused', () => {
    fc.assert(fc.property(fc.webUrl(), (url) => statusOf({ host, origin: new URL(url).origin }) === 403));
  });
});

describe('the token', () => {
  const token = 's3cret-token';
  const visible = fc.stringMatching(/^[\x21-\x7e]{1,40}$/);

  test('is taken in a bearer header, and nothing else is', () => {
    const given = (authorization: string) => statusOf({ host: 'localhost', authorization }, { token });
    expect([given(`Bearer ${token}`), given(`bearer  ${token}`)]).toEqual([null, null]);
    expect([given(token), given(`Basic ${token}`), given(`Bearer ${token} x`)]).toEqual([401, 401, 401]);
    expect(statusOf({ host: 'localhost' }, { token })).toBe(401);
    fc.assert(fc.property(visible, (other) => given(`Bearer ${other}`) === (other === token ? null : 401)));
  });

  test('does not make up for a foreign Host', () => {
    expect(statusOf({ host: 'evil.example', authorization: `Bearer ${token}` }, { token })).toBe(403);
  });
});
