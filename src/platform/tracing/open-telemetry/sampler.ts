/** The samplers that OpenTelemetry names for OTEL_TRACES_SAMPLER. */
import {
  AlwaysOffSampler,
  AlwaysOnSampler,
  ParentBasedSampler,
  type Sampler,
  TraceIdRatioBasedSampler,
} from '@opentelemetry/sdk-trace';
import type { SamplerName } from '../sampler-names.ts';

const PARENT_BASED = 'parentbased_';

/** `share`: of the traces, 0 to 1; only the samplers `…traceidratio` read it. */
export function openSampler(name: SamplerName, share: number): Sampler {
  if (!name.startsWith(PARENT_BASED)) return rootSampler(name, share);
  return new ParentBasedSampler({ root: rootSampler(name.slice(PARENT_BASED.length), share) });
}

function rootSampler(name: string, share: number): Sampler {
  if (name === 'always_off') return new AlwaysOffSampler();
  return name === 'traceidratio' ? new TraceIdRatioBasedSampler(share) : new AlwaysOnSampler();
}
