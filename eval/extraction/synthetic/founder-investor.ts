/** Pitches of founders and theses of investors. */
import type { Case } from '../read-cases.ts';
import { cities, currencies } from './facts.ts';
import { openerCase } from './openers.ts';
import { caseOf, join, sentence, type Writer } from './writer.ts';

const only = [
  'role',
  'raise_amount',
  'check_min',
  'check_max',
  'arr',
  'min_arr',
  'team_size',
  'location',
  'monthly_growth',
  'preferences',
];

const things = [
  'booking software for dentists',
  'sensors for greenhouses',
  'payroll for small hotels',
  'language lessons for nurses',
  'parts for wind turbines',
  'a marketplace for used lab equipment',
  'tools for accountants',
  'batteries for ferries',
];

/** Share of short texts without facts. */
const OPENERS = 0.25;

const amount = (writer: Writer, value: number): readonly [string, number] => {
  const [prefix, suffix, rate] = writer.one(currencies);
  const written =
    value >= 1_000_000
      ? writer.one([`${value / 1_000_000}M`, `${value / 1_000_000} million`, `${value / 1_000_000}m`])
      : writer.one([`${value / 1000}k`, `${value / 1000}K`, `${value / 1000},000`]);
  return [`${prefix}${written}${suffix}`, value * rate];
};

export function founderInvestorCase(writer: Writer): Case {
  if (writer.chance(OPENERS)) return openerCase(writer, 'founder-investor', things);
  return writer.layout(pitch, thesis, pitch, thesis, founderForm, investorForm, story, fundOfFamily)(writer);
}

const decoy = (writer: Writer) =>
  writer.maybe(
    0.7,
    `Founded in ${writer.int(2015, 2025)}.`,
    `The market is worth $${writer.int(2, 90)} billion.`,
    `Our customers save ${writer.int(10, 60)} % of their time.`,
    `A pilot with ${writer.int(2, 40)} clinics runs since ${writer.int(2021, 2025)}.`,
    `We have filed ${writer.int(1, 6)} patents.`,
    `One customer pays ${writer.int(2, 90) * 1000} a year.`,
    `I sold my last company in ${writer.int(2008, 2022)}.`,
    `There are ${writer.int(3, 90)},000 such firms in Europe.`,
  );

function pitch(writer: Writer): Case {
  const city = writer.one(cities);
  const [raise, raiseUsd] = amount(
    writer,
    writer.one([300_000, 500_000, 800_000, 1_500_000, 2_000_000, 4_000_000]),
  );
  const [revenue, revenueUsd] = amount(writer, writer.one([120_000, 250_000, 400_000, 900_000, 2_000_000]));
  const team = writer.int(3, 40);
  const [hasRevenue, hasTeam] = [writer.chance(0.5), writer.chance(0.5)];
  const text = sentence(
    writer.say(
      `We build ${writer.one(things)}.`,
      `Our startup makes ${writer.one(things)}.`,
      `${cap(writer.one(things))}: that is what we make.`,
      `We sell ${writer.one(things)} in ${writer.int(2, 9)} countries.`,
    ),
    hasRevenue
      ? writer.say(
          `${revenue} ARR.`,
          `ARR of ${revenue}.`,
          `Annual revenue is ${revenue}.`,
          `Revenue: ${revenue} a year.`,
        )
      : '',
    hasTeam
      ? writer.say(
          `Team of ${team}.`,
          `We are ${team} people.`,
          `${team} employees.`,
          `${team} of us work on it.`,
        )
      : '',
    decoy(writer),
    writer.say(
      `Raising ${raise}.`,
      `We are raising ${raise} this spring.`,
      `Looking to raise ${raise}.`,
      `Our round: ${raise}.`,
    ),
    writer.say(`Based in ${city[0]}.`, `${city[0]}.`, `We work from ${city[0]}.`, `Office in ${city[0]}.`),
  );
  return caseOf(
    text,
    {
      role: 'founder',
      raise_amount: raiseUsd,
      arr: hasRevenue ? revenueUsd : undefined,
      team_size: hasTeam ? team : undefined,
      location: city[1],
    },
    only,
  );
}

function story(writer: Writer): Case {
  const text = sentence(
    writer.say(
      'After ten years in hospitals I quit my job.',
      'I grew up on a farm, and I know what breaks.',
      'Two friends, one garage, a lot of coffee.',
      'My mother could not find a nurse, so I started a company.',
    ),
    writer.say(
      `Now ${writer.int(20, 900)} customers use our product.`,
      `Our app has ${writer.int(2, 90)},000 users.`,
      `The prototype works, and ${writer.int(2, 9)} hotels test it.`,
      'We want to bring it to every town.',
    ),
    writer.say(
      'We need a partner who knows hospitals.',
      'Money would help us hire.',
      'An investor with patience would be ideal.',
      'We look for people who believe in this.',
    ),
  );
  return caseOf(text, { role: 'founder' }, ['role', 'raise_amount', 'check_min', 'check_max', 'min_arr']);
}

function thesis(writer: Writer): Case {
  const city = writer.one(cities);
  const low = writer.one([25_000, 50_000, 100_000, 250_000]);
  const high = low * writer.one([2, 4, 10]);
  const [prefix, suffix, rate] = writer.one(currencies);
  const range = writer.one([
    `${prefix}${low / 1000}k-${prefix}${high / 1000}k${suffix}`,
    `${prefix}${low / 1000}k to ${prefix}${high / 1000}k${suffix}`,
    `${prefix}${low / 1000}–${high / 1000}k${suffix}`,
  ]);
  const text = sentence(
    writer.say(
      `We invest ${range} in companies that make ${writer.one(things)}.`,
      `Angel investor, tickets of ${range}.`,
      `Our fund writes checks of ${range}.`,
      `I put ${range} into young firms.`,
    ),
    writer.maybe(
      0.7,
      `The fund has $${writer.int(20, 400)} million.`,
      `${writer.int(6, 60)} companies since ${writer.int(2010, 2022)}.`,
      `${writer.int(2, 9)} exits so far.`,
      `Our partners built ${writer.int(2, 5)} companies before.`,
    ),
    writer.say(
      `Based in ${city[0]}.`,
      `${city[0]}.`,
      `Our office is in ${city[0]}.`,
      `We sit in ${city[0]}.`,
    ),
    writer.maybe(
      0.3,
      'We like founders who sell.',
      'Tell us about your customers.',
      'We reply within a week.',
      'Decks are welcome.',
    ),
  );
  return caseOf(
    text,
    { role: 'investor', check_min: low * rate, check_max: high * rate, location: city[1] },
    only,
  );
}

function founderForm(writer: Writer): Case {
  const city = writer.one(cities);
  const [raise, raiseUsd] = amount(writer, writer.one([300_000, 750_000, 1_500_000, 3_000_000]));
  const team = writer.int(2, 60);
  const lines = writer.shuffled([
    `${writer.say('Raising', 'Ask', 'Round', 'Amount sought')}: ${raise}`,
    `${writer.say('Team', 'Team size', 'Employees', 'Headcount')}: ${team}`,
    `${writer.say('Location', 'HQ', 'City', 'Based in')}: ${city[0]}`,
    `${writer.say('Founded', 'Since', 'Year founded', 'Incorporated')}: ${writer.int(2014, 2025)}`,
  ]);
  return caseOf(
    join(
      '\n',
      `${writer.say('Company', 'Startup', 'Product', 'What we make')}: ${writer.one(things)}`,
      ...lines,
    ),
    { role: 'founder', raise_amount: raiseUsd, team_size: team, location: city[1] },
    only,
  );
}

function investorForm(writer: Writer): Case {
  const city = writer.one(cities);
  const low = writer.one([50_000, 100_000, 250_000]);
  const lines = writer.shuffled([
    `${writer.say('Check size', 'Ticket', 'Ticket size', 'Investment')}: $${low / 1000}k - $${low / 250}k`,
    `${writer.say('Location', 'Office', 'City', 'Based in')}: ${city[0]}`,
    `${writer.say('Portfolio', 'Investments', 'Companies', 'Deals')}: ${writer.int(4, 80)}`,
    `${writer.say('Fund size', 'Assets', 'Fund', 'Capital')}: $${writer.int(20, 300)}M`,
  ]);
  return caseOf(
    join(
      '\n',
      `${writer.say('Investor', 'Fund', 'Type', 'We are')}: ${writer.say('venture fund', 'business angel', 'family office', 'VC')}`,
      ...lines,
    ),
    { role: 'investor', check_min: low, check_max: low * 4, location: city[1] },
    only,
  );
}

function fundOfFamily(writer: Writer): Case {
  const text = sentence(
    writer.say(
      'A family office that backs founders in health and food.',
      'We back teams early and stay long.',
      'Former operator, now an angel in fintech.',
      'We are the venture arm of a logistics group.',
    ),
    writer.say(
      'We prefer companies with revenue.',
      'We follow a lead.',
      'We take a seat on the board.',
      'We help with hiring.',
    ),
    writer.say(
      'Send a deck.',
      'No crypto, please.',
      'We answer every founder.',
      'Startups from Europe only.',
    ),
  );
  return caseOf(text, { role: 'investor' }, [
    'role',
    'raise_amount',
    'check_min',
    'check_max',
    'arr',
    'team_size',
  ]);
}

const cap = (text: string) => text.charAt(0).toUpperCase() + text.slice(1);
