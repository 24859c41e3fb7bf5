/** The base of the resources: they call an operation by its id. */
import type { Call } from '../call.ts';
import { CounterpartError } from '../errors.ts';
import { type OperationId, operations } from '../operations.generated.ts';
import type { CallOptions } from '../options.ts';
import { List, type Page } from '../page.ts';
import type { Send, Sending } from '../transport.ts';

interface Parts<T = unknown> extends Pick<Sending<T>, 'whenGone' | 'lines' | 'defaults'> {
  readonly path?: Readonly<Record<string, string>>;
  readonly query?: object | undefined;
  readonly body?: unknown;
}

export type Invoke = <T>(operation: OperationId, parts: Parts<T>, options?: CallOptions) => Call<T>;

/**
 * The query of an operation as a method takes it: lists may be read-only. With a `cursor` a list begins
 * there.
 */
export type Query<Data extends { readonly query?: object }> = ReadonlyLists<NonNullable<Data['query']>>;

type ReadonlyLists<T> = { readonly [Key in keyof T]: ReadonlyList<T[Key]> };
type ReadonlyList<Value> = Value extends readonly (infer Row)[] ? readonly Row[] : Value;

export class Resource {
  protected readonly invoke: Invoke;

  constructor(invoke: Invoke) {
    this.invoke = invoke;
  }

  protected rowsOf<Row, Answer extends Page<Row> = Page<Row>>(
    operation: OperationId,
    query: object | undefined,
    options: CallOptions | undefined,
    path?: Readonly<Record<string, string>>,
  ): List<Row, Answer> {
    return new List((cursor) =>
      this.invoke<Answer>(
        operation,
        { ...(path && { path }), query: { ...query, ...(cursor !== undefined && { cursor }) } },
        options,
      ),
    );
  }
}

export function invoker(send: Send, baseUrl: string): Invoke {
  return (operation, { path = {}, query, body, ...rest }, options) => {
    const [method, pattern, ...flags]: readonly [string, string, ...string[]] = operations[operation];
    return send(
      {
        operation,
        method,
        url: () => baseUrl + filled(pattern, path) + searchOf(query),
        body,
        takesKey: flags.includes('key'),
        open: flags.includes('open'),
        answer: flags.includes('stream') ? 'stream' : flags.includes('text') ? 'any' : 'json',
        ...rest,
      },
      options,
    );
  };
}

function filled(pattern: string, path: Readonly<Record<string, string>>): string {
  return pattern.replace(/\{(\w+)\}/g, (_, name: string) => {
    const value = path[name] ?? '';
    // Addresses are normalised before they are sent: `..` would name another operation.
    if (['', '.', '..'].includes(value) || !isWellFormed(value))
      throw new CounterpartError(`${name} must be an id; «${value}» was given`);
    return encodeURIComponent(value);
  });
}

/** Whether it has no half of a surrogate pair. */
function isWellFormed(text: string): boolean {
  return !/\p{Surrogate}/u.test(text);
}

export function searchOf(query: object | undefined): string {
  const given = Object.entries(query ?? {}).filter(([, value]) => value !== undefined);
  const search = new URLSearchParams(
    // A list is the parameter once for each of its values.
    given.flatMap(([name, value]) => [value].flat().map((one): [string, string] => [name, String(one)])),
  ).toString();
  return search === '' ? '' : `?${search}`;
}
