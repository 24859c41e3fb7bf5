/** Listings and wanted ads of second-hand things. */
import type { Case } from '../read-cases.ts';
import { cities, currencies, grouped } from './facts.ts';
import { openerCase } from './openers.ts';
import { caseOf, join, sentence, type Writer } from './writer.ts';

const only = ['role', 'price', 'budget_max', 'mileage_km', 'mileage_max_km', 'location', 'preferences'];

/** Thing, category, sizes and counts that are no price, and whether it has a mileage. */
const things: readonly (readonly [string, string, readonly string[], number])[] = [
  ['iPhone 13', 'phones', ['128 GB', '256GB', '2 years old', 'battery 87 %', 'bought 2021'], 350],
  ['ThinkPad T480', 'laptops', ['16 GB RAM', '512GB SSD', '14 inch', 'from 2018', '4 years old'], 260],
  [
    'oak dining table',
    'tables',
    ['180 x 90 cm', 'seats 6', '12 years old', '3 small scratches', 'built 1998'],
    180,
  ],
  [
    'two-seater sofa',
    'sofas',
    ['160 cm wide', '5 years old', '2 cushions', 'bought in 2020', 'weighs 40 kg'],
    150,
  ],
  [
    'mountain bike',
    'bicycles',
    ['29 inch wheels', 'frame size 19', '27 gears', 'model 2019', 'ridden 300 km'],
    420,
  ],
  [
    'washing machine',
    'large_appliances',
    ['8 kg', '1400 rpm', '6 years old', '60 cm wide', 'model 2017'],
    140,
  ],
  [
    'electric guitar',
    'musical_instruments',
    ['22 frets', 'from 1996', '3 pickups', '25 years old', 'serial 48213'],
    300,
  ],
  [
    'dining chairs',
    'chairs',
    ['set of 6', '45 cm seat height', '10 years old', 'made in 1985', 'stack of 6'],
    120,
  ],
];

/** Share of short texts without facts. */
const OPENERS = 0.25;

const money = (writer: Writer, amount: number): readonly [string, number] => {
  const [prefix, suffix, rate] = writer.one(currencies);
  return [`${prefix}${writer.chance(0.7) ? amount : grouped(amount)}${suffix}`, amount * rate];
};

export function marketplaceCase(writer: Writer): Case {
  if (writer.chance(OPENERS))
    return openerCase(
      writer,
      'marketplace',
      things.map(([name]) => name),
    );
  return writer.layout(
    listing,
    wanted,
    car,
    bareListing,
    listing,
    wanted,
    car,
    listingForm,
    freeExtra,
    giveaway,
    freeExtra,
    listing,
    noPrice,
    carWanted,
  )(writer);
}

function factsOf(writer: Writer) {
  const [name, category, sizes, usual] = writer.one(things);
  const amount = Math.round((usual * writer.int(50, 160)) / 1000) * 10;
  return { name, category, sizes: writer.some(sizes, 2), amount, city: writer.one(cities) };
}

const pickup = (writer: Writer, city: string) =>
  writer.say(
    `Pick up in ${city}.`,
    `Collection only, ${city}.`,
    `Can be collected in ${city}.`,
    `To be fetched from ${city}, 2nd floor.`,
  );

function listing(writer: Writer): Case {
  const { name, sizes, amount, city } = factsOf(writer);
  const [price, usd] = money(writer, amount);
  const text = sentence(
    writer.say(
      `Selling my ${name}, ${sizes.join(', ')}.`,
      `${cap(name)} for sale, ${sizes[0]}.`,
      `For sale: ${name}. ${cap(sizes.join(', '))}.`,
      `Time to let my ${name} go (${sizes.join(', ')}).`,
    ),
    writer.maybe(
      0.5,
      `Paid ${money(writer, amount * 2)[0]} new.`,
      `It cost ${money(writer, amount * 2)[0]} in ${writer.int(2014, 2022)}.`,
      `New price was ${money(writer, amount * 3)[0]}.`,
      `Worth ${money(writer, amount * 2)[0]} when new.`,
    ),
    writer.say(
      `Asking ${price}.`,
      `Price: ${price}.`,
      `${price} and it is yours.`,
      `I would like ${price} for it.`,
    ),
    pickup(writer, city[0]),
    writer.maybe(
      0.4,
      'Two spare parts included.',
      'Comes with a free cable.',
      'I add a free cover.',
      'A free lamp goes with it.',
    ),
  );
  return caseOf(text, { role: 'listing', price: usd, location: city[1] }, only);
}

/** Sizes and years, but no price at all. */
function noPrice(writer: Writer): Case {
  const { name, sizes, city } = factsOf(writer);
  const text = sentence(
    writer.say(
      `Selling my ${name}, ${sizes.join(', ')}.`,
      `${cap(name)}, ${sizes.join(', ')}, make me an offer.`,
      `For sale: ${name} (${sizes[0]}).`,
      `My ${name} needs a new home, ${sizes[1]}.`,
    ),
    writer.say('Make an offer.', 'Open to offers.', 'Best offer takes it.', 'Price on request.'),
    pickup(writer, city[0]),
  );
  return caseOf(text, { role: 'listing', location: city[1] }, only);
}

function freeExtra(writer: Writer): Case {
  const { name, sizes, amount, city } = factsOf(writer);
  const [price, usd] = money(writer, amount);
  const text = sentence(
    writer.say(
      `${cap(name)}, ${sizes[0]}, ${price}.`,
      `Selling my ${name} for ${price}.`,
      `${cap(name)}: ${price}.`,
      `My ${name} costs ${price}.`,
    ),
    writer.say(
      'I throw in a charger for free.',
      'You get the cover for free.',
      'I give away the old lamp with it.',
      'The stand is free with it.',
      'A bag is included free of charge.',
      'Spare parts come for free.',
      'The case is a giveaway on top.',
      'I add a cable for free.',
    ),
    pickup(writer, city[0]),
  );
  return caseOf(text, { role: 'listing', price: usd, location: city[1] }, only);
}

function giveaway(writer: Writer): Case {
  const { name, sizes, city } = factsOf(writer);
  const text = sentence(
    writer.say(
      `Giving away my ${name}, ${sizes[0]}.`,
      `${cap(name)}, for free.`,
      `Free to a good home: ${name}.`,
      `My ${name} is free for whoever collects it.`,
    ),
    pickup(writer, city[0]),
  );
  return caseOf(text, { role: 'listing', price: 0, location: city[1] }, only);
}

function bareListing(writer: Writer): Case {
  const { name, sizes, amount, city } = factsOf(writer);
  const text = writer.say(
    `${name} ${sizes[0]} ${amount} ${city[0]} cash only`,
    `${name}, ${amount} ono, ${city[0]}`,
    `${name} - ${amount}$ - ${city[0]}`,
    `${amount}€ ${name} ${city[0]}`,
  );
  return caseOf(
    text,
    { role: 'listing', location: city[1], price: text.includes('€') ? amount * 1.1 : amount },
    ['role', 'price', 'budget_max', 'mileage_km'],
  );
}

function listingForm(writer: Writer): Case {
  const { name, sizes, amount, city } = factsOf(writer);
  const [price, usd] = money(writer, amount);
  const lines = writer.shuffled([
    `${writer.say('Price', 'Asking price', 'price', 'PRICE')}: ${price}`,
    `${writer.say('Location', 'City', 'Where', 'Place')}: ${city[0]}`,
    `${writer.say('Size', 'Details', 'Specs', 'Dimensions')}: ${sizes.join(', ')}`,
    `${writer.say('Year', 'Bought', 'Year of purchase', 'Age')}: ${writer.int(2008, 2024)}`,
  ]);
  return caseOf(
    join('\n', `For sale: ${name}`, ...lines),
    { role: 'listing', price: usd, location: city[1] },
    only,
  );
}

function wanted(writer: Writer): Case {
  const { name, sizes, amount, city } = factsOf(writer);
  const [most, usd] = money(writer, amount);
  const near = writer.chance(0.3) ? writer.int(1, 12) * 5 : undefined;
  const text = sentence(
    writer.say(
      `Looking for a ${name}, ideally ${sizes[0]}.`,
      `Wanted: ${name}.`,
      `I need a ${name} for my new flat.`,
      `Does anyone have a ${name} to sell?`,
    ),
    writer.say(
      `My budget is ${most}.`,
      `Up to ${most}.`,
      `I can pay ${most}.`,
      `I would spend ${most} at most.`,
    ),
    writer.say(
      `I live in ${city[0]}.`,
      `Based in ${city[0]}.`,
      `${city[0]}.`,
      `I am in ${city[0]} and have a car.`,
    ),
    near === undefined
      ? ''
      : writer.say(
          `Within ${near} km.`,
          `Not more than ${near} km away.`,
          `I can drive ${near} km.`,
          `Within ${near} km of my home.`,
        ),
    writer.maybe(
      0.4,
      `My old one is from ${writer.int(1998, 2016)}.`,
      `We are ${writer.int(3, 7)} people.`,
      `It must fit under a shelf of ${writer.int(60, 200)} cm.`,
      `I sold mine for ${money(writer, amount)[0]}.`,
    ),
  );
  return caseOf(
    text,
    { role: 'buyer', budget_max: usd, location: city[1] },
    near === undefined ? only : only.filter((name) => name !== 'preferences'),
  );
}

const makes = ['VW Golf', 'Toyota Corolla', 'Ford Focus', 'Honda Civic', 'Opel Corsa', 'Skoda Octavia'];

function car(writer: Writer): Case {
  const city = writer.one(cities);
  const amount = writer.int(8, 150) * 100;
  const km = writer.int(20, 210) * 1000;
  const [price, usd] = money(writer, amount);
  const text = sentence(
    writer.say(
      `${writer.one(makes)}, ${writer.int(2004, 2022)}, ${grouped(km)} km.`,
      `Selling my ${writer.one(makes)} from ${writer.int(2004, 2022)}, ${grouped(km)} km on the clock.`,
      `${writer.one(makes)} ${writer.int(2004, 2022)}. Mileage ${grouped(km)} km.`,
      `${writer.int(2004, 2022)} ${writer.one(makes)}, it has done ${grouped(km)} km.`,
    ),
    writer.say(
      'Two owners, 5 doors.',
      'Serviced every 15,000 km.',
      'New tyres last year.',
      '90 hp, 5 seats, winter tyres.',
    ),
    writer.say(`${price}.`, `Price ${price}.`, `Asking ${price}.`, `I want ${price}.`),
    pickup(writer, city[0]),
  );
  return caseOf(
    text,
    { role: 'listing', price: usd, mileage_km: km, location: city[1] },
    text.includes('Serviced every') ? only.filter((name) => name !== 'mileage_km') : only,
  );
}

/** A limit of the mileage is no radius of the search. */
function carWanted(writer: Writer): Case {
  const city = writer.one(cities);
  const km = writer.int(6, 15) * 10_000;
  const [most, usd] = money(writer, writer.int(20, 120) * 100);
  const text = sentence(
    writer.say(
      `Looking for a ${writer.one(makes)}, not older than ${writer.int(2010, 2020)}.`,
      `Wanted: ${writer.one(makes)}, ${writer.int(2012, 2021)} or newer.`,
      `I want to buy a ${writer.one(makes)}.`,
      `Searching for a ${writer.one(makes)} in ${city[0]}.`,
    ),
    writer.say(
      `Max ${grouped(km)} km.`,
      `Under ${grouped(km)} km.`,
      `Less than ${grouped(km)} km on the clock.`,
      `No more than ${grouped(km)} km.`,
    ),
    writer.say(`Budget ${most}.`, `Up to ${most}.`, `I have ${most}.`, `I can spend ${most}.`),
    `I live in ${city[0]}.`,
  );
  return caseOf(text, { role: 'buyer', budget_max: usd, mileage_max_km: km, location: city[1] }, only);
}

const cap = (text: string) => text.charAt(0).toUpperCase() + text.slice(1);
