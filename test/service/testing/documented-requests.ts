/**
 * Requests that the OpenAPI document shows: for each operation its parameters, headers and bodies as the
 * examples have them.
 */

export type Json = Record<string, unknown>;

interface Parameter {
  readonly name: string;
  readonly in: 'path' | 'query' | 'header';
  readonly required?: boolean;
  readonly example?: unknown;
}

interface MediaType {
  readonly schema: unknown;
  readonly example?: unknown;
  readonly examples?: Readonly<Record<string, { readonly value: unknown }>>;
}

interface DocumentedAnswer {
  readonly headers?: Readonly<Record<string, { readonly $ref: string }>>;
  readonly content?: Readonly<Record<string, MediaType>>;
}

interface DescribedOperation {
  readonly operationId: string;
  readonly security?: readonly unknown[];
  readonly 'x-scope'?: string | readonly string[];
  readonly parameters?: readonly Parameter[];
  readonly requestBody?: { readonly content: Readonly<Record<string, MediaType>> };
  readonly responses: Readonly<Record<string, DocumentedAnswer>>;
}

export interface DocumentedOperation extends DescribedOperation {
  readonly method: string;
  readonly path: string;
}

export interface InterfaceDocument {
  readonly paths: Readonly<Record<string, Readonly<Record<string, DescribedOperation>>>>;
  readonly components: {
    readonly schemas: Readonly<Record<string, unknown>>;
    readonly headers: Readonly<Record<string, { readonly schema: unknown }>>;
  };
}

export interface DocumentedRequest {
  readonly operation: DocumentedOperation;
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string | undefined;
}

export function operationsOf({ paths }: InterfaceDocument): readonly DocumentedOperation[] {
  return Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => ({
      method: method.toUpperCase(),
      path,
      ...operation,
    })),
  );
}

/**
 * The requests of an operation: one for each example of a body, with all parameters. A GET has another one
 * with the required parameters alone. `made`: values in place of those of the examples, by the name of the
 * parameter or of the body's key. There `undefined` leaves the parameter out, and null in a body stays. A
 * parameter or body without an example is an error.
 */
export function requestsOf(
  operation: DocumentedOperation,
  made: Readonly<Record<string, string | undefined>>,
): readonly DocumentedRequest[] {
  const parameters = operation.parameters ?? [];
  const values = Object.fromEntries(
    parameters.map((parameter) => [parameter.name, exampleValue(operation, parameter, made)]),
  );
  const bodies = bodiesOf(operation, made);
  const whole = bodies.map((body, n) =>
    requestOf(operation, parameters, { ...values, ...keyOf(values, n) }, body),
  );
  const required = parameters.filter((parameter) => parameter.required === true);
  if (operation.method !== 'GET' || required.length === parameters.length) return whole;
  return [...whole, requestOf(operation, required, values, undefined)];
}

function exampleValue(
  { operationId }: DocumentedOperation,
  { name, example }: Parameter,
  made: Readonly<Record<string, string | undefined>>,
): string | undefined {
  if (example === undefined) throw new Error(`${operationId}: the parameter «${name}» has no example`);
  return name in made ? made[name] : String(example);
}

/** Requests of one operation differ, and so must their keys. */
function keyOf(values: Readonly<Record<string, string | undefined>>, n: number) {
  const key = values['Idempotency-Key'];
  return key === undefined || n === 0 ? {} : { 'Idempotency-Key': `${key}-${n}` };
}

interface Body {
  readonly type: string;
  readonly text: string;
}

function bodiesOf(
  { operationId, requestBody }: DocumentedOperation,
  made: Readonly<Record<string, string | undefined>>,
): readonly (Body | undefined)[] {
  if (requestBody === undefined) return [undefined];
  const bodies = Object.entries(requestBody.content).flatMap(([type, { examples = {} }]) =>
    Object.values(examples).map(({ value }) => ({
      type,
      text:
        typeof value === 'string'
          ? value
          : JSON.stringify(value, (key, inner) => (inner === null ? null : (made[key] ?? inner))),
    })),
  );
  if (bodies.length === 0) throw new Error(`${operationId}: the body has no example`);
  return bodies;
}

function requestOf(
  operation: DocumentedOperation,
  parameters: readonly Parameter[],
  values: Readonly<Record<string, string | undefined>>,
  body: Body | undefined,
): DocumentedRequest {
  const given = parameters.flatMap(({ name, in: part }) => {
    const value = values[name];
    return value === undefined ? [] : [{ name, part, value }];
  });
  const path = operation.path.replaceAll(/\{(\w+)\}/g, (_, name: string) =>
    encodeURIComponent(values[name] ?? ''),
  );
  const query = new URLSearchParams(
    given.filter(({ part }) => part === 'query').map(({ name, value }): [string, string] => [name, value]),
  ).toString();
  const inHeaders = given.filter(({ part }) => part === 'header').map(({ name, value }) => [name, value]);
  return {
    operation,
    url: query === '' ? path : `${path}?${query}`,
    headers: { ...(body !== undefined && { 'Content-Type': body.type }), ...Object.fromEntries(inHeaders) },
    body: body?.text,
  };
}
