/** Downloads an allowed address: one GET, and redirects to allowed addresses only. */
import http from 'node:http';
import https from 'node:https';
import { apiError } from '../../../contract/errors.ts';
import { whatWentWrong } from '../../../platform/outbound/network-fault.ts';
import {
  type BucketAccess,
  objectUrl,
  signedHeaders,
} from '../../../platform/outbound/s3/sign-s3-request.ts';
import { type SourceSettings, type ValidatedSource, validateWebAddress } from './validate-source.ts';

export interface RemoteBytes {
  readonly stream: AsyncIterable<Uint8Array>;
  /** Content length in bytes. Null if the server did not send one. */
  readonly bytes: number | null;
}

const MAX_REDIRECTS = 3;
const SILENCE_MS = 60_000;

/**
 * Throws ApiError `dependency_unavailable` if the server does not answer as expected. The message contains no
 * secret.
 */
export async function openWeb(
  { url }: Extract<ValidatedSource, { readonly kind: 'web' }>,
  settings: SourceSettings,
  signal: AbortSignal,
): Promise<RemoteBytes> {
  // The address without its query, which may hold a signature.
  const shown = `${url.protocol}//${url.host}${url.pathname}`;
  let target = url;
  for (let hop = 0; hop <= MAX_REDIRECTS; hop++) {
    const response = await get(target, shown, {}, signal);
    const { location } = response.headers;
    if (location === undefined || !isRedirect(response)) return bytesOf(response, shown, signal);
    response.destroy();
    const next = validateWebAddress(new URL(location, target).href, settings);
    if (next.kind !== 'web') break;
    target = next.url;
  }
  throw unavailable(shown, `it redirected more than ${MAX_REDIRECTS} times`);
}

export async function openBucket(
  { bucket, key }: Extract<ValidatedSource, { readonly kind: 's3' }>,
  access: BucketAccess | null,
  signal: AbortSignal,
): Promise<RemoteBytes> {
  if (access === null) {
    throw apiError(
      'dependency_unavailable',
      'The source is in a bucket, and the service has no credentials for buckets. The operator sets AWS_ACCESS_KEY_ID, AWS_SECRET_ACCESS_KEY and AWS_REGION.',
      { retry_after_ms: SILENCE_MS },
    );
  }
  const url = objectUrl(bucket, key, access);
  const headers = await signedHeaders({ method: 'GET', url }, access);
  // The endpoint of the bucket is a setting of the operator and not shown.
  const shown = `s3://${bucket}/${key}`;
  const response = await get(url, shown, headers, signal);
  return bytesOf(response, shown, signal);
}

function isRedirect({ statusCode = 0 }: http.IncomingMessage): boolean {
  return statusCode >= 300 && statusCode < 400;
}

/** `shown`: the address as the caller wrote it. */
function get(
  url: URL,
  shown: string,
  headers: Readonly<Record<string, string>>,
  signal: AbortSignal,
): Promise<http.IncomingMessage> {
  return new Promise((resolve, reject) => {
    const request = (url.protocol === 'https:' ? https : http).get(
      url,
      { signal, timeout: SILENCE_MS, agent: false, headers: { ...headers, 'accept-encoding': 'identity' } },
      resolve,
    );
    request.on('timeout', () => request.destroy(new DOMException('silent', 'TimeoutError')));
    request.on('error', (error) =>
      reject(signal.aborted ? signal.reason : unavailable(shown, describeError(error))),
    );
  });
}

function bytesOf(response: http.IncomingMessage, shown: string, signal: AbortSignal): RemoteBytes {
  if (response.statusCode !== 200) {
    response.destroy();
    throw unavailable(shown, `it answered with status ${response.statusCode}`);
  }
  if ((response.headers['content-encoding'] ?? 'identity') !== 'identity') {
    response.destroy();
    throw unavailable(shown, 'it packed its answer, although it was asked not to');
  }
  const length = Number(response.headers['content-length'] ?? Number.NaN);
  return { stream: received(response, shown, signal), bytes: Number.isFinite(length) ? length : null };
}

async function* received(
  response: http.IncomingMessage,
  shown: string,
  signal: AbortSignal,
): AsyncGenerator<Uint8Array> {
  try {
    yield* response as AsyncIterable<Buffer>;
    if (!response.complete) throw Object.assign(new Error('incomplete'), { code: 'ECONNRESET' });
  } catch (error) {
    throw signal.aborted ? signal.reason : unavailable(shown, describeError(error));
  }
}

function describeError(error: unknown): string {
  return `it ${whatWentWrong(error, SILENCE_MS)}`;
}

function unavailable(shown: string, what: string) {
  return apiError(
    'dependency_unavailable',
    `${shown} could not be read: ${what}. Check the address and import again.`,
    { retry_after_ms: 1000 },
  );
}
