/** The shipped example of a mapping and a domain version: they fit each other, and the real file. */
import { createReadStream, existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parse } from 'csv-parse';
import { describe, expect, it } from 'vitest';
import type { FieldDefinition } from '../../../domains/field.ts';
import { parseDefinition } from '../../../domains/parse-definition.ts';
import { applyMapping, mappedColumns, parseMapping } from '../../../platform/intake/mapping/mapping.ts';

const repository = join(import.meta.dirname, '../../../..');
const read = (name: string) => readFileSync(join(repository, 'bench/okcupid', name), 'utf8');
const definition = parseDefinition(read('dating.v2.yaml'), 'dating.v2.yaml');
const mapping = parseMapping(read('mapping.yaml'), 'mapping.yaml');
const source = join(
  process.env.COUNTERPART_TEST_DATA ?? join(repository, '../shared/data'),
  'okcupid/profiles_revised.csv',
);

function bodyOf(row: Record<string, string>) {
  const mapped = applyMapping(mapping, { age: '30', sex: 'f', orientation: 'straight', ...row }, 1);
  if ('rejected' in mapped) throw new Error(mapped.rejected);
  return mapped.body;
}

function fits(field: FieldDefinition | undefined, value: unknown): boolean {
  if (field === undefined || Array.isArray(value) !== field.multiple) return false;
  return [value].flat().every((item) => {
    if (field.values !== undefined) return field.values.includes(item as string);
    const [low, high] = field.range ?? [-Infinity, Infinity];
    return Number.isInteger(item) && (item as number) >= low && (item as number) <= high;
  });
}

describe('the mapping of OkCupid’s columns', () => {
  it.each([
    ['m', 'straight', 'woman'],
    ['f', 'straight', 'man'],
    ['m', 'gay', 'man'],
    ['f', 'gay', 'woman'],
    ['f', 'bisexual', { in: ['woman', 'man'] }],
  ])('asks for the gender that %s %s people seek', (sex, orientation, gender) => {
    expect(bodyOf({ sex, orientation }).preferences).toEqual({ gender });
  });

  it.each<[Record<string, string>, Record<string, unknown>]>([
    [
      { offspring: 'doesn&rsquo;t have kids, and doesn&rsquo;t want any' },
      { children: 'none', wants_children: 'no' },
    ],
    [{ offspring: 'has a kid, but doesn&rsquo;t want more' }, { children: 'one', wants_children: 'no' }],
    [{ offspring: 'has kids, and might want more' }, { children: 'several', wants_children: 'maybe' }],
    [{ offspring: 'wants kids' }, { wants_children: 'yes' }],
    [{ pets: 'likes dogs and dislikes cats' }, { dogs: 'likes', cats: 'dislikes' }],
    [
      { religion: 'judaism but not too serious about it' },
      { religion: 'judaism', religion_seriousness: 'not_too_serious' },
    ],
    [{ religion: 'atheism' }, { religion: 'atheism' }],
    [
      { education: 'dropped out of ph.d program' },
      { education_level: 'phd', education_status: 'dropped_out' },
    ],
    [{ education: 'college/university' }, { education_level: 'university', education_status: 'graduated' }],
    [
      { speaks: 'english (fluently), spanish (poorly), c++, sign language (okay)' },
      { languages: ['english', 'sign_language'] },
    ],
    [{ sign: 'leo and it&rsquo;s fun to think about' }, { sign: 'leo', sign_importance: 'fun' }],
    [
      { height: '70', income: '-1', job: 'rather not say', body_type: 'full figured' },
      { height_cm: 178, body_type: 'full_figured' },
    ],
    [{ height: '3', status: 'unknown' }, {}],
    [{ ethnicity: 'hispanic / latin, white' }, { ethnicity: ['hispanic', 'white'] }],
  ])('%o', (row, fields) => {
    expect(bodyOf(row).fields).toEqual({ age: 30, gender: 'woman', orientation: 'straight', ...fields });
  });

  it('rejects ages under 18 and unusable ages', () => {
    expect(() => bodyOf({ age: '17' })).toThrow('younger than 18');
    expect(() => bodyOf({ age: '111' })).toThrow('no true one');
  });

  it.skipIf(!existsSync(source))(
    'fits the rows of the real file (every sixth)',
    { timeout: 60_000 },
    async () => {
      const fields = new Map(definition.fields.map((field) => [field.name, field]));
      const misfits: string[] = [];
      let rows = 0;
      let rejected = 0;
      for await (const row of createReadStream(source).pipe(parse({ columns: true }))) {
        if (rows++ === 0)
          expect(Object.keys(row)).toEqual(expect.arrayContaining([...mappedColumns(mapping)]));
        if (rows % 6 !== 0) continue;
        const mapped = applyMapping(mapping, row, rows);
        if ('rejected' in mapped) rejected++;
        else {
          for (const [name, value] of Object.entries(mapped.body.fields ?? {})) {
            if (!fits(fields.get(name), value))
              misfits.push(`${mapped.body.user_id} ${name} ${String(value)}`);
          }
        }
      }
      expect(misfits).toEqual([]);
      expect(rows).toBe(59_946);
      expect(rejected).toBeLessThan(60);
    },
  );
});
