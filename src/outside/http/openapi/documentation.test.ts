/** The OpenAPI document and the page that shows it. */
import { readFileSync } from 'node:fs';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { errorStatus } from '../../../contract/errors.ts';
import { EVENT_STREAM } from '../../../contract/event.ts';
import { OPERATOR_SCOPE, tenantScopes } from '../../../platform/storage/store.ts';
import { listOperations, type OperationParts } from '../endpoints/list-operations.ts';
import { createMetrics } from '../metrics/metrics.ts';
import { type FakeServer, fakeServer, keyFor, NOT_FAKED } from '../testing/http-fakes.ts';
import { interfaceDocument } from './interface-document.ts';

interface Described {
  readonly 'x-scope'?: string | readonly string[];
  readonly operationId: string;
  readonly deprecated?: boolean;
  readonly security?: readonly unknown[];
  readonly parameters?: readonly {
    readonly name: string;
    readonly in: string;
    readonly required?: boolean;
    readonly schema?: { readonly minLength?: number; readonly maxLength?: number };
  }[];
  readonly responses: Readonly<
    Record<
      string,
      {
        readonly headers?: object;
        readonly content?: Readonly<Record<string, { readonly example?: unknown }>>;
      }
    >
  >;
  readonly requestBody?: {
    readonly content: Readonly<Record<string, { readonly examples?: Record<string, { value: object }> }>>;
  };
}
interface Document {
  readonly openapi: string;
  readonly paths: Readonly<Record<string, Readonly<Record<string, Described>>>>;
  readonly components: {
    readonly schemas: Readonly<
      Record<string, { readonly properties?: Readonly<Record<string, { readonly deprecated?: boolean }>> }>
    >;
    readonly securitySchemes: object;
  };
}

let server: FakeServer;
let document: Document;
beforeAll(async () => {
  server = await fakeServer();
  document = (await server.app.inject('/v1/openapi.json')).json();
});
afterAll(() => server.app.close());

const operations = () =>
  Object.entries(document.paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, described]) => ({ path, method, described })),
  );
/** The operations that the document is made from; none is carried out. */
const noParts: OperationParts = Object.assign(Object.create(null), {
  metrics: createMetrics(undefined, { processFigures: false }),
  limits: { documentBytes: 1 },
});
const declared = new Map(listOperations(noParts).map((each) => [each.operationId, each]));
const linesOf = (text: string): readonly unknown[] =>
  text
    .trimEnd()
    .split('\n')
    .map((line) => JSON.parse(line));
/** The data of server-sent events. */
const eventsOf = (text: string): readonly unknown[] =>
  [...text.matchAll(/^data: (.*)$/gm)].map(([, data]) => JSON.parse(data!));
const guarded = () => operations().filter(({ described }) => described.security?.length !== 0);

/** Query strings, by operation, where the body is not enough. */
const queries: Readonly<Record<string, string>> = {
  patchUser: '?domain=dating',
  appendDocument: '?user_id=ana&domain=dating&source=cv',
  readDocument: '?domain=dating',
};

describe('/v1/openapi.json', () => {
  test('is OpenAPI 3.1 and the committed file', async () => {
    expect(document.openapi).toBe('3.1.0');
    const committed = readFileSync(new URL('../../../../docs/openapi.json', import.meta.url), 'utf8');
    expect(await interfaceDocument()).toEqual(JSON.parse(committed));
    expect(document).toEqual(JSON.parse(committed));
  });

  test('has the scopes that keys can have, and the handbook lists them', () => {
    const used = new Set(guarded().flatMap(({ described }) => [described['x-scope']].flat()));
    expect([...used].sort()).toEqual([...tenantScopes, OPERATOR_SCOPE].sort());
    const handbook = readFileSync(
      new URL('../../../../docs/reference/http.md', import.meta.url),
      'utf8',
    ).replaceAll(/\s+/g, ' ');
    expect(handbook).toContain(`of these scopes: ${tenantScopes.map((scope) => `\`${scope}\``).join(', ')};`);
  });

  test('names every operation once', () => {
    const ids = operations().map(({ described }) => described.operationId);
    expect(new Set(ids).size).toBe(ids.length);
  });

  test('deprecates what the earlier description had, and nothing else', () => {
    const deprecated = operations().filter(({ described }) => described.deprecated === true);
    expect(deprecated.map(({ path }) => path)).toEqual(['/v1/ingest', '/v1/stream', '/v1/feedback/batch']);
    const keys = Object.entries(document.components.schemas).flatMap(([name, { properties = {} }]) =>
      Object.entries(properties).flatMap(([key, one]) => (one.deprecated === true ? [`${name}.${key}`] : [])),
    );
    expect(keys.sort()).toEqual([
      'MatchRequest.max_matches',
      'MatchRequest.metadata_filters',
      'MatchRequest.model',
      'TrainRequest.min_triplets',
    ]);
  });

  test('has every schema that it refers to, and no unused one', () => {
    const text = JSON.stringify(document);
    const used = new Set([...text.matchAll(/#\/components\/schemas\/([^"]+)/g)].map(([, name]) => name!));
    expect([...used].sort()).toEqual(Object.keys(document.components.schemas).sort());
    expect([...used].filter((name) => name.endsWith('Input'))).toEqual([]);
  });

  test('tells the errors of every operation with codes of the table, and their headers', () => {
    for (const { described } of guarded()) {
      for (const status of ['400', '401', '403', '429', '500', '503']) {
        expect(Object.keys(described.responses)).toContain(status);
      }
      for (const [status, answer] of Object.entries(described.responses)) {
        expect(Object.keys(answer.headers ?? {})).toContain('X-Request-Id');
        if (status === '200' || status === '202') continue;
        const codes = [...JSON.stringify(answer).matchAll(/"enum":\[([^\]]+)\]/g)].flatMap(([, list]) =>
          JSON.parse(`[${list}]`),
        );
        expect(codes.length).toBeGreaterThan(0);
        for (const code of codes) {
          if (`${described.operationId} ${status} ${code}` === 'ingest 422 domain_not_found') continue;
          // A body that comes too slowly.
          if (`${status} ${code}` === '408 invalid_request') continue;
          expect(String(errorStatus[code as keyof typeof errorStatus])).toBe(status);
        }
      }
    }
  });

  test('shows Idempotency-Key where it is honoured', () => {
    for (const { described } of guarded()) {
      const { answers, idempotency } = declared.get(described.operationId)!;
      const shown = described.parameters?.find(({ name }) => name === 'Idempotency-Key');
      const lengths = answers === 'job' ? { minLength: 8, maxLength: 128 } : { minLength: 1, maxLength: 255 };
      if (idempotency === undefined) expect(shown).toBeUndefined();
      else expect(shown).toMatchObject({ required: idempotency === 'required', schema: lengths });
    }
  });

  test('says of a download what of HTTP it honours', () => {
    const { described } = operations().find(({ path }) => path === '/v1/downloads/{token}')!;
    expect(Object.keys(described.responses)).toEqual([
      '200',
      '206',
      '304',
      '307',
      '400',
      '403',
      '416',
      '500',
      '503',
    ]);
    expect(described.parameters?.map(({ name }) => name)).toEqual([
      'token',
      'Range',
      'If-Range',
      'If-None-Match',
    ]);
    expect(Object.keys(described.responses['206']!.headers!)).toEqual(
      expect.arrayContaining(['Content-Range', 'Repr-Digest', 'Digest', 'ETag']),
    );
  });

  test('shows answers that the schemas know, nothing more and nothing less', () => {
    for (const { described } of guarded()) {
      // Only a trained and served model can be deployed again, which takes too long for a recording.
      if (described.operationId === 'deployTrainingRun') continue;
      const { answer, answers } = declared.get(described.operationId)!;
      const [{ example } = {}] = Object.values(described.responses[answer.status]!.content ?? {});
      const shown =
        answers === 'lines'
          ? linesOf(String(example))
          : answer.contentType === EVENT_STREAM
            ? eventsOf(String(example))
            : [example];
      for (const value of shown) expect(answer.schema.parse(value)).toEqual(value);
      if (described.operationId === 'upsertUsers')
        expect(shown).toMatchObject([{ status: 200 }, { status: 200 }, { status: 422 }]);
    }
  });

  test('has examples that are accepted', async () => {
    let sent = 0;
    for (const { method, path, described } of guarded()) {
      const forms = Object.entries(described.requestBody?.content ?? {});
      const [type, { examples = {} }] = forms.find(([, form]) => form.examples !== undefined) ?? ['', {}];
      if (described.requestBody !== undefined) expect(Object.keys(examples).length).toBeGreaterThan(0);
      for (const { value } of Object.values(examples)) {
        const headers: Record<string, string> = {
          authorization: `Bearer ${keyFor(described)}`,
          'content-type': type,
        };
        const query = queries[described.operationId] ?? '';
        const url = path.replace(/\{\w+\}/g, 'id_1') + query;
        if (described.responses['202'] !== undefined) headers['idempotency-key'] = `key-${sent}-0000`;
        server.logged.length = 0;
        const answer = await server.app.inject({ method: method as 'put', url, headers, payload: value });
        // A service that is not faked was asked: the request is valid.
        const isAccepted = answer.statusCode < 300 || JSON.stringify(server.logged).includes(NOT_FAKED);
        expect([described.operationId, isAccepted]).toEqual([described.operationId, true]);
        sent++;
      }
    }
    expect(sent).toBeGreaterThanOrEqual(3);
  });
});

describe('/docs', () => {
  test('is a page that loads nothing from elsewhere, and may not', async () => {
    expect((await server.app.inject('/docs')).headers.location).toBe('/docs/');
    const page = await server.app.inject('/docs/');
    expect(page.statusCode).toBe(200);
    expect(page.headers['content-security-policy']).toContain("default-src 'self'");
    const loaded = [...page.body.matchAll(/(?:src|href)="([^"]+)"/g)].map(([, address]) => address);
    expect(loaded).toEqual(['js/scalar.js']);
    expect(page.body).toContain('/v1/openapi.json');
    const script = await server.app.inject('/docs/js/scalar.js');
    expect(script.headers['content-type']).toContain('javascript');
    expect(script.rawPayload.length).toBeGreaterThan(1_000_000);
  });
});
