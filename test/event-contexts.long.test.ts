/** Contexts of events over the real server: declared, learned, on the card, and in predictions. */
import { expect, test } from 'vitest';
import { servedWorkspace } from './support/served-workspace.ts';

const { request: requested, answerOf, ended } = servedWorkspace('contexts');

// biome-ignore lint/suspicious/noExplicitAny: answers of several operations
async function send(method: string, path: string, body?: object): Promise<any> {
  return (await requested(method, path, body)).json();
}

const items = Array.from({ length: 12 }, (_, n) => ({ item_id: `item-${n}`, text: `Thing ${n}` }));
let minute = 0;
const event = (person: number, item: number, device: string) => ({
  event_id: `event-${minute}`,
  person_id: `person-${person}`,
  item_id: `item-${item % 12}`,
  kind: 'view',
  timestamp: new Date(Date.UTC(2025, 0, 1, 0, minute++)).toISOString(),
  context: { device },
});

/** On a phone everybody takes the successor of the last item, on a computer the one after. */
const events = Array.from({ length: 120 }, (_, person) => {
  let item = person;
  return Array.from({ length: 6 }, (__, step) => {
    const device = Math.imul(6 * person + step, 0x9e3779b1) >>> 31 === 0 ? 'phone' : 'computer';
    if (step > 0) item += device === 'phone' ? 1 : 2;
    return event(person, item, device);
  });
}).flat();

const declared = { events: { device: 'category' } };

test('declared contexts are read by models, and their gain is on the card', async () => {
  const builtIn = { name: 'shop', items, features: { events: { hour: 'number' } } };
  expect((await send('POST', '/datasets', builtIn)).error.code).toBe('invalid_request');
  const { result: imported } = await ended('/datasets', { name: 'shop', items, events, features: declared });
  const dataset_id = imported.dataset.id;
  const unknown = { dataset_id, name: 'next', settings: { context_features: ['place'] } };
  expect((await send('POST', '/adaptations', unknown)).error.message).toContain(
    'there are device, hour, weekday',
  );

  const settings = { width: 16, epochs: 10, evaluation: 'brief', learning_rate: 0.01 };
  const adapted = await ended('/adaptations', { dataset_id, name: 'next', settings });
  const { model } = adapted.result;
  expect(model.training.settings.context_features).toEqual(['device']);
  expect(model.training.fit.context).toEqual([
    { name: 'device', type: 'category', values: expect.arrayContaining(['phone', 'computer']) },
  ]);
  expect(model.evaluation).toMatch(/With the context of the prediction N@10 is .*: it helps\./);
  const [split] = model.evaluation_report.splits;
  expect(split.gains.map(({ over }: { over: string }) => over)).toContain('without the context');

  const path = `/models/${model.id}/predict`;
  const first = async (context?: object) => {
    const asked = { history: ['item-3', 'item-4'], limit: 1, ...(context && { context }) };
    return ((await answerOf('POST', path, asked)) as { items: { item_id: string; score: number }[] })
      .items[0]!;
  };
  expect((await first({ device: 'phone' })).item_id).toBe('item-5');
  expect((await first({ device: 'computer' })).item_id).toBe('item-6');
  expect(await first({ device: 'watch' })).toEqual(await first());
  expect(await first({ hour: 9 }), 'the hour alone is for people without a history').toEqual(await first());
  const cold = await send('POST', path, { history: [], context: { device: 'phone' } });
  expect(cold.fallback).toBe('context');

  for (const [context, message] of [
    [{ place: 'sea' }, 'context.place: is no declared feature: declared features of events are device'],
    [{ weekday: 8 }, 'context.weekday: must be a whole number from 1 to 7'],
    [{ hour: 'nine' }, 'context.hour'],
    [{ device: 3 }, 'context.device'],
    [{ device: ['phone'] }, 'context.device'],
    [{ device: 'x'.repeat(257) }, 'context.device'],
    [{ hour: 24 }, 'context.hour'],
    [Object.fromEntries(Array.from({ length: 300 }, (_, n) => [`a${n}`, 1])), 'context: must have at most'],
    ['phone', 'context'],
  ] as const) {
    const answer = await requested('POST', path, { history: ['item-3'], context });
    expect(answer.status).toBe(400);
    expect(((await answer.json()) as { error: { message: string } }).error.message).toContain(message);
  }

  const plain = await ended('/adaptations', {
    ...{ dataset_id, name: 'plain' },
    settings: { ...settings, epochs: 1, evaluation: 'none', context_features: [] },
  });
  const { id } = plain.result.model;
  const ofPlain = (context: object) =>
    answerOf('POST', `/models/${id}/predict`, { history: ['item-3'], ...context });
  const { items: same } = (await ofPlain({ context: { device: 'phone' } })) as { items: object };
  expect(((await ofPlain({})) as { items: object }).items).toEqual(same);
}, 120_000);
