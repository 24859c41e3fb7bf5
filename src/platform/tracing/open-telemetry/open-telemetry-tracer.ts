/**
 * The tracer on the SDK of OpenTelemetry. The current span is kept in an `AsyncLocalStorage` of its own.
 * Nothing is registered globally, so several tracers may live in one process.
 */
import { AsyncLocalStorage } from 'node:async_hooks';
import {
  type Context,
  defaultTextMapGetter,
  defaultTextMapSetter,
  type Tracer as OpenTelemetry,
  ROOT_CONTEXT,
  type Span,
  SpanKind,
  SpanStatusCode,
  trace,
} from '@opentelemetry/api';
import { W3CTraceContextPropagator } from '@opentelemetry/core';
import type { TracerProvider } from '@opentelemetry/sdk-trace';
import { failureOf } from '../failure-of.ts';
import type { OpenSpan, SpanAttributes, SpanStart, TraceHeaders, Tracer } from '../tracer.ts';

const SCOPE = 'counterpart';
/** A collector that does not answer must not keep the process from stopping. */
const CLOSE_WITHIN_MS = 3000;

const kinds = {
  internal: SpanKind.INTERNAL,
  client: SpanKind.CLIENT,
  server: SpanKind.SERVER,
  consumer: SpanKind.CONSUMER,
} as const;

export class OpenTelemetryTracer implements Tracer {
  readonly #provider: TracerProvider;
  readonly #tracer: OpenTelemetry;
  readonly #contexts = new AsyncLocalStorage<Context>();
  readonly #propagator = new W3CTraceContextPropagator();

  constructor(provider: TracerProvider) {
    this.#provider = provider;
    this.#tracer = provider.getTracer(SCOPE);
  }

  begin(start: SpanStart, from: TraceHeaders = {}): OpenSpan {
    const caller = this.#propagator.extract(ROOT_CONTEXT, from, defaultTextMapGetter);
    return new StartedSpan(this.#start(start, caller), caller);
  }

  within<Result>(span: OpenSpan, work: () => Result): Result {
    return this.#contexts.run((span as StartedSpan).context, work);
  }

  async inSpan<Result>(start: SpanStart, work: () => Promise<Result>): Promise<Result> {
    const context = this.#contexts.getStore();
    if (context === undefined) return work();
    const span = new StartedSpan(this.#start(start, context), context);
    try {
      return await this.#contexts.run(span.context, work);
    } catch (error) {
      span.fail(failureOf(error));
      throw error;
    } finally {
      span.end();
    }
  }

  add(start: SpanStart, ms: number): void {
    const context = this.#contexts.getStore();
    if (context === undefined) return;
    this.#start(start, context, Date.now() - ms).end();
  }

  headers(): Readonly<Record<string, string>> {
    const headers: Record<string, string> = {};
    const context = this.#contexts.getStore();
    if (context !== undefined) this.#propagator.inject(context, headers, defaultTextMapSetter);
    return headers;
  }

  async close(): Promise<void> {
    let timer: NodeJS.Timeout | undefined;
    const late = new Promise<void>((resolve) => {
      timer = setTimeout(resolve, CLOSE_WITHIN_MS);
    });
    await Promise.race([this.#provider.shutdown().catch(() => undefined), late]);
    clearTimeout(timer);
  }

  #start({ name, kind = 'internal', attributes = {} }: SpanStart, parent: Context, startTime?: number): Span {
    const options = { kind: kinds[kind], attributes: { ...attributes }, ...(startTime && { startTime }) };
    return this.#tracer.startSpan(name, options, parent);
  }
}

class StartedSpan implements OpenSpan {
  readonly context: Context;
  readonly traceId: string | null;
  readonly #span: Span;

  constructor(span: Span, parent: Context) {
    this.#span = span;
    this.context = trace.setSpan(parent, span);
    // A span that has ended records no more, and its log line is written after its end.
    this.traceId = span.isRecording() ? span.spanContext().traceId : null;
  }

  fail(failure: string): void {
    this.#span.setAttribute('error.type', failure);
    this.#span.setStatus({ code: SpanStatusCode.ERROR });
  }

  end(attributes: SpanAttributes = {}, failure?: string): void {
    this.#span.setAttributes({ ...attributes });
    if (failure !== undefined) this.fail(failure);
    this.#span.end();
  }
}
