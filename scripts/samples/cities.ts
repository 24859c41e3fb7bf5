/** Places of the sample corpora, with wages, currencies, languages and names of people. */
export interface City {
  readonly name: string;
  readonly currency: string;
  /** How the money is written before an amount. */
  readonly sign: string;
  /** Worth of one unit in US dollars, as in the domains' `rates`. */
  readonly rate: number;
  readonly languages: readonly string[];
  /** Pay relative to a western European capital. */
  readonly payLevel: number;
  readonly firstNames: readonly string[];
  readonly lastNames: readonly string[];
}

type Money = Pick<City, 'currency' | 'sign' | 'rate'>;
const euro: Money = { currency: 'EUR', sign: '€', rate: 1.1 };
const pound: Money = { currency: 'GBP', sign: '£', rate: 1.3 };
const dollar: Money = { currency: 'USD', sign: '$', rate: 1 };

const names = {
  german: [
    ['Jonas', 'Lea', 'Matthias', 'Hannah', 'Emre', 'Klara', 'Tobias', 'Aylin', 'Friederike', 'Nils'],
    ['Brandt', 'Keller', 'Yildiz', 'Sommer', 'Vogt', 'Lorenz', 'Albrecht', 'Petersen', 'Krüger', 'Thiele'],
  ],
  dutch: [
    ['Sanne', 'Daan', 'Fleur', 'Joris', 'Noor', 'Bram', 'Yusuf', 'Lotte'],
    ['de Vries', 'Bakker', 'Visser', 'El Amrani', 'Mulder', 'Smits', 'van Dijk', 'Hoekstra'],
  ],
  english: [
    ['Amelia', 'Tom', 'Priya', 'Callum', 'Zara', 'Ewan', 'Grace', 'Kofi', 'Niamh', 'Oliver'],
    ['Okafor', 'Hughes', 'Patel', 'Reid', 'Whitfield', 'Mensah', 'Doyle', 'Marsh', 'Kaur', 'Fletcher'],
  ],
  french: [
    ['Camille', 'Hugo', 'Inès', 'Mathis', 'Awa', 'Léon', 'Manon', 'Karim'],
    ['Lefèvre', 'Moreau', 'Diallo', 'Benali', 'Girard', 'Fontaine', 'Chevalier', 'Nguyen'],
  ],
  iberian: [
    ['Lucía', 'Marta', 'Diogo', 'Pau', 'Beatriz', 'Álvaro', 'Carmen', 'Tiago'],
    ['Ferreira', 'Navarro', 'Ribeiro', 'Ortega', 'Soler', 'Almeida', 'Vidal', 'Castro'],
  ],
  italian: [
    ['Giulia', 'Marco', 'Chiara', 'Davide', 'Elena', 'Pietro'],
    ['Ricci', 'Gallo', 'Conti', 'Moretti', 'Sartori', 'De Luca'],
  ],
  slavic: [
    ['Zofia', 'Marek', 'Jana', 'Ondřej', 'Oksana', 'Tomasz', 'Petra', 'Andriy'],
    ['Nowak', 'Zielińska', 'Dvořák', 'Shevchenko', 'Wójcik', 'Horák', 'Kowalski', 'Lysenko'],
  ],
  nordic: [
    ['Freja', 'Lars', 'Astrid', 'Mikkel', 'Sara', 'Elias', 'Ingrid', 'Oskar'],
    ['Lindqvist', 'Nielsen', 'Holm', 'Berg', 'Andersen', 'Ekström', 'Dahl', 'Åkesson'],
  ],
  american: [
    ['Maya', 'Jordan', 'Diego', 'Hannah', 'Marcus', 'Linh', 'Rachel', 'Andre', 'Sofia', 'Ben'],
    ['Rivera', 'Coleman', 'Tran', 'Goldberg', 'Washington', 'Kim', 'Sullivan', 'Haddad', 'Nguyen', 'Foster'],
  ],
  latin: [
    ['Valentina', 'Rafael', 'Camila', 'Thiago', 'Mariana', 'Joaquín', 'Renata', 'Emilio'],
    ['Souza', 'Hernández', 'Oliveira', 'Ramírez', 'Carvalho', 'Mendoza', 'Barbosa', 'Cruz'],
  ],
  indian: [
    ['Ananya', 'Rohan', 'Kavya', 'Arjun', 'Meera', 'Farhan', 'Divya', 'Sanjay'],
    ['Iyer', 'Sharma', 'Reddy', 'Khan', 'Nair', 'Deshpande', 'Menon', 'Gupta'],
  ],
  african: [
    ['Wanjiru', 'Tunde', 'Thandi', 'Chidi', 'Amina', 'Sipho', 'Njeri', 'Ifeoma'],
    ['Kamau', 'Adeyemi', 'Dlamini', 'Eze', 'Otieno', 'van Wyk', 'Balogun', 'Mokoena'],
  ],
  eastAsian: [
    ['Yuki', 'Wei Ling', 'Haruto', 'Jia Hui', 'Aiko', 'Daniel', 'Mei', 'Arif'],
    ['Tanaka', 'Tan', 'Sato', 'Lim', 'Mori', 'Rahman', 'Ng', 'Kobayashi'],
  ],
} as const;

function city(
  name: string,
  money: Money,
  languages: readonly string[],
  payLevel: number,
  [firstNames, lastNames]: (typeof names)[keyof typeof names],
): City {
  return { name, ...money, languages, payLevel, firstNames, lastNames };
}

export const cities: readonly City[] = [
  city('Berlin, Germany', euro, ['german', 'english'], 1, names.german),
  city('Hamburg, Germany', euro, ['german', 'english'], 1, names.german),
  city('Munich, Germany', euro, ['german', 'english'], 1.1, names.german),
  city('Vienna, Austria', euro, ['german', 'english'], 0.95, names.german),
  city(
    'Zürich, Switzerland',
    { currency: 'CHF', sign: 'CHF ', rate: 1.2 },
    ['german', 'english'],
    1.6,
    names.german,
  ),
  city('Amsterdam, Netherlands', euro, ['dutch', 'english'], 1.05, names.dutch),
  city('Utrecht, Netherlands', euro, ['dutch', 'english'], 1, names.dutch),
  city('London, United Kingdom', pound, ['english'], 1.2, names.english),
  city('Manchester, United Kingdom', pound, ['english'], 0.95, names.english),
  city('Edinburgh, United Kingdom', pound, ['english'], 0.95, names.english),
  city('Dublin, Ireland', euro, ['english'], 1.1, names.english),
  city('Paris, France', euro, ['french', 'english'], 1, names.french),
  city('Lyon, France', euro, ['french', 'english'], 0.9, names.french),
  city('Lisbon, Portugal', euro, ['portuguese', 'english'], 0.65, names.iberian),
  city('Porto, Portugal', euro, ['portuguese', 'english'], 0.6, names.iberian),
  city('Madrid, Spain', euro, ['spanish', 'english'], 0.75, names.iberian),
  city('Barcelona, Spain', euro, ['spanish', 'catalan', 'english'], 0.75, names.iberian),
  city('Milan, Italy', euro, ['italian', 'english'], 0.8, names.italian),
  city(
    'Warsaw, Poland',
    { currency: 'PLN', sign: 'PLN ', rate: 0.27 },
    ['polish', 'english'],
    0.65,
    names.slavic,
  ),
  city(
    'Prague, Czechia',
    { currency: 'CZK', sign: 'CZK ', rate: 0.046 },
    ['czech', 'english'],
    0.65,
    names.slavic,
  ),
  city(
    'Stockholm, Sweden',
    { currency: 'SEK', sign: 'SEK ', rate: 0.1 },
    ['swedish', 'english'],
    0.95,
    names.nordic,
  ),
  city(
    'Copenhagen, Denmark',
    { currency: 'DKK', sign: 'DKK ', rate: 0.15 },
    ['danish', 'english'],
    1.1,
    names.nordic,
  ),
  city('New York City, United States', dollar, ['english', 'spanish'], 1.8, names.american),
  city('Chicago, United States', dollar, ['english'], 1.5, names.american),
  city('Austin, United States', dollar, ['english', 'spanish'], 1.5, names.american),
  city(
    'Toronto, Canada',
    { currency: 'CAD', sign: 'CA$', rate: 0.72 },
    ['english', 'french'],
    1.1,
    names.american,
  ),
  city('Melbourne, Australia', { currency: 'AUD', sign: 'A$', rate: 0.65 }, ['english'], 1.15, names.english),
  city(
    'São Paulo, Brazil',
    { currency: 'BRL', sign: 'R$', rate: 0.18 },
    ['portuguese', 'english'],
    0.5,
    names.latin,
  ),
  city('Mexico City, Mexico', dollar, ['spanish', 'english'], 0.5, names.latin),
  city('Bengaluru, India', dollar, ['hindi', 'english'], 0.45, names.indian),
  city(
    'Singapore, Singapore',
    { currency: 'SGD', sign: 'S$', rate: 0.75 },
    ['english', 'mandarin'],
    1.1,
    names.eastAsian,
  ),
  city('Nairobi, Kenya', dollar, ['swahili', 'english'], 0.4, names.african),
  city(
    'Cape Town, South Africa',
    { currency: 'ZAR', sign: 'R', rate: 0.055 },
    ['english', 'afrikaans'],
    0.5,
    names.african,
  ),
];

export function cityNamed(name: string): City {
  const found = cities.find((known) => known.name.startsWith(name));
  if (found === undefined) throw new Error(`there is no sample city «${name}»`);
  return found;
}

/** "Lisbon, Portugal" -> "Lisbon" */
export function shortName(place: string): string {
  return place.split(',')[0]!;
}

/** An amount of US dollars in the city's money, rounded to about two figures: "€62,000". */
export function localAmount(usd: number, { rate, sign }: City): string {
  return `${sign}${roundTo2(usd / rate).toLocaleString('en-US')}`;
}

export function roundTo2(amount: number): number {
  if (amount <= 0) return 0;
  const step = 10 ** Math.max(0, Math.floor(Math.log10(amount)) - 1);
  return Math.round(amount / step) * step;
}
