/**
 * An operation of the API as data. `route.ts` registers it and the OpenAPI document describes it; its handler
 * is one service call. There is no other way to add a route, so every route has a name, a scope and schemas.
 */
import type { IncomingHttpHeaders } from 'node:http';
import type { z } from 'zod';
import type { TenantId } from '../../contract/brands.ts';
import type { ApiError, ErrorCode } from '../../contract/errors.ts';
import { Job } from '../../contract/job.ts';
import type { StageTimes } from '../../matching/match/stage-times.ts';
import type { AcceptedJob, RequestClaim } from '../../platform/jobs/accept-job.ts';
import type { AnsweredClaim, StoredAnswer } from '../../platform/storage/idempotency-store.ts';
import type { Job as StoredJob } from '../../platform/storage/job.ts';
import type { Scope } from '../../platform/storage/store.ts';
import type { Caller } from '../accounts/authenticate.ts';

/**
 * One scope, or several of which any suffices. `public` operations need no key: probes, metrics, download
 * links.
 */
type OperationScope = Scope | readonly [Scope, ...Scope[]] | 'public';

/** Its method in the clients: resource and name. */
type SdkMethod = `${string}.${string}`;

interface SdkOptions {
  readonly method: SdkMethod;
  /**
   * Attempts after the first one that a client makes by itself. 0: a second attempt would do the work twice.
   */
  readonly retries?: 0;
  /** The method may be called without a body, and then sends an empty one. */
  readonly body?: 'optional';
}

interface OperationInput<Body, Query, Parameters> {
  readonly caller: Caller;
  readonly body: Body;
  readonly query: Query;
  readonly parameters: Parameters;
  readonly headers: IncomingHttpHeaders;
  /** The method; a GET also serves HEAD. */
  readonly method: string;
  readonly requestId: string;
  /** Address of the service as the caller sees it: `https://match.example.com`, without a final slash. */
  readonly origin: string;
  /** Aborts when the client disconnects. */
  readonly signal: AbortSignal;
  /** The caller by the credential of the request as it is now. Throws 401 once the key has ended. */
  readonly callerNow: () => Promise<Caller>;
  /** For the log of slow requests. */
  readonly noteStageTimes: (times: StageTimes) => void;
  /** Jobs only: the idempotency key to claim with the job; null where none was sent. */
  readonly claim: RequestClaim;
}

interface OperationAnswer<Schema extends z.ZodType> {
  readonly status: 200 | 202;
  readonly description: string;
  readonly schema: Schema;
  /** Default `application/json`. */
  readonly contentType?: string;
  /** Streams only: media types of the files. */
  readonly fileTypes?: readonly string[];
  readonly example?: unknown;
  /**
   * Sends the value as it is. By default it is checked against the schema first, which drops keys that the
   * schema does not have. For large answers the check takes longer than to write them.
   */
  readonly unchecked?: true;
}

/**
 * A streamed answer. The body is read no faster than the client receives it, and stops when the client
 * leaves.
 */
export interface StreamedAnswer {
  readonly status: 200 | 206 | 304 | 307;
  readonly headers: Readonly<Record<string, string | number>>;
  readonly body: AsyncIterable<Uint8Array> | null;
}

interface Description<Body extends z.ZodType, Query extends z.ZodType, Parameters extends z.ZodType> {
  readonly operationId: string;
  /** The clients are generated from it; the document has it as `x-sdk`. */
  readonly sdk: SdkMethod | SdkOptions;
  readonly method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';
  /** `/v1/users/:user_id` */
  readonly path: string;
  readonly scope: OperationScope;
  readonly tag: string;
  readonly summary: string;
  readonly description: string;
  readonly body?: Body;
  readonly query?: Query;
  readonly parameters?: Parameters;
  /** Example requests of the documentation, by name. */
  readonly examples?: Readonly<Record<string, z.input<Body>>>;
  /** Codes beyond those of every operation. */
  readonly errors: readonly ErrorCode[];
  /** Codes with a second status, beside the one of the table. */
  readonly alsoAs?: Readonly<Partial<Record<ErrorCode, number>>>;
  readonly deprecated?: true;
  /**
   * false: an answer that stays open, and bounds itself; it holds no slot of the requests in progress.
   * Default: true.
   */
  readonly holdsSlot?: false;
  /** Body keys of free text, as paths: at most `textLimit` bytes of UTF-8 each, else 413. */
  readonly texts?: readonly string[];
  /** Default: 256 KiB. */
  readonly textLimit?: number;
  /** Bytes; default: the setting. */
  readonly bodyLimit?: number;
  /** Media types of a body that is no JSON: a form, and what it has as its file. */
  readonly bodyTypes?: readonly string[];
  /** A file that the document shows, of one of these types. */
  readonly fileExample?: { readonly name: string; readonly type: string; readonly text: string };
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
  /** Whether a key of the request and its answer may be kept; default: always. */
  readonly keepsAnswer?: (body: z.output<Body>) => boolean;
  /** A body key that acts as an idempotency key. */
  readonly keyInBody?: string;
  readonly handle: (input: Input<Body, Query, Parameters>) => Promise<z.output<Answer>>;
}

/** `view` gives the rest of the body without `request_id`; null where the job itself is the answer. */
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
  /** An answer other than the job: its schema and its view. */
  readonly answerWith?: JobAnswerForm<z.output<Body>>;
  /** Passes `claim` on to the creation of the job. */
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

/** The keys of an answer's line beside its number and status. */
type LineValue = Readonly<Record<string, unknown>>;

/** The idempotency key of a line. `answerFor` turns the line's answer into the stored one. */
export interface LineClaim extends Omit<AnsweredClaim, 'answer'> {
  readonly answerFor: (value: LineValue) => StoredAnswer;
}

/** A line whose answer is known before the operation sees it: an error, or the text of an earlier answer. */
type KnownAnswer =
  | { readonly number: number; readonly value?: never; readonly error: Error }
  | { readonly number: number; readonly value?: never; readonly text: string };

/**
 * A line of the body. It is either the value by the operation's schema, with the key that it is written
 * under, or an answer that is already known.
 */
export type GivenLine<Line> =
  | { readonly number: number; readonly value: Line; readonly claim?: LineClaim }
  | KnownAnswer;

export type LineAnswer = { readonly number: number; readonly value: LineValue } | KnownAnswer;

interface LineOperationDescription<Line extends z.ZodType, Query extends z.ZodType, Answer extends z.ZodType>
  extends Omit<Description<Line, Query, z.ZodUndefined>, 'examples'> {
  /** Whether `Idempotency-Key` is honoured, line by line. The operation keeps the claim of each line. */
  readonly idempotency?: 'optional';
  /**
   * Looks at every valid line of a request in order, before its key is looked up, so that a repeated request
   * meets the same. Gives the line, another value in its place, or its error.
   */
  readonly screen?: (
    input: Input<z.ZodUndefined, Query, z.ZodUndefined>,
  ) => (line: { readonly number: number; readonly value: z.output<Line> }) => z.output<Line> | ApiError;
  /** The schema of a line, which has the bounds of a body. */
  readonly body: Line;
  /** Example requests of the documentation, by name: lines. */
  readonly examples: Readonly<Record<string, readonly z.input<Line>[]>>;
  /** The schema of a line of the answer. */
  readonly answer: OperationAnswer<Answer>;
  /**
   * Answers batch by batch, each line once and in order. An error that it throws ends the answer, as one of
   * `lines` does.
   */
  readonly handle: (
    input: Input<z.ZodUndefined, Query, z.ZodUndefined>,
    lines: AsyncIterable<readonly GivenLine<z.output<Line>>[]>,
  ) => AsyncIterable<readonly LineAnswer[]>;
}

interface Erased extends Omit<Description<z.ZodType, z.ZodType, z.ZodType>, 'examples'> {
  readonly examples?: Readonly<Record<string, unknown>>;
  readonly answer: OperationAnswer<z.ZodType>;
  readonly idempotency?: 'optional' | 'required';
  readonly keepsAnswer?: (body: unknown) => boolean;
  readonly keyInBody?: string;
}

/** The input of every operation without its types; the schemas guarantee them at run time. */
type AnyInput = OperationInput<unknown, unknown, unknown>;

/**
 * `value`: JSON by the answer's schema; `job`: 202 with the job; `stream`: bytes. `lines`: a line for each
 * line of the body, while the body arrives.
 */
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
    | {
        readonly answers: 'lines';
        readonly screen?: (
          input: AnyInput,
        ) => (line: { readonly number: number; readonly value: unknown }) => unknown;
        readonly handle: (
          input: AnyInput,
          lines: AsyncIterable<readonly GivenLine<unknown>[]>,
        ) => AsyncIterable<readonly LineAnswer[]>;
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

/** An operation whose work is a job: 202 with the job, created once for an `Idempotency-Key`. */
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

/** An operation that answers with bytes as they come: a file, or a long document. */
export function streamOperation<
  Body extends z.ZodType = z.ZodUndefined,
  Query extends z.ZodType = z.ZodUndefined,
  Parameters extends z.ZodType = z.ZodUndefined,
>(description: StreamOperationDescription<Body, Query, Parameters>): Operation {
  return { ...description, answers: 'stream' } as unknown as Operation;
}

/** An operation over lines of JSON, which are read, carried out and answered while the body arrives. */
export function lineOperation<
  Line extends z.ZodType,
  Answer extends z.ZodType,
  Query extends z.ZodType = z.ZodUndefined,
>(description: LineOperationDescription<Line, Query, Answer>): Operation {
  return { ...description, answers: 'lines' } as unknown as Operation;
}

/** The media types of the body, the usual one first. */
export function bodyTypesOf({
  answers,
  method,
  bodyTypes,
}: Pick<Operation, 'answers' | 'method' | 'bodyTypes'>): readonly string[] {
  if (bodyTypes !== undefined) return bodyTypes;
  if (answers === 'lines') return ['application/x-ndjson'];
  return method === 'PATCH' ? ['application/merge-patch+json', 'application/json'] : ['application/json'];
}
