/**
 * A small shop with a pattern that a model can learn: people buy what belongs together, one thing after the
 * other.
 */
import { ATTACK } from './people.ts';
import type { Service } from './service.ts';

/** An id with everything that an attribute, a script or an address could trip over. */
export const ATTACK_ITEM = `"><svg onload=window.__attacked=1>`;
const PEOPLE = 60;
const GROUPS = 4;
const PER_GROUP = 6;

export interface Shop {
  readonly datasetId: string;
  readonly modelId: string;
}

export async function addShop(service: Service): Promise<Shop> {
  const datasetId = await resourceOf(
    service,
    service.post('/v1/datasets', shopRows(), { 'idempotency-key': 'console-shop' }),
  );
  const settings = { width: 16, heads: 2, blocks: 1, epochs: 8, evaluation: 'brief', seed: 1 };
  const request = { dataset_id: datasetId, name: ATTACK, settings };
  const modelId = await resourceOf(
    service,
    service.post('/v1/adaptations', request, { 'idempotency-key': 'console-model' }),
  );
  return { datasetId, modelId };
}

export function shopRows() {
  const items = Array.from({ length: GROUPS * PER_GROUP }, (_, n) => ({
    item_id: `item-${String(n).padStart(2, '0')}`,
    text: `Thing ${n}\ncategory: Group ${n % GROUPS}\nimage_url: https://pictures.example/${n}.png`,
  }));
  const attacks = [
    {
      item_id: ATTACK_ITEM,
      text: `${ATTACK}\ncategory: ${ATTACK}\nimage_url: javascript:window.__attacked=1`,
    },
    { item_id: 'blank', text: ' ' },
  ];
  const events = Array.from({ length: PEOPLE }, (_, person) => historyOf(person)).flat();
  const features = { events: { device: 'category', price: 'number' } };
  return { name: ATTACK, terms: ATTACK, features, items: [...items, ...attacks], events };
}

function historyOf(person: number) {
  const length = 5 + (person % 4);
  return Array.from({ length }, (_, at) => {
    const n = ((person + at) % PER_GROUP) * GROUPS + (person % GROUPS);
    const item_id = person % 9 === 0 && at === 2 ? ATTACK_ITEM : `item-${String(n).padStart(2, '0')}`;
    const minutes = person * 700 + at * (at === 3 ? 200 : 5);
    return {
      event_id: `e-${person}-${at}`,
      person_id: `person-${person}`,
      item_id,
      kind: at === 0 ? ATTACK.slice(0, 60) : 'buy',
      timestamp: new Date(Date.UTC(2024, 3, 1) + minutes * 60_000).toISOString(),
      context: { device: person % 9 === 0 ? ATTACK : 'phone', price: at },
    };
  });
}

interface Job {
  readonly status: string;
  readonly resource: { readonly id: string };
  readonly error: unknown;
}

/** The id of the job's result, once there is one. */
async function resourceOf(service: Service, accepted: Promise<Response>): Promise<string> {
  const job = (await (await accepted).json()) as { id: string };
  for (;;) {
    const { status, resource, error } = await service.get<Job>(`/v1/jobs/${job.id}`);
    if (status === 'succeeded') return resource.id;
    if (error) throw new Error(`the job failed: ${JSON.stringify(error)}`);
    await new Promise((resolve) => setTimeout(resolve, 300));
  }
}
