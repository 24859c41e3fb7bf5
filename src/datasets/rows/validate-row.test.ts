import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { validateBySchema, validateRow } from './validate-row.ts';

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
      more: odd,
    },
    { requiredKeys: ['type'] },
  ),
  fc.record(
    {
      type: fc.constant('event'),
      event_id: oddText,
      person_id: oddText,
      item_id: oddText,
      kind: oddText,
      timestamp: oddTime,
      value: fc.oneof(fc.double(), odd),
      more: odd,
    },
    { requiredKeys: ['type', 'event_id', 'person_id', 'item_id', 'kind', 'timestamp'] },
  ),
  fc.record({
    type: fc.constant('event'),
    event_id: fc.constant('e'),
    person_id: fc.constant('p'),
    item_id: fc.constant('i'),
    kind: fc.constant('view'),
    timestamp: oddTime,
    value: fc.double(),
  }),
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
    [{ type: 'person' }, /^type must be "item" or "event"/],
    [{ ...event, timestamp: '2024-05-01' }, /^timestamp must be an ISO 8601/],
    [{ ...event, value: '3' }, /^value /],
    [{ ...event, colour: 'red' }, /colour/],
    [{ ...event, item_id: undefined }, /^item_id /],
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
