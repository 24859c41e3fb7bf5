/**
 * Bytes as text, piece by piece, without the byte order mark. Nothing is lost: a byte that the encoding does
 * not have becomes the lone surrogate U+DC00 + byte (as Python's `surrogateescape`). No well-formed text has
 * one. So a row that cannot be decoded is found by its text, and its neighbours are read.
 */
import { type Encoding, encodingNames } from './encodings.ts';
import { completeEnd, utf8Length } from './utf8-sequence.ts';

const ESCAPE = 0xdc00;
/** Arguments of one call of `String.fromCharCode`. */
const BLOCK = 8192;

export class ByteDecoder {
  readonly #decodeWhole: (bytes: Uint8Array) => string;
  readonly #endOfWhole: (bytes: Uint8Array) => number;
  #held: Uint8Array = new Uint8Array(0);
  #isAtStart = true;

  constructor(encoding: Encoding) {
    this.#decodeWhole = decoders[encoding];
    this.#endOfWhole = ends[encoding];
  }

  decode(bytes: Uint8Array): string {
    let piece = bytes;
    if (this.#held.length > 0) {
      piece = new Uint8Array(this.#held.length + bytes.length);
      piece.set(this.#held);
      piece.set(bytes, this.#held.length);
    }
    const end = this.#endOfWhole(piece);
    this.#held = piece.slice(end);
    const text = this.#decodeWhole(piece.subarray(0, end));
    if (!this.#isAtStart || text === '') return text;
    this.#isAtStart = false;
    return text.startsWith('\ufeff') ? text.slice(1) : text;
  }

  /** The remaining bytes, those of a character that was cut off. */
  end(): string {
    const left = this.#held;
    this.#held = new Uint8Array(0);
    return Array.from(left, (byte) => String.fromCharCode(ESCAPE + byte)).join('');
  }
}

const utf8 = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });

function decodeUtf8(bytes: Uint8Array): string {
  try {
    return utf8.decode(bytes);
  } catch {
    return decodeFaultyUtf8(bytes);
  }
}

function decodeFaultyUtf8(bytes: Uint8Array): string {
  let text = '';
  let from = 0;
  for (let at = 0; at < bytes.length; ) {
    const length = utf8Length(bytes, at);
    if (length === 0) {
      text += utf8.decode(bytes.subarray(from, at)) + String.fromCharCode(ESCAPE + bytes[at]!);
      from = at + 1;
    }
    at += length || 1;
  }
  return text + utf8.decode(bytes.subarray(from));
}

/** Windows-1252 from 0x80 on; the five bytes without a character are escaped. */
const upperHalf = '€\udc81‚ƒ„…†‡ˆ‰Š‹Œ\udc8dŽ\udc8f\udc90‘’“”•–—˜™š›œ\udc9džŸ';

// `TextDecoder` takes the five bytes for control characters.
function decodeWindows1252(bytes: Uint8Array): string {
  return textOfUnits(bytes).replace(/[\u0080-\u009f]/g, (byte) => upperHalf[byte.charCodeAt(0) - 0x80]!);
}

function utf16(isLittle: boolean): (bytes: Uint8Array) => string {
  return (bytes) => {
    const units = new Uint16Array(bytes.length >> 1);
    const [low, high] = isLittle ? [0, 1] : [1, 0];
    for (let at = 0; at < units.length; at++) units[at] = bytes[2 * at + low]! | (bytes[2 * at + high]! << 8);
    return textOfUnits(units);
  };
}

function textOfUnits(units: Uint8Array | Uint16Array): string {
  let text = '';
  for (let at = 0; at < units.length; at += BLOCK)
    text += String.fromCharCode(...units.subarray(at, at + BLOCK));
  return text;
}

const decoders: Readonly<Record<Encoding, (bytes: Uint8Array) => string>> = {
  'utf-8': decodeUtf8,
  'utf-16le': utf16(true),
  'utf-16be': utf16(false),
  'windows-1252': decodeWindows1252,
};

/** Where the last whole character ends. A surrogate pair may be cut: its halves join again. */
const evenEnd = (bytes: Uint8Array) => bytes.length - (bytes.length % 2);
const ends: Readonly<Record<Encoding, (bytes: Uint8Array) => number>> = {
  'utf-8': completeEnd,
  'utf-16le': evenEnd,
  'utf-16be': evenEnd,
  'windows-1252': (bytes) => bytes.length,
};

const loneSurrogate = /\p{Surrogate}/u;

/**
 * The fault of a text that is not true to the file: the first byte that did not decode. undefined: every byte
 * did.
 */
export function undecodedFault(text: string, encoding: Encoding): string | undefined {
  const found = loneSurrogate.exec(text)?.[0].charCodeAt(0);
  if (found === undefined) return undefined;
  const byte = found - ESCAPE;
  const name = encodingNames[encoding];
  return byte >= 0 && byte <= 0xff
    ? `has the byte 0x${byte.toString(16).toUpperCase().padStart(2, '0')}, which is not ${name} there`
    : `has half of a character of two units (U+${found.toString(16).toUpperCase()}), which is not ${name}`;
}
