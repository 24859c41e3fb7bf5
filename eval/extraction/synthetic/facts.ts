/** Facts that texts are written about: places, names, currencies, counted things. */

/** Name as written, and as the gold has it. */
export const cities: readonly (readonly [string, string])[] = [
  ['Lisbon', 'Lisbon, Portugal'],
  ['Leeds', 'Leeds, United Kingdom'],
  ['Austin, TX', 'Austin, Texas, United States'],
  ['Toronto', 'Toronto, Ontario, Canada'],
  ['Berlin', 'Berlin, Germany'],
  ['Dublin', 'Dublin, Ireland'],
  ['Melbourne', 'Melbourne, Victoria, Australia'],
  ['Nairobi', 'Nairobi, Kenya'],
  ['Mumbai', 'Mumbai, India'],
  ['Chicago', 'Chicago, Illinois, United States'],
  ['Rotterdam', 'Rotterdam, Netherlands'],
  ['Manchester', 'Manchester, United Kingdom'],
  ['Kraków', 'Kraków, Poland'],
  ['Denver', 'Denver, Colorado, United States'],
  ['Glasgow', 'Glasgow, United Kingdom'],
  ['Seattle', 'Seattle, Washington, United States'],
  ['Vienna', 'Vienna, Austria'],
  ['Gothenburg', 'Gothenburg, Sweden'],
  ['Cape Town', 'Cape Town, South Africa'],
  ['Auckland', 'Auckland, New Zealand'],
];

export const firstNames = [
  'Anna',
  'Maria',
  'Priya',
  'Sarah',
  'Emma',
  'Julia',
  'Fatima',
  'Grace',
  'Daniel',
  'Thomas',
  'James',
  'Peter',
  'Ahmed',
  'Carlos',
  'Michael',
  'David',
];
export const lastNames = [
  'Kowalska',
  'Smith',
  'Okafor',
  'Patel',
  'Müller',
  'Garcia',
  'Jensen',
  'Rossi',
  'Walker',
  'Novak',
  'Tanaka',
  'Murphy',
];

/** Currency as written before or after an amount, and its worth in US dollars. */
export const currencies: readonly (readonly [prefix: string, suffix: string, rate: number])[] = [
  ['$', '', 1],
  ['€', '', 1.1],
  ['', ' EUR', 1.1],
  ['', '€', 1.1],
  ['USD ', '', 1],
  ['', ' dollars', 1],
  // Without a currency, an amount is in the domain's.
  ['', '', 1],
];

export const grouped = (amount: number): string => amount.toLocaleString('en-US');
