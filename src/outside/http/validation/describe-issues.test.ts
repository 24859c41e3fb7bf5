/** The error of a body with two variants lists the faults of the intended variant. */
import { expect, test } from 'vitest';
import { ImportDatasetRequest } from '../../../contract/dataset.ts';
import { describeIssues } from './describe-issues.ts';

const item = { item_id: 'a', text: '' };
const event = {
  event_id: 'e',
  person_id: 'p',
  item_id: 'a',
  kind: 'buy',
  timestamp: '2024-05-01T12:00:00Z',
};

function messagesOf(body: unknown): readonly string[] {
  const { error } = ImportDatasetRequest.safeParse(body, { reportInput: true });
  return error === undefined
    ? []
    : describeIssues(error, 'body', body).map(({ path, message }) => `${path}: ${message}`);
}

test.each<readonly [string, unknown, readonly string[]]>([
  [
    'nothing of either form',
    { name: 'n' },
    ['items: is required (an array), or else «source_uri» and «format»'],
  ],
  [
    'nothing at all',
    {},
    ['name: is required (a string)', 'items: is required (an array), or else «source_uri» and «format»'],
  ],
  [
    'both forms',
    { name: 'n', items: [item], source_uri: 'file:x', format: 'jsonl' },
    ['items: does not go with «source_uri» and «format»; send one or the other'],
  ],
  [
    'a fault of the second form',
    { name: 'n', source_uri: 'file:x', format: 5 },
    ['format: expected a string, was given 5'],
  ],
  [
    'the second form, half',
    { name: 'n', source_uri: 'file:x' },
    ['format: is required (a string), or else «items»'],
  ],
  ['a list that is none', { name: 'n', items: 'x' }, ['items: expected an array, was given the string "x"']],
  [
    'faults deep inside',
    {
      name: 'n',
      items: [item, { ...item, x: 1 }],
      events: [event, { ...event, timestamp: 'soon', value: '1' }],
    },
    [
      'items[1].x: unknown key; check its spelling, or leave it out',
      'events[1].timestamp: must be an ISO 8601 date-time with a zone, such as 2024-05-01T12:00:00Z; was given the string "soon"',
      'events[1].value: expected a number, was given the string "1"',
    ],
  ],
  [
    'a mistyped key beside a whole form',
    { name: 'n', items: [item], evnts: [] },
    ['evnts: unknown key; check its spelling, or leave it out'],
  ],
  ['no object', 7, [': expected an object, was given 7']],
])('%s', (_, body, words) => {
  expect(messagesOf(body)).toEqual(words);
});

test('a date that is not from 1970 up to tomorrow is refused', () => {
  for (const timestamp of ['9999-12-31T23:59:59-01:00', '0000-01-01T00:00:00+01:00']) {
    expect(messagesOf({ name: 'n', items: [item], events: [{ ...event, timestamp }] })).toEqual([
      expect.stringContaining('events[0].timestamp: must lie in the years 0000 to 9999'),
    ]);
  }
  for (const [timestamp, message] of [
    ['9999-12-31T23:59:59Z', 'must be at most one day ahead, not 9999-12-31T23:59:59.000Z'],
    ['0000-01-01T00:00:00Z', 'must not be before 1970, not 0000-01-01T00:00:00.000Z'],
    ['1970-01-01T00:00:00+00:01', 'must not be before 1970'],
  ]) {
    expect(messagesOf({ name: 'n', items: [item], events: [{ ...event, timestamp }] })).toEqual([
      expect.stringContaining(`events[0].timestamp: ${message}`),
    ]);
  }
  for (const timestamp of ['1970-01-01T00:00:00Z', '2024-02-29T00:00:00.123456+05:30']) {
    expect(messagesOf({ name: 'n', items: [item], events: [{ ...event, timestamp }] })).toEqual([]);
  }
});
