import type { z } from 'zod';
import type { ImportDatasetRequest } from '../../src/contract/dataset.ts';

const shopItems = [
  { item_id: 'tea-01', text: 'Green tea from the Azores, 100 g' },
  { item_id: 'tea-02', text: 'Black tea with bergamot, 50 bags' },
  { item_id: 'tea-03', text: 'Mint and lemon verbena, loose, 60 g' },
  { item_id: 'cup-07', text: 'Stoneware cup, 250 ml, made in Caldas da Rainha' },
  { item_id: 'cup-08', text: 'Glass cup with a double wall, 200 ml' },
  { item_id: 'pot-03', text: 'Cast iron teapot with a sieve, 0.8 l' },
  { item_id: 'lamp-3', text: 'Brass reading lamp for desks and bedsides' },
  { item_id: 'lamp-5', text: 'Paper lantern for the ceiling, 40 cm' },
];
const SHOPPERS = 24;

/** Every person goes on to the next shelf. */
const shopAfter = (purchases: number): z.input<typeof ImportDatasetRequest> => ({
  name: 'shop',
  features: {
    items: { kind: 'category' },
    people: { age: 'number', region: 'category' },
    events: { device: 'category' },
  },
  items: shopItems.map((item) => ({
    ...item,
    attributes: { kind: item.item_id.slice(0, item.item_id.indexOf('-')) },
  })),
  people: Array.from({ length: SHOPPERS }, (_, person) => ({
    person_id: `shopper-${person}`,
    attributes: { age: 20 + person, region: person % 2 === 0 ? 'north' : 'south' },
  })),
  events: Array.from({ length: SHOPPERS * purchases }, (_, n) => {
    const [person, step] = [Math.floor(n / purchases), n % purchases];
    return {
      event_id: `ev-${person}-${step}`,
      person_id: `shopper-${person}`,
      item_id: shopItems[(person * 3 + step * 2 + Math.floor(step / 4)) % shopItems.length]!.item_id,
      kind: 'purchase',
      timestamp: new Date(Date.UTC(2024, 4, 1 + step, 9, person)).toISOString(),
      context: { device: step % 2 === 0 ? 'phone' : 'desk' },
    };
  }),
});

/** The training data of the examples' models, and the events of the days after it. */
export const shop = shopAfter(4);
export const shopLater = shopAfter(6);
