/**
 * Checks the error messages of every field of every operation: sends invalid values for each field and checks
 * the message against common rules. The values follow from the OpenAPI document, so new fields are covered.
 */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type FakeServer, fakeServer, keyFor } from '../testing/http-fakes.ts';
import {
  type Field,
  fieldsOf,
  formsOf,
  type Path,
  type Schema,
  type Schemas,
  sampleOf,
  withValue,
  wrongValues,
} from '../testing/json-schema.ts';
import { rulesBroken } from '../testing/message-rules.ts';

interface Described {
  readonly requestBody?: {
    readonly content: Readonly<
      Record<string, { readonly schema: Schema; readonly examples?: Record<string, { value: object }> }>
    >;
  };
  readonly parameters?: readonly {
    readonly name: string;
    readonly in: string;
    readonly required?: boolean;
    readonly schema: Schema;
  }[];
  readonly responses: Readonly<Record<string, unknown>>;
  readonly security?: readonly unknown[];
  readonly 'x-scope'?: string | readonly string[];
}

interface Issue {
  readonly path: string;
  readonly message: string;
  readonly in: string;
}

/** A request with one value that is not taken. */
interface Wrong {
  readonly name: string;
  readonly method: 'GET' | 'POST' | 'DELETE';
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body?: unknown;
  /** The field's path, in the form of an issue. */
  readonly path: string;
  readonly says: RegExp;
}

let server: FakeServer;
let wrongs: readonly Wrong[];

beforeAll(async () => {
  server = await fakeServer();
  const { paths, components } = (await server.app.inject('/v1/openapi.json')).json();
  wrongs = Object.entries(paths as Record<string, Record<string, Described>>).flatMap(([path, methods]) =>
    Object.entries(methods).flatMap(([method, described]) =>
      described.security === undefined ? wrongRequests(method, path, described, components.schemas) : [],
    ),
  );
});
afterAll(() => server.app.close());

function wrongRequests(
  verb: string,
  template: string,
  described: Described,
  schemas: Schemas,
): readonly Wrong[] {
  const method = verb.toUpperCase() as Wrong['method'];
  const url = template.replaceAll(/\{\w+\}/g, 'id_1') + requiredQuery(described);
  const headers = {
    authorization: `Bearer ${keyFor(described)}`,
    ...(described.responses['202'] !== undefined && { 'idempotency-key': 'key-wrong-1' }),
  };
  const call = { method, url, headers };
  const name = `${method} ${template}`;
  return [
    ...wrongBodies(described, schemas).map(({ field, wrong, body }) => ({
      ...call,
      name: `${name}: ${pathText(field)} ${wrong.name}`,
      body,
      path: pathText(field),
      says: wrong.says,
    })),
    ...(described.parameters ?? []).flatMap((parameter) =>
      wrongParameters(parameter, schemas).map(({ wrong, value }) => ({
        ...call,
        name: `${name}: ${parameter.in} ${parameter.name} ${wrong}`,
        ...placed(parameter, value, template, call),
        ...(firstExample(described) !== undefined && { body: firstExample(described) }),
        path: parameter.name.toLowerCase(),
        says: value === '' ? /empty|1 to/ : /./,
      })),
    ),
    ...(method === 'GET'
      ? [{ ...call, name: `${name}: unknown`, url: `${url}?zzz=1`, path: 'zzz', says: /unknown query/ }]
      : []),
  ];
}

/** The required query of an operation with a body: a body is checked before the query. */
function requiredQuery({ requestBody, parameters = [] }: Described): string {
  const needed = parameters.filter(({ in: where, required }) => where === 'query' && required);
  return requestBody === undefined || needed.length === 0
    ? ''
    : `?${needed.map(({ name }) => `${name}=dating`).join('&')}`;
}

function firstExample({ requestBody }: Described): object | undefined {
  const [first] = Object.values(requestBody?.content['application/json']?.examples ?? {});
  return first?.value;
}

function wrongBodies({ requestBody }: Described, schemas: Schemas) {
  const { schema, examples = {} } = requestBody?.content['application/json'] ?? {};
  if (schema === undefined) return [];
  const values = Object.values(examples).map(({ value }) => value);
  return formsOf(schema, schemas).flatMap((form) => {
    const known = new Set(Object.keys(form.properties ?? {}));
    const example = values.find(
      (value) =>
        Object.keys(value).every((key) => known.has(key)) &&
        Object.entries(form.properties ?? {}).every(([key, { const: only }]) => fits(value, key, only)) &&
        (form.required ?? []).every((key) => key in value),
    );
    const base = example ?? sampleOf(form, schemas);
    return fieldsOf(form, schemas).flatMap((field) =>
      wrongValues(field, schemas).map((wrong) => ({
        field: wrong.name === 'an unknown key' ? [...field.path, 'zzz'] : field.path,
        wrong,
        body: withValue(withSurroundings(base, form, field, schemas), field.path, wrong.value),
      })),
    );
  });
}

function fits(value: object, key: string, only: unknown): boolean {
  return only === undefined || !(key in value) || (value as Record<string, unknown>)[key] === only;
}

/** Objects and lists on the way to a field that the example leaves out, made of the schema. */
function withSurroundings(base: unknown, form: Schema, { path }: Field, schemas: Schemas): unknown {
  let whole = base;
  for (let depth = 1; depth < path.length; depth++) {
    const above = path.slice(0, depth);
    const next = path[depth]!;
    if (valueAt(whole, above) !== undefined && typeof valueAt(whole, above) === 'object') continue;
    const field = fieldsOf(form, schemas).find((one) => pathText(one.path) === pathText(above))!;
    const fitting = field.forms.find((one) =>
      typeof next === 'number' ? one.items !== undefined : one.properties?.[next] !== undefined,
    )!;
    whole = withValue(whole, above, sampleOf(fitting, schemas));
  }
  return whole;
}

function valueAt(value: unknown, path: Path): unknown {
  return path.reduce<unknown>((inner, key) => (inner as Record<string, unknown> | undefined)?.[key], value);
}

function wrongParameters(
  { name, schema }: { readonly name: string; readonly schema: Schema },
  schemas: Schemas,
) {
  const [form] = formsOf(schema, schemas);
  const { minLength = 0, maxLength, maximum, minimum, enum: values, pattern } = form!;
  return [
    ...(minLength > 0 && !/_id$|token/.test(name)
      ? [{ wrong: 'too short', value: 'a'.repeat(minLength - 1) }]
      : []),
    ...(maxLength === undefined ? [] : [{ wrong: 'too long', value: 'a'.repeat(maxLength + 1) }]),
    ...(minimum === undefined ? [] : [{ wrong: 'too small', value: String(minimum - 1) }]),
    ...(maximum === undefined ? [] : [{ wrong: 'too large', value: String(maximum + 1) }]),
    ...(values === undefined ? [] : [{ wrong: 'unknown', value: 'nonsense' }]),
    ...(pattern === undefined || /u0000/.test(pattern) ? [] : [{ wrong: 'malformed', value: '!bad' }]),
  ];
}

function placed(
  { name, in: where }: { readonly name: string; readonly in: string },
  value: string,
  template: string,
  { url, headers }: Pick<Wrong, 'url' | 'headers'>,
): Partial<Wrong> {
  if (where === 'query') return { url: `${url.split('?')[0]}?${name}=${encodeURIComponent(value)}` };
  if (where === 'header') return { headers: { ...headers, [name.toLowerCase()]: value } };
  return { url: template.replaceAll(/\{\w+\}/g, encodeURIComponent(value)) };
}

function pathText(path: Path): string {
  return path.reduce<string>(
    (text, key) => (typeof key === 'number' ? `${text}[${key}]` : text === '' ? key : `${text}.${key}`),
    '',
  );
}

/** Nothing on the other side of «was given» but a value, its kind or its size. */
const given =
  /was given (?:an array|an object|an empty (?:array|string|object)|the string "|-?\d|true|false|null|\d+ (?:items?|characters?))/;

test('many wrong values are sent', () => {
  expect(wrongs.length).toBeGreaterThan(1000);
  expect(new Set(wrongs.map(({ url }) => url.split('?')[0])).size).toBeGreaterThan(30);
});

test('every message names its field, says what was given, and reads well', async () => {
  const found: string[] = [];
  for (const { name, method, url, headers, body, path, says } of wrongs) {
    const answer = await server.app.inject({
      method,
      url,
      headers,
      ...(body !== undefined && { payload: body as object }),
    });
    // Another form of the body has it by default.
    if (name === 'POST /v1/adaptations: architecture missing') continue;
    if (answer.statusCode !== 400) {
      found.push(`${name}: status ${answer.statusCode}`);
      continue;
    }
    const { error } = answer.json();
    const issues: readonly Issue[] = error.details.issues;
    const own = issues.filter(
      (issue) =>
        issue.path === path ||
        path.startsWith(`${issue.path}.`) ||
        issue.path.startsWith(path) ||
        issue.message.includes(`«${path}»`),
    );
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
