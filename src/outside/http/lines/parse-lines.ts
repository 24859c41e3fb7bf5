/** Makes values of the lines. A line is checked as the body of a request is, with the same errors. */
import { ApiError } from '../../../contract/errors.ts';
import { parseJsonBody } from '../../../contract/parse-json-body.ts';
import { EventLoopYielder } from '../../../platform/threads/event-loop-yielder.ts';
import { bodyTooLarge } from '../bodies/refuse-announced-size.ts';
import type { Operation } from '../operation.ts';
import { validated } from '../validation/compile-validator.ts';
import { limitTexts } from '../validation/limit-texts.ts';
import type { RawLine } from './read-lines.ts';

/** The most that all streams of lines together may use of one turn of the event loop, ms. */
const PARSE_SLICE_MS = 2;
const yielder = new EventLoopYielder(PARSE_SLICE_MS);

export type ParsedLine =
  /** `sent`: the line before the schema's defaults. */
  | { readonly number: number; readonly value: unknown; readonly sent: unknown }
  | { readonly number: number; readonly error: ApiError };

export async function parseLines(
  lines: readonly RawLine[],
  operation: Operation,
  maxLineBytes: number,
): Promise<readonly ParsedLine[]> {
  const parsed: ParsedLine[] = [];
  for (const line of lines) {
    await yielder.yieldIfDue();
    parsed.push(await parseLine(line, operation, maxLineBytes));
  }
  return parsed;
}

async function parseLine(
  { number, bytes }: RawLine,
  { body, texts = [] }: Operation,
  maxLineBytes: number,
): Promise<ParsedLine> {
  if (bytes === null) return { number, error: bodyTooLarge(maxLineBytes) };
  try {
    const sent = await parseJsonBody(bytes);
    limitTexts(sent, texts);
    const { value, error } = validated(body!, 'body', sent);
    return error === undefined ? { number, value, sent } : { number, error };
  } catch (error) {
    if (error instanceof ApiError) return { number, error };
    throw error;
  }
}
