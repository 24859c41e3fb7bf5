/**
 * `fetch` for the endpoints of an identity provider: with a time limit, up to a size, without redirects, by
 * https. The operator names the provider, which may be at a private address. Plain http is for a provider on
 * this machine alone, also where its own documents name another endpoint.
 */
import type { CustomFetch } from 'openid-client';
import { inCall } from '../../tracing/current-tracer.ts';
import { callSpan } from '../call-span.ts';
import { NetworkFault } from '../network-fault.ts';
import { isLoopback } from './loopback.ts';

export interface FetchBounds {
  /** Covers the body of the answer, too. */
  readonly timeoutMs: number;
  readonly maxBytes: number;
  /** The provider, for messages. */
  readonly peer: string;
}

export function boundedFetch(bounds: FetchBounds): CustomFetch {
  return (address, options) => {
    const url = new URL(address);
    if (url.protocol !== 'https:' && !(url.protocol === 'http:' && isLoopback(url.hostname)))
      throw new NetworkFault(`${bounds.peer} names an endpoint that is not https`);
    const method = options.method === 'POST' ? 'POST' : 'GET';
    return inCall(
      () => callSpan(method, url),
      (trace) => send(url, { ...options, headers: { ...trace, ...options.headers } }, bounds),
    );
  };
}

async function send(
  url: URL,
  options: Parameters<CustomFetch>[1],
  { timeoutMs, maxBytes, peer }: FetchBounds,
): Promise<Response> {
  const signals = [AbortSignal.timeout(timeoutMs), ...(options.signal ? [options.signal] : [])];
  const answer = await fetch(url, {
    ...options,
    body: (options.body ?? null) as string | URLSearchParams | null,
    redirect: 'manual',
    signal: AbortSignal.any(signals),
  });
  const chunks: Uint8Array[] = [];
  let bytes = 0;
  for await (const chunk of answer.body ?? []) {
    bytes += chunk.length;
    if (bytes > maxBytes) throw new NetworkFault(`${peer} sent more than ${maxBytes} bytes`);
    chunks.push(chunk);
  }
  const { status, headers } = answer;
  return new Response(mayHaveBody(status) ? Buffer.concat(chunks) : null, { status, headers });
}

const mayHaveBody = (status: number) => status !== 204 && status !== 205 && status !== 304;
