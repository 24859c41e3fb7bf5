/** An experiment on models behind an alias over HTTP. */
import { expect, test } from 'vitest';
import { type ModelFields, Prediction } from '../../src/contract/model.ts';
import { ModelExperiment } from '../../src/contract/model-experiment.ts';
import { circle, circleService, ITEMS, settings } from '../support/circle-service.ts';

const { send, resultOf } = circleService();

test('an experiment behind an alias serves arms by person, counts what is taken, and promotes one', {
  timeout: 60_000,
}, async () => {
  const brief = { ...settings, evaluation: 'none', epochs: 1, learning_rate: 1e-4 };
  const kinds = { return: { weight: -1 } };
  const imported = await resultOf(
    '/datasets',
    { name: 'arms', kinds, ...circle(ITEMS, 1000) },
    'import-arms',
  );
  const { id: dataset } = imported.result.dataset as { id: string };
  const trained = async (name: string) => {
    const asked = { dataset_id: dataset, name, settings: brief };
    return (await resultOf('/adaptations', asked, `adapt-${name}`)).result.model as ModelFields;
  };
  const [first, second] = [await trained('first'), await trained('second')];
  await send('/model-aliases/shop', { model_id: first.id }, undefined, 'PUT');
  const begin = async (more: object) =>
    send('/model-experiments', {
      ...{ alias: 'shop', name: 'second', success_kinds: ['buy'], stop: { smallest_effect: 0.1 } },
      arms: [
        { name: 'now', model_id: 'alias:shop' },
        { name: 'newer', model_id: second.id },
      ],
      ...more,
    });
  const split = ModelExperiment.parse((await begin({ design: 'split' })).body);
  expect(split).toMatchObject({ state: 'running', arms: [{ model_id: first.id }, { model_id: second.id }] });
  expect((await begin({ design: 'split' })).body.error).toMatchObject({
    code: 'conflict',
    details: { experiment_id: split.id, state: 'running' },
  });
  const deletion = await send(`/models/${second.id}`, undefined, undefined, 'DELETE');
  expect(deletion.body.error.details.used_by).toEqual([{ type: 'experiment', id: split.id }]);
  const people = Array.from({ length: 12 }, (_, n) => `p${n + 1000}`);
  const shown = async (person_id: string) =>
    Prediction.parse((await send('/models/alias:shop/predict', { person_id, limit: 4 })).body);
  const bought = async (person: string, item: string) => {
    const event = { event_id: `buy-${person}-${item}`, person_id: person, item_id: item, kind: 'buy' };
    const timestamp = new Date(Date.now() + 1000).toISOString();
    const { status } = await send(`/datasets/${dataset}/events`, { events: [{ ...event, timestamp }] });
    expect(status).toBe(200);
  };
  const arms = new Map<string, string>();
  for (const person of people) {
    const { items, experiment, model_id } = await shown(person);
    const arm = experiment!.arm!;
    arms.set(person, arm);
    expect([experiment!.id, model_id]).toEqual([split.id, arm === 'now' ? first.id : second.id]);
    const own = await send(`/models/${model_id}/predict`, { person_id: person, limit: 4 });
    expect(items).toEqual(own.body.items);
    expect((await shown(person)).experiment).toEqual(experiment);
    await bought(person, items[0]!.item_id);
  }
  const plain = await send('/models/alias:shop/predict', { history: ['item-a'] });
  expect([plain.body.model_id, plain.body.experiment]).toEqual([first.id, undefined]);
  const [erased] = people;
  expect((await send(`/users/${erased}`, undefined, undefined, 'DELETE')).status).toBe(200);
  const path = `/model-experiments/${split.id}`;
  expect((await send(`${path}/pause`, {})).body.state).toBe('paused');
  expect((await shown(people[1]!)).experiment).toBeUndefined();
  expect((await send(`${path}/resume`, {})).body.state).toBe('running');
  const stopped = ModelExperiment.parse((await send(`${path}/stop`, {})).body);
  expect([stopped.state, stopped.ended_by, stopped.result!.winner]).toEqual(['ended', 'operator', null]);
  const left = people.slice(1);
  for (const { name, people: n, shown: items, successes } of stopped.result!.arms) {
    const own = left.filter((person) => arms.get(person) === name).length;
    expect([name, n, items, successes]).toEqual([name, own, 4 * own, own]);
  }
  expect((await send(`${path}/stop`, {})).body.error.code).toBe('conflict');

  const drawn = ModelExperiment.parse((await begin({ design: 'interleaving' })).body);
  const list = await shown(people[1]!);
  expect(list.experiment).toEqual({ id: drawn.id, arm: null });
  expect(new Set(list.items.map(({ item_id }) => item_id)).size).toBe(4);
  expect(list.items.filter(({ arm }) => arm === 'newer')).toHaveLength(2);
  expect(await shown(people[1]!)).toMatchObject({ items: list.items });
  const rules = [{ filter: { size: { exists: true } }, min_share: 0.5 }];
  const ruled = await send('/models/alias:shop/predict', { person_id: people[1], limit: 4, rules });
  expect([ruled.body.experiment, ruled.body.rules[0].held]).toEqual([undefined, true]);
  const promote = `/model-experiments/${drawn.id}/promote`;
  expect((await send(promote, {})).body.error.code).toBe('conflict');
  expect((await send(promote, { arm: 'third' })).body.error.code).toBe('invalid_request');
  const promoted = ModelExperiment.parse((await send(promote, { arm: 'newer' })).body);
  expect(promoted).toMatchObject({ state: 'ended', ended_by: 'promotion', promoted_arm: 'newer' });
  expect((await send('/model-aliases/shop')).body.model_id).toBe(second.id);
  const ids = (await send('/model-experiments?alias=shop')).body.data.map(({ id }: { id: string }) => id);
  expect(ids).toEqual([drawn.id, split.id]);
  await send('/model-aliases/shop', undefined, undefined, 'DELETE');
  expect((await send(promote, { arm: 'now' })).body.error.code).toBe('model_not_found');
  expect((await send(`/models/${second.id}`, undefined, undefined, 'DELETE')).status).toBe(200);
});
