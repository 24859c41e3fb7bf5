/**
 * A service in this process with people, a dataset, a tokenizer and a model of each kind, whose ids requests
 * can name.
 */

import { type ComposedService, composed } from '../../test/service/testing/composed-service.ts';
import { shop } from '../../test/support/shop.ts';
import { leastModel } from '../../test/support/small-dataset.ts';
import { KnownIds } from './known-ids.ts';

const PEOPLE = 40;
const settings = { width: 16, heads: 2, blocks: 1, epochs: 1, evaluation: 'none' } as const;

export interface World {
  readonly service: ComposedService;
  readonly operatorKey: string;
  readonly ids: KnownIds;
}

export async function makeWorld(): Promise<World> {
  const service = await composed();
  const ids = new KnownIds();
  const made = async (path: string, body: object) => {
    const {
      status,
      body: job,
      text,
    } = await service.send(path, body, `world-${path}-${JSON.stringify(body).length}`);
    if (status !== 202) throw new Error(`${path}: ${status} ${text}`);
    const { resource } = await service.ended(job.id);
    ids.add(`${resource!.type}_id`, resource!.id);
    ids.kept.add(resource!.id);
    return resource!.id;
  };
  for (let n = 0; n < PEOPLE; n++) {
    const fields = { age: 25 + n, gender: n % 2 === 0 ? 'woman' : 'man', location: 'Lisbon' };
    const { body } = await service.send('users', { user_id: `u${n}`, domain: 'dating', fields });
    ids.collect(body);
  }
  for (const domain of ['dating', 'hiring', 'walks']) ids.add('domain', domain);
  const dataset_id = await made('datasets', shop);
  const tokenizer_id = await made('tokenizers', { dataset_id, name: 'shop' });
  await made('adaptations', { dataset_id, name: 'ranks', settings: leastModel });
  const architecture = 'generative-retriever';
  await made('adaptations', { dataset_id, name: 'generates', settings, tokenizer_id, architecture });
  const operator = await service.accounts.createOperatorKey({ rate: 1_000_000, burst: 1_000_000 });
  await keepOwn(service, ids);
  return { service, operatorKey: operator.key, ids };
}

async function keepOwn({ accounts }: ComposedService, { kept }: KnownIds): Promise<void> {
  for (const { tenantId } of await accounts.listTenants()) kept.add(tenantId);
  for (const { keyId } of await accounts.listKeys(null)) kept.add(keyId);
}
