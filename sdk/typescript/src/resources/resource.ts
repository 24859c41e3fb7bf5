/** The base of the resources: they call an operation by its id. */
import type { Call } from '../call.ts';
import { CounterpartError } from '../errors.ts';
import { type Answers, type OperationId, operations } from '../operations.ts';
import type { CallOptions } from '../options.ts';
import { List, type Page } from '../page.ts';
import type { Send, Sending } from '../transport.ts';

interface Parts<T = unknown> extends Pick<Sending<T>, 'whenGone' | 'lines' | 'defaults'> {
  readonly path?: Readonly<Record<string, string>>;
  readonly query?: object | undefined;
  readonly body?: unknown;
}

export type Invoke = <Id extends OperationId, T = Answers[Id]>(
  operation: Id,
  parts: Parts<T>,
  options?: CallOptions,
) => Call<T>;

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
      this.invoke<OperationId, Answer>(
        operation,
        { ...(path && { path }), query: { ...query, ...(cursor !== undefined && { cursor }) } },
        options,
      ),
    );
  }
}

const unlikeJson: { readonly [Id in OperationId]?: Sending<unknown>['answer'] } = {
  download: 'stream',
  getMetrics: 'any',
};

export function invoker(send: Send, baseUrl: string): Invoke {
  return (operation, { path = {}, query, body, ...rest }, options) => {
    const [method, pattern, flag] = operations[operation] as readonly [string, string, string?];
    return send(
      {
        operation,
        method,
        url: () => baseUrl + filled(pattern, path) + searchOf(query),
        body,
        takesKey: flag === 'key',
        open: flag === 'open',
        answer: unlikeJson[operation] ?? 'json',
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
