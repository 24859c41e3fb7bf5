import type { Call } from './call.ts';
import type { AnyDomain, DomainTypes } from './domain.ts';
import { CounterpartError } from './errors.ts';
import type { CallOptions, ClientOptions } from './options.ts';
import { invoker, searchOf } from './resources/resource.ts';
import { Resources } from './resources.generated.ts';
import { createTransport, type Send } from './transport.ts';

/** An operation that this version of the package has no method for. */
export interface RawRequest {
  readonly method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';
  /** Below the base address: `/v1/users`. Ids in it are encoded by the caller. */
  readonly path: string;
  readonly query?: Readonly<Record<string, string | number | boolean | undefined>>;
  /** Sent as JSON. */
  readonly body?: unknown;
}

/**
 * A client of one service and key. `D`: the types of your domains (`counterpart types`); without them any
 * domain and any field may be named. It holds no connection of its own and needs no closing.
 */
export class Counterpart<D extends DomainTypes = AnyDomain> extends Resources<D> {
  readonly #send: Send;
  readonly #baseUrl: string;

  constructor(options: ClientOptions) {
    const baseUrl = originOf(options.baseUrl);
    const send = createTransport(options);
    super(invoker(send, baseUrl));
    this.#baseUrl = baseUrl;
    this.#send = send;
  }

  /**
   * Sends any request with the key, the retries and the errors of the other methods. Every POST gets an
   * Idempotency-Key.
   */
  request<T = unknown>({ method, path, query, body }: RawRequest, options?: CallOptions): Call<T> {
    return this.#send<T>(
      {
        operation: 'request',
        method,
        url: () => this.#baseUrl + absolute(path) + searchOf(query),
        body,
        takesKey: method === 'POST',
        open: false,
        answer: 'any',
      },
      options,
    );
  }
}

function absolute(path: string): string {
  if (!path.startsWith('/')) throw new CounterpartError(`path must begin with /; «${path}» was given`);
  return path;
}

/**
 * Without `/v1` and slashes at the end. Throws where it is no http address, without quoting it: it may hold a
 * password.
 */
function originOf(baseUrl: string): string {
  const url = URL.canParse(baseUrl) ? new URL(baseUrl) : undefined;
  if (!url || !/^https?:$/.test(url.protocol) || /[?#@\s]/.test(baseUrl))
    throw new CounterpartError(
      'baseUrl must be an http address without query or password, for example http://localhost:8080',
    );
  return url.href.replace(/\/+$/, '').replace(/\/v1$/, '');
}
