/** Kinds of events with weights over the real server: declared, learned, on the card, and in predictions. */
import { expect, test } from 'vitest';
import { servedWorkspace } from './support/served-workspace.ts';

const { request: requested, ended } = servedWorkspace('kinds');

// biome-ignore lint/suspicious/noExplicitAny: answers of several operations
async function send(method: string, path: string, body?: object): Promise<any> {
  return (await requested(method, path, body)).json();
}

async function resultOf(path: string, body: object) {
  const job = await ended(path, body);
  if (job.status === 'failed') throw new Error(JSON.stringify(job.error));
  return job.result;
}

const items = Array.from({ length: 12 }, (_, n) => ({ item_id: `item-${n}`, text: `Thing ${n}` }));
let minute = 0;
const event = (person: number | string, item: number, kind: string) => ({
  event_id: `event-${minute}`,
  person_id: `person-${person}`,
  item_id: `item-${item % 12}`,
  kind,
  timestamp: new Date(Date.UTC(2025, 0, 1, 0, minute++)).toISOString(),
});

/** Everyone views an item and its successor, and buys the one after; every fifth person returns the first purchase. */
const events = Array.from({ length: 120 }, (_, person) => [
  ...[0, 1].map((step) => event(person, person + step, 'view')),
  event(person, person + 2, 'purchase'),
  event(person, person + 3, 'view'),
  event(person, person + 4, 'purchase'),
  ...(person % 5 === 0 ? [event(person, person + 2, 'return')] : []),
]).flat();

const kinds = { view: { weight: 0.1 }, return: { weight: -1 } };

test('kinds are declared, learned and kept; what is returned is not offered again', async () => {
  for (const faulty of [
    { view: { weight: 'much' } },
    { view: { weight: 101 } },
    { view: { weight: 1e-7 } },
    { view: {} },
    { '': { weight: 1 } },
  ]) {
    const refused = await send('POST', '/datasets', { name: 'shop', items, kinds: faulty });
    expect(refused.error.code).toBe('invalid_request');
  }
  expect((await send('GET', '/datasets')).data).toEqual([]);
  const { dataset } = await resultOf('/datasets', { name: 'shop', items, events, kinds });
  expect(dataset).toMatchObject({ kinds, repeats: false });

  const settings = { width: 16, epochs: 4, evaluation: 'brief', blend: false };
  const { model } = await resultOf('/adaptations', { dataset_id: dataset.id, name: 'next', settings });
  expect(model.evaluation).toContain(
    'Kinds of events have weights: view 0.1 (360 events), purchase 1 (240 events)',
  );
  expect(model.evaluation).toContain(
    'The targets of the evaluation are the events of the greatest weight, 1.',
  );
  expect(model.evaluation).toContain('24 items that 24 people turned down are pushed away in the loss');
  expect(model.training.rejections).toEqual({ items: 24, people: 24, in_loss: true });
  expect(model.evaluation_report.splits[0].protocol.cases).toBe(120);

  const offered = async (request: object): Promise<readonly string[]> => {
    const { items: found } = await send('POST', `/models/${model.id}/predict`, request);
    return found.map(({ item_id }: { item_id: string }) => item_id);
  };
  await send('POST', `/datasets/${dataset.id}/events`, { events: [event(1, 9, 'return')] });
  const [first, other] = await Promise.all(
    ['person-1', 'person-2'].map((person_id) => offered({ person_id })),
  );
  expect([first!.includes('item-9'), other!.includes('item-9')]).toEqual([false, true]);
  expect(await offered({ person_id: 'person-1', exclude_seen: false })).toContain('item-9');

  const cut = await resultOf(`/datasets/${dataset.id}/snapshots`, {});
  expect(cut.dataset).toMatchObject({ kinds, version: 'v2' });
}, 240_000);
