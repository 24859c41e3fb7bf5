/** The part of the state of the process that `/metrics` measures, read from there. */
import type { Registry } from 'prom-client';
import { stageNames } from '../../../contract/match-stages.ts';
import type { SystemState } from '../../../contract/system.ts';
import { latencyOf } from './latency-of.ts';
import { groupedBy, type MeasuredValue, measuredValues, sumOf } from './measured-values.ts';

const MOST_ROUTES = 20;
const SERVER_ERROR = 500;

export type MeasuredState = Pick<SystemState, 'stages' | 'degraded' | 'language_model'> & {
  readonly requests: SystemState['requests'];
  readonly endedJobs: SystemState['jobs']['ended'];
};

export async function measuredState(registry: Registry): Promise<MeasuredState> {
  const read = (name: string) => measuredValues(registry, `counterpart_${name}`);
  const [inFlight, openBodies, requests, stages, degraded] = await Promise.all([
    read('http_requests_in_flight'),
    read('http_open_bodies'),
    read('http_request_duration_seconds'),
    read('match_stage_duration_seconds'),
    read('match_degraded_total'),
  ]);
  const counts = requests.filter(({ metricName = '' }) => metricName.endsWith('_count'));
  return {
    requests: {
      in_flight: sumOf(inFlight),
      open_bodies: sumOf(openBodies),
      by_status: groupedBy(counts, 'status')
        .map(({ status, count }) => ({ status: Number(status), count }))
        .sort((a, b) => a.status - b.status),
      routes: routesOf(requests, counts),
    },
    stages: stageNames.flatMap((stage) => {
      const values = stages.filter(({ labels }) => labels.stage === stage);
      return values.length === 0 ? [] : [{ stage, ...latencyOf(values) }];
    }),
    degraded: [...groupedBy(degraded, 'stage', 'reason')],
    endedJobs: [...groupedBy(await endedJobs(read), 'kind', 'outcome')],
    language_model: await languageModel(read),
  };
}

type Read = (name: string) => Promise<readonly MeasuredValue[]>;

async function endedJobs(read: Read): Promise<readonly MeasuredValue[]> {
  const durations = await read('job_duration_seconds');
  return durations.filter(({ metricName = '' }) => metricName.endsWith('_count'));
}

async function languageModel(read: Read): Promise<SystemState['language_model']> {
  const tokens = await read('llm_tokens_total');
  const of = (direction: string) => sumOf(tokens.filter(({ labels }) => labels.direction === direction));
  return {
    questions: [...groupedBy(await read('llm_questions_total'), 'outcome')],
    input_tokens: of('in'),
    output_tokens: of('out'),
    usd: sumOf(await read('llm_spent_usd_total')),
  };
}

function routesOf(requests: readonly MeasuredValue[], counts: readonly MeasuredValue[]) {
  return groupedBy(counts, 'method', 'route')
    .toSorted((a, b) => b.count - a.count)
    .slice(0, MOST_ROUTES)
    .map(({ method, route }) => {
      const own = ({ labels }: MeasuredValue) => labels.method === method && labels.route === route;
      const { buckets: _, ...latency } = latencyOf(requests.filter(own));
      const failed = sumOf(
        counts.filter((value) => own(value) && Number(value.labels.status) >= SERVER_ERROR),
      );
      return { method, route, ...latency, failed };
    });
}
