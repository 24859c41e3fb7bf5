import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { type DatasetFeatures, noFeatures } from '../../../contract/dataset-features.ts';
import { rowValidator, schemaValidator } from './validate-row.ts';

const features: DatasetFeatures = {
  items: {
    price: { type: 'number' },
    brand: { type: 'category' },
    genre: { type: 'list' },
    blurb: { type: 'text' },
    cover: { type: 'image_url' },
    released: { type: 'date' },
  },
  people: { age: { type: 'number' } },
  events: { device: { type: 'category' }, distance: { type: 'number' } },
};
const validateRow = rowValidator(features);
const validateBySchema = schemaValidator(features);

const oddText = fc.oneof(
  fc.string({ unit: 'binary' }),
  fc.string({ unit: 'grapheme' }),
  fc.string(),
  fc.constantFrom('', '.', '..', 'a', '\u0000', '\u007f', '\ud800', 'x'.repeat(256), 'x'.repeat(257)),
  fc.constantFrom('😀'.repeat(256), '😀'.repeat(257), 'é'.repeat(8192), 'é'.repeat(8193)),
);
const oddTime = fc.oneof(
  fc.date({ noInvalidDate: true }).map((date) => date.toISOString()),
  fc
    .tuple(...[9999, 14, 33, 26, 61, 61, 9999].map((max) => fc.nat(max)))
    .chain(([y, m, d, h, i, s, f]) =>
      fc.constantFrom(
        `${pad(y!, 4)}-${pad(m!, 2)}-${pad(d!, 2)}T${pad(h!, 2)}:${pad(i!, 2)}:${pad(s!, 2)}Z`,
        `${pad(y!, 4)}-${pad(m!, 2)}-${pad(d!, 2)}T${pad(h!, 2)}:${pad(i!, 2)}:${pad(s!, 2)}.${f}Z`,
        `${pad(y!, 4)}-${pad(m!, 2)}-${pad(d!, 2)}T${pad(h!, 2)}:${pad(i!, 2)}+${pad(h!, 2)}:30`,
      ),
    ),
  fc.constantFrom('2023-02-29T00:00:00Z', '2024-02-29T00:00:00Z', '1900-02-29T00:00:00Z', '2024-01-01'),
  fc.constantFrom('0000-01-01T00:00:00+01:00', '9999-12-31T23:59:59-01:00', '0050-01-01T00:00:00.000Z'),
);
const odd = fc.oneof(oddText, fc.double(), fc.constantFrom(null, true, -0, [], {}));
const row = fc.oneof(
  odd,
  fc.record(
    {
      type: fc.constantFrom('item', 'event', 'thing'),
      item_id: fc.oneof(oddText, odd),
      text: oddText,
      created_at: oddTime,
      attributes: fc.oneof(odd, fc.record({ price: odd, brand: oddText }, { requiredKeys: [] })),
      more: odd,
    },
    { requiredKeys: ['type'] },
  ),
  fc.record(
    {
      type: fc.constant('event'),
      event_id: oddText,
      person_id: oddText,
      session_id: fc.oneof(oddText, odd),
      item_id: oddText,
      kind: oddText,
      timestamp: oddTime,
      value: fc.oneof(fc.double(), odd),
      basket_id: fc.oneof(oddText, odd),
      more: odd,
    },
    { requiredKeys: ['type', 'event_id', 'item_id', 'kind', 'timestamp'] },
  ),
  fc.record(
    {
      type: fc.constant('event'),
      event_id: fc.constant('e'),
      person_id: fc.constant('p'),
      session_id: fc.constantFrom('s', undefined, null),
      item_id: fc.constant('i'),
      kind: fc.constant('view'),
      timestamp: oddTime,
      value: fc.double(),
      basket_id: fc.constantFrom('b', undefined, null),
      context: fc.constantFrom({ device: 'phone' }, { distance: 3 }, { distance: 'three' }, null),
    },
    { requiredKeys: ['type', 'event_id', 'item_id', 'kind', 'timestamp'] },
  ),
);

function pad(number: number, length: number): string {
  return String(number).padStart(length, '0');
}

test('the fast path agrees with the schemas on every row', () => {
  fc.assert(
    fc.property(row, (value) => {
      expect(validateRow(value)).toEqual(validateBySchema(value));
    }),
    { numRuns: 600 },
  );
});

describe('an issue has its path', () => {
  const event = {
    type: 'event',
    event_id: 'e',
    person_id: 'p',
    item_id: 'i',
    kind: 'view',
    timestamp: '2024-05-01T12:00:00Z',
  };

  test('the value of an event is 1 by default', () => {
    expect(validateRow(event)).toMatchObject({ type: 'event', value: 1, timestampMs: 1_714_564_800_000 });
  });

  test.each([
    [[], /^ must be an object/],
    [{ type: 'thing' }, /^type must be "item", "event" or "person"/],
    [{ ...event, timestamp: '2024-05-01' }, /^timestamp must be an ISO 8601/],
    [{ ...event, value: '3' }, /^value /],
    [{ ...event, colour: 'red' }, /colour/],
    [{ ...event, item_id: undefined }, /^item_id /],
    [{ ...event, person_id: undefined }, /^person_id is required \(give person_id, session_id or both\)/],
    [{ ...event, session_id: 'x'.repeat(257) }, /^session_id /],
    [{ ...event, basket_id: {} }, /^basket_id /],
    [
      { ...event, context: { weather: 'wet' } },
      /^context\.weather is no declared feature: .* device, distance/,
    ],
    [{ ...event, context: { distance: 'three' } }, /^context\.distance expected a number/],
    [{ ...event, context: { device: `${'é'.repeat(200)}\u0001` } }, /^context\.device must not have control/],
    [{ ...event, context: 'phone' }, /^context /],
    [{ type: 'item', item_id: 'a', text: 'x'.repeat(16_385) }, /^text must have at most 16384 bytes/],
  ])('%j', (value, expected) => {
    const validated = validateRow(value);
    expect(
      validated.type === 'faulty' && `${validated.issues[0]!.path} ${validated.issues[0]!.message}`,
    ).toMatch(expected);
  });

  test('the error of many unknown keys is short', () => {
    const keys = Object.fromEntries(Array.from({ length: 10_000 }, (_, n) => [`unknown_${n}`, n]));
    const validated = validateRow({ type: 'item', item_id: 'a', text: 'x', ...keys });
    expect(validated.type).toBe('faulty');
    expect(JSON.stringify(validated).length).toBeLessThan(4000);
  });
});

describe('attributes', () => {
  const attributesOf = (attributes: unknown) =>
    validateRow({ type: 'item', item_id: 'a', text: '', attributes }) as { attributes?: string };

  test('are kept in the order of the declaration, without nulls', () => {
    const given = {
      released: '2024-05-01T12:00:00+02:00',
      genre: ['b', 'a'],
      cover: 'https://a.example/1.png',
      brand: null,
      price: 1.5,
      blurb: '',
    };
    expect(JSON.stringify(JSON.parse(attributesOf(given).attributes!))).toBe(attributesOf(given).attributes);
    expect(Object.entries(JSON.parse(attributesOf(given).attributes!))).toEqual([
      ['price', 1.5],
      ['genre', ['b', 'a']],
      ['blurb', ''],
      ['cover', 'https://a.example/1.png'],
      ['released', '2024-05-01T10:00:00.000Z'],
    ]);
    expect(attributesOf({ released: '2024-02-29' }).attributes).toBe('{"released":"2024-02-29"}');
    expect(attributesOf({}).attributes).toBeNull();
    expect(attributesOf({ brand: null }).attributes).toBeNull();
    expect(attributesOf(null).attributes).toBeNull();
  });

  test.each([
    [{ colour: 'red' }, /^attributes\.colour is no declared feature: .* price, brand, genre/],
    [{ price: '3' }, /^attributes\.price expected a number/],
    [{ brand: '' }, /^attributes\.brand must have 1 to 256 characters/],
    [{ brand: 'a\u0000' }, /^attributes\.brand must not have control characters/],
    [{ genre: 'a' }, /^attributes\.genre expected an? array/],
    [{ genre: ['a', 1] }, /^attributes\.genre\[1\] /],
    [{ genre: Array.from({ length: 257 }, () => 'a') }, /^attributes\.genre .*256/],
    [{ cover: 'javascript:alert(1)' }, /^attributes\.cover must be an http or https address/],
    [{ released: '2023-02-29' }, /^attributes\.released must be a date/],
    [{ released: '2023-02-20T10:00:00' }, /^attributes\.released must be a date/],
    [{ blurb: 'é'.repeat(8190) }, /^attributes must have at most 16384 bytes of JSON/],
    [[], /^attributes /],
  ])('%j is refused', (attributes, expected) => {
    const validated = validateRow({ type: 'item', item_id: 'a', text: '', attributes });
    const [first] = validated.type === 'faulty' ? validated.issues : [];
    expect(`${first?.path} ${first?.message}`).toMatch(expected);
  });

  test('are refused where nothing is declared, and the message shows how to declare', () => {
    const undeclared = rowValidator(noFeatures);
    const row = { type: 'item', item_id: 'a', text: '', attributes: { price: 1 } };
    expect(JSON.stringify(undeclared(row))).toMatch(/\\"features\\": \{\\"items\\"/);
    expect(undeclared({ type: 'person', person_id: 'p' })).toMatchObject({
      type: 'faulty',
      issues: [{ path: '', message: expect.stringMatching(/"features": \{"people"/) }],
    });
  });

  test('of people', () => {
    expect(validateRow({ type: 'person', person_id: 'p', attributes: { age: 3 } })).toEqual({
      type: 'person',
      personId: 'p',
      attributes: '{"age":3}',
    });
    expect(validateRow({ type: 'person', person_id: 'p', attributes: { price: 3 } })).toMatchObject({
      issues: [{ path: 'attributes.price' }],
    });
  });
});
