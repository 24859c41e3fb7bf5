/**
 * Finds the encoding of a file from all of its bytes, which come piece by piece. A beginning in plain ASCII
 * says nothing about the rest. A byte order mark decides. Else UTF-16 has a zero in every other byte of the
 * beginning. Else it is UTF-8, even with a few broken characters, whose rows are refused later. Else it is
 * Windows-1252, whose texts have hardly any bytes that form a UTF-8 character.
 */
import type { Encoding } from './encodings.ts';
import { completeEnd, utf8Length } from './utf8-sequence.ts';

export interface DetectedEncoding {
  readonly encoding: Encoding;
  /** `mark`: by the byte order mark. `bytes`: by all bytes. `ascii`: every byte is ASCII, so any would do. */
  readonly by: 'mark' | 'bytes' | 'ascii';
}

/** Bytes of the beginning in which zeros are counted. */
const START = 256 * 1024;

export class EncodingDetector {
  #seen = 0;
  #mark: Encoding | undefined;
  readonly #first: number[] = [];
  readonly #zeros = [0, 0];
  #characters = 0;
  #faults = 0;
  #held = new Uint8Array(0);

  push(bytes: Uint8Array): void {
    for (let at = 0; this.#first.length < 3 && at < bytes.length; at++) this.#first.push(bytes[at]!);
    this.#mark ??= markOf(this.#first);
    if (this.#mark !== undefined && this.#mark !== 'utf-8') return;
    this.#countZeros(bytes);
    this.#seen += bytes.length;
    const piece = this.#held.length === 0 ? bytes : joined(this.#held, bytes);
    const end = completeEnd(piece);
    this.#count(piece.subarray(0, end));
    this.#held = piece.slice(end);
  }

  end(): DetectedEncoding {
    this.#faults += this.#held.length;
    if (this.#mark !== undefined) return { encoding: this.#mark, by: 'mark' };
    const many = Math.min(this.#seen, START) / 4;
    const [even, odd] = this.#zeros as [number, number];
    if (odd > many && even < many / 8) return { encoding: 'utf-16le', by: 'bytes' };
    if (even > many && odd < many / 8) return { encoding: 'utf-16be', by: 'bytes' };
    if (this.#faults === 0) return { encoding: 'utf-8', by: this.#characters === 0 ? 'ascii' : 'bytes' };
    return { encoding: this.#characters > this.#faults ? 'utf-8' : 'windows-1252', by: 'bytes' };
  }

  #countZeros(bytes: Uint8Array): void {
    const end = Math.min(bytes.length, START - this.#seen);
    for (let at = 0; at < end; at++) if (bytes[at] === 0) this.#zeros[(this.#seen + at) % 2]!++;
  }

  /** Characters of more than one byte, and bytes that belong to none. */
  #count(bytes: Uint8Array): void {
    for (let at = 0; at < bytes.length; ) {
      if (bytes[at]! < 0x80) {
        at++;
        continue;
      }
      const length = utf8Length(bytes, at);
      if (length === 0) this.#faults++;
      else this.#characters++;
      at += length || 1;
    }
  }
}

export function markOf(first: ArrayLike<number>): Encoding | undefined {
  if (first[0] === 0xff && first[1] === 0xfe) return 'utf-16le';
  if (first[0] === 0xfe && first[1] === 0xff) return 'utf-16be';
  return first[0] === 0xef && first[1] === 0xbb && first[2] === 0xbf ? 'utf-8' : undefined;
}

function joined(one: Uint8Array, other: Uint8Array): Uint8Array {
  const all = new Uint8Array(one.length + other.length);
  all.set(one);
  all.set(other, one.length);
  return all;
}

export async function detectEncoding(pieces: AsyncIterable<Uint8Array>): Promise<DetectedEncoding> {
  const detector = new EncodingDetector();
  for await (const piece of pieces) detector.push(piece);
  return detector.end();
}
