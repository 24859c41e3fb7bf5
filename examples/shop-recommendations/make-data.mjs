// Writes shop.jsonl: a small shop whose customers move along a few paths (tea things, garden things, …), so that
// what comes next can be learned; two of three leave some things out. Your own file has the same form, one JSON
// object a line.
import { writeFileSync } from 'node:fs';

const paths = {
  tea: ['kettle', 'teapot', 'green-tea', 'tea-cups', 'tea-tray', 'honey'],
  garden: ['spade', 'gloves', 'seeds', 'watering-can', 'compost', 'trellis'],
  desk: ['desk', 'chair', 'lamp', 'notebook', 'pen', 'monitor-arm'],
  bike: ['bicycle', 'helmet', 'bike-lock', 'bike-light', 'pannier', 'pump'],
};
const items = Object.entries(paths).flatMap(([path, names]) =>
  names.map((name) => ({
    type: 'item',
    item_id: name,
    text: `${name.replaceAll('-', ' ')}\nFor the ${path}`,
  })),
);
const events = Array.from({ length: 120 }, (_, person) => {
  const path = Object.values(paths)[person % 4];
  const leftOut = person % 3;
  return Array.from({ length: 4 }, (_, step) => ({
    type: 'event',
    event_id: `e${person}-${step}`,
    person_id: `customer-${person}`,
    item_id: path[(Math.floor(person / 4) + step + Math.floor((step * leftOut) / 2)) % path.length],
    kind: 'purchase',
    timestamp: new Date(Date.UTC(2024, 0, 1 + 7 * step, 9, person)).toISOString(),
  }));
}).flat();
const lines = [...items, ...events].map((row) => JSON.stringify(row));
writeFileSync(new URL('shop.jsonl', import.meta.url), `${lines.join('\n')}\n`);
