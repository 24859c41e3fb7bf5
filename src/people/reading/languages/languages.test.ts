import { beforeAll, describe, expect, it } from 'vitest';
import { shippedVersions } from '../../../domains/shipped-domains.ts';
import { openTextEncoder } from '../../../engines/encoders/open-text-encoder.ts';
import { openGazetteer } from '../../places/gazetteer.ts';
import { compileExtractor } from '../compile-extractor.ts';
import type { Extractor } from '../extractor.ts';

const now = Date.parse('2026-06-01');
const extractors = new Map<string, Extractor>();

beforeAll(async () => {
  const encoder = await openTextEncoder('embedded');
  const { resolve: resolvePlace, populationOf } = await openGazetteer();
  for (const version of shippedVersions()) {
    if (!['dating', 'hiring', 'marketplace'].includes(version.domain)) continue;
    const extractor = await compileExtractor(version.read(), { encoder, resolvePlace, populationOf });
    extractors.set(version.domain, extractor);
  }
});

async function read(domain: string, text: string) {
  const { values, preferences } = await extractors.get(domain)!.extract(text, now);
  return { ...Object.fromEntries(values.map(({ field, value }) => [field, value])), preferences };
}

describe('dating', () => {
  it.each([
    [
      'Ich bin Karla, 34, aus Kiel und suche einen Mann zwischen 30 und 40 für etwas Festes.',
      34,
      'Kiel, Germany',
    ],
    [
      'Je suis une femme de 34 ans, je vis à Lille. Je cherche un homme de 30 à 40 ans pour du sérieux.',
      34,
      'Lille, France',
    ],
    [
      'Soy mujer, tengo 34 años y vivo en Murcia. Busco un hombre de 30 a 40 años para una relación seria.',
      34,
      'Murcia, Spain',
    ],
    [
      'Sou mulher, tenho 34 anos e moro em Braga. Procuro um homem entre 30 e 40 anos para uma relação séria.',
      34,
      'Braga, Portugal',
    ],
    [
      'Sono una donna, ho 34 anni e vivo a Trieste. Cerco un uomo tra i 30 e i 40 anni per una storia seria.',
      34,
      'Trieste, Italy',
    ],
  ])('%s', async (text, age, location) => {
    expect(await read('dating', text)).toMatchObject({
      age,
      location,
      relationship_goal: 'long_term',
      preferences: { gender: 'man', age: { gte: 30, lte: 40 } },
    });
  });

  it('is about the person whom a relative writes about', async () => {
    expect(
      await read('dating', 'Mi hijo tiene 40 años, vive en Monterrey y busca a una mujer para casarse.'),
    ).toMatchObject({ age: 40, gender: 'man', location: 'Monterrey, Mexico', relationship_goal: 'marriage' });
  });

  it('leaves out where somebody lived before', async () => {
    expect(
      await read('dating', 'Früher habe ich in Rom gewohnt, jetzt wohne ich in Dresden. Frau, 29.'),
    ).toMatchObject({
      location: 'Dresden, Germany',
      age: 29,
    });
  });
});

describe('hiring', () => {
  it.each([
    [
      'Wir suchen eine/n Koch/Köchin (m/w/d) in Bonn, Vollzeit, mindestens 3 Jahre Erfahrung, 2.900 € brutto im Monat.',
      38_280,
    ],
    [
      'Nous recherchons un cuisinier (H/F) à Nice, temps plein, minimum 3 ans d’expérience, 2 900 € brut par mois.',
      38_280,
    ],
    [
      'Buscamos cocinero en Vigo, jornada completa, mínimo 3 años de experiencia, 2.900 € brutos al mes.',
      38_280,
    ],
    ['Procuramos cozinheiro em Faro, tempo inteiro, mínimo 3 anos de experiência, 2.900 € por mês.', 38_280],
    ['Cerchiamo un cuoco a Pisa, tempo pieno, almeno 3 anni di esperienza, 2.900 € lordi al mese.', 38_280],
  ])('%s', async (text, salary) => {
    expect(await read('hiring', text)).toMatchObject({
      role: 'job',
      job_function: 'cooking',
      employment_type: ['full_time'],
      min_years_experience: 3,
      salary_min: expect.closeTo(salary, 0),
    });
  });
});

describe('marketplace', () => {
  it.each([
    ['Verkaufe Sofa von IKEA, guter Zustand, 1.200 € VB, nur Abholung in Mainz.', true],
    ['Vends canapé IKEA, bon état, 1 200 € à débattre, à venir chercher à Metz.', true],
    ['Vendo sofá IKEA en buen estado, 1.200 € negociables, recogida en Gijón.', true],
    ['Vendo sofá IKEA em bom estado, 1.200 € negociável, retirada em Évora.', true],
    ['Vendo divano IKEA in buone condizioni, 1.200 € trattabili, ritiro a Parma.', true],
  ])('%s', async (text, negotiable) => {
    expect(await read('marketplace', text)).toMatchObject({
      role: 'listing',
      category: 'sofas',
      brand: ['ikea'],
      condition: 'good',
      price: expect.closeTo(1320, 0),
      delivery: ['pickup'],
      negotiable,
    });
  });
});

describe('places', () => {
  it.each([
    ['Ich wohne in Köln und bin 30.', 'Köln, Germany'],
    ['Vivo en Londres desde hace dos años, tengo 30 años.', 'London, United Kingdom'],
    ['Abito a Monaco di Baviera, ho 30 anni e sono una donna.', 'Munich, Germany'],
    ['J’habite à Londres et j’ai 30 ans.', 'London, United Kingdom'],
    ['Moro em Nova Iorque e tenho 30 anos, sou homem.', 'New York City, New York, United States'],
  ])('%s', async (text, location) => {
    expect(await read('dating', text)).toMatchObject({ location });
  });
});

it.each([
  'Ik ben 34 jaar en woon in Utrecht. Ik zoek een leuke man om mee te wandelen.',
  'Jag är 34 år och bor i Göteborg. Jag söker en snäll kille.',
  'Mam 34 lata i mieszkam w Krakowie. Szukam kogoś na stałe.',
  '34 yaşındayım, İzmir’de yaşıyorum. Ciddi bir ilişki arıyorum.',
  'Am 34 de ani și locuiesc în Cluj. Caut o relație serioasă.',
])('has no fields of a language without rules: %s', async (text) => {
  expect(await read('dating', text)).toEqual({ preferences: {} });
});

it('reads each sentence of a mixed text by its own language', async () => {
  expect(
    await read(
      'dating',
      'I am a nurse and I love the sea. Tengo 41 años y vivo en Málaga. I am looking for a man.',
    ),
  ).toMatchObject({ age: 41, location: 'Málaga, Spain', preferences: { gender: 'man' } });
});
