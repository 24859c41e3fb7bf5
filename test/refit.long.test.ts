/**
 * Refits over the real server with its worker: new habits are learned, and too few new events move nothing.
 */
import { expect, test } from 'vitest';
import { servedWorkspace } from './support/served-workspace.ts';

const { answerOf, ended } = servedWorkspace('refit');

// biome-ignore lint/suspicious/noExplicitAny: answers of several operations
const send = (method: string, path: string, body?: object): Promise<any> => answerOf(method, path, body);

async function resultOf(path: string, body: object) {
  const { status, result, error } = await ended(path, body);
  expect(error).toBeNull();
  expect(status).toBe('succeeded');
  return result;
}

const ITEMS = 20;
const id = (n: number) => `item-${String(n % ITEMS).padStart(2, '0')}`;
const items = Array.from({ length: ITEMS }, (_, n) => ({ item_id: id(n), text: `Thing number ${n}` }));

/** 400 people who take every `stride`th item, four events each on consecutive days. */
const walks = (prefix: string, firstDay: number, stride: number) =>
  Array.from({ length: 400 }, (_, person) =>
    Array.from({ length: 4 }, (_, step) => ({
      event_id: `${prefix}-${person}-${step}`,
      person_id: `${prefix}${person}`,
      item_id: id(person + step * stride),
      kind: 'view',
      timestamp: new Date(Date.UTC(2025, 0, firstDay + step, 0, person)).toISOString(),
    })),
  ).flat();

test('the alias moves to a refit that has learned new habits, and stays where there is nothing new', async () => {
  const imported = async (events: readonly object[]) =>
    (await resultOf('/datasets', { name: 'shop', items, events })).dataset.id as string;
  const early = walks('a', 1, 1);
  const settings = { width: 16, heads: 2, blocks: 1, epochs: 30, evaluation: 'none' };
  const { model } = await resultOf('/adaptations', {
    dataset_id: await imported(early),
    name: 'next',
    settings,
  });
  await send('PUT', '/model-aliases/live', { model_id: model.id });

  const later = [...early, ...walks('b', 11, 3)];
  const refit = await resultOf('/model-aliases/live/refits', { dataset_id: await imported(later) });
  expect(refit).toMatchObject({
    alias: 'live',
    deployed: true,
    reason: expect.stringMatching(/95 % interval/),
  });
  expect(refit.model).toMatchObject({ status: 'ready', base_model_id: model.id, version: 'v2' });
  expect(refit.model.evaluation).not.toContain('may have learned from the events held out');
  const alias = await send('GET', '/model-aliases/live');
  expect(alias.model_id).toBe(refit.model.id);
  expect(alias.moves.map((move: { model_id: string }) => move.model_id)).toEqual([refit.model.id, model.id]);
  const { items: next } = await send('POST', '/models/alias:live/predict', {
    history: [id(2), id(5), id(8)],
    limit: 1,
  });
  expect(next[0].item_id).toBe(id(11));

  const few = [...later, ...walks('c', 21, 5).slice(0, 40)];
  const unjudged = await resultOf('/model-aliases/live/refits', { dataset_id: await imported(few) });
  expect(unjudged).toMatchObject({ deployed: false, code: 'nothing_to_judge' });
  const card = await send('GET', `/models/${unjudged.model.id}`);
  expect(card).toMatchObject({ status: 'ready', evaluation_report: null });
  expect(card.evaluation).toMatch(
    /^Not judged: .* 10 people .*30 people are needed.*stays.*trained for 10 epochs, with the blend and the scale of the serving model\.$/,
  );
  const offsetOf = ({ training: { fit } }: typeof card) => fit.blend.offset as number;
  expect(offsetOf(card)).toBe(offsetOf(refit.model));
  expect((await send('GET', '/model-aliases/live')).model_id).toBe(refit.model.id);

  const old = await ended('/model-aliases/live/refits', { dataset_id: await imported(later) });
  expect(old).toMatchObject({ status: 'failed', error: { code: 'nothing_to_judge' } });
  const { data } = await send('GET', '/models?status=failed');
  expect(data.map(({ id: modelId }: { id: string }) => modelId)).toEqual([old.error.details.model_id]);
  const { data: serving } = await send('GET', '/models');
  expect(serving).toHaveLength(3);
}, 600_000);
