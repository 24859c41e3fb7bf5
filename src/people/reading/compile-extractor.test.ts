import { beforeAll, describe, expect, it } from 'vitest';
import { parseDefinition } from '../../domains/parse-definition.ts';
import { shippedDomain } from '../../domains/shipped-domains.ts';
import type { TextEncoder } from '../../engines/encoders/text-encoder.ts';
import { normalize } from '../../platform/numeric/vectors.ts';
import { openGazetteer } from '../places/gazetteer.ts';
import { compileExtractor } from './compile-extractor.ts';
import type { Extraction, Extractor } from './extractor.ts';

const now = Date.parse('2026-06-01');

/** Encodes the counts of letters, so that texts with the same letters are similar. */
const letterEncoder: TextEncoder = {
  identity: { name: 'letters', version: '1', dimension: 26, weightsHash: '00000000' },
  encode: async (texts) => texts.map(lettersOf),
  encodeProfile: async (text) => ({ vector: lettersOf(text), sentences: [] }),
  close: async () => {},
};

function lettersOf(text: string): Float32Array {
  const vector = new Float32Array(26);
  for (const letter of text.toLowerCase()) {
    const at = letter.charCodeAt(0) - 97;
    if (at >= 0 && at < 26) vector[at]! += 1;
  }
  return normalize(vector);
}

let dating: Extractor;
const read = (extractor: Extractor, text: string) => extractor.extract(text, now);
const valuesOf = ({ values }: Extraction) =>
  Object.fromEntries(values.map(({ field, value }) => [field, value]));

async function extractorOf(fields: string): Promise<Extractor> {
  const source = `domain: test\nversion: 1\ntitle: Test\nreciprocal: "off"\nscorecard: {}\nfields:\n${fields}`;
  const gazetteer = await openGazetteer();
  return compileExtractor(parseDefinition(source, 'test.yaml'), {
    encoder: letterEncoder,
    resolvePlace: gazetteer.resolve,
    populationOf: gazetteer.populationOf,
  });
}

beforeAll(async () => {
  const gazetteer = await openGazetteer();
  const { resolve: resolvePlace, populationOf } = gazetteer;
  // The rules alone: the network could mend or drop what a test of a rule wants to see.
  dating = await compileExtractor(
    shippedDomain('dating')!,
    { encoder: letterEncoder, resolvePlace, populationOf },
    { reader: () => null },
  );
});

describe('ages', () => {
  it.each([
    ['29F', 29],
    ['Born 2 December 1996, woman, Leeds', 29],
    ['D.O.B. 9 March 1997', 29],
    ['A widow of 29 in Hull', 29],
    ['#woman #29 #leeds #tea', 29],
    ['Sex: [ ] M [x] F   Age: 29   Town: Leeds', 29],
    ['f/29, Leeds', 29],
    ['29 yo woman', 29],
    ["I'm a 29-year-old woman", 29],
    ['I am twenty-nine', 29],
    ['turning thirty in May', 29],
    ["I'll be 34 in October", 33],
    ['just turned 22!', 22],
    ['born in 1991', 35],
    ['my 30th birthday was last week', 30],
    ['celebrating my fortieth birthday', 40],
    ['Age: 47', 47],
    ['ok so. 30. male. melbourne.', 30],
    ["I'm 30, looking for someone 25–35", 30],
    ['lol im 27 m4f nyc', 27],
    ['A woman of 58', 58],
    ['Just turned the big five-oh', 50],
    ["Dad of two (they're 6 and 9), 43", 43],
    ['32M from Berlin', 32],
    ['32m from berlin', 32],
    ['32M from the UK', 32],
    ['32M, tall, blue eyes', 32],
    ['32M long hair', 32],
    ['M4F 32 Leeds', 32],
    ['32yoM from Leeds', 32],
    ['31NB from Leeds', 31],
    ['32♂ Leeds', 32],
    ['a retired headmistress of 63 in Bath', 63],
    ['Beekeeper of 58, widowed', 58],
    ['57 but feel 40', 57],
    ['Forty-six winters, a baritone, a beard', 46],
    ['In May I turned three quarters of a century old', 75],
    ['#36yo #vegan', 36],
    ['Piotr, man, 35 year, from Gdansk', 35],
    ['Only 23 but an old soul', 23],
    ['My passport says 66', 66],
    ['38 next birthday', 37],
    ["Wanted: groom for Gujarati girl, 26/5'3", 26],
    ['I am 68. My son is forty-one and he wants a wife', 41],
    ['Tamil boy, 30 yrs, father retd. (64), one sister (married, 33)', 30],
    ['my last video has 32M views. 28F', 28],
    ['raising 40M for my startup. 36f, Berlin', 36],
  ])('«%s» is %i', async (text, age) => {
    expect(valuesOf(await read(dating, text)).age).toBe(age);
  });

  it.each([
    'my brother is 40',
    'my ex was 35',
    'In my mid thirties',
    '30ish',
    'over 30 and happy',
    "5'11, 180 lbs, 2 cats",
    'caffeinated 24/7',
    "I'm 30 minutes from town",
    'I have a 20 year old son',
    'I read 30 books last year',
    "I'm 6'5",
    'single for 19 years',
    '$40 dinners',
    'I moved in with my ex, who is 44',
    'I live 50 m from the beach',
    'I sold it for 32M',
    'my last video has 32M views',
    'a boat 29 m long',
    'I lead a team of 40 in Leeds',
    'I sing in a choir of 30',
    'half a century of music',
    'winters are long here',
  ])('«%s» states no age', async (text) => {
    expect(valuesOf(await read(dating, text)).age).toBeUndefined();
  });
});

describe('values and preferences', () => {
  it.each([
    ["I'm 30, looking for someone 25–35", { age: { gte: 25, lte: 35 } }],
    ['Woman seeking women, between 30 and 40', { gender: 'woman', age: { gte: 30, lte: 40 } }],
    ['looking for a guy under 50', { gender: 'man', age: { lte: 50 } }],
    ['Please be 30+.', { age: { gte: 30 } }],
    ["If you're over 35, say hi", { age: { gte: 35 } }],
    ["I want a man, and he shouldn't be younger than 50", { gender: 'man', age: { gte: 50 } }],
    ["She mustn't be older than 45", { gender: 'woman', age: { lte: 45 } }],
    ["I don't want anyone under 35", { age: { gte: 35 } }],
    [
      "I'm 53 and seek a woman within five years of my own age",
      { gender: 'woman', age: { gte: 48, lte: 58 } },
    ],
    ["I'm 41, seeking someone no more than 5 years younger than me", { age: { gte: 36 } }],
    ['Lesbian, 61, Brighton', { gender: 'woman' }],
    ['31, she/her, ♂ only', { gender: 'man' }],
    ['Dad, 44. A lady with kids of her own is very welcome', { gender: 'woman' }],
    ['You: 28-36, within 25km', { age: { gte: 28, lte: 36 }, location_within_km: 25 }],
    ['seeking men and women', { gender: ['man', 'woman'] }],
    ['looking for a lady in her late 30s to mid 40s', { gender: 'woman', age: { gte: 37, lte: 46 } }],
    ['max 20 miles away please', { location_within_km: 32.19 }],
    ["I'm a man of 29. I ran 10 km", {}],
    ["If you're under 28 we probably won't click", { age: { gte: 28 } }],
    ["If you're under 30 and not boring, say hi", { age: { lte: 30 } }],
    ['guys 30+ please', { gender: 'man', age: { gte: 30 } }],
    ['Not after a husband, just company', {}],
    ['dinners up to $40k', {}],
    ['my sister is looking for a man', {}],
  ])('«%s»', async (text, preferences) => {
    const found = (await read(dating, text)).preferences;
    const sorted = (value: unknown) => (Array.isArray(value) ? [...value].sort() : value);
    expect(Object.fromEntries(Object.entries(found).map(([key, value]) => [key, sorted(value)]))).toEqual(
      preferences,
    );
  });

  it('takes no value from a wish', async () => {
    const found = valuesOf(await read(dating, 'Looking for a woman of 40 or so who lives near me'));
    expect(found).not.toHaveProperty('gender');
    expect(found).not.toHaveProperty('age');
  });
});

describe('negation', () => {
  it.each([
    ['not looking for anything casual', undefined],
    ['After a long marriage I want something light and fun', 'casual'],
    ['No hookups, no games', undefined],
    ["hookups aren't my thing", undefined],
    ['not looking for anything serious', 'casual'],
    ["I'm not looking for a relationship, just friends", 'friendship'],
    ["can't wait to settle down", 'long_term'],
    ["I don't want drama, games or hookups", undefined],
    ['looking for a longterm realtionship', 'long_term'],
  ])('«%s»: %s', async (text, goal) => {
    expect(valuesOf(await read(dating, text)).relationship_goal).toBe(goal);
  });
});

describe('places', () => {
  it.each([
    ['I live in Bath', 'Bath, United Kingdom'],
    ['i live in nice, france', 'Nice, France'],
    ['32M nyc', 'New York City, New York, United States'],
    ['I used to live in Paris but moved to Lisbon in 2020', 'Lisbon, Portugal'],
    ['Paris, Texas is home', 'Paris, Texas, United States'],
    ['from Poland, living in München', 'Munich, Germany'],
    ['Chicago dad of three, 43', 'Chicago, Illinois, United States'],
    ['WOMAN 45 MIAMI', 'Miami, Florida, United States'],
    ['I live in Portugal', 'Portugal'],
    [`I like ${'long walks, old films and '.repeat(9)} my cat. Palma. Say hello`, 'Palma, Spain'],
    ['new here, trying this out. leeds', 'Leeds, United Kingdom'],
    ['I live in Lincoln and pay £900 for a room', 'Lincoln, United Kingdom'],
    ['I live in Lincoln and pay $900 for a room', 'Lincoln, Nebraska, United States'],
    ['I live in Paris and pay $900 for a room', 'Paris, France'],
  ])('«%s» is in %s', async (text, name) => {
    expect(valuesOf(await read(dating, text)).location).toBe(name);
  });

  it.each([
    'Reading, cooking and nice wine',
    'It would be nice to be mobile. Orange juice in bed',
    'in love with life',
    'The weather in Paris was great in May',
    'My ex lived in Paris',
    "I'm Charlotte, hi",
  ])('«%s» states no home', async (text) => {
    expect(valuesOf(await read(dating, text)).location).toBeUndefined();
  });
});

describe('texts in languages without rules have no values', () => {
  it.each([
    'Jag är 30 år och bor i Malmö',
    'Mam 32 lata i mieszkam w Krakowie. Szukam przyjaciela.',
    'Tinc 30 anys i visc a Girona amb el meu gat',
    'Am 35 de ani si locuiesc in Cluj, caut o relatie',
    '我今年二十八岁，住在上海',
    'Мне 32 года, живу в Москве',
    'أنا عمري ٣٠ سنة',
    'Ik ben 33 en woon in Utrecht',
  ])('%s', async (text) => {
    expect(await read(dating, text)).toEqual({ values: [], preferences: {}, preferenceSpans: {} });
  });
});

describe('spans', () => {
  it('are offsets into the unchanged text, with emoji and combining marks', async () => {
    const text = '👩‍🚀🏳️‍🌈 Cafe\u0301 lover 😂 I’m 31,\r\n\tliving in São Paulo 🇧🇷! I care about honesty 𝒳.';
    for (const { field, value, span } of (await read(dating, text)).values) {
      const words = text.slice(...span);
      if (field === 'age') expect(words).toBe('31');
      if (field === 'location') expect(words).toBe('São Paulo');
      if (field === 'values_text') expect(String(value)).toContain('I care about honesty');
    }
    expect(valuesOf(await read(dating, text))).toMatchObject({ age: 31, location: 'São Paulo, Brazil' });
  });

  it('lie in the text, and confidences in (0, 1], for any text', async () => {
    const texts = ['', ' ', '\n\n', '\ud800', '29', 'I', '29F\u0000', '((((', '"', 'é'.repeat(50)];
    for (const text of texts) {
      for (const { span, confidence } of (await read(dating, text)).values) {
        expect(span[0]).toBeGreaterThanOrEqual(0);
        expect(span[1]).toBeLessThanOrEqual(text.length);
        expect(confidence).toBeGreaterThan(0);
        expect(confidence).toBeLessThanOrEqual(1);
      }
    }
  });
});

describe('other kinds of rules', () => {
  it('number: reads money, ranges, periods and the quantity nearest to a cue', async () => {
    const pay = await extractorOf(`
  - {name: pay, kind: hard, type: number, extract: [{rule: number, measure: money, currency: USD, rates: {EUR: 1.1}, per: year, cues: [salary, pay*, a year], take: low}]}
  - {name: top, kind: hard, type: number, extract: [{rule: number, measure: money, currency: USD, per: year, cues: [salary, pay*, a year], take: high}]}
  - {name: years, kind: hard, type: integer, extract: [{rule: number, measure: duration, unit: years, cues: [experience, exp]}]}
  - {name: height, kind: hard, type: number, extract: [{rule: number, measure: length, unit: cm, cues: [tall]}]}
  - {name: heads, kind: hard, type: integer, extract: [{rule: number, cues: [employees]}]}`);
    const found = async (text: string) => valuesOf(await read(pay, text));
    expect(await found('Salary: $120-150k a year')).toMatchObject({ pay: 120_000, top: 150_000 });
    expect(await found('We pay 60 USD/hour for this')).toMatchObject({ pay: 124_800 });
    expect(await found('salary is €50,000')).toMatchObject({ pay: 55_000 });
    expect(await found('eight years of experience and 18 months of travel')).toEqual({ years: 8 });
    expect(await found('5+ yrs exp')).toEqual({ years: 5 });
    expect(await found(`I'm 5'11 tall`)).toMatchObject({ height: expect.closeTo(180.34, 1) });
    expect(await found('We have 40 employees, 12 of them in sales')).toEqual({ heads: 40 });
  });

  it('boolean: has phrases for true and false, and negation inverts them', async () => {
    const remote = await extractorOf(
      '  - {name: remote, kind: hard, type: boolean, extract: [{rule: boolean, "true": [remote], "false": [on site only]}]}',
    );
    const found = async (text: string) => valuesOf(await read(remote, text)).remote;
    expect(await found('remote is fine for us')).toBe(true);
    expect(await found('this job is not remote')).toBe(false);
    expect(await found('the work is on-site only')).toBe(false);
    expect(await found('we build bridges')).toBeUndefined();
  });

  it('pattern: gives the trimmed named group; default: fills only a missing value', async () => {
    const shop = await extractorOf(`
  - {name: brand, kind: hard, type: string, extract: [{rule: pattern, pattern: 'made by (?P<value>[A-Z]\\w+)', case_sensitive: true}]}
  - {name: used, kind: hard, type: enum, values: [new, used], extract: [{rule: phrases, values: {used: ["second hand"]}}, {rule: default, value: new}]}`);
    expect(valuesOf(await read(shop, 'a lamp that was made by Anglepoise.'))).toEqual({
      brand: 'Anglepoise',
      used: 'new',
    });
    expect(valuesOf(await read(shop, 'a second-hand lamp'))).toEqual({ used: 'used' });
    expect((await read(shop, 'a lamp that we love')).values).toMatchObject([
      { origin: 'default', span: [0, 0] },
    ]);
  });

  it('prototype: gives the nearest value above the threshold, unless a phrase was found', async () => {
    const mood = await extractorOf(`
  - name: mood
    kind: derived
    type: enum
    values: [calm, loud]
    extract:
      - {rule: phrases, values: {loud: [noisy]}}
      - {rule: prototype, threshold: 0.95, values: {calm: ["I am a calm person"], loud: ["I shout at everyone"]}}`);
    expect((await read(mood, 'I am a calm person.')).values).toMatchObject([
      { value: 'calm', origin: 'encoder' },
    ]);
    expect((await read(mood, 'I am a calm, noisy person.')).values).toMatchObject([
      { value: 'loud', origin: 'rules' },
    ]);
    expect((await read(mood, 'Jazz and quizzes, mostly')).values).toEqual([]);
  });

  it('fallback: hints at a value where no earlier phrase names one', async () => {
    const extractor = await extractorOf(`
      - name: sector
        kind: hard
        type: enum
        values: [construction, farming]
        extract:
          - {rule: phrases, values: {construction: [construction], farming: [farming]}}
          - {rule: phrases, fallback: true, values: {construction: ["(roofer*|cranes)"], farming: ["(cows|wheat)"]}}
`);
    expect(valuesOf(await read(extractor, 'We help roofers with their paperwork.'))).toEqual({
      sector: 'construction',
    });
    expect(valuesOf(await read(extractor, 'We are in farming. Our cranes lift the milk.'))).toEqual({
      sector: 'farming',
    });
  });

  it('fallback: a value of its list leaves the field open', async () => {
    const extractor = await extractorOf(`
      - name: sector
        kind: hard
        type: enum
        multiple: true
        values: [ai, farming, health]
        extract:
          - {rule: phrases, values: {ai: [ai], health: [health tech]}}
          - {rule: phrases, fallback: [ai], values: {farming: ["(cows|wheat)"]}}
`);
    expect(valuesOf(await read(extractor, 'Our AI counts cows.'))).toEqual({ sector: ['ai', 'farming'] });
    expect(valuesOf(await read(extractor, 'Health tech for people who keep cows.'))).toEqual({
      sector: ['health'],
    });
  });

  it('levels: the value of an enum by the size of a number', async () => {
    const extractor = await extractorOf(`
      - name: progress
        kind: derived
        type: enum
        values: [early, scaling]
        extract:
          - {rule: number, measure: money, currency: USD, cues: [revenue], levels: [{from: 1, value: early}, {from: 1000}, {from: 9000, value: scaling}]}
`);
    expect(valuesOf(await read(extractor, 'We have $500 of revenue.'))).toEqual({ progress: 'early' });
    expect(valuesOf(await read(extractor, 'We have $5,000 of revenue.'))).toEqual({});
    expect(valuesOf(await read(extractor, 'We have $50,000 of revenue.'))).toEqual({ progress: 'scaling' });
  });

  it('parts, range and strict: counts add up, numbers outside or beside an excluding cue are not read', async () => {
    const extractor = await extractorOf(`
      - name: team
        kind: hard
        type: integer
        extract:
          - {rule: number, cues: [team of], parts: ["(women|man)"]}
      - name: sales
        kind: hard
        type: number
        extract:
          - {rule: number, measure: money, currency: USD, cues: [sales], not_cues: [goal], strict: true, range: [100, 1000000]}
`);
    expect(valuesOf(await read(extractor, 'We are nine women and one man.'))).toEqual({ team: 10 });
    expect(valuesOf(await read(extractor, 'Sales of $5,000.'))).toEqual({ sales: 5000 });
    expect(valuesOf(await read(extractor, 'Sales goal $5,000.'))).toEqual({});
    expect(valuesOf(await read(extractor, 'Sales of $20.'))).toEqual({});
  });

  it('after_cues: a city that describes an organization is its home', async () => {
    const extractor = await extractorOf(`
      - name: location
        kind: hard
        type: string
        format: geo
        extract: [{rule: place, after_cues: ["(company|bakery)"]}]
`);
    const [found] = (await read(extractor, 'It belongs to the Hamburg shipping company.')).values;
    expect(found?.value).toContain('Hamburg');
    expect((await read(extractor, 'It belongs to the Hamburg line.')).values).toEqual([]);
  });

  it('sides: a text of one side demands what only its counterparts have', async () => {
    const source = `domain: test
version: 1
title: Test
reciprocal: "off"
sides: {field: side, seeks: {job: [worker], worker: [job]}}
scorecard: {}
fields:
  - name: trade
    kind: hard
    type: enum
    values: [mason, roofer]
    sides: [worker]
    extract: [{rule: phrases, gives: preference, reads: any, sides: [job], values: {mason: ["masons only"], roofer: ["roofers only"]}}]
  - {name: side, kind: hard, type: enum, values: [job, worker], extract: [{rule: phrases, values: {job: [we are hiring], worker: [i look for work]}}]}`;
    const extractor = await compileExtractor(parseDefinition(source, 'test.yaml'), {
      encoder: letterEncoder,
      resolvePlace: () => null,
    });
    expect((await extractor.extract('We are hiring, masons only', now)).preferences).toEqual({
      trade: 'mason',
    });
    expect((await extractor.extract('I look for work, masons only', now)).preferences).toEqual({});
  });

  it('phrases: contexts right beside them, and values that a sentence refuses', async () => {
    const extractor = await extractorOf(`
      - name: color
        kind: hard
        type: enum
        multiple: true
        values: [red, black]
        extract:
          - rule: phrases
            except: ["notes of {}", "{} (wine|carpet)"]
            refused_in_sentence: true
            values: {red: [red], black: [black]}
`);
    const colors = async (text: string) => valuesOf(await read(extractor, text)).color;
    expect(await colors('A red dress')).toEqual(['red']);
    expect(await colors('A glass of red wine, notes of black cherry')).toBeUndefined();
    expect(await colors('Red, not black since all of mine are black')).toEqual(['red']);
    expect(await colors('Not too heavy, red or black')).toEqual(['red', 'black']);
  });

  it('place: the country of a town or a region', async () => {
    const extractor = await extractorOf(`
      - name: country
        kind: hard
        type: enum
        values: [fr, us]
        extract: [{rule: place, as: country}]
`);
    const country = async (text: string) => valuesOf(await read(extractor, text)).country;
    expect(await country('I live in Lyon')).toBe('fr');
    expect(await country('Up to 90 dollars. Ohio.')).toBe('us');
    expect(await country('I live in Lisbon')).toBeUndefined();
    expect(await country('An amp by Marshall, black')).toBeUndefined();
  });

  it('off_topic, needs_side: texts about something else give nothing', async () => {
    const source = `domain: test
version: 1
title: Test
reciprocal: "off"
sides: {field: side, seeks: {shop: [buyer], buyer: [shop]}}
scorecard: {}
extraction: {off_topic: [my order], on_topic: [looking for], needs_side: true}
fields:
  - {name: color, kind: hard, type: enum, values: [red], extract: [{rule: phrases, values: {red: [red]}}]}
  - {name: stars, kind: hard, type: number, sides: [shop], extract: [{rule: number, gives: preference, sides: [buyer], cues: [stars]}]}
  - {name: side, kind: hard, type: enum, values: [shop, buyer], extract: [{rule: phrases, reads: any, values: {shop: [we sell], buyer: [looking for, i want]}}]}`;
    const gazetteer = await openGazetteer();
    const extractor = await compileExtractor(parseDefinition(source, 'test.yaml'), {
      encoder: letterEncoder,
      resolvePlace: gazetteer.resolve,
    });
    const valuesIn = async (text: string) => valuesOf(await extractor.extract(text, now));
    expect(await valuesIn('I want a red one')).toEqual({ side: 'buyer', color: 'red' });
    expect(await valuesIn('I want a red one. Where is my order?')).toEqual({});
    expect(await valuesIn('My order was lost. It was red. I am looking for another')).toMatchObject({
      side: 'buyer',
    });
    expect(await valuesIn('The red fox slept')).toEqual({});
    const { preferences, values } = await extractor.extract('I want one with at least 4 stars', now);
    expect([preferences, values.map(({ field }) => field)]).toEqual([{ stars: { gte: 4 } }, ['side']]);
  });

  it('sides: rules of a side are used once the text or the caller names the side', async () => {
    const source = `domain: test
version: 1
title: Test
reciprocal: "off"
sides: {field: side, seeks: {job: [worker], worker: [job]}}
scorecard: {}
fields:
  - {name: pay, kind: hard, type: number, sides: [job], extract: [{rule: number, measure: money, currency: USD}]}
  - {name: side, kind: hard, type: enum, values: [job, worker], extract: [{rule: phrases, values: {job: [we are hiring]}}]}`;
    const gazetteer = await openGazetteer();
    const extractor = await compileExtractor(parseDefinition(source, 'test.yaml'), {
      encoder: letterEncoder,
      resolvePlace: gazetteer.resolve,
    });
    expect(valuesOf(await extractor.extract('We are hiring, for $50,000', now))).toEqual({
      side: 'job',
      pay: 50_000,
    });
    expect(valuesOf(await extractor.extract('Something for $50,000', now))).toEqual({});
    expect(valuesOf(await extractor.extract('Something for $50,000', now, { side: 'job' }))).toEqual({
      pay: 50_000,
    });
  });
});

describe('hostile texts of 256 KiB', () => {
  const full = (piece: string) => piece.repeat(Math.ceil((256 * 1024) / piece.length)).slice(0, 256 * 1024);
  // These take minutes in a backtracking engine.
  it.each([
    ['.'],
    ['a'],
    ['29,'],
    ['no, or '],
    ['I’m '],
    ['(a. '],
    ['"(x, '],
    ['25-35 '],
    ['in Paris '],
    ['\n'],
  ])(
    'of «%s» are read in linear time',
    async (piece) => {
      const { values } = await read(dating, full(piece));
      for (const { span } of values) expect(span[1]).toBeLessThanOrEqual(256 * 1024);
    },
    60_000,
  );
});

it('reads words that are properties of every JavaScript object', async () => {
  const text = 'I am 31 years old and a constructor of bridges. I live in Lisbon.';
  expect(valuesOf(await read(dating, text))).toMatchObject({ age: 31 });
});

describe('requested fields', () => {
  const texts = [
    "29F in Leeds. I need a lot of reassurance and worry that my partner will leave me. I'm looking for a man of 30.",
    'Secure attachment style, 41, moved from Porto. No smokers please.',
    'I push people away when they get close, then chase them. I love hiking, cooking and my two dogs.',
  ];

  it.each(texts)('have the same values as in a full extraction: %s', async (text) => {
    const all = await dating.extract(text, now);
    for (const wanted of [['attachment_style'], ['age', 'location'], ['values_text', 'gender']]) {
      const some = await dating.extract(text, now, {}, { wanted: new Set(wanted) });
      const wantedOf = ({ values }: Extraction) => values.filter(({ field }) => wanted.includes(field));
      expect(wantedOf(some)).toEqual(wantedOf(all));
    }
  });

  it('come without the other fields', async () => {
    const { values } = await dating.extract(texts[0]!, now, {}, { wanted: new Set(['attachment_style']) });
    expect(values.map(({ field }) => field)).toEqual(['attachment_style']);
  });
});
