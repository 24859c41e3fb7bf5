/**
 * An operation of the interface, as data: what `route.ts` registers, what the OpenAPI document is made of, and what
 * ends in one service call. There is no other way to add a route, so that none lacks a name, a scope or a schema.
 */
import type { z } from 'zod';
import type { Caller } from '../accounts/authenticate.ts';
import type { ErrorCode } from '../contract/errors.ts';
import type { Scope } from '../storage/store.ts';

/** `public` operations need no key: probes, metrics and the interface's own description. */
type OperationScope = Scope | 'public';

interface OperationInput<Body, Query, Parameters> {
  readonly caller: Caller;
  readonly body: Body;
  readonly query: Query;
  readonly parameters: Parameters;
  readonly requestId: string;
  /** Aborts when the client has gone. */
  readonly signal: AbortSignal;
}

interface OperationAnswer<Schema extends z.ZodType> {
  readonly status: 200 | 202;
  readonly description: string;
  readonly schema: Schema;
  /** Default `application/json`. */
  readonly contentType?: string;
  readonly example?: unknown;
}

export interface OperationDescription<
  Body extends z.ZodType,
  Query extends z.ZodType,
  Parameters extends z.ZodType,
  Answer extends z.ZodType,
> {
  readonly operationId: string;
  readonly method: 'GET' | 'POST' | 'DELETE';
  /** `/v1/users/:user_id` */
  readonly path: string;
  readonly scope: OperationScope;
  readonly tag: string;
  readonly summary: string;
  readonly description: string;
  readonly body?: Body;
  readonly query?: Query;
  readonly parameters?: Parameters;
  readonly answer: OperationAnswer<Answer>;
  /** Requests that stand in the documentation, by name. */
  readonly examples?: Readonly<Record<string, z.input<Body>>>;
  /** Codes beyond those that every operation has. */
  readonly errors: readonly ErrorCode[];
  /** Whether `Idempotency-Key` is honoured. */
  readonly idempotency?: 'optional' | 'required';
  /** Body keys of free text: at most 256 KiB of UTF-8 each, else 413. */
  readonly texts?: readonly string[];
  /** Bytes; default: the setting. */
  readonly bodyLimit?: number;
  readonly handle: (
    input: OperationInput<z.output<Body>, z.output<Query>, z.output<Parameters>>,
  ) => Promise<z.output<Answer>>;
}

/** The same with its types forgotten: schemas guarantee at run time what the types said. */
export type Operation = Omit<
  OperationDescription<z.ZodType, z.ZodType, z.ZodType, z.ZodType>,
  'handle' | 'examples'
> & {
  readonly examples?: Readonly<Record<string, unknown>>;
  readonly handle: (input: OperationInput<unknown, unknown, unknown>) => Promise<unknown>;
};

export function operation<
  Answer extends z.ZodType,
  Body extends z.ZodType = z.ZodUndefined,
  Query extends z.ZodType = z.ZodUndefined,
  Parameters extends z.ZodType = z.ZodUndefined,
>(description: OperationDescription<Body, Query, Parameters, Answer>): Operation {
  return description as unknown as Operation;
}
