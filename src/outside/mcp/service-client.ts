/**
 * The running service, as the MCP server calls it: HTTP with one API key. The key goes into the
 * `Authorization` header and nowhere else. Answers that repeat it are cleaned before they are parsed.
 */
import { randomUUID } from 'node:crypto';

export interface ServiceRequest {
  readonly method: 'GET' | 'POST';
  /** Below the address of the service, with its parts percent-encoded: `/v1/match`. */
  readonly path: string;
  readonly body?: unknown;
}

export type Answer = Readonly<Record<string, unknown>>;

export interface ServiceClient {
  /** The body of a 2xx answer. Throws `ServiceFault`; when `signal` is aborted, the reason of the abort. */
  send(request: ServiceRequest, signal: AbortSignal): Promise<Answer>;
}

/**
 * A call that brought no 2xx answer. `code` is the service's own (`contract/errors.ts`), or one of these:
 * `service_unreachable`, `service_timeout`, `unexpected_answer`. `requestId` stands in the service's log.
 */
export class ServiceFault extends Error {
  readonly code: string;
  readonly details: Answer;
  readonly requestId: string;
  /** HTTP status; null where no answer came. */
  readonly status: number | null;

  constructor(
    code: string,
    message: string,
    rest: { readonly details?: Answer; readonly requestId: string; readonly status: number | null },
  ) {
    super(message);
    this.name = 'ServiceFault';
    this.code = code;
    this.details = rest.details ?? {};
    this.requestId = rest.requestId;
    this.status = rest.status;
  }
}

export interface ServiceAddress {
  /** Scheme, host and path prefix, without credentials and without a slash at the end. */
  readonly url: string;
  readonly apiKey: string;
  readonly timeoutMs: number;
}

export function createServiceClient(service: ServiceAddress): ServiceClient {
  return {
    async send(request, signal) {
      const requestId = `mcp_${randomUUID().replaceAll('-', '')}`;
      const { status, text } = await exchange(service, request, requestId, signal);
      return readAnswer(service, status, text.replaceAll(service.apiKey, '[secret]'), requestId);
    },
  };
}

async function exchange(
  { url, apiKey, timeoutMs }: ServiceAddress,
  { method, path, body }: ServiceRequest,
  requestId: string,
  signal: AbortSignal,
): Promise<{ readonly status: number; readonly text: string }> {
  const timeout = AbortSignal.timeout(timeoutMs);
  try {
    const answer = await fetch(`${url}${path}`, {
      method,
      headers: {
        authorization: `Bearer ${apiKey}`,
        'x-request-id': requestId,
        ...(body !== undefined && { 'content-type': 'application/json' }),
      },
      // A redirect could send the key elsewhere.
      redirect: 'manual',
      signal: AbortSignal.any([signal, timeout]),
      ...(body !== undefined && { body: JSON.stringify(body) }),
    });
    return { status: answer.status, text: await answer.text() };
  } catch (error) {
    signal.throwIfAborted();
    const rest = { requestId, status: null };
    if (timeout.aborted) {
      const message = `${url} gave no answer within ${timeoutMs / 1000} s. The call may still take effect; try again later, or raise --timeout.`;
      throw new ServiceFault('service_timeout', message, rest);
    }
    const message = `No answer from ${url} (${reasonOf(error)}). Check COUNTERPART_URL, and that the service runs.`;
    throw new ServiceFault('service_unreachable', message, rest);
  }
}

/** The code of the network's fault (`ECONNREFUSED`); messages of `fetch` may quote headers. */
function reasonOf(error: unknown): string {
  const { cause } = error as { cause?: { code?: unknown } };
  return typeof cause?.code === 'string' ? cause.code : 'the connection failed';
}

function readAnswer({ url }: ServiceAddress, status: number, text: string, requestId: string): Answer {
  const body = parseObject(text);
  if (body !== null && status >= 200 && status < 300) return body;
  const error = body?.error as { code?: unknown; message?: unknown; details?: Answer } | undefined;
  if (typeof error?.code === 'string' && typeof error.message === 'string') {
    const given = typeof body?.request_id === 'string' ? body.request_id : requestId;
    throw new ServiceFault(error.code, error.message, {
      details: error.details ?? {},
      requestId: given,
      status,
    });
  }
  const message = `${url} answered ${status} with a body that is none of Counterpart. Check that COUNTERPART_URL leads to the service.`;
  throw new ServiceFault('unexpected_answer', message, { requestId, status });
}

function parseObject(text: string): Answer | null {
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as Answer) : null;
  } catch {
    return null;
  }
}
