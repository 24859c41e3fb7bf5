/** Bodies at the bounds of the service, and past them. */
import { Readable } from 'node:stream';
import { expect, test } from 'vitest';
import { readMessage } from './read-message.ts';

const read = (text: string) => readMessage(Readable.from([Buffer.from(text)]));
const call = (text: string) =>
  `{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"upsert_person","arguments":${text}}}`;
const keys = (count: number) => `{${Array.from({ length: count }, (_, n) => `"k${n}":1`).join(',')}}`;
const nested = (levels: number) => '['.repeat(levels) + ']'.repeat(levels);
const list = (count: number) => `[${Array(count).fill('0').join(',')}]`;

test.each([
  ['a call', call('{"user_id":"a"}')],
  ['1,000 keys', call(keys(1000))],
  ['64 levels', call(nested(64))],
  ['250,000 values', call(list(249_999))],
])('%s is read', async (_, text) => {
  expect(await read(text)).toEqual({ message: JSON.parse(text) });
});

test.each([
  ['700,000 keys of an object', call(keys(700_000)), 400, 'params.arguments has more than 1000 keys'],
  ['80 levels', call(nested(80)), 400, 'nested deeper'],
  ['300,000 values', call(list(300_000)), 400, 'values'],
  ['many objects with as many keys', call(`[${Array(300).fill(keys(1000)).join(',')}]`), 400, 'values'],
  ['10 MiB of white space', ' '.repeat(10 * 1024 * 1024), 413, 'larger than'],
  ['no JSON', '{', 400, 'not valid JSON'],
  ['a key that reaches prototypes', call('{"__proto__":{}}'), 400, '__proto__'],
])('%s is refused', async (_, text, status, message) => {
  expect(await read(text)).toMatchObject({ status, message: expect.stringContaining(message) });
});
