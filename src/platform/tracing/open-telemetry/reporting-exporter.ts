/** Tells the operator, now and then, that spans cannot be sent. The SDK itself drops them without a word. */
import { type ExportResult, ExportResultCode } from '@opentelemetry/core';
import type { ReadableSpan, SpanExporter } from '@opentelemetry/sdk-trace';

const REPORTED_EVERY_MS = 60_000;

export class ReportingExporter implements SpanExporter {
  readonly #exporter: SpanExporter;
  readonly #onFailure: (error: Error) => void;
  #reportedMs = Number.NEGATIVE_INFINITY;

  constructor(exporter: SpanExporter, onFailure: (error: Error) => void) {
    this.#exporter = exporter;
    this.#onFailure = onFailure;
  }

  export(spans: ReadableSpan[], done: (result: ExportResult) => void): void {
    this.#exporter.export(spans, (result) => {
      if (result.code !== ExportResultCode.SUCCESS) this.#report(result.error);
      done(result);
    });
  }

  shutdown(): Promise<void> {
    return this.#exporter.shutdown();
  }

  async forceFlush(): Promise<void> {
    await this.#exporter.forceFlush?.();
  }

  #report(error: Error | undefined): void {
    const nowMs = performance.now();
    if (nowMs - this.#reportedMs < REPORTED_EVERY_MS) return;
    this.#reportedMs = nowMs;
    this.#onFailure(error ?? new Error('the collector refused the spans'));
  }
}
