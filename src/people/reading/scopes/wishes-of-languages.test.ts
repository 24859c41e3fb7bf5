import { beforeAll, expect, it } from 'vitest';
import { shippedVersions } from '../../../domains/shipped-domains.ts';
import { openTextEncoder } from '../../../engines/encoders/open-text-encoder.ts';
import { openGazetteer } from '../../places/gazetteer.ts';
import { compileExtractor } from '../compile-extractor.ts';
import type { Extractor } from '../extractor.ts';

let extractor: Extractor;

beforeAll(async () => {
  const { resolve: resolvePlace, populationOf } = await openGazetteer();
  const encoder = await openTextEncoder('embedded');
  const dating = shippedVersions().find(({ domain }) => domain === 'dating')!;
  extractor = await compileExtractor(dating.read(), { encoder, resolvePlace, populationOf });
});

async function read(text: string) {
  const { values, preferences } = await extractor.extract(text, Date.parse('2026-06-01'));
  const gender = values.find(({ field }) => field === 'gender')?.value;
  const age = values.find(({ field }) => field === 'age')?.value;
  return { gender, age, wished: preferences.gender, ages: preferences.age };
}

const woman = { gender: 'woman', wished: 'man' };
const man = { gender: 'man', wished: 'woman' };

it.each([
  ['Ich bin eine Frau, 41, Hamburg. Ich möchte wieder einen lieben, ehrlichen Mann kennenlernen.', woman],
  ['Ich bin eine Frau, 41, Kiel. Ich moechte eine Beziehung mit einem Mann um die 45.', woman],
  ['Mann, 52, Stuttgart. Möchte gerne eine Partnerin ab 45 finden.', man],
  ['Ich bin eine Frau, 38, Bremen. Einen Mann mit Humor hätte ich gern.', woman],
  ['Ich bin eine Frau, 38, Bremen. Mit einem Mann wie dir möchte ich alt werden.', woman],
  ['Ich bin eine Frau, 34, Mainz. Am liebsten mit einem Mann zwischen 33 und 42.', woman],
  ['Soy mujer, 29, de Sevilla. Quisiera compartir mi vida con un hombre bueno.', woman],
  ['Soy un hombre de 45 años, de Bilbao. Me encantaría encontrar una mujer de 40 a 50 años.', man],
  ['Soy un hombre de 45 años, de Vigo. Deseamos lo mismo: quiero una relación con una mujer alegre.', man],
  ['Soy mujer, 29, Valencia. Me gustan los hombres altos.', woman],
  ['Sou homem, 36, do Porto. Gostaria de uma relação com uma mulher entre 30 e 40 anos.', man],
  ['Sou homem, 36 anos, de Recife. Queria uma namorada carinhosa, uma mulher para a vida.', man],
  ['Sou mulher, 51, de Braga. Desejo encontrar um homem sincero.', woman],
  ['Sono un uomo di 39 anni, di Torino. Voglio una donna tra i 30 e i 40 anni.', man],
  ['Sono un uomo di 39 anni, di Torino. Mi piacerebbe una storia con una donna solare.', man],
  ['Sono una donna di 47 anni, di Bari. Desidererei un uomo affettuoso.', woman],
  ['Je suis un homme de 40 ans, de Nantes. Je voudrais une relation avec une femme de 35 à 45 ans.', man],
  ["Je suis un homme de 40 ans, de Nantes. J'ai envie d'une femme douce.", man],
  ["Je suis une femme de 55 ans, de Lille. J'aimerais tant trouver un homme de 50 à 60 ans.", woman],
])('a wish leaves the writer’s gender alone: %s', async (text, expected) => {
  expect(await read(text)).toMatchObject(expected);
});

it.each([
  ['Ich bin eine Frau, 33, Zürich. Wir möchten jemanden zwischen 30 und 40.', 33, { gte: 30, lte: 40 }],
  ['Tengo 33 años, Madrid. Quiero alguien de 30 a 40 años.', 33, { gte: 30, lte: 40 }],
  ["J'ai 33 ans, Paris. Je veux rencontrer quelqu'un de 30 à 40 ans.", 33, { gte: 30, lte: 40 }],
])('ages of a wished-for person are a preference: %s', async (text, age, ages) => {
  expect(await read(text)).toMatchObject({ age, ages });
});

it.each([
  ['Ich bin ein Mann, 44, Wien. Ich möchte als Mann ernst genommen werden.', 'man'],
  ['Ich bin ein Mann, 44, Wien. Ich möchte ein besserer Mann werden.', 'man'],
  ['Ich mag die Natur, bin ein Mann, 34 und lebe in Bonn.', 'man'],
  ['Ich bin eine Frau, 33, Zürich. Ich lebe seit Jahren nicht mehr mit einem Mann zusammen.', 'woman'],
  ['Soy mujer, 29, Valencia. Quiero ser una mujer independiente.', 'woman'],
  ['Sou homem, 40, do Porto. Quero ser um homem melhor.', 'man'],
  ['Je suis une femme de 55 ans, de Lille. Je veux devenir une meilleure femme.', 'woman'],
  ['Sono un uomo di 50 anni, di Roma. Vorrei essere un uomo migliore.', 'man'],
])('a wish that names the writer is no preference: %s', async (text, gender) => {
  expect(await read(text)).toMatchObject({ gender, wished: undefined });
});
