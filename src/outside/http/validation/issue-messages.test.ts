/**
 * Checks the error messages of every field of every operation: sends invalid values for each field and checks
 * the message against common rules. The values follow from the OpenAPI document, so new fields are covered.
 */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type FakeServer, fakeServer, keyFor } from '../testing/http-fakes.ts';
import { rulesBroken } from '../testing/message-rules.ts';
import { isIssueOf, type WrongRequest, wrongRequests } from '../testing/wrong-requests.ts';

interface Issue {
  readonly path: string;
  readonly message: string;
  readonly in: string;
}

let server: FakeServer;
let wrongs: readonly WrongRequest[];

beforeAll(async () => {
  server = await fakeServer();
  wrongs = wrongRequests((await server.app.inject('/v1/openapi.json')).json());
});
afterAll(() => server.app.close());

/** Nothing on the other side of «was given» but a value, its kind or its size. */
const given =
  /was given (?:an array|an object|an empty (?:array|string|object)|the string "|-?\d|true|false|null|\d+ (?:items?|characters?))/;

test('many wrong values are sent', () => {
  expect(wrongs.length).toBeGreaterThan(1000);
  expect(new Set(wrongs.map(({ url }) => url.split('?')[0])).size).toBeGreaterThan(30);
});

test('every message names its field, says what was given, and reads well', async () => {
  const found: string[] = [];
  for (const { name, described, method, url, headers, body, path, says } of wrongs) {
    const answer = await server.app.inject({
      method,
      url,
      headers: { authorization: `Bearer ${keyFor(described)}`, ...headers },
      ...(body !== undefined && { payload: body as object }),
    });
    if (answer.statusCode !== 400) {
      found.push(`${name}: status ${answer.statusCode}`);
      continue;
    }
    const { error } = answer.json();
    const issues: readonly Issue[] = error.details.issues;
    const own = issues.filter((issue) => isIssueOf(path, issue));
    if (own.length === 0) found.push(`${name}: no issue names ${path}: ${JSON.stringify(issues)}`);
    if (own.length > 0 && !own.some(({ message }) => says.test(message)))
      found.push(`${name}: none says ${says}: ${own.map(({ message }) => message)}`);
    for (const { message } of issues) {
      for (const rule of rulesBroken(message)) found.push(`${name}: ${rule}: ${message}`);
      if (message.includes('was given') && !given.test(message)) found.push(`${name}: given: ${message}`);
      if (message.length > 600) found.push(`${name}: too long: ${message}`);
    }
    if (!error.message.startsWith(issues[0]!.path)) found.push(`${name}: the message begins elsewhere`);
  }
  expect(found).toEqual([]);
}, 120_000);
