/** A row of JSON text, or why it is none. */
import { clip } from '../../../contract/clip.ts';
import { passedBound } from '../../../contract/json-bounds.ts';
import { parseJson } from '../../../contract/parse-json.ts';
import { isRow } from '../mapping/source-row.ts';
import type { NumberedRow } from './source-reader.ts';

const SHOWN_CHARACTERS = 1000;
const utf8 = new TextEncoder();

interface Position {
  readonly number: number;
  readonly line: number;
}

/** A row becomes a request body, so it has the same bounds, which are checked before it is parsed. */
export function jsonRow({ what, ...at }: Position & { readonly what: string }, text: string): NumberedRow {
  const passed = passedBound(utf8.encode(text));
  if (passed !== undefined) {
    const where = passed.path.length === 0 ? `the ${what}` : clip(passed.path.join('.'));
    return faultyJson(at, `${where} ${passed.message}`, text);
  }
  try {
    const row = parseJson(text);
    return isRow(row) ? { ...at, row } : faultyJson(at, `the ${what} is no JSON object`, text);
  } catch (error) {
    return faultyJson(at, `the ${what} is no JSON: ${(error as Error).message}`, text);
  }
}

export function faultyJson(at: Position, fault: string, text: string): NumberedRow {
  return { ...at, fault, text: text.slice(0, SHOWN_CHARACTERS) };
}
