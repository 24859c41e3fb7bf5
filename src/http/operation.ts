/**
 * An operation of the interface, as data: what `route.ts` registers, what the OpenAPI document is made of, and what
 * ends in one service call. There is no other way to add a route, so that none lacks a name, a scope or a schema.
 */
import type { IncomingHttpHeaders } from 'node:http';
import type { z } from 'zod';
import type { Caller } from '../accounts/authenticate.ts';
import type { TenantId } from '../contract/brands.ts';
import type { ErrorCode } from '../contract/errors.ts';
import { Job } from '../contract/job.ts';
import type { AcceptedJob, RequestClaim } from '../jobs/accept-job.ts';
import type { Job as StoredJob } from '../storage/job-store.ts';
import type { Scope } from '../storage/store.ts';

/** One scope, or several of which any will do. `public` operations need no key: probes, metrics, links that open themselves. */
type OperationScope = Scope | readonly [Scope, ...Scope[]] | 'public';

interface OperationInput<Body, Query, Parameters> {
  readonly caller: Caller;
  readonly body: Body;
  readonly query: Query;
  readonly parameters: Parameters;
  readonly headers: IncomingHttpHeaders;
  /** A GET is asked by HEAD too. */
  readonly method: string;
  readonly requestId: string;
  /** Where the caller reaches the service: `https://match.example.com`, no slash at its end. */
  readonly origin: string;
  /** Aborts when the client has gone. */
  readonly signal: AbortSignal;
  /** Of operations that make a job: the idempotency key, to be claimed with it; null where none was sent. */
  readonly claim: RequestClaim;
}

interface OperationAnswer<Schema extends z.ZodType> {
  readonly status: 200 | 202;
  readonly description: string;
  readonly schema: Schema;
  /** Default `application/json`. */
  readonly contentType?: string;
  /** Of a stream, whose file says which of them it is. */
  readonly fileTypes?: readonly string[];
  readonly example?: unknown;
}

/** Bytes as they come: the body is read no faster than the client takes it, and no longer than it is there. */
export interface StreamedAnswer {
  readonly status: 200 | 206 | 304;
  readonly headers: Readonly<Record<string, string | number>>;
  readonly body: AsyncIterable<Uint8Array> | null;
}

interface Description<Body extends z.ZodType, Query extends z.ZodType, Parameters extends z.ZodType> {
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
  /** Requests that stand in the documentation, by name. */
  readonly examples?: Readonly<Record<string, z.input<Body>>>;
  /** Codes beyond those that every operation has. */
  readonly errors: readonly ErrorCode[];
  /** Where a code has another status than in the table, beside that one. */
  readonly alsoAs?: Readonly<Partial<Record<ErrorCode, number>>>;
  readonly deprecated?: true;
  /** Body keys of free text: at most 256 KiB of UTF-8 each, else 413. */
  readonly texts?: readonly string[];
  /** Bytes; default: the setting. */
  readonly bodyLimit?: number;
}

type Input<Body extends z.ZodType, Query extends z.ZodType, Parameters extends z.ZodType> = OperationInput<
  z.output<Body>,
  z.output<Query>,
  z.output<Parameters>
>;

export interface OperationDescription<
  Body extends z.ZodType,
  Query extends z.ZodType,
  Parameters extends z.ZodType,
  Answer extends z.ZodType,
> extends Description<Body, Query, Parameters> {
  readonly answer: OperationAnswer<Answer>;
  /** Whether `Idempotency-Key` is honoured. */
  readonly idempotency?: 'optional';
  /** A body key that serves as one. */
  readonly keyInBody?: string;
  readonly handle: (input: Input<Body, Query, Parameters>) => Promise<z.output<Answer>>;
}

/** `view` gives null where the job itself is the answer; the rest of the body but `request_id`. */
export interface JobAnswerForm<Body> {
  readonly schema: z.ZodType;
  readonly description: string;
  readonly view: (job: StoredJob, body: Body) => Readonly<Record<string, unknown>> | null;
}

interface JobOperationDescription<
  Body extends z.ZodType,
  Query extends z.ZodType,
  Parameters extends z.ZodType,
> extends Description<Body, Query, Parameters> {
  readonly idempotency: 'optional' | 'required';
  /** Where callers are answered with something else than the job: its schema, and what it says. */
  readonly answerWith?: JobAnswerForm<z.output<Body>>;
  /** Hands `claim` on to where the job is made. */
  readonly handle: (input: Input<Body, Query, Parameters>) => Promise<AcceptedJob>;
}

interface StreamOperationDescription<
  Body extends z.ZodType,
  Query extends z.ZodType,
  Parameters extends z.ZodType,
> extends Description<Body, Query, Parameters> {
  readonly answer: OperationAnswer<z.ZodType>;
  readonly handle: (
    input: Input<Body, Query, Parameters>,
  ) => Promise<{ readonly tenant: TenantId; readonly answer: StreamedAnswer }>;
}

interface Erased extends Omit<Description<z.ZodType, z.ZodType, z.ZodType>, 'examples'> {
  readonly examples?: Readonly<Record<string, unknown>>;
  readonly answer: OperationAnswer<z.ZodType>;
  readonly idempotency?: 'optional' | 'required';
  readonly keyInBody?: string;
}

/** What every operation takes in, types forgotten: schemas guarantee at run time what the types said. */
type AnyInput = OperationInput<unknown, unknown, unknown>;

/** `value`: JSON by the answer's schema; `job`: 202 with the job; `stream`: bytes. */
export type Operation = Erased &
  (
    | { readonly answers: 'value'; readonly handle: (input: AnyInput) => Promise<unknown> }
    | {
        readonly answers: 'job';
        readonly answerWith?: JobAnswerForm<unknown>;
        readonly handle: (input: AnyInput) => Promise<AcceptedJob>;
      }
    | {
        readonly answers: 'stream';
        readonly handle: (
          input: AnyInput,
        ) => Promise<{ readonly tenant: TenantId; readonly answer: StreamedAnswer }>;
      }
  );

export function operation<
  Answer extends z.ZodType,
  Body extends z.ZodType = z.ZodUndefined,
  Query extends z.ZodType = z.ZodUndefined,
  Parameters extends z.ZodType = z.ZodUndefined,
>(description: OperationDescription<Body, Query, Parameters, Answer>): Operation {
  return { ...description, answers: 'value' } as unknown as Operation;
}

/** An operation whose work a job does: 202 with the job, once for an `Idempotency-Key`. */
export function jobOperation<
  Body extends z.ZodType = z.ZodUndefined,
  Query extends z.ZodType = z.ZodUndefined,
  Parameters extends z.ZodType = z.ZodUndefined,
>(description: JobOperationDescription<Body, Query, Parameters>): Operation {
  const answer = {
    status: 202,
    description: 'The job that does it. Poll GET /v1/jobs/{job_id} until it has ended.',
    schema: Job,
    ...description.answerWith,
  } as const;
  return { ...description, answer, answers: 'job' } as unknown as Operation;
}

/** An operation that answers with bytes of a file. */
export function streamOperation<
  Body extends z.ZodType = z.ZodUndefined,
  Query extends z.ZodType = z.ZodUndefined,
  Parameters extends z.ZodType = z.ZodUndefined,
>(description: StreamOperationDescription<Body, Query, Parameters>): Operation {
  return { ...description, answers: 'stream' } as unknown as Operation;
}
