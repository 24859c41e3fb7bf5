/** The text of a document whose bytes are text. Its encoding is given, or found by all bytes. */
import { apiError } from '../../contract/errors.ts';
import { ByteDecoder, undecodedFault } from '../../platform/intake/byte-decoder.ts';
import { EncodingDetector } from '../../platform/intake/detect-encoding.ts';
import { type Encoding, encodings } from '../../platform/intake/encodings.ts';
import { hasWords } from './has-words.ts';
import { unreadable } from './unreadable.ts';

/** Other names of the encodings. */
const aliases: Readonly<Record<string, Encoding>> = {
  utf8: 'utf-8',
  'us-ascii': 'utf-8',
  ascii: 'utf-8',
  'utf-16': 'utf-16le',
  latin1: 'windows-1252',
  'iso-8859-1': 'windows-1252',
  cp1252: 'windows-1252',
};

/** `charset`: in lower case; null: found by the bytes. */
export function decodeDocument(bytes: Uint8Array, charset: string | null): string {
  const encoding = charset === null ? detected(bytes) : encodingNamed(charset);
  const decoder = new ByteDecoder(encoding);
  const text = decoder.decode(bytes) + decoder.end();
  const fault = undecodedFault(text, encoding) ?? (text.includes('\u0000') ? 'has zero bytes' : undefined);
  if (fault !== undefined) throw unreadable('not_decodable', `It ${fault}.`);
  if (!hasWords(text)) throw unreadable('no_text');
  return text;
}

function encodingNamed(charset: string): Encoding {
  const named = encodings.find((each) => each === charset) ?? aliases[charset];
  if (named !== undefined) return named;
  throw apiError(
    'unsupported_format',
    `«${charset.slice(0, 40)}» is no encoding that is read; send one of ${encodings.join(', ')}, or leave charset out.`,
    { supported: encodings },
  );
}

function detected(bytes: Uint8Array): Encoding {
  const detector = new EncodingDetector();
  detector.push(bytes);
  return detector.end().encoding;
}
