/** Values that break parsers, comparisons, paths and bounds. */
import fc from 'fast-check';

export const hostileTexts: readonly string[] = [
  ...[
    '',
    ' ',
    '\u0000',
    '\u001f',
    '\ud800',
    '\udc00x',
    '\u2028',
    '\ufeff',
    '\u202e',
    '😀',
    'e\u0301',
    'ﬁ',
    'İ',
  ],
  ...[
    '../../etc/passwd',
    '..%2f..%2f',
    '%',
    '%00',
    '%ff',
    "'; drop table profiles; --",
    '"',
    '\\',
    '`$(id)`',
  ],
  ...[
    '__proto__',
    'constructor',
    'toString',
    'hasOwnProperty',
    'null',
    'undefined',
    'true',
    'NaN',
    '-0',
    '1e999',
  ],
  ...[
    '9007199254740993',
    '0x10',
    '１２',
    '0000-00-00',
    '2024-02-30T00:00:00Z',
    '+275760-09-13T00:00:00.001Z',
  ],
  ...[
    'https://127.0.0.1/',
    'http://[::1]/',
    'file:///etc/passwd',
    'javascript:1',
    's3://x/y',
    'alias:live',
    'alias:',
  ],
  ...[
    'a'.repeat(257),
    'é'.repeat(1000),
    'x'.repeat(70_000),
    ','.repeat(2000),
    '*'.repeat(300),
    '('.repeat(500),
  ],
];

const hostileNumbers: readonly number[] = [
  ...[-1, -0, 0, 0.5, 1e-320, 1e308, -1e308, 2 ** 31, 2 ** 32, 2 ** 53, 2 ** 63, 101, 10_001, 1e21],
];

const nestedTo = (levels: number): unknown => (levels === 0 ? 1 : [nestedTo(levels - 1)]);

export const hostileValue: fc.Arbitrary<unknown> = fc.oneof(
  fc.constantFrom(...hostileTexts),
  fc.constantFrom(...hostileNumbers),
  fc.constantFrom<unknown>(null, true, false, [], {}, [null], [[]], nestedTo(65), nestedTo(63)),
  fc.constant(JSON.parse('{"__proto__":{"polluted":1},"constructor":{"prototype":1}}')),
  fc.string({ unit: 'grapheme', maxLength: 40 }),
  fc.array(fc.constantFrom(...hostileTexts), { maxLength: 30 }),
  fc.dictionary(fc.constantFrom(...hostileTexts), fc.constantFrom(...hostileNumbers), { maxKeys: 8 }),
);

/** Bodies that are no JSON, or JSON that objects cannot say. */
export const hostileBodies: readonly string[] = [
  ...[
    '',
    '{',
    '[1,]',
    'nul',
    '"x"',
    '0',
    '[]',
    '{"a":1,"a":2}',
    '\ufeff{}',
    '{"user_id":1e999}',
    '{"limit":-0}',
  ],
  ...['{"user_id":"\\ud800"}', '{"domain":"dating","user_id":"\\u0000"}', '\n\n\n', '{}\n{}', '{"a":\u0000}'],
  ...[
    `${'['.repeat(5000)}`,
    `{"items":[${'0,'.repeat(20_000)}0]}`,
    '-',
    '{"fields":{"age":1e400}}',
    '\u2028{}',
  ],
];
