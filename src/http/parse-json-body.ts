/** Bytes of a request's body to a JSON value: UTF-8 (a byte order mark is skipped), well-formed, and safe to keep. */
import { invalidRequest } from '../contract/errors.ts';
import { faultOfJsonValue } from './check-json-value.ts';

const utf8 = new TextDecoder('utf-8', { fatal: true });

/** undefined for an empty body. Throws 400 naming the fault. */
export function parseJsonBody(bytes: Uint8Array): unknown {
  if (bytes.length === 0) return undefined;
  const value = parse(decode(bytes));
  const fault = faultOfJsonValue(value);
  if (fault !== undefined) throw invalidRequest([fault]);
  return value;
}

function decode(bytes: Uint8Array): string {
  try {
    return utf8.decode(bytes);
  } catch {
    throw invalidRequest([{ path: '', message: 'the body is not valid UTF-8; encode the JSON as UTF-8' }]);
  }
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch (error) {
    // Some of the parser's messages end with what the sentence has said already.
    const told = (error as SyntaxError).message.replace(/ is not valid JSON$/, '');
    throw invalidRequest([{ path: '', message: `the body is not valid JSON: ${told}` }]);
  }
}
