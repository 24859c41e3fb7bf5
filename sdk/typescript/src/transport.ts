/**
 * Sends a call: attempts with waits between them until one is answered, the retries are used up or the
 * deadline comes.
 *
 * Two things make a retried write happen once. Its body and Idempotency-Key are fixed before the first
 * attempt. A DELETE that finds nothing in a later attempt was done by an earlier one (`whenGone`).
 */
import { Call, type WholeAnswer } from './call.ts';
import { deadlineIn } from './deadline.ts';
import { ApiError, ConnectionError, CounterpartError } from './errors.ts';
import type { Lines } from './lines.ts';
import type { OperationId } from './operations.generated.ts';
import type { CallOptions, ClientOptions, LogEvent } from './options.ts';
import { isRetryable, waitBefore } from './retry.ts';

export interface Sending<T> {
  readonly operation: OperationId | 'request';
  readonly method: string;
  /** The absolute address. A function, so that an id that cannot stand in it rejects the call. */
  readonly url: () => string;
  /** Sent as JSON. */
  readonly body?: unknown;
  /** In place of the body: NDJSON in both directions. */
  readonly lines?: Lines | undefined;
  /** Whether the operation takes an Idempotency-Key. */
  readonly takesKey: boolean;
  /** Sent without the API key. */
  readonly open: boolean;
  /** `stream`: the answer's body is left to the caller. `any`: text where it is no JSON. */
  readonly answer: 'json' | 'any' | 'stream';
  /** Where neither call nor client say. */
  readonly defaults?: Pick<CallOptions, 'maxRetries' | 'timeoutMs'>;
  /** The answer of a retried DELETE that finds nothing. */
  readonly whenGone?: (error: ApiError) => T;
}

export type Send = <T>(sending: Sending<T>, options?: CallOptions) => Call<T>;

const TIMEOUT_MS = 120_000;
const ATTEMPT_TIMEOUT_MS = 60_000;
const RETRIES = 4;

export function createTransport(client: ClientOptions): Send {
  const authorization = bearer(client.apiKey);
  const log = client.logger ?? (() => {});

  async function send<T>(sending: Sending<T>, options: CallOptions): Promise<WholeAnswer<T>> {
    const settings = { ...sending.defaults, ...client, ...options };
    const { maxRetries = RETRIES, timeoutMs = TIMEOUT_MS, attemptTimeoutMs = ATTEMPT_TIMEOUT_MS } = settings;
    const deadline = deadlineIn(timeoutMs, options.signal);
    const url = sending.url();
    const request = requestOf(sending, options, authorization);
    for (let attempt = 1; ; attempt++) {
      const began = performance.now();
      const tell = (event: Pick<LogEvent, 'type'> & Partial<LogEvent>) =>
        log({
          operation: sending.operation,
          method: sending.method,
          attempt,
          ms: performance.now() - began,
          ...event,
        });
      try {
        const { response, data } = await deadline.within(
          attemptTimeoutMs,
          (signal) => attemptOnce(url, sending, { ...request, signal }, client.fetch ?? fetch),
          sending.answer === 'stream',
        );
        const requestId = response.headers.get('x-request-id') ?? undefined;
        tell({ type: 'answer', status: response.status, ...(requestId !== undefined && { requestId }) });
        return { data, response, requestId, attempts: attempt };
      } catch (error) {
        if (options.signal?.aborted) throw options.signal.reason;
        if (attempt > 1 && sending.whenGone && error instanceof ApiError && error.status === 404)
          return goneAnswer(sending.whenGone(error), error, attempt);
        const leftMs = deadline.left();
        const waitMs = waitBefore(attempt - 1, error, leftMs);
        const again = isRetryable(error) && attempt <= maxRetries && waitMs < leftMs;
        tell({ type: again ? 'retry' : 'failure', ...described(error), ...(again && { waitMs }) });
        if (!again) throw error;
        await deadline.sleep(waitMs);
      }
    }
  }

  return (sending, options = {}) => new Call(send(sending, options));
}

/** A key that is no header value would be quoted in the error of `fetch`. */
function bearer(apiKey: string): string {
  if (typeof apiKey !== 'string' || !/^[\x21-\x7e]+$/.test(apiKey))
    throw new CounterpartError('apiKey must be a text of printable ASCII characters (cp_live_…)');
  return `Bearer ${apiKey}`;
}

function requestOf<T>(sending: Sending<T>, options: CallOptions, authorization: string): RequestInit {
  const { method, body, lines, takesKey, open } = sending;
  const headers = headersOf(options);
  if (!open) headers.set('authorization', authorization);
  if (lines) headers.set('content-type', 'application/x-ndjson');
  else if (body !== undefined && !hasFile(body)) headers.set('content-type', 'application/json');
  if (takesKey) headers.set('idempotency-key', checkedKey(options.idempotencyKey ?? newKey()));
  return {
    method,
    headers,
    ...(body !== undefined && { body: hasFile(body) ? formOf(body) : JSON.stringify(body) }),
    ...(lines && { body: lines.body }),
    // A redirected write would arrive as a GET, and not every runtime takes the API key off on the way to
    // another host.
    redirect: open ? 'follow' : 'manual',
  };
}

/** Whether a value of the body is a file: it is sent as a form. */
function hasFile(body: unknown): body is object {
  return (
    typeof body === 'object' && body !== null && Object.values(body).some((value) => value instanceof Blob)
  );
}

function formOf(body: object): FormData {
  const form = new FormData();
  for (const [name, value] of Object.entries(body)) form.append(name, value);
  return form;
}

/** The error of `Headers` would quote the value. */
function headersOf({ headers }: CallOptions): Headers {
  try {
    return new Headers(headers);
  } catch {
    throw new CounterpartError('headers must have names and values that HTTP takes');
  }
}

function checkedKey(key: string): string {
  if (!/^[\x21-\x7e]{1,255}$/.test(key))
    throw new CounterpartError('idempotencyKey must be a text of 1 to 255 printable ASCII characters');
  return key;
}

/** 32 hexadecimal digits. `crypto.randomUUID` is missing in pages without TLS. */
function newKey(): string {
  return [...crypto.getRandomValues(new Uint8Array(16))]
    .map((byte) => byte.toString(16).padStart(2, '0'))
    .join('');
}

async function attemptOnce<T>(
  url: string,
  sending: Sending<T>,
  request: RequestInit,
  fetcher: typeof fetch,
): Promise<{ readonly response: Response; readonly data: T }> {
  const response = await connected(() => fetcher(url, request));
  const accepted = response.ok || response.status === 304;
  if (accepted && sending.answer === 'stream') return { response, data: response as T };
  const text = await connected(() => response.text());
  if (!accepted) throw new ApiError(response, text);
  return { response: readable(response, text), data: parsed(response, text, sending) as T };
}

/** Failures of `fetch`, as far as they come from the network. */
async function connected<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (cause) {
    throw new ConnectionError(`the connection failed${reasonOf(cause)}`, { cause });
  }
}

/** Node says only «fetch failed»; the reason lies below. */
function reasonOf(thrown: unknown): string {
  const below = (thrown as { cause?: { code?: unknown } } | null)?.cause?.code;
  if (typeof below === 'string') return ` (${below})`;
  return thrown instanceof Error ? `: ${thrown.message}` : '';
}

function parsed<T>(response: Response, text: string, { answer, lines }: Sending<T>): unknown {
  if (!/json\b/.test(response.headers.get('content-type') ?? '')) {
    if (answer === 'any') return text;
    throw new ApiError(response, text);
  }
  if (lines) return lines.read(text, response.headers);
  try {
    return JSON.parse(text);
  } catch {
    throw new ConnectionError('the answer was cut off');
  }
}

function readable({ status, statusText, headers }: Response, text: string): Response {
  return new Response(status === 204 || status === 304 ? null : text, { status, statusText, headers });
}

function goneAnswer<T>(data: T, { headers, requestId }: ApiError, attempts: number): WholeAnswer<T> {
  const response = new Response(JSON.stringify(data), { status: 200, headers });
  return { data, response, requestId, attempts };
}

function described(error: unknown): Partial<LogEvent> {
  if (!(error instanceof ApiError)) return { code: error instanceof Error ? error.name : 'unknown' };
  const { status, code, requestId } = error;
  return { status, code, ...(requestId !== undefined && { requestId }) };
}
