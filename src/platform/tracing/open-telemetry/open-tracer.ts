/**
 * Opens the tracer of OpenTelemetry. Spans go to the collector in batches (OTLP over HTTP, protobuf). They
 * are dropped where the collector does not keep up. Headers, time-outs, compression and certificates are read
 * by the exporter from the variables that OpenTelemetry defines (OTEL_EXPORTER_OTLP_…), as are
 * OTEL_RESOURCE_ATTRIBUTES.
 */
import { OTLPTraceExporter } from '@opentelemetry/exporter-trace-otlp-proto';
import {
  defaultResource,
  detectResources,
  envDetector,
  resourceFromAttributes,
} from '@opentelemetry/resources';
import {
  AlwaysOffSampler,
  AlwaysOnSampler,
  BatchSpanProcessor,
  ParentBasedSampler,
  type Sampler,
  TraceIdRatioBasedSampler,
  TracerProvider,
} from '@opentelemetry/sdk-trace';
import type { SamplerName } from '../sampler-names.ts';
import type { Tracer } from '../tracer.ts';
import { OpenTelemetryTracer } from './open-telemetry-tracer.ts';
import { ReportingExporter } from './reporting-exporter.ts';

export interface TracerSettings {
  /** Address of the collector, without the path of traces. */
  readonly endpoint: string;
  readonly serviceName: string;
  readonly serviceVersion: string;
  readonly sampler: SamplerName;
  /** The sampled share of the traces, 0 to 1. */
  readonly sampledShare: number;
  /** Spans could not be sent; called at most once a minute. */
  readonly onFailure: (error: Error) => void;
}

const SENT_EVERY_MS = 2000;
const PARENT_BASED = 'parentbased_';

export function openTracer(settings: TracerSettings): Tracer {
  const { endpoint, serviceName, serviceVersion, sampler, sampledShare, onFailure } = settings;
  const exporter = new ReportingExporter(new OTLPTraceExporter({ url: `${endpoint}/v1/traces` }), onFailure);
  const named = { 'service.name': serviceName, 'service.version': serviceVersion };
  return new OpenTelemetryTracer(
    new TracerProvider({
      resource: defaultResource()
        .merge(detectResources({ detectors: [envDetector] }))
        .merge(resourceFromAttributes(named)),
      sampler: openSampler(sampler, sampledShare),
      spanProcessors: [new BatchSpanProcessor({ exporter, scheduledDelayMillis: SENT_EVERY_MS })],
    }),
  );
}

/** One of OTEL_TRACES_SAMPLER. `share`: of the traces, 0 to 1; only the samplers `…traceidratio` read it. */
function openSampler(name: SamplerName, share: number): Sampler {
  if (!name.startsWith(PARENT_BASED)) return rootSampler(name, share);
  return new ParentBasedSampler({ root: rootSampler(name.slice(PARENT_BASED.length), share) });
}

function rootSampler(name: string, share: number): Sampler {
  if (name === 'always_off') return new AlwaysOffSampler();
  return name === 'traceidratio' ? new TraceIdRatioBasedSampler(share) : new AlwaysOnSampler();
}
