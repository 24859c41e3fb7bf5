/** Shoppers and products. */
import type { Case } from '../read-cases.ts';
import { currencies } from './facts.ts';
import { openerCase } from './openers.ts';
import { caseOf, join, sentence, type Writer } from './writer.ts';

const only = ['role', 'price', 'budget', 'rating', 'color'];

const colors = ['black', 'white', 'red', 'green', 'brown', 'navy', 'grey', 'yellow'];
const things: readonly (readonly [string, string, number])[] = [
  ['running shoes', 'with 8 mm drop', 90],
  ['backpack', '25 litres, 3 pockets', 70],
  ['desk lamp', '40 cm tall, 9 W', 45],
  ['rain jacket', '2 pockets, 310 g', 120],
  ['coffee grinder', '18 settings, 150 W', 60],
  ['wool sweater', '2 buttons', 80],
  ['office chair', 'holds 120 kg', 200],
  ['water bottle', '750 ml', 25],
];

/** Share of short texts without facts. */
const OPENERS = 0.25;

const money = (writer: Writer, amount: number): readonly [string, number] => {
  const [prefix, suffix, rate] = writer.one(currencies);
  return [`${prefix}${amount}${suffix}`, amount * rate];
};

export function productCase(writer: Writer): Case {
  if (writer.chance(OPENERS))
    return openerCase(
      writer,
      'product-recommendation',
      things.map(([name]) => name),
    );
  return writer.layout(
    shopper,
    product,
    shopper,
    product,
    gift,
    productForm,
    shopperChat,
    productWithExtra,
  )(writer);
}

function factsOf(writer: Writer) {
  const [name, detail, usual] = writer.one(things);
  return { name, detail, amount: Math.round((usual * writer.int(60, 150)) / 100), color: writer.one(colors) };
}

function shopper(writer: Writer): Case {
  const { name, amount, color } = factsOf(writer);
  const [most, usd] = money(writer, amount);
  const text = sentence(
    writer.say(
      `I'm looking for a ${color} ${name}.`,
      `I need a ${name}, preferably ${color}.`,
      `Searching for a good ${name} in ${color}.`,
      `My old ${name} fell apart and I want a ${color} one.`,
    ),
    writer.maybe(
      0.5,
      `I am ${writer.int(150, 195)} cm tall.`,
      `I walk ${writer.int(3, 20)} km a day.`,
      `I have bought ${writer.int(2, 9)} so far.`,
      `The last one lasted ${writer.int(2, 9)} years.`,
    ),
    writer.say(
      `Budget: ${most}.`,
      `My budget is ${most}.`,
      `I can spend up to ${most}.`,
      `It should not cost more than ${most}.`,
    ),
  );
  return caseOf(text, { role: 'shopper', budget: usd, color: [color] }, only);
}

function shopperChat(writer: Writer): Case {
  const { name, amount } = factsOf(writer);
  const text = writer.say(
    `any good ${name} under $${amount}?`,
    `need a ${name}, max $${amount}, any tips`,
    `which ${name} would you get for under $${amount}`,
    `best ${name} below $${amount}?`,
  );
  return caseOf(text, { role: 'shopper', budget: amount }, ['role', 'price', 'budget', 'rating']);
}

function gift(writer: Writer): Case {
  const { name, amount } = factsOf(writer);
  const [most, usd] = money(writer, amount);
  const text = sentence(
    writer.say(
      `A gift for my ${writer.one(['sister', 'father', 'wife', 'boss'])}, who turns ${writer.int(20, 80)}.`,
      `It is my ${writer.one(['mother', 'brother', 'friend'])}'s ${writer.int(20, 70)}th birthday.`,
      `Present for my ${writer.one(['son', 'daughter', 'niece'])}, ${writer.int(14, 25)}.`,
      `My ${writer.one(['husband', 'aunt'])} has everything and turns ${writer.int(40, 80)}.`,
    ),
    writer.say(
      `Maybe a ${name}?`,
      `I thought of a ${name}.`,
      `Looking for a ${name}.`,
      `A ${name} would be nice.`,
    ),
    writer.say(`Up to ${most}.`, `I want to spend ${most}.`, `Budget ${most}.`, `Not more than ${most}.`),
  );
  return caseOf(text, { role: 'shopper', budget: usd }, ['role', 'price', 'budget', 'rating']);
}

function product(writer: Writer): Case {
  const { name, detail, amount, color } = factsOf(writer);
  const [price, usd] = money(writer, amount);
  const text = sentence(
    writer.say(
      `${cap(color)} ${name}, ${detail}.`,
      `Our ${color} ${name}: ${detail}.`,
      `The ${name} in ${color}, ${detail}, made for every day.`,
      `${cap(name)} (${color}), ${detail}.`,
    ),
    writer.maybe(
      0.6,
      `Warranty of ${writer.int(2, 10)} years.`,
      `Over ${writer.int(2, 90)},000 sold since ${writer.int(2012, 2024)}.`,
      `Set of ${writer.int(2, 6)}.`,
      `Made by ${writer.int(4, 60)} people in Porto.`,
    ),
    writer.say(`${price}.`, `Price: ${price}.`, `Now ${price}.`, `Yours for ${price}.`),
  );
  return caseOf(text, { role: 'product', price: usd, color: [color] }, only);
}

function productWithExtra(writer: Writer): Case {
  const { name, detail, amount } = factsOf(writer);
  const [price, usd] = money(writer, amount);
  const text = sentence(
    `${cap(name)}, ${detail}.`,
    `${price}.`,
    writer.say(
      'Free shipping over $50.',
      'Free returns for 30 days.',
      'A free case is included.',
      'Spare parts cost 5 % extra.',
    ),
  );
  return caseOf(text, { role: 'product', price: usd }, ['role', 'price', 'budget', 'rating']);
}

function productForm(writer: Writer): Case {
  const { name, detail, amount, color } = factsOf(writer);
  const [price, usd] = money(writer, amount);
  const stars = writer.int(31, 49) / 10;
  const lines = writer.shuffled([
    `${writer.say('Price', 'price', 'Retail price', 'Our price')}: ${price}`,
    `${writer.say('Colour', 'Color', 'color', 'Colors')}: ${color}`,
    `${writer.say('Rating', 'Rated', 'Customer rating', 'Average rating')}: ${stars} stars`,
    `${writer.say('Item number', 'SKU', 'Article', 'Stock')}: ${writer.int(20, 9999)}`,
  ]);
  return caseOf(
    join('\n', `${writer.say('Product', 'Item', 'Name', 'Title')}: ${name}, ${detail}`, ...lines),
    { role: 'product', price: usd, color: [color], rating: stars },
    only,
  );
}

const cap = (text: string) => text.charAt(0).toUpperCase() + text.slice(1);
