import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import {
  SideModelFile,
  shippedSideModel,
  shippedSideModelFile,
  sideFeatures,
  sideModelOf,
} from './side-words.ts';

const wordsOf = (text: string) => text.split(' ').map((form) => ({ form }));

const model = sideModelOf({
  domains: {
    tutoring: {
      sides: ['tutor', 'pupil'],
      bias: [-0.5, -0.5],
      words: { 'i teach': [4, -2], 'exam in': [-1, 3], '# years': [2, 0] },
    },
  },
});
const oddsOf = (text: string) => [...model.get('tutoring')!.logOdds(wordsOf(text))];

it('features are words, pairs of neighbours and the first word, with digits made alike', () => {
  expect([...sideFeatures(wordsOf('taught 12 years'))]).toEqual([
    'taught',
    '^ taught',
    '#',
    'taught #',
    'years',
    '# years',
  ]);
  expect(sideFeatures(wordsOf('own van'), false)).not.toContain('^ own');
});

it('words speak for a side, and unknown ones leave the bias against any side', () => {
  const [tutor, pupil] = oddsOf('i teach maths');
  expect(tutor).toBeCloseTo(-0.5 + 4 / Math.sqrt(6), 10);
  expect(pupil).toBeCloseTo(-0.5 - 2 / Math.sqrt(6), 10);
  expect(oddsOf('rain again')).toEqual([-0.5, -0.5]);
});

it('a feature counts once, so that repeating it is no stronger evidence', () => {
  const [once] = oddsOf('i teach');
  const [twice] = oddsOf('i teach i teach');
  expect(twice! - -0.5).toBeLessThan(once! - -0.5);
});

it('the shipped file is a model', () => {
  expect(
    SideModelFile.safeParse(JSON.parse(readFileSync(shippedSideModelFile, 'utf8'))).error,
  ).toBeUndefined();
});

it.each([
  ['hiring', 'own tools and van, notice period one month', 0],
  ['hiring', 'you will join a team of six, apply by friday', 1],
  ['founder-investor', 'our waitlist has 4000 users, no revenue yet', 0],
  ['founder-investor', 'writes first cheques, sends a quick no', 1],
])('the shipped model of %s tells the side of «%s»', (domain, text, side) => {
  const odds = shippedSideModel()
    .get(domain)!
    .logOdds(wordsOf(text.replaceAll(',', '')));
  expect(odds[side]).toBeGreaterThan(odds[1 - side]! + 0.3);
  expect(odds[side]).toBeGreaterThan(0);
});
