import type { OperationId } from './operations.generated.ts';

export interface ClientOptions {
  /** `cp_live_…`; sent as a bearer token, and never shown to the logger or in an error. */
  readonly apiKey: string;
  /** Address of the service without `/v1`, for example `http://localhost:8080`. */
  readonly baseUrl: string;
  /** Time for a whole call, retries and waits included. Default: 120,000. */
  readonly timeoutMs?: number;
  /**
   * Time for one attempt of a call; an attempt that takes longer is given up and retried. Default: 60,000.
   */
  readonly attemptTimeoutMs?: number;
  /** Retries after the first attempt, 0 or more. Default: 4. */
  readonly maxRetries?: number;
  /** Called with what happens. It never sees the API key, ids, bodies or download tokens. */
  readonly logger?: (event: LogEvent) => void;
  /** In place of the global `fetch`. */
  readonly fetch?: typeof fetch;
}

export interface CallOptions {
  /** Time for the whole call, retries and waits included. */
  readonly timeoutMs?: number;
  readonly attemptTimeoutMs?: number;
  readonly maxRetries?: number;
  /** Stops the call; it then rejects with the signal's reason. */
  readonly signal?: AbortSignal;
  /** 8 to 128 characters. Default: a new random one for each call; retries of a call keep it. */
  readonly idempotencyKey?: string;
  readonly headers?: Readonly<Record<string, string>>;
}

export interface LogEvent {
  /**
   * `answer`: any status came back. `retry`: the call will be sent again after `waitMs`. `failure`: it is
   * given up.
   */
  readonly type: 'answer' | 'retry' | 'failure';
  readonly operation: OperationId | 'request';
  readonly method: string;
  /** Attempts so far, this one included. */
  readonly attempt: number;
  /** Milliseconds since the attempt began. */
  readonly ms: number;
  readonly status?: number;
  readonly requestId?: string;
  /** Code of the error, or the kind of network fault. */
  readonly code?: string;
  readonly waitMs?: number;
}
