/** Compares the pass with a plain oracle: the same counts, taken from the result of JSON.parse. */
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { type JsonBounds, jsonBounds, passedBound } from './json-bounds.ts';

interface Counts {
  readonly values: number;
  readonly levels: number;
  readonly keys: number;
}

function countsOf(value: unknown): Counts {
  if (value === null || typeof value !== 'object') return { values: 1, levels: 0, keys: 0 };
  const inner = Object.values(value).map(countsOf);
  const own = Array.isArray(value) ? 0 : Object.keys(value).length;
  return {
    values: 1 + inner.reduce((sum, { values }) => sum + values, 0),
    levels: 1 + Math.max(0, ...inner.map(({ levels }) => levels)),
    keys: Math.max(own, ...inner.map(({ keys }) => keys)),
  };
}

/** JSON texts as any program may write them: white space anywhere, any character escaped or not. */
const space = fc.string({ unit: fc.constantFrom(' ', '\t', '\n', '\r'), maxLength: 2 });
const characters = fc.oneof(
  fc.string({ unit: 'binary', maxLength: 6 }),
  fc.constantFrom('"', '\\', '\\"', '[{,:}]', ''),
);

/**
 * Without backslashes, because the oracle would miscount: V8 13.6 reads the key `"\""` as a backslash where
 * an earlier object had that key.
 */
const names = characters.filter((text) => !text.includes('\\'));

const writtenText = (text: string) =>
  fc.array(fc.boolean(), { minLength: text.length, maxLength: text.length }).map((isEscaped) => {
    const units = text.split('').map((unit, at) => {
      if (isEscaped[at]) return `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`;
      return JSON.stringify(unit).slice(1, -1);
    });
    return `"${units.join('')}"`;
  });

const scalar = fc.oneof(
  characters.chain(writtenText),
  fc.double({ noNaN: true, noDefaultInfinity: true }).map((number) => JSON.stringify(number)),
  fc.constantFrom('0', '-0', '1e5', '-1.5E-3', 'true', 'false', 'null'),
);

function between(parts: readonly string[], spaces: readonly string[], open: string, close: string): string {
  const padded = parts.map((part, at) => `${spaces[at % spaces.length]}${part}`);
  return `${open}${padded.join(`${spaces[0]},`)}${spaces.at(-1)}${close}`;
}

const { json } = fc.letrec<{ json: string; array: string; object: string }>((tie) => ({
  json: fc.oneof({ depthSize: 'small', withCrossShrink: true }, scalar, tie('array'), tie('object')),
  array: fc
    .tuple(fc.array(tie('json'), { maxLength: 6 }), fc.array(space, { minLength: 1, maxLength: 4 }))
    .map(([values, spaces]) => between(values, spaces, '[', ']')),
  object: fc
    .tuple(
      fc
        .uniqueArray(names, { maxLength: 6 })
        .chain((given) => fc.tuple(...given.map((name) => fc.tuple(writtenText(name), space, tie('json'))))),
      fc.array(space, { minLength: 1, maxLength: 4 }),
    )
    .map(([members, spaces]) =>
      between(
        members.map(([name, gap, value]) => `${name}${gap}:${gap}${value}`),
        spaces,
        '{',
        '}',
      ),
    ),
}));

const passes = (text: string, bounds: JsonBounds) => passedBound(Buffer.from(text), bounds) !== undefined;

describe('a JSON text', () => {
  test('is within exactly the bounds that what it says is within', () => {
    fc.assert(
      fc.property(json, space, fc.constantFrom('', '\ufeff'), (inner, around, mark) => {
        const text = `${mark}${around}${inner}${around}`;
        const counts = countsOf(JSON.parse(text.slice(mark.length)));
        expect(passedBound(Buffer.from(text), counts)).toBeUndefined();
        expect(passes(text, { ...counts, values: counts.values - 1 })).toBe(true);
        if (counts.levels > 0) expect(passes(text, { ...counts, levels: counts.levels - 1 })).toBe(true);
        if (counts.keys > 0) expect(passes(text, { ...counts, keys: counts.keys - 1 })).toBe(true);
      }),
      { numRuns: 2000 },
    );
  });

  test('cut off, or changed in a byte, is never refused where JSON.parse takes it and it is within', () => {
    fc.assert(
      fc.property(json, fc.nat(), fc.option(fc.nat(255)), (text, place, byte) => {
        const whole = Buffer.from(text);
        const at = place % whole.length;
        const bytes = byte === null ? whole.subarray(0, at) : Buffer.from(whole).fill(byte, at, at + 1);
        const value = parsed(bytes);
        const passed = passedBound(bytes, { values: 1000, levels: 20, keys: 100 });
        if (value !== undefined) expect(passed).toBeUndefined();
      }),
      { numRuns: 2000 },
    );
  });

  test('of any bytes never makes the pass throw', () => {
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 200 }), (bytes) => {
        passedBound(bytes, { values: 3, levels: 2, keys: 1 });
      }),
      { numRuns: 2000 },
    );
  });
});

function parsed(bytes: Buffer): unknown {
  try {
    return { value: JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(bytes)) };
  } catch {
    return undefined;
  }
}

describe('at the bounds in force', () => {
  const { values, levels, keys } = jsonBounds;
  const members = (count: number) => Array.from({ length: count }, (_, n) => `"k${n}":${n}`).join(',');
  test.each([
    ['values', (count: number) => `[${'0,'.repeat(count - 2)}0]`, values],
    ['levels of arrays', (count: number) => `${'['.repeat(count)}${']'.repeat(count)}`, levels],
    ['levels of objects', (count: number) => `${'{"a":'.repeat(count)}1${'}'.repeat(count)}`, levels],
    ['keys', (count: number) => `{${members(count)}}`, keys],
  ])('%s: the bound is taken, one more is not, one less is', (_, text, bound) => {
    expect(passedBound(Buffer.from(text(bound - 1)))).toBeUndefined();
    expect(passedBound(Buffer.from(text(bound)))).toBeUndefined();
    expect(passedBound(Buffer.from(text(bound + 1)))?.message).toContain(String(bound));
  });

  test('100,000 candidates beside a history of 10,000 are within', () => {
    const ids = (count: number) => Array.from({ length: count }, (_, n) => `item-${n}`);
    const body = { history: ids(10_000), candidate_item_ids: ids(100_000), limit: 20 };
    expect(passedBound(Buffer.from(JSON.stringify(body)))).toBeUndefined();
  });

  test('many objects of many keys are many values, not many keys', () => {
    const object = `{${members(keys)}}`;
    expect(passedBound(Buffer.from(`[${Array(200).fill(object).join(',')}]`))).toBeUndefined();
    expect(passedBound(Buffer.from(`[${Array(250).fill(object).join(',')}]`))?.message).toContain(
      '250000 values',
    );
  });
});

describe('the message about a bound', () => {
  const small: JsonBounds = { values: 12, levels: 4, keys: 2 };
  const say = (text: string) => passedBound(Buffer.from(text), small);

  test('the object with too many keys is named by its path, with its keys as written', () => {
    expect(say('{"a":[0,{"b c":{"x":1,"y":2,"x":3}}]}')).toEqual({
      path: ['a', 1, 'b c'],
      message:
        'has more than 2 keys (key 3 begins at byte 28), the most of an object; leave some out, or send them in parts',
    });
    expect(say('{"\\u0061\\n":{"x":1,"y":2,"z":3}')?.path).toEqual(['a\n']);
  });

  test('the level too many is named by its byte, and nothing behind it is read', () => {
    expect(say(' [[[[ [')).toMatchObject({ path: [], message: expect.stringContaining('at byte 6') });
    expect(say('[[[[[{"a":1,"b":2,"c":3}')?.message).toContain('nested deeper than 4 levels');
  });

  test('the value too many is named by its byte', () => {
    expect(say(`[${'0,'.repeat(99)}0]`)?.message).toContain('value 13 begins at byte 23');
  });

  test('a key that ends with a backslash or a quote is one key', () => {
    expect(say('{"\\\\":1,"\\"":2}')).toBeUndefined();
    expect(say('{"\\\\":1,"\\"":2,"\\\\\\"":3}')?.message).toContain('key 3 ');
  });

  test('behind the outermost value nothing is counted: it is no JSON', () => {
    expect(say('{} '.repeat(100))).toBeUndefined();
    expect(say('word '.repeat(100))).toBeUndefined();
    expect(say(']'.repeat(100))).toBeUndefined();
  });
});
