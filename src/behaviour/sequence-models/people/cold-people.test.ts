/** People without events: what people of their features take, shrunk to what all take. */
import { describe, expect, test } from 'vitest';
import { contextCollector } from '../histories/event-contexts.ts';
import type { PriorAnswer } from './people-protocol.ts';
import { popularItems } from './popular-items.ts';
import { priorOf } from './prior-of.ts';
import { readDataset } from './read-dataset.ts';
import { sharesOf, shrunkRatios } from './shrunk-ratios.ts';

const ITEMS = ['tea', 'cup', 'lamp', 'rug', 'unsold'];

/** Tea and cups are taken at seven in the morning, the others at eight in the evening. */
const hoursOf = (items: Uint32Array) => Float64Array.from(items, (item) => (item < 2 ? 7 : 20) * 3_600_000);

/** 40 people of the north take tea and cups, 40 of the south lamps and rugs; 4 of the isle take lamps. */
function world() {
  const takes = { north: [0, 0, 1], south: [2, 3], isle: [2] };
  const regions = [...Array(40).fill('north'), ...Array(40).fill('south'), ...Array(4).fill('isle')] as const;
  const personIds = regions.map((_, person) => `p${person}`);
  const own = regions.map((region) => takes[region as keyof typeof takes]);
  const offsets = Uint32Array.from([0, ...own.map((_, person) => own.slice(0, person + 1).flat().length)]);
  const items = Uint32Array.from(own.flat());
  // Tea and cups are taken on phones, the others on computers, one rug on a fridge.
  const devices = contextCollector({ device: { type: 'category' } });
  const deviceOf = (item: number, at: number) =>
    at === items.length - 1 ? 'fridge' : item < 2 ? 'phone' : 'computer';
  const contextRows = items.map((item, at) => devices.rowOf(JSON.stringify({ device: deviceOf(item, at) })));
  const histories = {
    personIds,
    itemIds: ITEMS,
    offsets,
    items,
    timestampsMs: hoursOf(items),
    contexts: devices.finish(),
    contextRows,
  };
  const rows = regions.map(
    (region, person) => [`p${person}`, { region, age: person, tags: [region, 'all'] }] as const,
  );
  const stored = [...rows, ['cold', { region: 'south' }] as const, ['blank', {}] as const];
  return readDataset(histories, {
    features: {
      items: {},
      people: {
        region: { type: 'category' },
        age: { type: 'number' },
        tags: { type: 'list' },
        note: { type: 'text' },
      },
    },
    items: async function* () {},
    people: async function* () {
      yield {
        start: 0,
        count: stored.length,
        personIds: stored.map(([id]) => id),
        attributes: stored.map(([, values]) => JSON.stringify(values)),
      };
    },
  } as never);
}

const bestOf = (answer: PriorAnswer) => (typeof answer === 'object' ? answer.itemIds.slice(0, 2) : answer);
const prior = (personId: string | null, features = {}, context = {}) =>
  priorOf(world(), { personId, features, context });

describe('a person without events', () => {
  test('is predicted by stored and by given features, the given ones first', async () => {
    expect(bestOf(await prior('cold'))).toEqual(['lamp', 'rug']);
    expect(bestOf(await prior('cold', { region: 'north' }))).toEqual(['tea', 'cup']);
    expect(bestOf(await prior(null, { age: 3 }))).toEqual(['tea', 'cup']);
    expect(bestOf(await prior(null, { tags: ['south'] }))).toEqual(['lamp', 'rug']);
    const scores = (await prior('cold')) as Exclude<PriorAnswer, string>;
    expect(scores.itemIds.at(-1)).toBe('unsold');
    expect(scores.otherwise).toBe(scores.scores.at(-1));
    const several = (await prior(
      null,
      { region: 'north', age: 3, tags: ['north'] },
      { hour: 7 },
    )) as typeof scores;
    expect(several.scores.reduce((sum, score) => sum + Math.exp(score), 0)).toBeCloseTo(1, 5);
  });

  test('is left to popularity where the features say nothing, and unknown where there are none', async () => {
    expect(await prior(null, { region: 'east' })).toBe('popularity');
    expect(await prior(null, { region: 'isle' }), 'four people are no group').toBe('popularity');
    expect(await prior(null, { note: 'likes tea' })).toBe('popularity');
    expect(await prior('blank')).toBe('popularity');
    expect(await prior('nobody')).toBe('unknown');
  });
});

test('an hour says what is taken at it, alone and beside features', async () => {
  const at = async (hour: number, features = {}) => prior(null, features, { hour });
  for (const hour of [6, 7, 8]) expect(bestOf(await at(hour))).toEqual(['tea', 'cup']);
  expect(await at(19)).toMatchObject({ by: 'context', itemIds: expect.arrayContaining(ITEMS) });
  expect(bestOf(await at(20))).toEqual(['lamp', 'rug']);
  expect(await at(2), 'nothing is taken at night').toBe('popularity');
  expect(await at(7, { region: 'south' })).toMatchObject({ by: 'person_features' });
});

test('a declared context says what is taken in it, where five takings have it', async () => {
  expect(bestOf(await prior(null, {}, { device: 'phone' }))).toEqual(['tea', 'cup']);
  expect(await prior(null, {}, { device: 'computer' })).toMatchObject({ by: 'context' });
  for (const device of ['fridge', 'watch']) expect(await prior(null, {}, { device })).toBe('popularity');
  expect(await prior('nobody', {}, { device: 'watch' })).toBe('unknown');
});

test('a group that differs from nobody has shares like all people', () => {
  const dataset = world();
  const all = popularItems(dataset.histories);
  expect([...all.takers]).toEqual([40, 40, 44, 40, 0]);
  expect(sharesOf(all).reduce((sum, share) => sum + share, 0)).toBeCloseTo(1, 12);
  const half = Uint8Array.from(dataset.histories.personIds, (_, person) => person % 2);
  const ratios = shrunkRatios(
    all,
    popularItems(dataset.histories, (person) => half[person] === 1),
  );
  for (const ratio of ratios) expect(Math.abs(ratio)).toBeLessThan(0.01);
  const north = Uint8Array.from(dataset.histories.personIds, (_, person) => Number(person < 40));
  const apart = shrunkRatios(
    all,
    popularItems(dataset.histories, (person) => north[person] === 1),
  );
  const share = [...apart].map((ratio, item) => Math.exp(ratio) * sharesOf(all)[item]!);
  expect(share.reduce((sum, one) => sum + one, 0)).toBeCloseTo(1, 5);
  expect(apart[0]).toBeGreaterThan(0.3);
});
