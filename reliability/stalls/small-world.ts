/** The resources that the operations need: people, a dataset, a tokenizer, a model of each kind. */
import { setTimeout as sleep } from 'node:timers/promises';
import { shop } from '../../test/support/shop.ts';
import type { WatchedServer } from './watched-server.ts';

export interface SmallWorld {
  readonly tenant: string;
  readonly dataset: string;
  readonly tokenizer: string;
  readonly ranks: string;
  readonly generates: string;
}

const PEOPLE = 200;
const settings = { width: 16, heads: 2, blocks: 1, epochs: 1, evaluation: 'none' } as const;

export async function makeSmallWorld(server: WatchedServer): Promise<SmallWorld> {
  const post = async (path: string, body: object) => {
    const answer = await server.send('POST', path, JSON.stringify(body));
    if (answer.status >= 300)
      throw new Error(`POST ${path}: ${answer.status} ${JSON.stringify(answer.body)}`);
    return answer.body;
  };
  const made = async (path: string, body: object) => {
    const { id } = await post(path, body);
    const { resource } = await ended(server, String(id));
    return (resource as { readonly id: string }).id;
  };
  const { body } = await server.send('GET', '/v1/admin/tenants');
  const [tenant] = body.data as readonly [{ readonly id: string }];
  for (let n = 0; n < PEOPLE; n++) await post('/v1/users', person(n));
  const dataset = await made('/v1/datasets', shop);
  const tokenizer = await made('/v1/tokenizers', { dataset_id: dataset, name: 'shop' });
  const ranks = await made('/v1/adaptations', { dataset_id: dataset, name: 'ranks', settings });
  const generates = await made('/v1/adaptations', {
    ...{ dataset_id: dataset, name: 'generates', settings, tokenizer_id: tokenizer },
    architecture: 'generative-retriever',
  });
  return { tenant: tenant.id, dataset, tokenizer, ranks, generates };
}

/** Waits for the candidate index: the people that earlier bodies have written are in it then. */
export async function untilMatches(server: WatchedServer): Promise<void> {
  const request = JSON.stringify({ user_id: person(0).user_id, domain: 'dating', limit: 1 });
  while ((await server.send('POST', '/v1/match', request)).status === 503) await sleep(100);
}

export function person(n: number) {
  const gender = n % 2 === 0 ? 'woman' : 'man';
  const fields = { age: 20 + (n % 50), gender, location: 'Lisbon', relationship_goal: 'long_term' };
  return { user_id: `person-${n}`, domain: 'dating', fields };
}

async function ended(server: WatchedServer, jobId: string): Promise<Record<string, unknown>> {
  for (;;) {
    const { body } = await server.send('GET', `/v1/jobs/${jobId}`);
    if (body.status === 'succeeded') return body;
    if (body.status === 'failed') throw new Error(JSON.stringify(body.error));
    await sleep(50);
  }
}
