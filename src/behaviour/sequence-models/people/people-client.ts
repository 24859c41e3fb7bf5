/** The caller's end of the thread that reads the events of people. It starts with the first request. */
import type { ArtifactLocation } from '../../../platform/artifacts/artifact-location.ts';
import { WorkerClient } from '../../../platform/threads/worker-client.ts';
import type {
  EventsRequest,
  PeopleAnswer,
  PeopleRequest,
  PeopleSetup,
  PersonEvents,
  PriorAnswer,
  PriorRequest,
  TrendAnswer,
  TrendRequest,
} from './people-protocol.ts';

const script = new URL('./people-worker.ts', import.meta.url);

/** All reject for damaged files. */
export interface PeopleClient {
  eventsOf(request: EventsRequest): Promise<PersonEvents>;
  priorOf(request: PriorRequest): Promise<PriorAnswer>;
  /** Rejects with 400 `invalid_request` and 422 `unknown_filter` for its filters. */
  trendOf(request: TrendRequest): Promise<TrendAnswer>;
  close(): Promise<void>;
}

export function createPeopleClient(artifacts: ArtifactLocation): PeopleClient {
  const data: PeopleSetup = { artifacts };
  const worker = new WorkerClient<PeopleRequest, PeopleAnswer>(script, { name: 'people', data });
  return {
    eventsOf: (request) => worker.call({ kind: 'events', ...request }) as Promise<PersonEvents>,
    priorOf: (request) => worker.call({ kind: 'prior', ...request }) as Promise<PriorAnswer>,
    trendOf: (request) => worker.call({ kind: 'trend', ...request }) as Promise<TrendAnswer>,
    close: () => worker.close(),
  };
}
