import { describe, expect, it } from 'vitest';
import type { Schema } from '../../api/queries.ts';
import { keyOfTarget } from './column-target.ts';
import { guessMapping } from './guess-mapping.ts';
import { dating } from './testing/dating.ts';

function guessed(columns: readonly string[], rows: readonly (readonly unknown[])[], schema: Schema = dating) {
  const dialect = { delimiter: ',', quote: '"', skipLines: 0, decimal: 'point' } as const;
  const known = { format: 'csv', encoding: 'utf-8', dialect, repeated: 'refuse' } as const;
  const layout = { ...known, columns, bodies: false };
  const sample = rows.map((cells, n) => ({ row: n + 2, cells }));
  return guessMapping(schema, layout, sample).map(({ target, by }) => `${keyOfTarget(target)} ${by}`);
}

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
    const names = ['id', 'ID', 'age', 'Age', '', '<script>alert(1)</script>', '__proto__', '=1+1'];
    expect(guessed(names, [])).toEqual([
      'id name',
      'ignore nothing',
      'field:age name',
      ...Array(5).fill('ignore nothing'),
    ]);
  });
});
