import fc from 'fast-check';
import { describe, expect, it, test } from 'vitest';
import { ByteDecoder, undecodedFault } from './byte-decoder.ts';
import { EncodingDetector } from './detect-encoding.ts';
import type { Encoding } from './encodings.ts';

const windows = (text: string) =>
  Uint8Array.from(
    text,
    (character) => ({ '€': 0x80, '–': 0x96, '’': 0x92 })[character] ?? character.charCodeAt(0),
  );
const little = (text: string) => new Uint8Array(Buffer.from(text, 'utf16le'));
const big = (text: string) => new Uint8Array(Buffer.from(text, 'utf16le').swap16());
const utf8 = (text: string) => new TextEncoder().encode(text);

function detected(bytes: Uint8Array, size = bytes.length || 1) {
  const detector = new EncodingDetector();
  for (let at = 0; at < bytes.length; at += size) detector.push(bytes.subarray(at, at + size));
  return detector.end();
}

function decoded(bytes: Uint8Array, encoding: Encoding, size = bytes.length || 1): string {
  const decoder = new ByteDecoder(encoding);
  let text = '';
  for (let at = 0; at < bytes.length; at += size) text += decoder.decode(bytes.subarray(at, at + size));
  return text + decoder.end();
}

const ascii = 'id;ort\n1;Bonn\n';
describe('the encoding of a file', () => {
  const cases: readonly [string, Uint8Array, Encoding, string][] = [
    ['plain ASCII', utf8(ascii), 'utf-8', 'ascii'],
    ['nothing', utf8(''), 'utf-8', 'ascii'],
    ['UTF-8', utf8(`${ascii}2;Köln`), 'utf-8', 'bytes'],
    ['UTF-8 with a mark', utf8(`\ufeff${ascii}`), 'utf-8', 'mark'],
    [
      'UTF-8 with one broken byte',
      new Uint8Array([...utf8('Köln, Düsseldorf, Łódź, '), 0xe9, 0x20]),
      'utf-8',
      'bytes',
    ],
    ['UTF-16 as Excel writes «Unicode text»', little(`\ufeff${ascii}`), 'utf-16le', 'mark'],
    ['UTF-16 with the big end first', big(`\ufeff${ascii}`), 'utf-16be', 'mark'],
    ['UTF-16 without a mark', little(ascii.repeat(9)), 'utf-16le', 'bytes'],
    ['UTF-16, big end, without a mark', big(ascii.repeat(9)), 'utf-16be', 'bytes'],
    ['Windows-1252', windows(`${ascii}2;Köln – 3 €\n`), 'windows-1252', 'bytes'],
    [
      'Windows-1252 in the last of many bytes',
      windows(`${ascii.repeat(40_000)}2;Straße\n`),
      'windows-1252',
      'bytes',
    ],
    ['a character that the end cuts off', utf8('Straße').slice(0, 5), 'windows-1252', 'bytes'],
  ];
  test.each(cases)('%s', (_, bytes, encoding, by) => {
    for (const size of [1, 3, 4096]) expect(detected(bytes, size)).toEqual({ encoding, by });
  });
});

describe('bytes as text', () => {
  it('are the same text however they are cut, in every encoding', () => {
    const encoders = { 'utf-8': utf8, 'utf-16le': little, 'utf-16be': big } as const;
    fc.assert(
      fc.property(
        fc.string({ unit: fc.constantFrom('a', '\n', 'ä', '€', '日', '😀', '\ufeff') }),
        fc.integer({ min: 1, max: 9 }),
        (text, size) => {
          for (const [encoding, encode] of Object.entries(encoders)) {
            const whole = text.startsWith('\ufeff') ? text.slice(1) : text;
            expect(decoded(encode(text), encoding as Encoding, size)).toBe(whole);
            expect(decoded(encode(`\ufeff${text}`), encoding as Encoding, size)).toBe(text);
          }
        },
      ),
      { numRuns: 30 },
    );
    expect(decoded(windows('Köln – 3 € ’s'), 'windows-1252', 2)).toBe('Köln – 3 € ’s');
  });

  it('that the encoding has not are found, and spoil nothing beside them', () => {
    fc.assert(
      fc.property(fc.uint8Array(), fc.integer({ min: 1, max: 9 }), (bytes, size) => {
        const text = decoded(bytes, 'utf-8', size);
        const native = new TextDecoder('utf-8').decode(bytes);
        // The valid parts are what the platform's decoder reads.
        const parts = (from: string) => from.split(/[\udc80-\udcff\ufffd]+/).filter((part) => part !== '');
        expect(parts(text)).toEqual(parts(native));
      }),
    );
    expect(undecodedFault(decoded(Uint8Array.of(0x4b, 0xf6, 0x6c, 0x6e), 'utf-8'), 'utf-8')).toBe(
      'has the byte 0xF6, which is not UTF-8 there',
    );
    expect(undecodedFault(decoded(Uint8Array.of(0x41, 0x9d), 'windows-1252'), 'windows-1252')).toContain(
      '0x9D',
    );
    expect(undecodedFault(decoded(little('a').slice(0, 1), 'utf-16le'), 'utf-16le')).toContain('0x61');
    expect(undecodedFault(decoded(Uint8Array.of(0, 0xd8, 0x41, 0), 'utf-16le'), 'utf-16le')).toContain(
      'U+D800',
    );
    // A replacement character that the file has is a character.
    expect(undecodedFault(decoded(utf8('K\ufffdln'), 'utf-8'), 'utf-8')).toBeUndefined();
  });
});
