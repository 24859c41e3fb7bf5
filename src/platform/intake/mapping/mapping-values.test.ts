/** Defaults, table files, comparison by words, dates and ages of mappings. */
import { describe, expect, test } from 'vitest';
import { applyMapping, parseMapping } from './mapping.ts';

const fieldOf = (steps: string, cell: unknown, readFile?: (name: string) => string) => {
  const mapping = parseMapping(`user_id: id\nfields: {f: {column: a, ${steps}}}\n`, 'm.yaml', readFile);
  const mapped = applyMapping(mapping, { id: 1, a: cell }, 1);
  return 'body' in mapped ? mapped.body.fields?.f : mapped;
};

describe('a map', () => {
  test('has a default for what it does not name', () => {
    expect(fieldOf('map: {F: woman}, default: unknown', 'X')).toBe('unknown');
    expect(fieldOf('map: {F: woman}, default: unknown', 'F')).toBe('woman');
    expect(() => fieldOf('default: x', 'X')).toThrow('are for a `map`');
    expect(() => fieldOf('map: {F: woman}, default: x, else: drop', 'X')).toThrow('say `default` or `else`');
  });

  test('is compared by words, after the exact texts', () => {
    expect(fieldOf('map: {long term: a, LONG TERM: b}, compare: words', 'Long-Term')).toBe('a');
    expect(fieldOf('map: {long term: a, LONG TERM: b}, compare: words', 'LONG TERM')).toBe('b');
    expect(fieldOf('map: {Männlich: man}, compare: words', 'mannlich')).toBe('man');
  });

  test('may stand in a file beside the mapping', () => {
    const files: Readonly<Record<string, string>> = {
      'sexes.csv': 'code;meaning\nF;woman\nU;\n',
      'wrong.csv': 'a,b,c\n1,2,3\n',
    };
    const readFile = (name: string) => {
      if (files[name] === undefined) throw new Error('no such file');
      return files[name];
    };
    expect(fieldOf('map_file: sexes.csv', 'F', readFile)).toBe('woman');
    expect(fieldOf('map_file: sexes.csv', 'U', readFile)).toBeUndefined();
    expect(fieldOf('map_file: sexes.csv', 'X', readFile)).toMatchObject({
      rejected: 'column a: «X» is none of F, U',
      cell: { column: 'a', given: 'X' },
    });
    expect(() => fieldOf('map_file: wrong.csv', 'F', readFile)).toThrow('has two columns under a header');
    expect(() => fieldOf('map_file: none.csv', 'F', readFile)).toThrow('cannot be read: no such file');
    expect(() => fieldOf('map_file: sexes.csv', 'F')).toThrow('is a file beside the mapping');
  });
});

describe('a date', () => {
  test.each([
    ['2025-03-31', '', '2025-03-31'],
    ['31.3.2025', '', '2025-03-31'],
    ['03/31/2025', '', '2025-03-31'],
    ['01/02/2025', ', order: dmy', '2025-02-01'],
    ['01/02/2025', ', order: mdy', '2025-01-02'],
    ['2025-07-01 12:00', ', zone: Europe/Berlin', '2025-07-01T10:00:00.000Z'],
    ['2025-01-01 12:00', ', zone: Europe/Berlin', '2025-01-01T11:00:00.000Z'],
    ['2025-01-01T12:00:00+05:30', ', zone: Europe/Berlin', '2025-01-01T06:30:00.000Z'],
    ['1/31/2025 1:05 PM', '', '2025-01-31T13:05:00.000Z'],
  ])('%s%s', (text, steps, expected) => expect(fieldOf(`as: date${steps}`, text)).toBe(expected));

  test.each([
    ['01/02/2025', '', 'may be day or month first; say `order: dmy` or `order: mdy`'],
    ['31.2.2025', '', 'is no day of the calendar'],
    ['1.2.25', '', 'has no year of four digits'],
    ['soon', '', 'is no date such as'],
    ['2025-01-01 25:00', '', 'has no time of a day'],
  ])('%s%s is rejected', (text, steps, reason) =>
    expect(fieldOf(`as: date${steps}`, text)).toMatchObject({ rejected: expect.stringContaining(reason) }),
  );

  test('of birth is an age in full years', () => {
    const now = new Date();
    const born = new Date(Date.UTC(now.getUTCFullYear() - 30, now.getUTCMonth(), now.getUTCDate()));
    expect(fieldOf('as: age', born.toISOString().slice(0, 10))).toBe(30);
    expect(fieldOf('as: age, range: [18, 99]', '2020-01-01')).toMatchObject({
      rejected: expect.stringContaining('is not between 18 and 99'),
    });
    expect(() => fieldOf('as: date, zone: Mars/Olympus', 'x')).toThrow('is no time zone');
  });
});
