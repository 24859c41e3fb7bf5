/**
 * One POST of JSON to another host, retried with growing, jittered waits while the fault may be transient: no
 * answer, 408, 409, 429, 5xx. Errors name the address, the reply and the setting to check; they never hold
 * the key.
 */
import { setTimeout as sleep } from 'node:timers/promises';
import { inCall } from '../tracing/current-tracer.ts';
import { callSpan } from './call-span.ts';
import { whatWentWrong } from './network-fault.ts';
import { waitAfter } from './wait-after.ts';

export interface Endpoint {
  readonly url: string;
  readonly apiKey?: string;
  /** For one try, including the body of the answer. */
  readonly timeoutMs: number;
  readonly maxTries: number;
  /** Base of the growing waits before retries. */
  readonly firstWaitMs: number;
  readonly signal: AbortSignal;
  /** Settings that the operator should check after a refused key or an unknown model. */
  readonly settings: { readonly apiKey: string; readonly model: string };
}

/** A refusal that no retry can change. `status` 0: the status was not the cause. */
export class RefusedByServer extends Error {
  readonly status: number;
  readonly body: string;

  constructor(message: string, status: number, body: string) {
    super(message);
    this.name = 'RefusedByServer';
    this.status = status;
    this.body = body;
  }
}

class PassingFault extends Error {
  readonly waitMs: number | undefined;

  constructor(message: string, waitMs?: number, cause?: unknown) {
    super(message, { cause });
    this.waitMs = waitMs;
  }
}

/**
 * The response body as text. Throws `RefusedByServer`, the signal's reason, or an Error after the last try.
 */
export async function postJson(endpoint: Endpoint, body: unknown): Promise<string> {
  const text = JSON.stringify(body);
  for (let tries = 1; ; tries++) {
    try {
      return await tryOnce(endpoint, text);
    } catch (error) {
      endpoint.signal.throwIfAborted();
      if (!(error instanceof PassingFault)) throw error;
      if (tries >= endpoint.maxTries) {
        throw new Error(`${error.message}; gave up after ${tries} tries`, { cause: error.cause });
      }
      await sleep(error.waitMs ?? jitteredWait(endpoint.firstWaitMs, tries), undefined, {
        signal: endpoint.signal,
      });
    }
  }
}

/** Between half and all of a doubling wait, at most 30 s. */
function jitteredWait(firstWaitMs: number, tries: number): number {
  return Math.min(30_000, firstWaitMs * 2 ** (tries - 1)) * (0.5 + Math.random() / 2);
}

/** A span for each try, which the other service may go on with. */
function tryOnce(endpoint: Endpoint, text: string): Promise<string> {
  return inCall(
    () => callSpan('POST', new URL(endpoint.url)),
    (trace) => send(endpoint, text, trace),
  );
}

async function send(
  endpoint: Endpoint,
  text: string,
  trace: Readonly<Record<string, string>>,
): Promise<string> {
  const { url } = endpoint;
  const shown = shownAddress(url);
  const timeout = AbortSignal.timeout(endpoint.timeoutMs);
  let response: Response;
  let body: string;
  try {
    response = await fetch(url, {
      method: 'POST',
      headers: { ...headersOf(endpoint), ...trace },
      body: text,
      signal: AbortSignal.any([timeout, endpoint.signal]),
    });
    body = await bodyOf(response, shown);
  } catch (cause) {
    if (cause instanceof RefusedByServer) throw cause;
    const fault = timeout.aborted ? timeout.reason : cause;
    throw new PassingFault(`${shown} ${whatWentWrong(fault, endpoint.timeoutMs)}`, undefined, cause);
  }
  if (response.ok) return body;
  throw faultOf(endpoint, response, body);
}

/** Far above any expected answer. */
const MAX_ANSWER_BYTES = 64 * 1024 * 1024;

async function bodyOf(response: Response, shown: string): Promise<string> {
  const chunks: Uint8Array[] = [];
  let bytes = 0;
  for await (const chunk of response.body ?? []) {
    bytes += chunk.length;
    if (bytes > MAX_ANSWER_BYTES) {
      throw new RefusedByServer(`${shown} sent more than ${MAX_ANSWER_BYTES} bytes`, 0, '');
    }
    chunks.push(chunk);
  }
  return Buffer.concat(chunks).toString('utf8');
}

/** Without the parts that may be secret: user, password and query. */
function shownAddress(url: string): string {
  const { origin, pathname } = new URL(url);
  return `${origin}${pathname}`;
}

function headersOf({ apiKey }: Endpoint): Record<string, string> {
  return { 'content-type': 'application/json', ...(apiKey && { authorization: `Bearer ${apiKey}` }) };
}

function faultOf({ url: address, settings }: Endpoint, response: Response, body: string): Error {
  const url = shownAddress(address);
  const { status, headers } = response;
  const said = saidIn(body);
  const refused = (message: string) => new RefusedByServer(message, status, body);
  if (status === 401 || status === 403) {
    return refused(
      `${url} refused the API key (${status}): ${said}. Set ${settings.apiKey} to one that it accepts.`,
    );
  }
  if (status === 404) {
    return refused(`${url} answered 404: ${said}. Check the address and ${settings.model}.`);
  }
  if (status === 429 && /insufficient_quota/.test(body)) {
    return refused(`${url}: the quota is used up: ${said}`);
  }
  const message = `${url} answered ${status}: ${said}`;
  if (status === 408 || status === 409 || status === 429 || status >= 500) {
    return new PassingFault(message, waitAfter(headers, Date.now()));
  }
  return refused(message);
}

const MOST_SAID = 200;

/** Only the message of a JSON body: the rest may repeat the request. */
function saidIn(body: string): string {
  try {
    const { error } = JSON.parse(body) as { error?: { message?: string } | string };
    const said = typeof error === 'string' ? error : error?.message;
    return said?.slice(0, MOST_SAID) ?? 'nothing that could be shown';
  } catch {
    return body.slice(0, MOST_SAID) || 'no text';
  }
}
