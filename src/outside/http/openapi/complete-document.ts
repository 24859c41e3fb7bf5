/**
 * Completes the generated OpenAPI document with what schemas cannot express: error answers and their codes,
 * headers, examples. It also renames schemas used only by requests, so that their name lacks the suffix
 * «Input».
 */
import type { ErrorCode } from '../../../contract/errors.ts';
import { errorStatus } from '../../../contract/errors.ts';
import { EVENT_STREAM } from '../../../contract/event.ts';
import { bodyTypesOf, type Operation } from '../operation.ts';
import { makePortable } from './make-portable.ts';

type Json = Record<string, unknown>;

interface OperationObject extends Json {
  operationId: string;
  responses: Record<string, Json>;
  parameters?: Json[];
  requestBody?: { required?: boolean; content: Record<string, Json> };
}

export interface OpenApiDocument extends Json {
  paths: Record<string, Record<string, OperationObject>>;
  components: Json & { schemas: Record<string, Json> };
}

const guardedErrors: readonly ErrorCode[] = ['unauthorized', 'forbidden', 'rate_limited', 'overloaded'];
const bodyErrors: readonly ErrorCode[] = ['payload_too_large', 'unsupported_media_type'];
/** The database cannot be reached, or its disk accepts no writes. */
const storeErrors: readonly ErrorCode[] = ['dependency_unavailable'];
const idempotencyErrors: readonly ErrorCode[] = [
  'idempotency_in_progress',
  'idempotency_key_reused',
  'conflict',
];

/** Error codes of an operation by status, ascending. */
function errorsByStatus(operation: Operation): ReadonlyMap<number, readonly ErrorCode[]> {
  const guarded = operation.scope !== 'public';
  const codes = new Set<ErrorCode>([
    'invalid_request',
    ...(guarded ? guardedErrors : []),
    ...(operation.body === undefined ? [] : bodyErrors),
    ...(guarded || operation.method !== 'GET' ? storeErrors : []),
    ...(replaysWhole(operation) ? idempotencyErrors : []),
    ...operation.errors,
    'internal',
  ]);
  const listed = [...codes].map((code) => [errorStatus[code], code] as const);
  const also = Object.entries(operation.alsoAs ?? {}).map(
    ([code, status]) => [status, code as ErrorCode] as const,
  );
  // A body that arrives too slowly.
  const slow = operation.body === undefined ? [] : ([[408, 'invalid_request']] as const);
  const ascending = [...listed, ...slow, ...also].sort(([a], [b]) => a - b);
  const byStatus = Map.groupBy(ascending, ([status]) => status);
  return new Map([...byStatus].map(([status, group]) => [status, group.map(([, code]) => code)]));
}

export function completeDocument(
  document: OpenApiDocument,
  operations: ReadonlyMap<string, Operation>,
): OpenApiDocument {
  const paths = Object.values(document.paths).flatMap((path) => Object.values(path));
  for (const described of paths) {
    const operation = operations.get(described.operationId);
    if (operation !== undefined) completeOperation(described, operation);
  }
  makePortable(document.components.schemas);
  makePortable(document.paths);
  document.components.headers = sharedHeaders;
  return tidySchemas(document);
}

function completeOperation(described: OperationObject, operation: Operation): void {
  const guarded = operation.scope !== 'public';
  if (guarded) described['x-scope'] = operation.scope;
  described['x-sdk'] = operation.sdk;
  describeIdempotencyKey(described, operation);
  const [body, ...otherForms] = bodyTypesOf(operation)
    .map((type) => described.requestBody?.content[type])
    .filter((form) => form !== undefined);
  if (body !== undefined && operation.examples !== undefined) {
    const examples = Object.fromEntries(
      Object.entries(operation.examples).map(([name, value]) => [
        name,
        { value: operation.answers === 'lines' ? linesOf(value as readonly unknown[]) : value },
      ]),
    );
    for (const form of [body, ...otherForms]) form.examples = examples;
  }
  // The file as it is, in place of a form.
  for (const type of operation.bodyTypes?.slice(1) ?? [])
    described.requestBody!.content[type] = {
      schema: { type: 'string', format: 'binary' },
      ...fileShown(operation, type),
    };
  if (operation.body?.safeParse(undefined).success) delete described.requestBody?.required;
  const { answer } = operation;
  const success = described.responses[String(answer.status)]!;
  success.headers = headersNamed([
    ...everyHeader(operation),
    ...(guarded ? limitHeaders : []),
    ...(replaysWhole(operation) ? replayHeaders : []),
    ...(answer.contentType === EVENT_STREAM ? ['X-Accel-Buffering'] : []),
  ]);
  if (answer.contentType === EVENT_STREAM) describeEvents(success);
  if (answer.fileTypes !== undefined) describeFile(described, success);
  if (operation.answers === 'lines') {
    for (const content of [body!, (success.content as Json)['application/x-ndjson'] as Json]) {
      content.schema = textOfLines(content.schema);
    }
  }
  describeLists(described);
  showExamples(described, success, operation);
  for (const [status, codes] of errorsByStatus(operation)) {
    described.responses[String(status)] = {
      description: codes.map((code) => `\`${code}\``).join(', '),
      headers: headersNamed([
        ...everyHeader(operation),
        // A 401 has them where the key was revoked while the body travelled.
        ...(guarded ? limitHeaders : []),
        ...errorHeaders(status, codes),
      ]),
      content: {
        'application/json': {
          schema: {
            allOf: [
              { $ref: '#/components/schemas/Error' },
              { properties: { error: { properties: { code: { enum: codes } } } } },
            ],
          },
        },
      },
    };
  }
}

function fileShown({ fileExample: shown }: Operation, type: string) {
  return shown?.type === type ? { examples: { [shown.name]: { value: shown.text } } } : {};
}

/** Lines are replayed, or refused, one by one: inside the answer. */
function replaysWhole({ idempotency, answers }: Operation): boolean {
  return idempotency !== undefined && answers !== 'lines';
}

/** A list in a query is its parameter given once for each value. */
function describeLists(described: OperationObject): void {
  for (const parameter of described.parameters ?? [])
    if ((parameter.schema as Json | undefined)?.type === 'array')
      Object.assign(parameter, { style: 'form', explode: true });
}

/** Examples of parameters and of the answer; a compressed file has none. */
function showExamples(described: OperationObject, success: Json, { answer }: Operation): void {
  for (const parameter of described.parameters ?? []) {
    const { example, ...schema } = parameter.schema as Json;
    if (example !== undefined) Object.assign(parameter, { schema, example });
  }
  if (answer.example === undefined) return;
  const content = success.content as Record<string, Json>;
  if (answer.fileTypes === undefined) {
    for (const form of Object.values(content)) form.example = answer.example;
    return;
  }
  const [textType] = answer.fileTypes;
  const part = described.responses['206']!.content as Record<string, Json>;
  content[textType!] = { ...content[textType!], example: answer.example };
  part[textType!] = { ...part[textType!], example: (answer.example as string).slice(0, EXAMPLE_BYTES) };
}

/** The stream has no end, so clients read it as bytes. */
function describeEvents({ content }: Json): void {
  const stream = (content as Record<string, Json>)[EVENT_STREAM]!;
  stream.schema = {
    type: 'string',
    format: 'binary',
    description: 'Server-sent events, whose `data` is JSON of the form that `contentSchema` describes.',
    contentMediaType: EVENT_STREAM,
    contentSchema: stream.schema,
  };
}

/** NDJSON as OpenAPI 3.1 can say it: a text whose lines have the schema. */
function textOfLines(line: unknown): Json {
  return {
    type: 'string',
    description: 'One JSON value a line, each line of the form that `contentSchema` describes.',
    contentMediaType: 'application/x-ndjson',
    contentSchema: line,
  };
}

function linesOf(values: readonly unknown[]): string {
  return values.map((value) => `${JSON.stringify(value)}\n`).join('');
}

/** A file, a range of it, or nothing where the client already has it. */
function describeFile(described: OperationObject, whole: Json): void {
  whole.headers = { ...(whole.headers as Json), ...headersNamed(fileHeaders) };
  const content = whole.content as Json;
  const [some] = Object.values(content);
  described.responses['206'] = {
    description: 'The ranges that were asked for: one as it is, several as `multipart/byteranges`.',
    headers: { ...(whole.headers as Json), ...headersNamed(['Content-Range']) },
    content: { ...content, 'multipart/byteranges': some },
  };
  described.responses['304'] = {
    description: 'The client has it already (`If-None-Match`).',
    headers: headersNamed(['X-Request-Id', ...sameFileHeaders]),
  };
  described.responses['307'] = {
    description:
      'The file lies in a bucket: `Location` is its address there, for five minutes, and needs no key.',
    headers: headersNamed(['X-Request-Id', 'Location', 'Cache-Control']),
  };
  described.parameters = [...(described.parameters ?? []), ...requestHeaders];
}

/** Headers that identify the file, sent with or without its bytes. */
const sameFileHeaders = ['ETag', 'Accept-Ranges', 'Repr-Digest', 'Digest', 'X-Content-Type-Options'];
const fileHeaders = [...sameFileHeaders, 'Content-Disposition'];

/** How many the example of `Range` asks for, from the first one on. */
const EXAMPLE_BYTES = 100;

const requestHeaders: readonly Json[] = [
  [
    'Range',
    'Bytes to send: `bytes=0-1023`, `bytes=-100`, `bytes=0-9,90-99`.',
    `bytes=0-${EXAMPLE_BYTES - 1}`,
  ],
  [
    'If-Range',
    'An `ETag`: ranges are sent only of this very file, else the whole.',
    '"9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08"',
  ],
  [
    'If-None-Match',
    'An `ETag` that the client has.',
    '"60303ae22b998861bce3b28f33eec1be758a213c86c93c076dbe9f558c11c752"',
  ],
].map(([name, description, example]) => ({
  name,
  in: 'header',
  required: false,
  description,
  schema: { type: 'string' },
  example,
}));

/** Every operation validates the header; those that honour it document it. */
function describeIdempotencyKey(described: OperationObject, { idempotency }: Operation): void {
  if (described.parameters === undefined) return;
  described.parameters = described.parameters
    .filter(({ name }) => idempotency !== undefined || name !== 'idempotency-key')
    .map((parameter) =>
      parameter.name === 'idempotency-key'
        ? { ...parameter, name: 'Idempotency-Key', required: idempotency === 'required' }
        : parameter,
    );
}

const sharedHeaders: Json = {
  'X-Request-Id': {
    description: 'Names this request; a well-formed one of the caller is kept.',
    schema: { type: 'string' },
  },
  'RateLimit-Policy': {
    description: 'Requests (`q`) that the key may send in a window of `w` seconds.',
    schema: { type: 'string', examples: ['"key";q=200;w=2'] },
  },
  RateLimit: {
    description: 'Requests that remain (`r`), and seconds until all are there again (`t`).',
    schema: { type: 'string', examples: ['"key";r=199;t=1'] },
  },
  'Cache-Control': {
    description: 'Answers hold personal data: no cache may keep them.',
    schema: { const: 'no-store' },
  },
  'X-Content-Type-Options': {
    description: 'The type of the file is the one that `Content-Type` says.',
    schema: { const: 'nosniff' },
  },
  'X-Accel-Buffering': {
    description: 'A proxy that knows it sends each event on at once.',
    schema: { const: 'no' },
  },
  'Retry-After': { description: 'Whole seconds to wait.', schema: { type: 'integer', minimum: 1 } },
  'WWW-Authenticate': { description: 'The scheme to use.', schema: { const: 'Bearer' } },
  'Idempotent-Replayed': {
    description: '`true` where this is the answer to an earlier request with the same key.',
    schema: { const: 'true' },
  },
  Location: { description: 'An address to go on to.', schema: { type: 'string', format: 'uri' } },
  ETag: { description: 'The SHA-256 of the file, hex, quoted.', schema: { type: 'string' } },
  'Accept-Ranges': { description: 'Ranges are counted in bytes.', schema: { const: 'bytes' } },
  'Content-Disposition': { description: 'A name for the file.', schema: { type: 'string' } },
  'Content-Range': {
    description: 'Which bytes these are, and how many the file has; with 416 only how many.',
    schema: { type: 'string', examples: ['bytes 0-1023/146515'] },
  },
  'Repr-Digest': {
    description: 'SHA-256 of the whole file (RFC 9530).',
    schema: { type: 'string', examples: ['sha-256=:9Yh2…=:'] },
  },
  Digest: {
    description: 'The same in the older form (RFC 3230).',
    schema: { type: 'string', examples: ['sha-256=9Yh2…='] },
  },
  'Original-Request-Id': {
    description: 'With Idempotent-Replayed: the request that was carried out.',
    schema: { type: 'string' },
  },
};

const limitHeaders = ['RateLimit-Policy', 'RateLimit'];
const replayHeaders = ['Idempotent-Replayed', 'Original-Request-Id'];

function everyHeader({ scope }: Operation): readonly string[] {
  return ['X-Request-Id', ...(scope === 'public' ? [] : ['Cache-Control'])];
}

function errorHeaders(status: number, codes: readonly ErrorCode[]): readonly string[] {
  const retry = status === 429 || status === 503 || codes.includes('idempotency_in_progress');
  return [
    ...(retry ? ['Retry-After'] : []),
    ...(status === 401 ? ['WWW-Authenticate'] : []),
    ...(status === 416 ? ['Content-Range'] : []),
  ];
}

function headersNamed(names: readonly string[]): Json {
  return Object.fromEntries(names.map((name) => [name, { $ref: `#/components/headers/${name}` }]));
}

const reference = /"#\/components\/schemas\/([^"]+)"/g;

/** Drops unreferenced schemas, and the suffix «Input» where the answer form is unused. */
function tidySchemas(document: OpenApiDocument): OpenApiDocument {
  const { schemas } = document.components;
  const used = reachable(document.paths, schemas);
  const kept = Object.entries(schemas).filter(([name]) => used.has(name));
  document.components.schemas = Object.fromEntries(kept.sort(([a], [b]) => (a < b ? -1 : 1)));
  const renamed = new Map<string, string>();
  for (const name of used) {
    const short = name.replace(/Input$/, '');
    if (short !== name && !used.has(short)) renamed.set(name, short);
  }
  const text = JSON.stringify(document, (key, value) =>
    key === 'schemas' ? renameKeys(value as Json, renamed) : value,
  );
  return JSON.parse(
    text.replace(reference, (_, name: string) => `"#/components/schemas/${renamed.get(name) ?? name}"`),
  ) as OpenApiDocument;
}

function renameKeys(object: Json, renamed: ReadonlyMap<string, string>): Json {
  return Object.fromEntries(
    Object.entries(object).map(([name, value]) => [renamed.get(name) ?? name, value]),
  );
}

function reachable(root: unknown, schemas: Record<string, Json>): ReadonlySet<string> {
  const found = new Set<string>();
  const open: unknown[] = [root];
  while (open.length > 0) {
    for (const [, name] of JSON.stringify(open.pop()).matchAll(reference)) {
      if (name === undefined || found.has(name)) continue;
      found.add(name);
      open.push(schemas[name]);
    }
  }
  return found;
}
