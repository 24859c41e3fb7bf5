/**
 * Parses the bytes of a body to a JSON value. The value is within the bounds of any body, UTF-8 (a byte order
 * mark is skipped), well-formed, and safe to store. A large body takes each step in its own turn of the event
 * loop.
 */
import { faultOfJsonValue } from './check-json-value.ts';
import { invalidRequest } from './errors.ts';
import { pathText } from './issue-message.ts';
import { type JsonBounds, jsonBounds, passedBound } from './json-bounds.ts';
import { parseJson } from './parse-json.ts';
import { yieldIfLarge } from './yield-if-large.ts';

const utf8 = new TextDecoder('utf-8', { fatal: true });

/** undefined for an empty body. Throws 400 naming the fault. */
export async function parseJsonBody(bytes: Uint8Array, bounds: JsonBounds = jsonBounds): Promise<unknown> {
  if (bytes.length === 0) return undefined;
  refusePassedBound(bytes, bounds);
  await yieldIfLarge(bytes.length);
  const value = parse(decode(bytes));
  await yieldIfLarge(bytes.length);
  const fault = faultOfJsonValue(value);
  if (fault !== undefined) throw invalidRequest([fault]);
  await yieldIfLarge(bytes.length);
  return value;
}

function refusePassedBound(bytes: Uint8Array, bounds: JsonBounds): void {
  const passed = passedBound(bytes, bounds);
  if (passed === undefined) return;
  const path = pathText(passed.path);
  throw invalidRequest([{ path, message: path === '' ? `the body ${passed.message}` : passed.message }]);
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
    return parseJson(text);
  } catch (error) {
    // Some messages of the parser end with words that the sentence already has.
    const reason = (error as SyntaxError).message.replace(/ is not valid JSON$/, '');
    throw invalidRequest([{ path: '', message: `the body is not valid JSON: ${reason}` }]);
  }
}
