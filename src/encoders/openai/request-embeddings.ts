import { setTimeout as sleep } from 'node:timers/promises';
import { readEmbeddings } from './read-embeddings.ts';
import { waitAfter } from './wait-after.ts';

/** One POST /embeddings, repeated with growing, jittered waits while the fault can pass: no answer, 408, 409, 429, 5xx. */

export interface EmbeddingsEndpoint {
  readonly url: string;
  readonly model: string;
  readonly apiKey?: string;
  readonly dimensions?: number;
  /** For one try, answer's body included. */
  readonly timeoutMs: number;
  readonly maxTries: number;
  readonly firstWaitMs: number;
  readonly signal: AbortSignal;
}

class PassingFault extends Error {
  readonly waitMs: number | undefined;

  constructor(message: string, waitMs?: number, cause?: unknown) {
    super(message, { cause });
    this.waitMs = waitMs;
  }
}

/** One vector a text, in the texts' order, as the server gives them. */
export async function requestEmbeddings(
  endpoint: EmbeddingsEndpoint,
  texts: readonly string[],
): Promise<readonly Float32Array[]> {
  for (let tries = 1; ; tries++) {
    try {
      return await tryOnce(endpoint, texts);
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

/** Full jitter: between half and all of a wait that doubles, 30 s at most. */
function jitteredWait(firstWaitMs: number, tries: number): number {
  return Math.min(30_000, firstWaitMs * 2 ** (tries - 1)) * (0.5 + Math.random() / 2);
}

async function tryOnce(
  endpoint: EmbeddingsEndpoint,
  texts: readonly string[],
): Promise<readonly Float32Array[]> {
  const { url, model, dimensions } = endpoint;
  const timeout = AbortSignal.timeout(endpoint.timeoutMs);
  let response: Response;
  let body: string;
  try {
    response = await fetch(url, {
      method: 'POST',
      headers: headersOf(endpoint),
      body: JSON.stringify({
        model,
        input: texts,
        encoding_format: 'float',
        ...(dimensions && { dimensions }),
      }),
      signal: AbortSignal.any([timeout, endpoint.signal]),
    });
    body = await response.text();
  } catch (cause) {
    const what = timeout.aborted
      ? `did not answer within ${endpoint.timeoutMs} ms`
      : `cannot be reached (${reasonOf(cause)})`;
    throw new PassingFault(`${url} ${what}`, undefined, cause);
  }
  if (response.ok) return readEmbeddings(url, body, texts.length);
  throw faultOf(url, model, response, body);
}

function headersOf({ apiKey }: EmbeddingsEndpoint): Record<string, string> {
  return { 'content-type': 'application/json', ...(apiKey && { authorization: `Bearer ${apiKey}` }) };
}

function faultOf(url: string, model: string, response: Response, body: string): Error {
  const { status, headers } = response;
  const said = saidIn(body);
  if (status === 401 || status === 403) {
    return new Error(
      `${url} refused the API key (${status}): ${said}. Set TEXT_ENCODER_API_KEY to one that it accepts.`,
    );
  }
  if (status === 404) {
    return new Error(
      `${url} answered 404 for the model "${model}": ${said}. Check the address and TEXT_ENCODER_MODEL.`,
    );
  }
  if (status === 429 && /insufficient_quota/.test(body))
    return new Error(`${url}: the quota is used up: ${said}`);
  const message = `${url} answered ${status}: ${said}`;
  if (status === 408 || status === 409 || status === 429 || status >= 500) {
    return new PassingFault(message, waitAfter(headers, Date.now()));
  }
  return new Error(message);
}

function saidIn(body: string): string {
  try {
    const { error } = JSON.parse(body) as { error?: { message?: string } | string };
    return (typeof error === 'string' ? error : error?.message) ?? body.slice(0, 200);
  } catch {
    return body.slice(0, 200) || 'no text';
  }
}

function reasonOf(error: unknown): string {
  const { message, cause } = error as Error;
  return cause instanceof Error ? cause.message || (cause as NodeJS.ErrnoException).code || message : message;
}
