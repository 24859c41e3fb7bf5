import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { noFeatures } from '../../contract/dataset-features.ts';
import { CreateModelExperimentRequest } from '../../contract/model-experiment.ts';
import { MOST_SHOWN_TO_PERSON, type NewModelExperiment } from './model-experiment-store.ts';
import type { Store } from './store.ts';
import { ALPHA, BETA } from './testing/sample-profiles.ts';
import type { StoreUnderTest } from './testing/store-under-test.ts';
import { storesUnderTest } from './testing/stores-under-test.ts';

const AT = '2026-01-01T00:00:00.000Z';
const atMs = Date.parse(AT);
const HOUR_MS = 3_600_000;

const { alias, name, ...settings } = CreateModelExperimentRequest.parse({
  alias: 'live',
  name: 'newer',
  design: 'split',
  arms: [
    { name: 'old', model_id: 'model_1' },
    { name: 'new', model_id: 'model_2' },
  ],
  success_kinds: ['buy'],
  window_hours: 2,
  stop: { smallest_effect: 0.02 },
});
const experiment = (
  experimentId = 'mexp_1',
  other: Partial<NewModelExperiment> = {},
): NewModelExperiment => ({
  ...{ tenantId: ALPHA, experimentId, alias, datasetName: 'shop', name, settings },
  ...{ createdAt: AT, endsAt: '2026-01-29T00:00:00.000Z', decision: '' },
  ...other,
});

describe.each(storesUnderTest)('experiments on models of the $name store', ({ open }) => {
  let under: StoreUnderTest;
  let store: Store;

  beforeAll(async () => {
    under = await open();
    ({ store } = under);
  });
  beforeEach(() => under.empty());
  afterAll(() => under.dispose());

  const shown = (personId: string, itemIds: readonly string[], arm = 0, at = atMs) => {
    const items = itemIds.map((itemId) => ({ itemId, arm }));
    return store.modelExperiments.addShown({
      ...{ tenantId: ALPHA, experimentId: 'mexp_1', personId, items, atMs: at },
    });
  };
  const counts = async () =>
    (await store.modelExperiments.counts(ALPHA, 'mexp_1')).map(({ arm, personId, shown: all, successes }) => [
      personId,
      arm,
      all,
      successes,
    ]);
  async function append(
    ...events: readonly (readonly [person: string, item: string, kind: string, at: number])[]
  ) {
    const rows = events.map(([person_id, item_id, kind, at], n) => {
      const timestamp = new Date(at).toISOString();
      const line = JSON.stringify({ event_id: `${at} ${n}`, person_id, item_id, kind, timestamp });
      return { kind: 'event' as const, id: `${at} ${n}`, personId: person_id, line };
    });
    const answer = await store.appends.append({
      ...{ tenantId: ALPHA, name: 'shop', baseId: 'ds_1', rows, missingItems: [] },
    });
    expect(answer.state).toBe('appended');
  }
  const addDataset = () =>
    store.datasets.add(
      {
        ...{ tenantId: ALPHA, datasetId: 'ds_1', name: 'shop', source: 'workspace_upload' },
        ...{ access: { export: true, training: true }, terms: '', features: noFeatures, createdAt: AT },
      },
      { itemCount: 1, eventCount: 0, files: [], readyAt: AT },
    );

  test('an alias has one running experiment, which other tenants do not see', async () => {
    const { modelExperiments } = store;
    expect(await modelExperiments.create(experiment())).toBeNull();
    expect(await modelExperiments.create(experiment('mexp_2'))).toBe('mexp_1');
    expect(await modelExperiments.create(experiment('mexp_3', { tenantId: BETA }))).toBeNull();
    expect(await modelExperiments.find(BETA, 'mexp_1')).toBeNull();
    expect(await modelExperiments.pause(BETA, 'mexp_1', AT)).toBe(false);
    expect((await under.another.modelExperiments.running(ALPHA, 'live'))!.experimentId).toBe('mexp_1');
    expect(await modelExperiments.pause(ALPHA, 'mexp_1', AT)).toBe(true);
    expect(await modelExperiments.running(ALPHA, 'live')).toBeNull();
    expect(await modelExperiments.pause(ALPHA, 'mexp_1', null)).toBe(true);
    expect(await modelExperiments.end(ALPHA, 'mexp_1', { at: AT, by: 'operator' })).toBe(true);
    expect(await modelExperiments.end(ALPHA, 'mexp_1', { at: AT, by: 'effect' })).toBe(false);
    expect(await modelExperiments.create(experiment('mexp_2'))).toBeNull();
    const all = { tenantId: ALPHA, alias: null, limit: 10 };
    const ids = async (page: Partial<Parameters<typeof modelExperiments.page>[0]>) =>
      (await modelExperiments.page({ ...all, before: null, ...page })).map((found) => found.experimentId);
    expect(await ids({})).toEqual(['mexp_2', 'mexp_1']);
    expect(await ids({ before: 'mexp_2' })).toEqual(['mexp_1']);
    expect(await ids({ alias: 'other' })).toEqual([]);
  });

  test('an event of a success kind within the window counts once for a pair', async () => {
    await addDataset();
    await store.modelExperiments.create(experiment());
    await shown('ana', ['a', 'b', 'c', 'd']);
    await shown('ben', ['a'], 1);
    await append(
      ['ana', 'a', 'buy', atMs + HOUR_MS],
      ['ana', 'a', 'buy', atMs + HOUR_MS + 1],
      ['ana', 'b', 'view', atMs + HOUR_MS],
      ['ana', 'c', 'buy', atMs + 3 * HOUR_MS],
      ['ana', 'd', 'buy', atMs - 1],
      ['ben', 'b', 'buy', atMs + HOUR_MS],
    );
    expect(await counts()).toEqual([
      ['ana', 0, 4, 1],
      ['ben', 1, 1, 0],
    ]);
    // An item that was not taken belongs to the arm that shows it last.
    await shown('ana', ['a', 'b'], 1, atMs + HOUR_MS);
    expect(await counts()).toContainEqual(['ana', 1, 1, 0]);
  });

  test('a person has a bounded number of items, and erasure removes them', async () => {
    await store.modelExperiments.create(experiment());
    const many = Array.from({ length: MOST_SHOWN_TO_PERSON + 5 }, (_, n) => `item ${n}`);
    await shown('ana', many);
    await shown('ben', ['a']);
    expect(await counts()).toEqual([
      ['ana', 0, MOST_SHOWN_TO_PERSON, 0],
      ['ben', 0, 1, 0],
    ]);
    await store.profiles.erase(ALPHA, 'ana', null, { block: true });
    expect(await counts()).toEqual([['ben', 0, 1, 0]]);
    await shown('ana', ['a']);
    expect(await counts()).toEqual([['ben', 0, 1, 0]]);
  });

  test('nothing is remembered while paused, and it is forgotten after the end', async () => {
    const { modelExperiments } = store;
    await modelExperiments.create(experiment());
    await shown('ana', ['a']);
    await modelExperiments.pause(ALPHA, 'mexp_1', AT);
    await shown('ben', ['a']);
    expect(await counts()).toEqual([['ana', 0, 1, 0]]);
    expect(await modelExperiments.forgetShown(10)).toBe(0);
    await modelExperiments.end(ALPHA, 'mexp_1', { at: AT, by: 'operator' });
    expect(await modelExperiments.forgetShown(10)).toBe(1);
    expect(await counts()).toEqual([]);
  });

  test('promotion moves the alias; results are added', async () => {
    const { modelExperiments } = store;
    await modelExperiments.create(experiment());
    const result = { at: AT, arms: [], winner: 'new' };
    await modelExperiments.addResult(ALPHA, 'mexp_1', result, 'new is better');
    await modelExperiments.addResult(ALPHA, 'mexp_1', { ...result, at: '2026-01-02T00:00:00.000Z' }, 'still');
    expect((await modelExperiments.results(ALPHA, 'mexp_1')).map(({ at }) => at)).toEqual([
      AT,
      '2026-01-02T00:00:00.000Z',
    ]);
    expect((await modelExperiments.lastResult(ALPHA, 'mexp_1'))!.at).toBe('2026-01-02T00:00:00.000Z');
    const to = { modelId: 'model_2', movedAt: AT, reason: 'won' };
    expect(await modelExperiments.promote(ALPHA, 'mexp_1', 'new', to)).toBe('moved');
    expect(await store.models.idOfAlias(ALPHA, 'live')).toBe('model_2');
    expect(await modelExperiments.find(ALPHA, 'mexp_1')).toMatchObject({
      promotedArm: 'new',
      decision: 'still',
    });
  });
});
