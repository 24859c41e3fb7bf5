/** `users.upsertMany` against answers that end early, are cut off, or refuse lines for now. */
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { Counterpart, type UploadError } from '../src/index.ts';
import { type ScriptedServer, startScriptedServer } from './support/scripted-server.ts';

const people = Array.from({ length: 130 }, (_, n) => ({ user_id: `p${n}`, domain: 'dating' }));
const stored = (from: number, to: number, first = 0) =>
  people
    .slice(first + from, first + to)
    .map(({ user_id }, n) => ({ line: from + n + 1, status: 200, user_id }));
const fault = (at: object, status: number, code: string) => ({
  ...at,
  status,
  error: { code, message: `it is ${code}`, details: { retry_after_ms: 0 } },
});
const asLines = (...lines: readonly object[]) => ({
  headers: { 'content-type': 'application/x-ndjson' },
  body: lines.map((line) => `${JSON.stringify(line)}\n`).join(''),
});
const cut = (lines: readonly object[], bytes: number) => {
  const { body, ...rest } = asLines(...lines);
  return { ...rest, body: body.slice(0, -bytes) };
};

let server: ScriptedServer;
let client: Counterpart;

beforeAll(async () => {
  server = await startScriptedServer();
  client = new Counterpart({ apiKey: 'cp_live_x', baseUrl: server.url });
});
afterAll(() => server.close());
beforeEach(() => server.script());

const sent = () => server.received.map(({ body }) => body.split('\n').length - 1);
const keys = () => server.received.map(({ headers }) => headers['idempotency-key']);

/** The calls of the hooks in order, and how it ended. */
async function upsertMany(options: object = {}) {
  const given: unknown[][] = [];
  const end = await client.users
    .upsertMany(people, {
      concurrency: 1,
      onStored: ({ row, index, user_id }) => {
        expect(row).toBe(people[index]);
        given.push([index, user_id]);
      },
      onRefused: ({ row, index, code }) => {
        expect(row).toBe(people[index]);
        given.push([index, code]);
      },
      ...options,
    })
    .catch((error: UploadError) => error);
  return { given, end };
}
const all = people.map(({ user_id }, index) => [index, user_id]);

test('what was not acknowledged is sent again with the same body and key; each row is given once', async () => {
  server.script(
    asLines(...stored(0, 40), fault({ next_line: 41 }, 503, 'overloaded')),
    cut(stored(0, 100), 9),
    asLines(...stored(0, 100).map((line) => ({ ...line, replayed: true }))),
    asLines(...stored(0, 30, 100)),
  );
  const { given, end } = await upsertMany();
  expect([given, end]).toEqual([all, { position: 130, stored: 130, refused: 0 }]);
  expect(sent()).toEqual([100, 100, 100, 30]);
  expect(server.received[0]!.headers).toMatchObject({ 'content-type': 'application/x-ndjson' });
  expect(new Set(server.received.slice(0, 3).map(({ body }) => body)).size).toBe(1);
  const [first, second, third, next] = keys();
  expect([second, third]).toEqual([first, first]);
  expect(first).toMatch(/^[0-9a-f]{32}$/);
  expect(next).not.toBe(first);
});

test.each([
  [409, 'idempotency_in_progress'],
  [429, 'rate_limited'],
  [503, 'dependency_unavailable'],
])('a line that is refused for now (%d) is sent again', async (status, code) => {
  server.script(
    asLines(...stored(0, 7), fault({ line: 8 }, status, code), ...stored(8, 100)),
    asLines(...stored(0, 100)),
    asLines(...stored(0, 30, 100)),
  );
  const { given } = await upsertMany();
  expect(given).toEqual(all);
  expect(sent()).toEqual([100, 100, 30]);
  expect(keys()[1]).toBe(keys()[0]);
});

test.each([
  [400, 'invalid_request'],
  [404, 'user_not_found'],
  [413, 'payload_too_large'],
  [422, 'invalid_field_value'],
])(
  'a line that is refused for itself (%d %s) goes to onRefused, and is not sent again',
  async (status, code) => {
    server.script(
      asLines(...stored(0, 7), fault({ line: 8 }, status, code), ...stored(8, 100)),
      asLines(...stored(0, 30, 100)),
    );
    const { given, end } = await upsertMany();
    expect(given).toEqual(all.with(7, [7, code]));
    expect(end).toEqual({ position: 130, stored: 129, refused: 1 });
    expect(sent()).toEqual([100, 30]);
  },
);

test.each([
  [403, 'forbidden'],
  [404, 'domain_not_found'],
])('a line whose fault is not its own (%d %s) stops the upload there', async (status, code) => {
  server.script(asLines(...stored(0, 7), fault({ line: 8 }, status, code), ...stored(8, 100)));
  const { given, end } = await upsertMany();
  expect(end).toMatchObject({ name: 'UploadError', position: 7, cause: { status, code } });
  expect(given).toEqual(all.slice(0, 7));
});

test('an upload that cannot go on says where to go on', async () => {
  server.script(
    asLines(...stored(0, 100)),
    asLines(...stored(0, 3, 100), fault({ next_line: 4 }, 401, 'unauthorized')),
  );
  const first = await upsertMany();
  expect(first.end).toMatchObject({ position: 103, cause: { status: 401, code: 'unauthorized' } });
  server.script(asLines(...stored(0, 27, 103)));
  const { position } = first.end as UploadError;
  const second = await upsertMany({ startAt: position });
  expect([...first.given, ...second.given]).toEqual(all);
});

test('retries are bounded: of the call, else of the client, else ten', async () => {
  const cutOff = cut(stored(0, 100), 9);
  server.script(...Array(20).fill(cutOff));
  const { end } = await upsertMany({ maxRetries: 1 });
  expect(end).toMatchObject({ position: 99, cause: { name: 'ConnectionError' } });
  expect(sent()).toEqual([100, 100]);
  server.script(...Array(20).fill(cutOff));
  const impatient = new Counterpart({ apiKey: 'cp_live_x', baseUrl: server.url, maxRetries: 0 });
  await expect(impatient.users.upsertMany(people)).rejects.toMatchObject({ name: 'UploadError' });
  expect(server.received.length).toBeLessThanOrEqual(2);
  const closing = Array(10).fill(asLines(fault({ next_line: 1 }, 503, 'overloaded')));
  server.script(...closing, asLines(...stored(0, 100)), asLines(...stored(0, 30, 100)));
  // The jitter of ten retries is up to 43 s.
  const random = Math.random;
  Math.random = () => 0;
  try {
    expect((await upsertMany()).end).toMatchObject({ stored: 130 });
  } finally {
    Math.random = random;
  }
});

test('an answer of something else than lines is no success', async () => {
  for (const answer of [{ body: '{}' }, { body: '[]' }, { body: 'null\n5\n' }, { body: '{"line":999}\n' }]) {
    server.script(answer);
    const { end } = await upsertMany({ maxRetries: 0 });
    expect(end).toMatchObject({ name: 'UploadError', position: 0, cause: { name: 'ConnectionError' } });
  }
});

test('two rows of a person are never in one request, and the later one waits for the earlier', async () => {
  const rows = [
    { user_id: 'a', domain: 'dating' },
    { user_id: 'b', domain: 'dating' },
    { user_id: 'a', domain: 'hiring' },
    { user_id: 'a', domain: 'dating', fields: { age: 30 } },
    { user_id: 'c', domain: 'dating' },
  ];
  const answer = (part: readonly { readonly user_id: string }[]) =>
    asLines(...part.map(({ user_id }, n) => ({ line: n + 1, status: 200, user_id })));
  const later = asLines(fault({ next_line: 1 }, 503, 'overloaded'));
  server.script(later, later, answer(rows.slice(0, 3)), answer(rows.slice(3)));
  const end = await client.users.upsertMany(rows, { concurrency: 4 });
  expect(end.stored).toBe(5);
  expect(sent()).toEqual([3, 3, 3, 2]);
  expect(new Set(keys()).size).toBe(2);
});
