/**
 * Requests to one bucket. A request is signed and sent, and sent again with growing waits after a fault that
 * may pass: 5xx, 408, 429, a broken connection, silence. The answer's body is received in pieces; `readBytes`
 * goes on from the byte where a connection broke.
 */
import { createHash } from 'node:crypto';
import { ExponentialBackoff, handleType, type RetryPolicy, retry } from 'cockatiel';
import { whatWentWrong } from '../network-fault.ts';
import { errorCodeOf } from './s3-answers.ts';
import { afterLastTry, isPassing, PassingS3Fault, S3Refusal } from './s3-fault.ts';
import { type BucketAccess, objectUrl, presignedUrl, signedHeaders } from './sign-s3-request.ts';

interface S3Request {
  readonly method: 'GET' | 'HEAD' | 'PUT' | 'POST' | 'DELETE';
  /** '' is the bucket itself. */
  readonly key: string;
  readonly query?: Readonly<Record<string, string>>;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: Uint8Array<ArrayBuffer>;
}

interface S3Answer {
  readonly headers: Headers;
  /** The whole body. */
  readonly text: string;
}

export interface S3Bucket {
  readonly name: string;
  /** Throws S3Refusal, or ApiError `dependency_unavailable` after the last try. */
  send(request: S3Request): Promise<S3Answer>;
  /** Bytes [start, end) of an object, by default all. Throws as `send`. */
  readBytes(key: string, start?: number, end?: number): AsyncGenerator<Uint8Array>;
  /** Signed for a GET without credentials. */
  presign(key: string, query: Readonly<Record<string, string>>, seconds: number): Promise<string>;
}

export interface S3BucketOptions {
  readonly bucket: string;
  readonly access: BucketAccess;
  /** For one try, until the head of the answer, and between two pieces of its body. Default 60 s. */
  readonly silenceMs?: number;
  /** Tries after the first. Default 5. */
  readonly retries?: number;
  /** The first wait; the others grow. Default 200 ms. */
  readonly firstWaitMs?: number;
}

const SILENCE_MS = 60_000;
const MAX_WAIT_MS = 10_000;

export function openS3Bucket(options: S3BucketOptions): S3Bucket {
  const { bucket, access, retries = 5, firstWaitMs = 200, silenceMs = SILENCE_MS } = options;
  const target: Target = { bucket, access, silenceMs };
  const policy = retry(handleType(PassingS3Fault), {
    maxAttempts: retries,
    backoff: new ExponentialBackoff({ initialDelay: firstWaitMs, maxDelay: MAX_WAIT_MS }),
  });
  return {
    name: bucket,
    send: (request) =>
      policy
        .execute(async () => wholeAnswer(target, request, await sendOnce(target, request)))
        .catch(rethrow),
    readBytes: (key, start = 0, end = Number.POSITIVE_INFINITY) => readBytes(target, policy, key, start, end),
    presign: (key, query, seconds) => presignedUrl(urlOf(target, { key, query }), access, seconds),
  };
}

interface Target {
  readonly bucket: string;
  readonly access: BucketAccess;
  readonly silenceMs: number;
}

interface ReceivedAnswer {
  readonly response: Response;
  /** From now on, `silenceMs` without a call of `rest` or `listen` abort the answer. */
  listen(): void;
  /** Ends or interrupts the wait for bytes. */
  rest(): void;
}

function urlOf({ bucket, access }: Target, { key, query }: Pick<S3Request, 'key' | 'query'>): URL {
  const url = objectUrl(bucket, key, access);
  for (const [name, value] of Object.entries(query ?? {})) url.searchParams.set(name, value);
  return url;
}

async function sendOnce(target: Target, request: S3Request): Promise<ReceivedAnswer> {
  const { method, key, body } = request;
  const url = urlOf(target, request);
  const sha256 = body && createHash('sha256').update(body).digest('hex');
  const headers = await signedHeaders({ ...request, url }, target.access, sha256);
  const silence = new AbortController();
  let timer: NodeJS.Timeout | undefined;
  const rest = () => clearTimeout(timer);
  const listen = () => {
    rest();
    const abort = () => silence.abort(new DOMException('silent', 'TimeoutError'));
    timer = setTimeout(abort, target.silenceMs);
  };
  listen();
  try {
    const response = await fetch(url, {
      method,
      // Not signed: a proxy may change it.
      headers: { ...headers, 'accept-encoding': 'identity' },
      ...(body !== undefined && { body }),
      redirect: 'manual',
      signal: silence.signal,
    });
    listen();
    const answer = { response, listen, rest };
    if (!response.ok) throw faultWith(target, key, response.status, errorCodeOf(await response.text()));
    return answer;
  } catch (error) {
    rest();
    throw faultOf(target, key, error);
  }
}

async function wholeAnswer(target: Target, { key }: S3Request, answer: ReceivedAnswer): Promise<S3Answer> {
  try {
    const text = await answer.response.text();
    // A long completion is answered with 200 before it is carried out; its error comes in the body.
    const code = errorCodeOf(text);
    if (code !== '') throw faultWith(target, key, codesOfPassing.has(code) ? 500 : 200, code);
    return { headers: answer.response.headers, text };
  } catch (error) {
    throw faultOf(target, key, error);
  } finally {
    answer.rest();
  }
}

const codesOfPassing: ReadonlySet<string> = new Set(['InternalError', 'ServiceUnavailable', 'SlowDown']);

function faultWith(target: Target, key: string, status: number, code: string): Error {
  const shown = shownKey(target, key);
  return isPassing(status, code)
    ? new PassingS3Fault(`${shown}: the bucket answered ${status} ${code}`.trimEnd())
    : new S3Refusal(shown, status, code);
}

/** A refusal as it is; a broken connection as a fault that may pass. */
function faultOf(target: Target, key: string, error: unknown): Error {
  if (error instanceof S3Refusal || error instanceof PassingS3Fault) return error;
  const what = whatWentWrong(error, target.silenceMs);
  return new PassingS3Fault(`${shownKey(target, key)}: the bucket ${what}`, { cause: error });
}

function shownKey({ bucket }: Target, key: string): string {
  return `s3://${bucket}/${key}`;
}

/** A connection that breaks after some bytes is no failed try: the next one begins behind those bytes. */
async function* readBytes(
  target: Target,
  policy: RetryPolicy,
  key: string,
  start: number,
  end: number,
): AsyncGenerator<Uint8Array> {
  let at = start;
  let length = Number.POSITIVE_INFINITY;
  let etag: string | null = null;
  while (at < Math.min(end, length)) {
    const headers: Headed = { ...rangeFrom(at, end), ...(etag !== null && { 'if-match': etag }) };
    const opened: OpenedBody = await policy.execute(() => openBody(target, key, headers)).catch(rethrow);
    const { answer, pieces } = opened;
    etag ??= answer.response.headers.get('etag');
    length = at + opened.bytes;
    try {
      for (let { first: piece } = opened; !piece.done; piece = await pieces.next()) {
        answer.rest();
        at += piece.value.length;
        yield piece.value;
        answer.listen();
      }
    } catch {
      // The connection broke; the next round asks for the rest, and throws where that fails too.
    } finally {
      answer.rest();
      await pieces.return?.()?.catch(() => undefined);
    }
  }
}

type Headed = Readonly<Record<string, string>>;

interface OpenedBody {
  readonly answer: ReceivedAnswer;
  readonly bytes: number;
  readonly first: IteratorResult<Uint8Array, undefined>;
  readonly pieces: AsyncIterator<Uint8Array, undefined>;
}

/** The answer with its first bytes, so that a connection that breaks before them is a failed try. */
async function openBody(target: Target, key: string, headers: Headed): Promise<OpenedBody> {
  const answer = await sendOnce(target, { method: 'GET', key, headers });
  const bytes = Number(answer.response.headers.get('content-length') ?? Number.NaN);
  const pieces = answer.response.body!.values();
  try {
    if (Number.isNaN(bytes)) throw new PassingS3Fault(`${shownKey(target, key)} came without a length`);
    const first = bytes === 0 ? ({ done: true, value: undefined } as const) : await pieces.next();
    if (first.done && bytes > 0) throw new PassingS3Fault(`${shownKey(target, key)} came without bytes`);
    return { answer, bytes, pieces, first };
  } catch (error) {
    answer.rest();
    await pieces.return?.()?.catch(() => undefined);
    throw faultOf(target, key, error);
  }
}

/** `end` is exclusive. The whole object is asked for without a range: an empty one has no range. */
function rangeFrom(start: number, end: number): Headed {
  if (start === 0 && end === Number.POSITIVE_INFINITY) return {};
  return { range: `bytes=${start}-${Number.isFinite(end) ? end - 1 : ''}` };
}

function rethrow(error: unknown): never {
  throw afterLastTry(error);
}
