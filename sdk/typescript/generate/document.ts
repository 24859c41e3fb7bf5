/** The parts of docs/openapi.json that the methods are generated from. */
import { readFileSync } from 'node:fs';

export interface Parameter {
  readonly name: string;
  readonly in: 'path' | 'query' | 'header';
  readonly required?: boolean;
}

interface Schema {
  readonly $ref?: string;
  readonly format?: string;
  readonly properties?: Readonly<Record<string, unknown>>;
  readonly required?: readonly string[];
}

type Content = Readonly<Record<string, { readonly schema: Schema }>>;

interface SdkOptions {
  readonly method: string;
  readonly retries?: 0;
  readonly body?: 'optional';
}

export interface Operation {
  readonly operationId: string;
  readonly method: string;
  readonly path: string;
  readonly summary: string;
  readonly description: string;
  readonly deprecated?: boolean;
  readonly security?: readonly unknown[];
  readonly parameters?: readonly Parameter[];
  readonly requestBody?: { readonly required?: boolean; readonly content: Content };
  readonly responses: Readonly<Record<string, { readonly content?: Content }>>;
  readonly 'x-scope'?: string | readonly string[];
  readonly 'x-sdk': string | SdkOptions;
}

interface Document {
  readonly paths: Readonly<Record<string, Readonly<Record<string, Operation>>>>;
  readonly components: { readonly schemas: Readonly<Record<string, Schema>> };
}

const document: Document = JSON.parse(
  readFileSync(new URL('../../../docs/openapi.json', import.meta.url), 'utf8'),
);

export const operations: readonly Operation[] = Object.entries(document.paths).flatMap(([path, methods]) =>
  Object.entries(methods).map(([method, operation]) => ({
    ...operation,
    path,
    method: method.toUpperCase(),
  })),
);

/** `users.upsert` */
export function methodOf(operation: Operation): string {
  return optionsOf(operation).method;
}

export function optionsOf({ 'x-sdk': sdk }: Operation): SdkOptions {
  return typeof sdk === 'string' ? { method: sdk } : sdk;
}

export function parametersIn(place: Parameter['in'], { parameters = [] }: Operation): readonly Parameter[] {
  return parameters.filter((parameter) => parameter.in === place);
}

export function successOf({ responses }: Operation): readonly [type: string, schema: Schema] {
  const [content] = Object.entries(responses).flatMap(([status, answer]) =>
    status < '300' ? [answer.content] : [],
  );
  const [form] = Object.entries(content ?? {});
  if (form === undefined) throw new Error('an operation must have an answer with a body');
  return [form[0], form[1].schema];
}

export function bodyOf({ requestBody }: Operation): Schema | undefined {
  return Object.values(requestBody?.content ?? {})[0]?.schema;
}

export function isForm({ requestBody }: Operation): boolean {
  return requestBody?.content['multipart/form-data'] !== undefined;
}

export const nameOf = ({ $ref }: Schema) => $ref?.slice($ref.lastIndexOf('/') + 1);

export function resolved(schema: Schema): Schema {
  return document.components.schemas[nameOf(schema) ?? ''] ?? schema;
}
