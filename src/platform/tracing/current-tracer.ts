/**
 * The tracer of the process, and the functions by which the rooms use it. There is one for the process,
 * because passing it to every query and call of a thread would put it into every signature. Without a tracer
 * each function costs one comparison with null.
 */
import type { SpanKind, SpanStart, Tracer } from './tracer.ts';

let current: Tracer | null = null;

export const currentTracer = (): Tracer | null => current;

/** Returns a function that takes the tracer out again. The composition root alone calls it. */
export function useTracer(tracer: Tracer): () => void {
  current = tracer;
  return () => {
    if (current === tracer) current = null;
  };
}

/** `begin` is called only where there is a tracer, so that its attributes cost nothing without one. */
export function inSpan<Result>(begin: () => SpanStart, work: () => Promise<Result>): Promise<Result> {
  return current === null ? work() : current.inSpan(begin(), work);
}

/** A call of another service. `work` gets the headers that hand the trace on. */
export function inCall<Result>(
  begin: () => Omit<SpanStart, 'kind'>,
  work: (headers: Readonly<Record<string, string>>) => Promise<Result>,
): Promise<Result> {
  const tracer = current;
  if (tracer === null) return work(noHeaders);
  return tracer.inSpan({ ...begin(), kind: 'client' satisfies SpanKind }, () => work(tracer.headers()));
}

/** Headers for work that is done elsewhere; undefined without a trace. */
export function traceHeaders(): Readonly<Record<string, string>> | undefined {
  const headers = current?.headers();
  return headers?.traceparent === undefined ? undefined : headers;
}

const noHeaders: Readonly<Record<string, string>> = {};
