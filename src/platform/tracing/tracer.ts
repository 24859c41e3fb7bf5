/**
 * Traces of requests and jobs. A trace is a tree of spans: the request, the stages of its match, and calls of
 * threads, of the store and of other services. This file is the interface; `open-telemetry/` implements it
 * and is loaded only where the operator names a collector. Attributes never hold texts, ids of people or
 * secrets.
 */

export type SpanAttributes = Readonly<Record<string, string | number | boolean | undefined>>;

/**
 * `internal`: within the process. `client`: waits for another service. `server`, `consumer`: carries out a
 * request or a job.
 */
export type SpanKind = 'internal' | 'client' | 'server' | 'consumer';

/** The W3C headers `traceparent` and `tracestate`, as a caller sent them. */
export type TraceHeaders = Readonly<Record<string, string | readonly string[] | undefined>>;

export interface OpenSpan {
  /** Hexadecimal, 32 digits; null where the trace is not recorded. */
  readonly traceId: string | null;
  /** `failure`: why the work failed, a code or the name of an error class; its message may hold anything. */
  end(attributes?: SpanAttributes, failure?: string): void;
}

export interface SpanStart {
  readonly name: string;
  readonly kind?: SpanKind;
  readonly attributes?: SpanAttributes;
}

export interface Tracer {
  /** Begins the trace of a request or job, or goes on with the one of the caller. */
  begin(start: SpanStart, from?: TraceHeaders): OpenSpan;
  /** Spans that `work` opens, also after it has waited, are children of the span. */
  within<Result>(span: OpenSpan, work: () => Result): Result;
  /** Opens a span below the current one for the time of `work`. Without a current one, `work` runs alone. */
  inSpan<Result>(start: SpanStart, work: () => Promise<Result>): Promise<Result>;
  /** Adds work that ends now and took `ms` as a span below the current one. */
  add(start: SpanStart, ms: number): void;
  /** The headers that hand the current trace on; empty outside of a trace. */
  headers(): Readonly<Record<string, string>>;
  /** Sends the waiting spans, for a few seconds at most. */
  close(): Promise<void>;
}
