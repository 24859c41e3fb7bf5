/**
 * Requests with one value that the OpenAPI document refuses, for every field and parameter of every
 * operation. They follow from the schemas, so new operations and fields are covered.
 */
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
} from './json-schema.ts';

export interface Described {
  readonly requestBody?: {
    readonly required?: boolean;
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

/** A request with one value that is not taken. */
export interface WrongRequest {
  readonly name: string;
  readonly method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';
  readonly described: Described;
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body?: unknown;
  /** The field's path, in the form of an issue. */
  readonly path: string;
  readonly says: RegExp;
}

export interface WrongDocument {
  readonly paths: Readonly<Record<string, Readonly<Record<string, Described>>>>;
  readonly components: { readonly schemas: Schemas };
}

/** Public operations are left out: they take no key, and their parameters are checked by themselves. */
export function wrongRequests({ paths, components }: WrongDocument): readonly WrongRequest[] {
  const requests = Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods).flatMap(([method, described]) =>
      described.security?.length !== 0 ? wrongRequestsOf(method, path, described, components.schemas) : [],
    ),
  );
  // Another form of the body has it by default.
  return requests.filter(({ name }) => name !== 'POST /v1/adaptations: architecture missing');
}

/** Whether the issue is about the field: at it, within it, at the union that it is in, or naming it. */
export function isIssueOf(
  field: string,
  { path, message }: { readonly path: string; readonly message: string },
): boolean {
  return path.startsWith(field) || field.startsWith(`${path}.`) || message.includes(`«${field}»`);
}

function wrongRequestsOf(
  verb: string,
  template: string,
  described: Described,
  schemas: Schemas,
): readonly WrongRequest[] {
  const method = verb.toUpperCase() as WrongRequest['method'];
  const isFile = takesFile(described);
  const url =
    template.replaceAll(/\{\w+\}/g, 'id_1') + (isFile ? wholeQuery(described) : requiredQuery(described));
  const headers = {
    ...(described.responses['202'] !== undefined && { 'idempotency-key': 'key-wrong-1' }),
    ...(isFile && { 'content-type': 'text/plain' }),
  };
  const body = isFile ? 'I am 30.' : firstExample(described);
  const call = { method, url, headers, described, ...(body !== undefined && { body }) };
  const name = `${method} ${template}`;
  return [
    ...(isFile ? [] : wrongBodies(described, schemas)).map(({ field, wrong, body }) => ({
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
        path: parameter.name.toLowerCase(),
        says: value === '' ? /empty|1 to/ : /./,
      })),
    ),
    {
      ...call,
      name: `${name}: unknown`,
      url: `${url}${url.includes('?') ? '&' : '?'}zzz=1`,
      path: 'zzz',
      says: /unknown query/,
    },
  ];
}

/** Whether the body is a file, with the other values in the query; it may also be a form. */
export function takesFile({ requestBody, parameters = [] }: Described): boolean {
  const isForm = requestBody?.content['multipart/form-data'] !== undefined;
  return isForm && parameters.some(({ in: where }) => where === 'query');
}

const valuesOfFiles: Readonly<Record<string, string>> = { user_id: 'id_1', domain: 'dating', source: 'chat' };

function wholeQuery({ parameters = [] }: Described): string {
  const values = parameters.flatMap(({ name, in: where }) =>
    where === 'query' ? [`${name}=${valuesOfFiles[name]}`] : [],
  );
  return `?${values.join('&')}`;
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
    const field = fieldsOf(form, schemas).find((field) => pathText(field.path) === pathText(above))!;
    const fitting = field.forms.find((form) =>
      typeof next === 'number' ? form.items !== undefined : form.properties?.[next] !== undefined,
    )!;
    whole = withValue(whole, above, sampleOf(fitting, schemas));
  }
  return whole;
}

function valueAt(value: unknown, path: Path): unknown {
  return path.reduce<unknown>((inner, key) => (inner as Record<string, unknown> | undefined)?.[key], value);
}

function wrongParameters(
  { name, in: where, required, schema }: NonNullable<Described['parameters']>[number],
  schemas: Schemas,
): readonly { readonly wrong: string; readonly value?: string }[] {
  const [form] = formsOf(schema, schemas);
  const { minLength = 0, maxLength, maximum, minimum, enum: values, pattern } = form!;
  return [
    ...(required && where !== 'path' ? [{ wrong: 'missing' }] : []),
    ...(minLength > 0 && !/_id$|token/.test(name)
      ? [{ wrong: 'too short', value: 'a'.repeat(minLength - 1) }]
      : []),
    ...(maxLength === undefined ? [] : [{ wrong: 'too long', value: 'a'.repeat(maxLength + 1) }]),
    ...(minimum === undefined ? [] : [{ wrong: 'too small', value: String(minimum - 1) }]),
    ...(maximum === undefined ? [] : [{ wrong: 'too large', value: String(maximum + 1) }]),
    ...(values === undefined ? [] : [{ wrong: 'unknown', value: 'nonsense' }]),
    ...malformed(pattern).map((value) => ({ wrong: 'malformed', value })),
  ];
}

function malformed(pattern = ''): readonly string[] {
  return ['!bad', ' '].filter((value) => !new RegExp(pattern, 'u').test(value)).slice(0, 1);
}

function placed(
  { name, in: where }: { readonly name: string; readonly in: string },
  value: string | undefined,
  template: string,
  { url, headers }: Pick<WrongRequest, 'url' | 'headers'>,
): Partial<WrongRequest> {
  if (value === undefined) return where === 'query' ? { url: url.split('?')[0]! } : { headers: {} };
  if (where === 'query') {
    const [path, query] = url.split('?');
    const values = new URLSearchParams(query);
    values.set(name, value);
    return { url: `${path}?${values}` };
  }
  if (where === 'header') return { headers: { ...headers, [name.toLowerCase()]: value } };
  return { url: template.replaceAll(/\{\w+\}/g, encodeURIComponent(value)) };
}

function pathText(path: Path): string {
  return path.reduce<string>(
    (text, key) => (typeof key === 'number' ? `${text}[${key}]` : text === '' ? key : `${text}.${key}`),
    '',
  );
}
