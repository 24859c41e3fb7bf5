/**
 * Posts to an untrusted address and reads the head of the answer alone. Its body may be of any size and never
 * end: it is not read. A redirect is a status like any other, and is not followed.
 */
import http from 'node:http';
import https from 'node:https';
import type { AllowedAddress } from './allowed-address.ts';
import { type BoundedRequest, sent } from './bounded-request.ts';
import { filteringAgent } from './private-address.ts';
import { waitAfter } from './wait-after.ts';

export interface StatusAnswer {
  readonly status: number;
  /** The wait that the answer asks for, at most two minutes; undefined: none. */
  readonly waitMs: number | undefined;
}

export type PostedRequest = Omit<BoundedRequest, 'method' | 'maxBytes'> & { readonly body: string };

/** Throws NetworkFault where there was no answer. */
export function postForStatus(address: AllowedAddress, request: PostedRequest): Promise<StatusAnswer> {
  return sent(address, { ...request, method: 'POST' as const }, headOf);
}

function headOf(
  { url, allowListed }: AllowedAddress,
  { headers, body, signal }: PostedRequest,
): Promise<StatusAnswer> {
  const agent = filteringAgent(url, { isTrusted: allowListed });
  const send = url.protocol === 'https:' ? https.request : http.request;
  const length = { 'content-length': String(Buffer.byteLength(body)) };
  return new Promise((resolve, reject) => {
    const request = send(
      url,
      { method: 'POST', agent, signal, headers: { ...headers, ...length } },
      (answer) => {
        resolve({
          status: answer.statusCode ?? 0,
          waitMs: waitAfter(headersOf(answer), Date.now()),
        });
        answer.destroy();
      },
    );
    request.on('error', reject);
    request.end(body);
  });
}

function headersOf({ headers }: http.IncomingMessage): Headers {
  const after = headers['retry-after'];
  return new Headers(after === undefined ? {} : { 'retry-after': after });
}
