/**
 * Settings of observability beside the log: traces, slow requests, drift. Settings named OTEL_… have the
 * names and the meaning of OpenTelemetry.
 */
import { z } from 'zod';
import { samplerNames } from '../../tracing/sampler-names.ts';
import { type Setting, text, webAddress, wholeNumber } from '../setting.ts';

const expectedShare = 'a number from 0 to 1';
const share = text(/^(0|1|0?\.\d{1,9}|1\.0{1,9}|0\.0{1,9})$/, expectedShare).transform(Number);

export const observabilitySettings = {
  traceCollector: {
    variable: 'OTEL_EXPORTER_OTLP_ENDPOINT',
    flag: '--otlp-endpoint',
    form: 'address',
    meaning:
      'Collector of OpenTelemetry that gets the traces of requests and jobs (OTLP over HTTP, at /v1/traces below the address). Without it nothing is traced.',
    example: 'http://127.0.0.1:4318',
    schema: webAddress.nullable().default(null),
  },
  traceService: {
    variable: 'OTEL_SERVICE_NAME',
    flag: '--otel-service-name',
    form: 'name',
    meaning: 'Name of the service in its traces.',
    example: 'counterpart-eu',
    schema: text(/^[\x21-\x7e]{1,128}$/, 'a name of 1 to 128 printable characters without blanks').default(
      'counterpart',
    ),
  },
  traceSampler: {
    variable: 'OTEL_TRACES_SAMPLER',
    flag: '--otel-traces-sampler',
    form: 'word',
    meaning: `Which traces are recorded: ${samplerNames.join(', ')}. The parentbased ones do as the caller's traceparent says where there is one.`,
    example: 'parentbased_traceidratio',
    schema: z
      .enum(samplerNames, { error: `one of ${samplerNames.join(', ')}` })
      .default('parentbased_always_on'),
  },
  tracedShare: {
    variable: 'OTEL_TRACES_SAMPLER_ARG',
    flag: '--otel-traces-sampler-arg',
    form: 'number',
    meaning:
      'Share of the traces that the samplers traceidratio and parentbased_traceidratio record, 0 to 1.',
    example: '0.05',
    schema: share.default(1),
  },
  slowRequestMs: {
    variable: 'COUNTERPART_SLOW_REQUEST_MS',
    flag: '--slow-request-ms',
    form: 'milliseconds',
    meaning:
      'A request that takes at least so long is logged once more, with the times of the stages of its match; 0: none is.',
    example: '250',
    schema: wholeNumber(0, 86_400_000).default(1000),
  },
  driftThreshold: {
    variable: 'COUNTERPART_DRIFT_THRESHOLD',
    flag: '--drift-threshold',
    form: 'number',
    meaning:
      'How far the coverage of a field (in shares), the scores (share that lies elsewhere) or the match rate (relative change) may be from the week before without a warning in the log; 0: they are not watched.',
    example: '0.3',
    schema: share.default(0.2),
  },
} as const satisfies Readonly<Record<string, Setting>>;
