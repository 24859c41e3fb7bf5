/**
 * One request to an untrusted address. Its answer is read up to a bound, redirects are reported and not
 * followed. Private addresses are refused when the connection is made, by the resolved address, so that a
 * name cannot change between check and use (DNS rebinding).
 */
import http from 'node:http';
import https from 'node:https';
import { inCall } from '../tracing/current-tracer.ts';
import type { AllowedAddress } from './allowed-address.ts';
import { callSpan } from './call-span.ts';
import { NetworkFault, networkFault } from './network-fault.ts';
import { filteringAgent } from './private-address.ts';

export interface BoundedRequest {
  readonly method: 'GET' | 'POST';
  readonly headers: Readonly<Record<string, string>>;
  readonly body?: string;
  /** Covers the body of the answer, too. */
  readonly signal: AbortSignal;
  /** The time limit of `signal`, for messages. */
  readonly timeoutMs: number;
  readonly maxBytes: number;
  /** The called service, for messages: «the memory store». */
  readonly peer: string;
}

export interface BoundedAnswer<Body = string> {
  readonly body: Body;
  readonly contentType: string;
  /** Target of a redirect; null where there is none, and only then is there a body. */
  readonly location: string | null;
}

/**
 * Throws NetworkFault, also for a status that is neither 200 nor a redirect; without headers or body in it.
 */
export async function boundedRequest(
  address: AllowedAddress,
  request: BoundedRequest,
): Promise<BoundedAnswer> {
  const answer = await boundedBytes(address, request);
  return { ...answer, body: answer.body.toString('utf8') };
}

/** The same, with the bytes of the body. */
export async function boundedBytes(
  address: AllowedAddress,
  request: BoundedRequest,
): Promise<BoundedAnswer<Buffer>> {
  return sent(address, request, answerOf);
}

/** Sends the request, within its span, and words its faults. */
export async function sent<Request extends Omit<BoundedRequest, 'maxBytes'>, Answer>(
  address: AllowedAddress,
  request: Request,
  answerTo: (address: AllowedAddress, request: Request) => Promise<Answer>,
): Promise<Answer> {
  const { signal, peer, timeoutMs } = request;
  try {
    return await inCall(
      () => callSpan(request.method, address.url),
      (trace) => answerTo(address, { ...request, headers: { ...trace, ...request.headers } }),
    );
  } catch (error) {
    // An aborted answer looks like a broken connection; only the signal tells the difference.
    if (!signal.aborted) throw networkFault(error, peer, timeoutMs);
    throw signal.reason?.name === 'TimeoutError'
      ? networkFault(signal.reason, peer, timeoutMs)
      : signal.reason;
  }
}

function answerOf(
  { url, allowListed }: AllowedAddress,
  { method, headers, body, signal, maxBytes, peer }: BoundedRequest,
): Promise<BoundedAnswer<Buffer>> {
  const agent = filteringAgent(url, { isTrusted: allowListed });
  const send = url.protocol === 'https:' ? https.request : http.request;
  return new Promise((resolve, reject) => {
    const request = send(url, { method, agent, signal, headers }, (response) =>
      readAnswer(response, maxBytes, peer).then(resolve, reject),
    );
    request.on('error', reject);
    request.end(body);
  });
}

async function readAnswer(
  response: http.IncomingMessage,
  maxBytes: number,
  peer: string,
): Promise<BoundedAnswer<Buffer>> {
  const status = response.statusCode ?? 0;
  if (status >= 300 && status < 400 && response.headers.location) {
    response.destroy();
    return { body: Buffer.alloc(0), contentType: '', location: response.headers.location };
  }
  if (status !== 200) {
    response.destroy();
    throw new NetworkFault(`${peer} answered with status ${status}`);
  }
  const chunks: Buffer[] = [];
  let bytes = 0;
  for await (const chunk of response) {
    bytes += chunk.length;
    if (bytes > maxBytes) throw new NetworkFault(`${peer} sent more than ${maxBytes} bytes`);
    chunks.push(chunk);
  }
  const contentType = response.headers['content-type'] ?? '';
  return { body: Buffer.concat(chunks), contentType, location: null };
}

/** «Name: value», as the operator sets it, as headers; null: none. */
export function namedHeader(header: string | null): Readonly<Record<string, string>> {
  const colon = header?.indexOf(':') ?? -1;
  if (header === null || colon <= 0) return {};
  return { [header.slice(0, colon).trim()]: header.slice(colon + 1).trim() };
}
