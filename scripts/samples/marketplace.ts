/**
 * Sample listings and buyers: half as fields with soft texts, half as the advertisement that they would post.
 */
import { shippedDomain } from '../../src/domains/shipped-domains.ts';
import { SeededRandom } from '../../src/platform/numeric/seeded-random.ts';
import { type City, cityNamed, localAmount, roundTo2, shortName } from './cities.ts';
import { listed, type PartsRow, readParts } from './read-parts.ts';
import { distinctIds, given, type SampleProfile, slug } from './sample-profile.ts';

const listingColumns = [
  'item',
  'category',
  'brands',
  'price',
  'condition',
  'delivery',
  'negotiable',
  'seller',
  'mileage',
  'description',
] as const;
const buyerColumns = [
  'sought',
  'category',
  'brands',
  'budget',
  'condition',
  'delivery',
  'urgency',
  'mileage',
  'why',
] as const;
type Listing = PartsRow<(typeof listingColumns)[number]>;
type Buyer = PartsRow<(typeof buyerColumns)[number]>;

/** Few places, so that most things have a buyer nearby. */
const markets = [
  'Berlin',
  'Amsterdam',
  'London',
  'Manchester',
  'Lyon',
  'Lisbon',
  'Vienna',
  'Stockholm',
  'Toronto',
  'Melbourne',
];

/** A thing and its buyer are in the same line of the two files; two of three are in the same town. */
function marketOf(position: number, random: SeededRandom): City {
  const shift = random.chance(0.67) ? 0 : random.between(1, markets.length - 1);
  return cityNamed(markets[(position + shift) % markets.length]!);
}

function label(field: string, value: string): string {
  const definition = shippedDomain('marketplace')!.fields.find(({ name }) => name === field)!;
  return definition.value_labels?.[value] ?? value.replaceAll('_', ' ');
}

const upper = (text: string) => text.replace(/^./, (letter) => letter.toUpperCase());

const conditionWords: Readonly<Record<string, string>> = {
  new: 'Brand new',
  like_new: 'Like new',
  good: 'Good condition',
  fair: 'Used condition, shows wear',
  for_parts: 'For parts',
};

const handover: Readonly<Record<string, string>> = {
  pickup: 'Pick-up in {place}.',
  shipping: 'Shipping possible, from {place}.',
  'pickup,shipping': 'Pick-up in {place}, or I can ship.',
  'shipping,pickup': 'I can ship, or pick-up in {place}.',
  'pickup,local_delivery': 'Pick-up in {place}, local delivery possible.',
  'local_delivery,pickup': 'Local delivery in {place} or pick-up.',
  local_delivery: 'Local delivery in {place}.',
};

function advertisement(row: Listing, city: City, usd: number): string {
  const place = shortName(city.name);
  const how = handover[row.delivery]!.replace('{place}', place);
  const haggle =
    row.negotiable === 'yes' ? ' or best offer' : row.negotiable === 'no' ? ', price is fixed' : '';
  const brands = listed(row.brands).map((brand) => label('brand', brand));
  const brand = brands.some((name) => !row.item.toLowerCase().includes(name.toLowerCase()))
    ? `${brands.join(', ')}, `
    : '';
  const driven = row.mileage === '' ? '' : ` ${Number(row.mileage).toLocaleString('en-US')} km.`;
  const seller = row.seller === 'business' ? ' We are a shop, invoice available.' : '';
  return (
    `For sale: ${brand}${row.item}. ${conditionWords[row.condition]}.${driven} ${row.description} ` +
    `${localAmount(usd, city)}${haggle}. ${how}${seller}`
  );
}

function listing(row: Listing, position: number): SampleProfile {
  const random = new SeededRandom(7000 + position);
  const city = marketOf(position, new SeededRandom(position));
  const usd = roundTo2(Number(row.price) * (0.94 + random.uniform() * 0.12));
  const user_id = `listing-${slug(row.item.split(/,| with | and /)[0]!)}`;
  if (position % 2 === 1) return { user_id, context: advertisement(row, city, usd) };
  return {
    user_id,
    fields: given({
      role: 'listing',
      category: row.category,
      brand: listed(row.brands),
      price: usd,
      condition: row.condition,
      delivery: listed(row.delivery),
      negotiable: row.negotiable === '' ? undefined : row.negotiable === 'yes',
      seller_type: row.seller,
      mileage_km: row.mileage === '' ? undefined : Number(row.mileage),
      location: city.name,
      description: `${upper(row.item)}. ${row.description}`,
    }),
  };
}

function wantedAdvertisement(row: Buyer, city: City, style: number): string {
  const place = shortName(city.name);
  const brands = listed(row.brands).map((brand) => label('brand', brand));
  const named = brands.filter((name) => !row.sought.toLowerCase().includes(name.toLowerCase()));
  const preferred = named.length === 0 ? '' : ` Preferably ${named.join(' or ')}.`;
  const budget = localAmount(Number(row.budget), city);
  const how = {
    pickup: `I can pick up around ${place}.`,
    shipping: `Please ship to ${place}.`,
    'pickup,shipping': `Pick-up around ${place} or shipping.`,
    'shipping,pickup': `Shipping or pick-up, I live in ${place}.`,
    'pickup,local_delivery': `Pick-up or delivery in ${place}.`,
    'local_delivery,pickup': `Delivery in ${place} or pick-up.`,
    local_delivery: `Delivery to ${place}, please.`,
  } as Readonly<Record<string, string>>;
  const condition = { good: ' In good condition.', like_new: ' Like new, please.' } as Readonly<
    Record<string, string>
  >;
  const soon = row.urgency === 'flexible' ? ' No hurry.' : '';
  const driven = row.mileage === '' ? '' : ` Below ${Number(row.mileage).toLocaleString('en-US')} km.`;
  const opening = ['Looking for', 'Wanted:', 'I want to buy'][style]!;
  return (
    `${opening} ${row.sought}.${preferred}${condition[row.condition] ?? ''}${driven} ${row.why} ` +
    `Budget up to ${budget}. ${how[row.delivery]}${soon}`
  );
}

function buyer(row: Buyer, position: number): SampleProfile {
  const random = new SeededRandom(9000 + position);
  const city = marketOf(position, new SeededRandom(400 + position));
  const first = random.pick(city.firstNames);
  const user_id = `buyer-${slug(first)}-${slug(row.category)}`;
  const near =
    row.delivery === 'pickup' && random.chance(0.4) ? { location_within_km: random.pick([30, 50, 100]) } : {};
  const untouched = row.condition === 'new' ? { condition: 'new' } : {};
  const preferences = { ...near, ...untouched };
  const some = Object.keys(preferences).length > 0;
  const body =
    position % 2 === 1
      ? { context: wantedAdvertisement(row, city, position % 3) }
      : {
          fields: given({
            role: 'buyer',
            category: row.category,
            brand: listed(row.brands),
            budget_max: Number(row.budget),
            condition: row.condition,
            delivery: listed(row.delivery),
            mileage_max_km: row.mileage === '' ? undefined : Number(row.mileage),
            location: city.name,
            needs: `${first} looks for ${row.sought}. ${row.why}`,
            urgency: row.urgency,
          }),
        };
  return some ? { user_id, ...body, preferences } : { user_id, ...body };
}

export function marketplaceSamples(): SampleProfile[] {
  return distinctIds([
    ...readParts('listings', listingColumns).map(listing),
    ...readParts('buyers', buyerColumns).map(buyer),
  ]);
}
