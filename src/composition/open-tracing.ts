/**
 * Part of the composition root: traces. OpenTelemetry is loaded only where the operator names a collector. It
 * is opened before the store, whose handles trace their queries from the start, and closed last.
 */

import { productVersion } from '../contract/product-version.ts';
import type { Settings } from '../platform/config/settings.ts';
import { useTracer } from '../platform/tracing/current-tracer.ts';

type TraceSettings = Pick<Settings, 'traceCollector' | 'traceService' | 'traceSampler' | 'tracedShare'>;

/** Resolves with the function that sends what is left and ends tracing. */
export async function openTracing(
  { traceCollector, traceService, traceSampler, tracedShare }: TraceSettings,
  onNotice: (notice: string) => void,
): Promise<() => Promise<void>> {
  if (traceCollector === null) return async () => undefined;
  const { openTracer } = await import('../platform/tracing/open-telemetry/open-tracer.ts');
  const tracer = openTracer({
    endpoint: traceCollector,
    serviceName: traceService,
    serviceVersion: productVersion,
    sampler: traceSampler,
    sampledShare: tracedShare,
    onFailure: ({ message }) => onNotice(`traces could not be sent to the collector: ${message}`),
  });
  const end = useTracer(tracer);
  return async () => {
    end();
    await tracer.close();
  };
}
