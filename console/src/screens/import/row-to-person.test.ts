import { describe, expect, it } from 'vitest';
import { targetOfKey } from './column-target.ts';
import { type Layout, parsedObject } from './file-rows.ts';
import { rowToPerson } from './row-to-person.ts';
import { dating } from './testing/dating.ts';

const columns = [
  'id',
  'age',
  'gender',
  'languages',
  'smoker',
  'bio',
  'bio2',
  'min',
  'max',
  'wants',
  'km',
  '__proto__x',
];
const targets = [
  'id',
  'field:age',
  'field:gender',
  'field:languages',
  'field:smoker',
  'text',
  'text',
  'preference:gte:age',
  'preference:lte:age',
  'preference::gender',
  'preference::location_within_km',
  'extra',
].map(targetOfKey);
const layout: Layout = {
  format: 'csv',
  encoding: 'utf-8',
  dialect: { delimiter: ';', quote: '"', skipLines: 0, decimal: 'comma' },
  columns,
  bodies: false,
  repeated: 'refuse',
};
const person = (...cells: readonly unknown[]) =>
  rowToPerson({ schema: dating, layout, targets }, { row: 2, cells });

describe('a row', () => {
  it('becomes a body with typed values', () => {
    expect(
      person(
        ' ana ',
        '31',
        'Woman',
        'EN, de',
        'Ja',
        'I run.',
        ' I read. ',
        '28',
        '40',
        'man|nonbinary',
        '25,5',
        '=1',
      ),
    ).toEqual({
      body: {
        user_id: 'ana',
        domain: 'dating',
        context: 'I run.\n\nI read.',
        fields: { age: 31, gender: 'woman', languages: ['en', 'de'], smoker: true, __proto__x: '=1' },
        preferences: {
          age: { gte: 28, lte: 40 },
          gender: { in: ['man', 'nonbinary'] },
          location_within_km: 25.5,
        },
      },
    });
  });

  it('leaves out empty cells', () => {
    expect(person('ana', '', ' ', undefined, '')).toEqual({ body: { user_id: 'ana', domain: 'dating' } });
  });

  it('says why it is rejected', () => {
    const reasonOf = (...cells: readonly unknown[]) => (person(...cells) as { reason: string }).reason;
    expect(reasonOf('', '31')).toBe('the row has no id');
    expect(reasonOf('a\nb')).toContain('control characters');
    expect(reasonOf('x'.repeat(257))).toContain('256 characters');
    expect(reasonOf('..')).toContain('256 characters');
    expect(reasonOf('ana', '17')).toBe('age: «17» is not a whole number from 18 to 120');
    for (const wrong of ['thirty', '31.5', '1e999', '0x20', 'NaN'])
      expect(reasonOf('ana', wrong)).toContain(`«${wrong}»`);
    expect(reasonOf('ana', '31', 'robot')).toBe('gender: «robot» is not one of woman, man, nonbinary');
    expect(reasonOf('ana', '', '', 'en,xx')).toBe('languages: «xx» is not one of en, pt, de');
    expect(reasonOf('ana', '', '', '', 'perhaps')).toBe('smoker: «perhaps» is not yes or no');
    expect(reasonOf('ana', '', '', '', '', 'x'.repeat(300_000))).toContain('256 KiB');
  });
});

describe('a line that is a body', () => {
  const lines = { ...layout, format: 'ndjson', bodies: true } as const;
  const body = (object: Record<string, unknown> | null) =>
    rowToPerson({ schema: dating, layout: lines, targets: [] }, { row: 1, cells: [], object });
  it('passes with its domain', () => {
    expect(body({ user_id: 'ana', fields: { age: 3 } })).toEqual({
      body: { user_id: 'ana', domain: 'dating', fields: { age: 3 } },
    });
    expect(body({ user_id: 'ana', domain: 'hiring' })).toEqual({
      reason: 'the line belongs to the domain «hiring»',
    });
    expect(body({ fields: {} })).toEqual({ reason: 'the row has no id' });
    expect(body(null)).toEqual({ reason: 'the line is no JSON object' });
  });
});

describe('a number of a file', () => {
  const lines: Layout = { ...layout, format: 'ndjson', columns: ['id', 'n'] };
  const mapped = (line: string, targets: readonly string[]) => {
    const object = parsedObject(line)!;
    return rowToPerson(
      { schema: dating, layout: lines, targets: targets.map(targetOfKey) },
      { row: 1, object, cells: [object.id, object.n] },
    );
  };
  const asBody = (line: string) =>
    rowToPerson(
      { schema: dating, layout: { ...lines, bodies: true }, targets: [] },
      { row: 1, object: parsedObject(line), cells: [] },
    );

  it.each(['76561197980428154', '76561197980428155', '42', '12345678901234567890123456789012345678'])(
    '%s is an id by its digits',
    (id) => {
      expect(mapped(`{"id":${id}}`, ['id', 'text'])).toMatchObject({ body: { user_id: id } });
      expect(asBody(`{"user_id":${id}}`)).toMatchObject({ body: { user_id: id } });
    },
  );

  it.each(['9007199254740993', '0.1234567890123456789012', '1e400'])('%s is no value', (n) => {
    const reason = expect.stringMatching(/: the number has more digits|age: .* is not/);
    expect(mapped(`{"id":"u","n":${n}}`, ['id', 'extra'])).toEqual({ reason });
    expect(mapped(`{"id":"u","n":${n}}`, ['id', 'field:age'])).toEqual({ reason });
    expect(mapped(`{"id":"u","n":"${n}"}`, ['id', 'field:age'])).toEqual({ reason });
    expect(asBody(`{"user_id":"u","fields":{"crm":[${n}]}}`)).toEqual({ reason });
    expect(mapped(`{"id":"u","n":${n}}`, ['id', 'text'])).toMatchObject({ body: { context: n } });
  });
});
