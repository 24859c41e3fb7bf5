/**
 * Compares answers with docs/openapi.json: the status, the code of an error, the headers, and the body by its
 * schema. Answers that belong to no operation are described in docs/reference/http.md; they are compared with
 * the list `outsideOperations`.
 */
import { readFileSync } from 'node:fs';
import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js';
import addFormats from 'ajv-formats';

export interface GivenAnswer {
  readonly method: string;
  /** With or without a query. */
  readonly url: string;
  readonly status: number;
  readonly headers: Readonly<Record<string, unknown>>;
  readonly body: string;
}

type Json = Record<string, unknown>;

interface Described {
  readonly operationId: string;
  readonly requestBody?: unknown;
  readonly responses: Readonly<
    Record<string, { readonly headers?: Json; readonly content?: Readonly<Record<string, Json>> }>
  >;
}

/** Headers that HTTP itself has, and those of every answer that ends its connection. */
const plainHeaders = new Set([
  'content-type',
  'content-length',
  'date',
  'connection',
  'keep-alive',
  'transfer-encoding',
  'vary',
]);

/** Headers of answers after the key was accepted. */
const keyHeaders = ['cache-control', 'ratelimit-policy', 'ratelimit'];

/** Answers that belong to no operation, by status: the codes of their bodies, and their headers. */
export const outsideOperations: Readonly<
  Record<number, { readonly codes: readonly string[]; readonly headers: readonly string[] }>
> = {
  // OPTIONS.
  204: { codes: [], headers: ['allow'] },
  // A faulty `Host`, or an address that is no address.
  400: { codes: ['invalid_request'], headers: [] },
  404: { codes: ['not_found'], headers: [] },
  405: { codes: ['method_not_allowed'], headers: ['allow'] },
  // A body that is too slow, too large, or of another type, sent to an operation that takes none.
  408: { codes: ['invalid_request'], headers: keyHeaders },
  413: { codes: ['payload_too_large'], headers: keyHeaders },
  415: { codes: ['unsupported_media_type'], headers: keyHeaders },
  // An `Expect` other than `100-continue`.
  417: { codes: ['invalid_request'], headers: [] },
};

const BODY_REFUSALS: readonly number[] = [408, 413, 415];

const file = new URL('../../docs/openapi.json', import.meta.url);

export interface AnswerChecker {
  /** The parts of the answer that the document does not describe; empty where it describes all. */
  faultsOf(answer: GivenAnswer): readonly string[];
}

export function createAnswerChecker(document = JSON.parse(readFileSync(file, 'utf8'))): AnswerChecker {
  const ajv = new Ajv2020({ strict: false, allErrors: false, validateFormats: true });
  (addFormats as unknown as (to: Ajv2020) => void)(ajv);
  // Formats of the document that are no formats of strings: bytes of a file, the form of a field.
  for (const name of ['binary', 'geo']) ajv.addFormat(name, true);
  ajv.addSchema(document, 'document');
  const compiled = new Map<string, ValidateFunction>();
  const routes = Object.entries(document.paths as Record<string, Record<string, Described>>).map(
    ([path, methods]) => ({
      path,
      pattern: new RegExp(`^${path.replaceAll('.', '\\.').replaceAll(/\{\w+\}/g, '[^/]*')}$`),
      methods,
    }),
  );
  // A path without parameters goes before one with them, as in the router.
  routes.sort((a, b) => Number(a.path.includes('{')) - Number(b.path.includes('{')));

  function validator(pointer: string): ValidateFunction {
    const known = compiled.get(pointer) ?? ajv.compile({ $ref: `document#${pointer}` });
    compiled.set(pointer, known);
    return known;
  }

  function bodyFaults(pointer: string, value: unknown): readonly string[] {
    const validate = validator(pointer);
    if (validate(value)) return [];
    return (validate.errors ?? []).map(
      ({ instancePath, message, params }) =>
        `the body is not of its schema: ${instancePath} ${message} ${JSON.stringify(params)}`,
    );
  }

  function operationFaults(
    path: string,
    method: string,
    described: Described,
    answer: GivenAnswer,
  ): readonly string[] {
    const response = described.responses[answer.status];
    if (response === undefined) return [`${described.operationId} has no status ${answer.status}`];
    const known = new Set(Object.keys(response.headers ?? {}).map((name) => name.toLowerCase()));
    const faults = headerFaults(answer, known);
    const type = mediaTypeOf(answer);
    // A HEAD has the headers of its GET alone; a 304 no body.
    if (type === undefined || answer.body === '') return faults;
    if (response.content?.[type] === undefined)
      return [...faults, `the media type ${type} is not documented`];
    const pointer = ['paths', path, method, 'responses', String(answer.status), 'content', type, 'schema'];
    const at = pointer
      .map((part) => `/${encodeURIComponent(part.replaceAll('~', '~0').replaceAll('/', '~1'))}`)
      .join('');
    if (type === 'application/json') return [...faults, ...bodyFaults(at, JSON.parse(answer.body))];
    if (type !== 'application/x-ndjson') return faults;
    const lines = completeLines(answer.body);
    return [...faults, ...lines.flatMap((line) => bodyFaults(`${at}/contentSchema`, JSON.parse(line)))];
  }

  return {
    faultsOf(answer) {
      const path = pathOf(answer.url);
      // The console's page and sessions are no operations; below it `/v1/…` has headers of a page as well.
      if (/^\/(docs|console)(\/|$)/.test(decoded(path))) return [];
      const method = (answer.method === 'HEAD' ? 'GET' : answer.method).toLowerCase();
      const route = routes.find(
        ({ pattern, methods }) => pattern.test(path) && methods[method] !== undefined,
      );
      const described = route?.methods[method];
      const faults =
        described === undefined || isOutside(described, answer)
          ? outsideFaults(answer)
          : operationFaults(route!.path, method, described, answer);
      return faults.map((fault) => `${answer.method} ${route?.path ?? path} ${answer.status}: ${fault}`);
    },
  };
}

function decoded(path: string): string {
  try {
    return decodeURIComponent(path);
  } catch {
    return path;
  }
}

function pathOf(url: string): string {
  return url.replace(/^https?:\/\/[^/]*/i, '').replace(/[?#].*$/s, '');
}

function mediaTypeOf({ headers }: GivenAnswer): string | undefined {
  return headers['content-type'] === undefined
    ? undefined
    : String(headers['content-type']).split(';')[0]!.trim();
}

function headerFaults({ headers }: GivenAnswer, known: ReadonlySet<string>): readonly string[] {
  return Object.keys(headers)
    .map((name) => name.toLowerCase())
    .filter((name) => !plainHeaders.has(name) && !known.has(name))
    .map((name) => `the header ${name} is not documented`);
}

/** Refusals by the head of the request alone, on any path. */
function isOutside({ requestBody, responses }: Described, { status }: GivenAnswer): boolean {
  if (status === 417) return true;
  return requestBody === undefined && responses[status] === undefined && BODY_REFUSALS.includes(status);
}

function outsideFaults(answer: GivenAnswer): readonly string[] {
  const known = outsideOperations[answer.status];
  if (known === undefined)
    return ['no operation has this answer, and docs/reference/http.md does not name it'];
  const faults = headerFaults(answer, new Set(['x-request-id', ...known.headers]));
  if (answer.body === '') return faults;
  const { error } = JSON.parse(answer.body) as { readonly error?: { readonly code?: string } };
  return known.codes.includes(error?.code ?? '')
    ? faults
    : [...faults, `the code ${error?.code} is not documented`];
}

/** An answer that was cut off has a last line without its end. */
function completeLines(text: string): readonly string[] {
  return text
    .slice(0, text.lastIndexOf('\n') + 1)
    .split('\n')
    .filter((line) => line !== '');
}
