/** Rows that the work needs before the first kill: people that are never erased, a dataset, two models. */
import { setTimeout as sleep } from 'node:timers/promises';
import { leastModel, smallDataset } from '../../../test/support/small-dataset.ts';
import type { Client } from '../client.ts';
import type { Made } from './jobs.ts';
import { BASE_PEOPLE, basePerson } from './work.ts';

const POLL_MS = 50;

export async function makeBase(client: Client): Promise<Made> {
  const people = Array.from({ length: BASE_PEOPLE }, (_, n) => ({
    ...{ user_id: basePerson(n), domain: 'dating' },
    fields: { age: 25 + (n % 20), gender: n % 2 === 0 ? 'woman' : 'man', location: 'Lisbon' },
  }));
  await accepted(client, '/users/batch', people.map((person) => `${JSON.stringify(person)}\n`).join(''));
  const dataset = await makeDataset(client);
  return {
    dataset,
    models: [await makeModel(client, dataset, 'one'), await makeModel(client, dataset, 'other')],
  };
}

export const makeModel = (client: Client, dataset: string, name: string) =>
  made(client, '/adaptations', { dataset_id: dataset, name, settings: leastModel });

export const makeDataset = (client: Client) => made(client, '/datasets', { name: 'base', ...smallDataset });

async function accepted(client: Client, path: string, body: object | string) {
  const answer = await client.send('POST', path, body, `base-${path}-${JSON.stringify(body).length}`);
  if (answer.status >= 300 || answer.status === 0)
    throw new Error(`${path}: ${answer.status} ${answer.text}`);
  return answer.body;
}

/** The id of the job's result. */
async function made(client: Client, path: string, body: object): Promise<string> {
  const { id } = await accepted(client, path, body);
  for (;;) {
    const { body: job } = await client.send('GET', `/jobs/${id}`);
    if (job.status === 'succeeded') return job.resource.id;
    if (job.status === 'failed') throw new Error(JSON.stringify(job.error));
    await sleep(POLL_MS);
  }
}
