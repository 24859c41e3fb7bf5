/**
 * Bytes of the well-formed UTF-8 character at `at` (Unicode 16, table 3-7); 0: there is none, or it is cut
 * off.
 */
export function utf8Length(bytes: Uint8Array, at: number): number {
  const first = bytes[at]!;
  if (first < 0x80) return 1;
  const length = leadLength(first);
  if (length === 0 || at + length > bytes.length) return 0;
  const second = bytes[at + 1]!;
  if (second < leastSecond(first) || second > mostSecond(first)) return 0;
  for (let next = at + 2; next < at + length; next++) if ((bytes[next]! & 0xc0) !== 0x80) return 0;
  return length;
}

/** Bytes of the character that this byte begins; 0: it begins none. */
function leadLength(byte: number): number {
  if (byte < 0x80) return 1;
  if (byte >= 0xc2 && byte <= 0xdf) return 2;
  if (byte >= 0xe0 && byte <= 0xef) return 3;
  return byte >= 0xf0 && byte <= 0xf4 ? 4 : 0;
}

/** Without overlong forms. */
function leastSecond(first: number): number {
  if (first === 0xe0) return 0xa0;
  return first === 0xf0 ? 0x90 : 0x80;
}

/** Without surrogates and code points above U+10FFFF. */
function mostSecond(first: number): number {
  if (first === 0xed) return 0x9f;
  return first === 0xf4 ? 0x8f : 0xbf;
}

/** Where the last character begins if the bytes end within it; else their length. */
export function completeEnd(bytes: Uint8Array): number {
  for (let back = 1; back <= 3 && back <= bytes.length; back++) {
    const at = bytes.length - back;
    const byte = bytes[at]!;
    if ((byte & 0xc0) === 0x80) continue;
    return leadLength(byte) > back ? at : bytes.length;
  }
  return bytes.length;
}
