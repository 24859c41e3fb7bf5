import { describeMethod } from './describe-method.ts';
import {
  bodyOf,
  isForm,
  methodOf,
  nameOf,
  type Operation,
  optionsOf,
  parametersIn,
  resolved,
  successOf,
} from './document.ts';

export interface Method {
  readonly name: string;
  readonly text: string;
  /** Whether its types are those of a domain: `D`. */
  readonly isGeneric: boolean;
}

/** Null for an answer of bytes or lines: such a method is written by hand. */
export function writeMethod(operation: Operation): Method | null {
  const [type] = successOf(operation);
  if (type !== 'application/json' && type !== 'text/plain') return null;
  const name = methodOf(operation).split('.')[1]!;
  const ids = parametersIn('path', operation).map((parameter) => parameter.name);
  const query = queryOf(operation);
  const body = bodyTypeOf(operation);
  const parameters = [
    ...ids.map((id) => `${camel(id)}: string`),
    ...(query ? [query.parameter] : []),
    ...(body ? [body.parameter] : []),
    'options?: CallOptions',
  ].join(', ');
  const path = ids.length > 0 && `{ ${ids.map(entryOf).join(', ')} }`;
  const options = optionsOf(operation).retries === 0 ? '{ maxRetries: 0, ...options }' : 'options';
  const row = rowOf(operation);
  const answer = answerOf(operation);
  const parts = [path && `path: ${path}`, query && row === undefined && 'query', body && 'body'].filter(
    (part) => typeof part === 'string',
  );
  const [result, call] =
    row === undefined
      ? [`Call<${answer}>`, `invoke('${operation.operationId}', { ${parts.join(', ')} }, ${options})`]
      : [
          `List<${row}, ${answer}>`,
          `rowsOf('${operation.operationId}', query, options${path ? `, ${path}` : ''})`,
        ];
  return {
    name,
    text: `${describeMethod(operation)}\n${name}(${parameters}): ${result} {\nreturn this.${call};\n}\n`,
    isGeneric: query?.isGeneric === true || body?.isGeneric === true,
  };
}

interface TypedParameter {
  readonly parameter: string;
  readonly isGeneric: boolean;
}

function queryOf(operation: Operation): TypedParameter | undefined {
  const parameters = parametersIn('query', operation);
  // A form has every value.
  if (parameters.length === 0 || isForm(operation)) return undefined;
  const required = parameters.filter((parameter) => parameter.required).map((parameter) => parameter.name);
  const type = `Query<wire.${pascal(operation.operationId)}Data>`;
  return typed(`query${required.length > 0 ? '' : '?'}:`, type, required, operation);
}

function bodyTypeOf(operation: Operation): TypedParameter | undefined {
  const schema = bodyOf(operation);
  if (schema === undefined) return undefined;
  const type = `wire.${nameOf(schema)}`;
  if (optionsOf(operation).body === 'optional') return { parameter: `body: ${type} = {}`, isGeneric: false };
  const mark = operation.requestBody?.required ? '' : '?';
  return typed(`body${mark}:`, type, resolved(schema).required ?? [], operation);
}

/** A domain that must be named is one of the client's; the operator names domains of others. */
function typed(
  start: string,
  type: string,
  required: readonly string[],
  operation: Operation,
): TypedParameter {
  const isGeneric = required.includes('domain') && operation['x-scope'] !== 'operator';
  return { parameter: `${start} ${isGeneric ? `In<D, ${type}>` : type}`, isGeneric };
}

/** The type of a row where the answer is a page of them. A page that a body asks for is answered as it is. */
function rowOf(operation: Operation): string | undefined {
  if (bodyOf(operation) !== undefined) return undefined;
  const { properties = {} } = resolved(successOf(operation)[1]);
  return 'next_cursor' in properties ? `${answerOf(operation)}['data'][number]` : undefined;
}

function answerOf(operation: Operation): string {
  const [type, schema] = successOf(operation);
  if (type === 'text/plain') return 'string';
  return `wire.${nameOf(schema) ?? `${pascal(operation.operationId)}Response`}`;
}

const camel = (name: string) => name.replace(/_(\w)/g, (_, letter: string) => letter.toUpperCase());
const entryOf = (id: string) => (camel(id) === id ? id : `${id}: ${camel(id)}`);
const pascal = (name: string) => name.charAt(0).toUpperCase() + name.slice(1);
