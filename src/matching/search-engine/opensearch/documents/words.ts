/**
 * The words of a document's inverted index, all in the field `t`. A filter is made of them alone, save for
 * ranges of numbers and distances. Fields of the definition are named by their position; v is a value as
 * `wordOf` writes it.
 *
 *   +               complete
 *   ?3              has field 3              @3        has a place in it
 *   =3:v            has the value            p3:key    has the place
 *   B:user          blocks the user
 *
 * Preferences of the document's person, on field 3 of the counterpart:
 *
 *   X               no one is accepted
 *   F3              has bounds of a number (in the fields f3 and o3: from and to)
 *   I3, I3:v        accepts these values alone
 *   N3, N3:v        accepts all values but these
 *   E3, M3          the field must exist, must be missing
 *   P3, P3:key      accepts these places alone
 *   Q3, Q3:key      accepts all places but these
 *   R3, R3:cell     has a greatest distance (km in r3), and the cells that its circle touches
 */
import { createHash } from 'node:crypto';
import type { Scalar } from '../../../../domains/filter.ts';

/** Bytes; longer words are hashed. */
const LONGEST = 512;

/** Texts, numbers and booleans never equal each other. */
export function wordOf(value: Scalar): string {
  if (typeof value === 'number') return `#${value + 0}`;
  return typeof value === 'boolean' ? `!${value}` : `"${shortened(value)}`;
}

export function shortened(text: string): string {
  return Buffer.byteLength(text) <= LONGEST ? text : createHash('sha256').update(text).digest('hex');
}

/** 52 bits of a text's SHA-256, from 1. */
export function hashOf(text: string): number {
  const digest = createHash('sha256').update(text).digest();
  return 1 + (digest.readUIntBE(0, 6) * 8 + (digest[6]! & 7));
}
