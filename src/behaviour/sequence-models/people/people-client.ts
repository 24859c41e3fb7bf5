/** The caller's end of the thread that reads the events of people. It starts with the first request. */
import type { ArtifactLocation } from '../../../platform/artifacts/artifact-location.ts';
import { WorkerClient } from '../../../platform/threads/worker-client.ts';
import type { PeopleRequest, PeopleSetup, PersonEvents } from './people-protocol.ts';

const script = new URL('./people-worker.ts', import.meta.url);

export interface PeopleClient {
  /** Rejects for damaged files. */
  eventsOf(request: PeopleRequest): Promise<PersonEvents>;
  close(): Promise<void>;
}

export function createPeopleClient(artifacts: ArtifactLocation): PeopleClient {
  const data: PeopleSetup = { artifacts };
  const worker = new WorkerClient<PeopleRequest, PersonEvents>(script, { name: 'people', data });
  return { eventsOf: (request) => worker.call(request), close: () => worker.close() };
}
