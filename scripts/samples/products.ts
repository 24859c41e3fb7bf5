/**
 * Sample products and shoppers for product-recommendation; the lines were written by hand, ratings and
 * delivery are drawn.
 */
import { SeededRandom } from '../../src/platform/numeric/seeded-random.ts';
import { readParts } from './read-parts.ts';
import type { SampleProfile } from './sample-profile.ts';

export function productSamples(): SampleProfile[] {
  const random = new SeededRandom(20260403);
  return [
    ...cellsOf('products').map((cells, position) => product(cells, position, random)),
    ...cellsOf('shoppers').map(shopper),
  ];
}

const columns = [
  'id',
  'category',
  'price',
  'audience',
  'color',
  'material',
  'features',
  'occasion',
  'style',
  'size',
  'from',
  'text',
] as const;

function cellsOf(name: string): string[][] {
  return readParts(name, columns).map((row) => columns.map((column) => row[column]));
}

/** Cells that both kinds of line have. */
function wants([
  ,
  category,
  ,
  audience,
  color,
  material,
  features,
  occasion,
  style,
  size,
]: readonly string[]) {
  return {
    ...list('category', category),
    ...(audience === '' ? {} : { audience }),
    ...list('color', color),
    ...list('material', material),
    ...list('features', features),
    ...list('occasion', occasion),
    ...list('style', style),
    ...list('size', size),
  };
}

function list(name: string, cell: string | undefined): Record<string, string[]> {
  return cell === undefined || cell === '' ? {} : { [name]: cell.split(' ') };
}

const deliveries: readonly (readonly string[])[] = [
  ['worldwide'],
  ['worldwide'],
  ['worldwide'],
  ['worldwide'],
  ['worldwide'],
  [
    'eu',
    'gb',
    'ie',
    'de',
    'at',
    'ch',
    'fr',
    'es',
    'pt',
    'it',
    'nl',
    'be',
    'dk',
    'se',
    'no',
    'fi',
    'pl',
    'cz',
    'gr',
  ],
  ['us', 'ca', 'mx', 'gb', 'ie', 'de', 'fr', 'es', 'it', 'nl', 'au', 'nz'],
];

function product(cells: readonly string[], position: number, random: SeededRandom): SampleProfile {
  const [id, , price, , , , , , , , brand, text] = cells as string[];
  const fields = {
    role: 'product',
    ...wants(cells),
    price: Number(price),
    ...(brand === '' ? {} : { brand }),
    condition: [id!.startsWith('refurb') ? 'refurbished' : 'new'],
    ships_to: random.pick(deliveries),
    ...(random.chance(0.8) ? { rating: Math.round((3.6 + 1.4 * random.uniform() ** 0.6) * 10) / 10 } : {}),
  };
  if (position % 3 === 0) return { user_id: id!, fields, context: text! };
  return { user_id: id!, fields: { ...fields, description: text } };
}

function shopper(cells: readonly string[], position: number): SampleProfile {
  const [id, , budget, , , , , , , , country, text] = cells as string[];
  const basics = { role: 'shopper', budget: Number(budget), ...list('ships_to', country) };
  const fields = { ...basics, ...wants(cells) };
  if (position % 2 === 0) return { user_id: id!, fields, context: text! };
  return { user_id: id!, fields: { ...fields, tastes: text } };
}
