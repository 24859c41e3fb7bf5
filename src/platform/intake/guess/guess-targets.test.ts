import { describe, expect, it } from 'vitest';
import { parseMapping } from '../mapping/mapping.ts';
import { FactsOfColumns } from './column-facts.ts';
import { unknownValues } from './column-plan.ts';
import { keyOfTarget, targetOfKey } from './column-target.ts';
import { currencyColumn, guessMapping } from './guess-mapping.ts';
import type { IntakeField } from './intake-field.ts';
import { mappingText } from './mapping-text.ts';
import { plannedMapping } from './planned-mapping.ts';
import { datingFields } from './testing/dating-fields.ts';

function plansOf(columns: readonly string[], rows: readonly (readonly string[])[], fields = datingFields) {
  const facts = new FactsOfColumns(columns);
  for (const cells of rows) facts.add(Object.fromEntries(cells.map((cell, at) => [columns[at]!, cell])));
  return guessMapping(fields, facts);
}

const guessed = (...args: Parameters<typeof plansOf>) =>
  plansOf(...args).map(({ target, by }) => `${keyOfTarget(target)} ${by}`);

describe('the guess of what columns become', () => {
  it('follows names in several languages and forms', () => {
    expect(
      guessed(
        ['User-ID', 'Alter', 'Geschlecht', 'Wohnort', 'bio', 'notes'],
        [['u1', '30', 'woman', 'Berlin', 'x', 'y']],
      ),
    ).toEqual([
      'id name',
      'field:age name',
      'field:gender name',
      'field:location name',
      'text name',
      'text name',
    ]);
    expect(guessed(['nascimento', 'sesso', 'Città'], [['21/02/1986', 'f', 'Forlì']])).toEqual([
      'field:age name',
      'field:gender name',
      'field:location name',
    ]);
    expect(guessed(['userId', 'relationshipGoal'], [])).toEqual(['id name', 'field:relationship_goal name']);
  });

  it('follows values where the name says nothing', () => {
    const rows = [
      ['ab-1', 'Long term', 'I like long walks by the sea and books that nobody else has read.', 'Woman'],
      ['ab-2', 'casual', 'My friends say that I talk too much about trains, and they are right.', 'man'],
    ];
    expect(guessed(['a', 'b', 'c', 'd'], rows)).toEqual([
      'id values',
      'field:relationship_goal values',
      'text values',
      'field:gender values',
    ]);
  });

  it('takes objects in lists as a text with their keys, where they have words', () => {
    const facts = new FactsOfColumns();
    const career = [{ role: 'Full Stack Developer', company: 'Acme' }];
    facts.add({ id: 'u1', career, photos: [{ path: '90.jpg', date: '1951-03-19' }] });
    const columns = guessMapping(datingFields, facts);
    expect(columns.map(({ target }) => target.to)).toEqual(['id', 'text', 'ignore']);
    const mapping = plannedMapping({ domain: 'dating', columns });
    const text = mappingText({ mapping, columns, fields: datingFields, rows: 1 });
    expect(text).toContain('context:\n  record:\n    only: [career]\n');
    expect(parseMapping(text, 'guess').context).toEqual(mapping.context);
  });

  it('finds the two coordinates of a place, unless a column names it', () => {
    const names = ['id', 'home_lat', 'home_lng'];
    const rows = [['u1', '38.72', '-9,14']];
    expect(guessed(names, rows)).toEqual(['id name', 'lat:location name', 'lon:location name']);
    expect(plannedMapping({ domain: 'dating', columns: plansOf(names, rows) }).fields).toEqual({
      location: {
        object: {
          lat: { column: 'home_lat', as: 'number', range: [-90, 90] },
          lon: { column: 'home_lng', as: 'number', range: [-180, 180] },
        },
      },
    });
    expect(guessed([...names, 'city'], [['u1', '38.72', '-9.14', 'Lisbon']]).slice(1)).toEqual([
      'ignore nothing',
      'ignore nothing',
      'field:location name',
    ]);
    expect(guessed(['id', 'lat'], [['u1', '38.72']])[1]).toBe('ignore nothing');
    expect(guessed(['id', 'lat', 'long'], [['u1', '38.72', 'two years']])[1]).toBe('ignore nothing');
  });

  it('finds wishes', () => {
    expect(
      guessed(['id', 'age', 'age_min', 'preferred age max', 'pref_gender', 'max distance km'], []),
    ).toEqual([
      'id name',
      'field:age name',
      'preference:gte:age name',
      'preference:lte:age name',
      'preference::gender name',
      'preference::location_within_km name',
    ]);
  });

  it('gives each target once, and nothing to attacks and empty names', () => {
    const names = ['id', 'ID', 'age', 'Age', '<script>alert(1)</script>', '__proto__', '=1+1'];
    expect(guessed(names, [])).toEqual([
      'id name',
      'ignore nothing',
      'field:age name',
      ...Array(4).fill('ignore nothing'),
    ]);
  });
});

it('knows ids by the ends of their names, money by its signs, and the column of the currency', () => {
  const price: IntakeField = {
    ...{ name: 'price', kind: 'hard', type: 'number', required: false, unit: 'USD', range: [0, 1000] },
    money: { currency: 'USD', rates: { EUR: 1.1 } },
  };
  const rows = [
    ['K-1', '€ 12,50', 'EUR'],
    ['K-2', '€ 7', 'EUR'],
    ['K-3', '€ 7', 'USD'],
  ];
  const plans = plansOf(['Kundennr', 'amount', 'Currency'], rows, [price]);
  expect(plans.map(({ target }) => target)).toEqual([
    { to: 'id' },
    { to: 'field', field: 'price' },
    { to: 'ignore' },
  ]);
  expect(plans[1]!.steps).toEqual({ as: 'money', currency: { column: 'Currency' }, range: [0, 1000] });
  expect(currencyColumn(plans.map(({ column, facts }) => ({ name: column, facts })))).toBe('Currency');
});

it('makes a table of the values of choices, and names those without a meaning', () => {
  const rows = [
    ['a-1', 'F', 'English, Deutsch'],
    ['a-2', 'm', 'Portuguese'],
    ['a-3', 'X', '-'],
  ];
  const [, gender, languages] = plansOf(['id', 'sex', 'languages'], rows);
  expect(gender!.steps.map).toMatchObject({ F: 'woman', m: 'man' });
  expect(unknownValues(gender!)).toEqual([['X', 1]]);
  expect(languages!.steps).toMatchObject({
    missing: ['-'],
    split: /[,]/u,
    map: { English: 'en', Deutsch: 'de', Portuguese: 'pt' },
  });
});

it.each(['ignore', 'field:age', 'preference:gte:age', 'preference::gender'])('%s is a target', (key) => {
  expect(keyOfTarget(targetOfKey(key))).toBe(key);
});
