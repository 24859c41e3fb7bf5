import { describe, expect, test } from 'vitest';
import { tenantId } from '../../../contract/brands.ts';
import { type DeclaredEvents, noDeclaredEvents } from '../../../contract/dataset-events.ts';
import type { Dataset } from '../../../platform/storage/dataset-store.ts';
import { eventLine } from '../../datasets/rows/row-lines.ts';
import type { ReadyModel } from '../adaptation/find-model.ts';
import { createPersonHistories } from './create-person-histories.ts';
import type { EventsRequest, PersonEvents } from './people-protocol.ts';

const TENANT = tenantId('ten_a');
const model = (events: object) =>
  ({
    tenantId: TENANT,
    modelId: 'model_1',
    datasetId: 'ds_1',
    made: { training: { events } },
  }) as unknown as ReadyModel;
const version = (datasetId: string, declaredEvents = noDeclaredEvents) =>
  ({
    tenantId: TENANT,
    datasetId,
    name: 'shop',
    version: Number(datasetId.slice('ds_'.length)),
    files: [],
    declaredEvents,
  }) as unknown as Dataset;

const appended = (itemId: string, timestampMs: number, kind = 'buy', value = 1, basketId?: string) => ({
  kind: 'event' as const,
  id: `${itemId}${timestampMs}`,
  personId: 'ana',
  position: timestampMs,
  line: eventLine({
    eventId: 'e',
    personId: 'ana',
    itemId,
    kind,
    timestampMs,
    value,
    ...(basketId && { basketId }),
  }),
});

interface World {
  readonly declared?: DeclaredEvents;
  readonly stored?: PersonEvents;
  readonly pending?: readonly ReturnType<typeof appended>[];
  /** The newest version at each look. */
  readonly newest?: readonly string[];
  readonly waitMs?: number;
  readonly reading?: Promise<PersonEvents>;
}

const nothing = { itemIds: [], timestampsMs: new Float64Array() };
const none: PersonEvents = { ...nothing, rejected: nothing };

function people({ declared, stored = none, pending = [], newest = ['ds_2'], waitMs, reading }: World) {
  const asked: EventsRequest[] = [];
  let looks = 0;
  const histories = createPersonHistories({
    store: {
      datasets: {
        getKept: async () => version('ds_1'),
        newest: async () => version(newest[Math.min(looks++, newest.length - 1)]!, declared),
      },
      appends: { ofPerson: async () => pending, sessionsOf: async () => [] },
    } as never,
    people: {
      eventsOf: (request) => {
        asked.push(request);
        return reading ?? Promise.resolve(stored);
      },
    },
    ...(waitMs !== undefined && { waitMs }),
  });
  return { histories, asked };
}

const stored = { itemIds: ['a', 'b', 'a'], timestampsMs: Float64Array.of(10, 20, 30), rejected: nothing };

describe('the history of a person', () => {
  test('has the events of the newest version and those appended since, by time, each item once', async () => {
    const { histories, asked } = people({ stored, pending: [appended('c', 15), appended('b', 40)] });
    const read = await histories.of(model({ repeats: 'folded', least_events: 5 }), 'ana');
    expect(read).toEqual({ itemIds: ['a', 'c', 'b'], timestampsMs: [10, 15, 20], rejectedItemIds: [] });
    expect(asked).toMatchObject([
      { readers: ['ana'], dataset: { datasetId: 'ds_2' }, selection: { kinds: null, minValue: 0 } },
    ]);
  });

  test('has repeats, and leaves out other kinds and small values, as the model was trained', async () => {
    const pending = [appended('c', 15, 'view'), appended('d', 20, 'buy', 0), appended('b', 20)];
    const { histories, asked } = people({ stored, pending });
    const events = { repeats: 'kept', least_events: 1, kinds: ['buy'], least_value: 1 };
    expect(await histories.of(model(events), 'ana')).toEqual({
      itemIds: ['a', 'b', 'b', 'a'],
      timestampsMs: [10, 20, 20, 30],
      rejectedItemIds: [],
    });
    expect(asked[0]!.selection).toEqual({ kinds: ['buy'], minValue: 1 });
  });

  test('leaves out kinds of weight 0, and names what was turned down and not taken again', async () => {
    const kinds = { view: { weight: 0 }, return: { weight: -1 } };
    const rejected = { itemIds: ['a', 'b'], timestampsMs: Float64Array.of(12, 25) };
    const pending = [appended('c', 15, 'view'), appended('b', 40), appended('d', 50, 'return', -1)];
    const { histories } = people({
      declared: { ...noDeclaredEvents, kinds },
      stored: { itemIds: ['a', 'b'], timestampsMs: Float64Array.of(10, 20), rejected },
      pending,
    });
    expect(await histories.of(model({ repeats: 'folded' }), 'ana')).toEqual({
      itemIds: ['a', 'b'],
      timestampsMs: [10, 20],
      rejectedItemIds: ['a', 'd'],
    });
    const refusing = people({
      declared: { ...noDeclaredEvents, kinds },
      pending: [appended('d', 50, 'return')],
    });
    expect(await refusing.histories.of(model({ repeats: 'folded' }), 'ana')).toEqual({
      itemIds: [],
      timestampsMs: [],
      rejectedItemIds: ['d'],
    });
  });

  test('has the events of a basket at its first moment, and turns nothing down that was taken again in it', async () => {
    const kinds = { return: { weight: -1 } };
    const { histories } = people({
      declared: { ...noDeclaredEvents, kinds, baskets: 'basket_id' },
      stored: { ...stored, baskets: Uint32Array.of(7, 8, 7) },
      pending: [
        appended('c', 40, 'buy', 1, 'x'),
        appended('d', 45),
        appended('b', 50, 'return'),
        appended('b', 60, 'buy', 1, 'x'),
      ],
    });
    expect(await histories.of(model({ repeats: 'kept' }), 'ana')).toEqual({
      itemIds: ['a', 'a', 'b', 'c', 'b', 'd'],
      timestampsMs: [10, 10, 20, 40, 40, 45],
      rejectedItemIds: [],
    });
  });

  test('is read again where a version was cut meanwhile', async () => {
    const { histories, asked } = people({ stored, newest: ['ds_2', 'ds_3'] });
    await histories.of(model({ repeats: 'folded' }), 'ana');
    expect(asked.map(({ dataset }) => dataset.datasetId)).toEqual(['ds_3']);
  });

  test('has the events of the model’s own version where that was deleted and only earlier ones are left', async () => {
    const { histories, asked } = people({ stored, newest: ['ds_0'] });
    await histories.of(model({ repeats: 'folded' }), 'ana');
    expect(asked.map(({ dataset }) => dataset.datasetId)).toEqual(['ds_1']);
  });

  test('of somebody without events is 404', async () => {
    const { histories } = people({});
    await expect(histories.of(model({ repeats: 'folded' }), 'ana')).rejects.toMatchObject({
      code: 'user_not_found',
      details: { user_id: 'ana' },
    });
  });

  test('asks to come again while a large dataset is read', async () => {
    const { histories } = people({ reading: new Promise(() => {}), waitMs: 1 });
    await expect(histories.of(model({ repeats: 'folded' }), 'ana')).rejects.toMatchObject({
      code: 'warming_up',
    });
  });
});
