/**
 * NDJSON in both directions: a body of rows, and an answer with a line for each.
 *
 * An answer may end early, be cut off, or refuse a line for now (busy). The whole body is then sent again
 * under the same Idempotency-Key, so that line numbers and keys agree. The service gives the answers of
 * written lines again.
 */
import { ApiError, ConnectionError } from './errors.ts';
import { isRetryable } from './retry.ts';
import type { UpsertedLine } from './types.generated.ts';

/** The outcome of one line. */
export type AnsweredLine = Exclude<UpsertedLine, { next_line: number }>;

export interface Lines {
  readonly body: string;
  /** Reads the answer of one attempt. Throws while a line has no lasting answer. */
  readonly read: (answer: string, headers: Headers) => void;
}

export interface LineRequest extends Lines {
  /** Lasting answers of all attempts, by line (from 0); undefined where there is none. */
  readonly answers: readonly (AnsweredLine | undefined)[];
}

/** `texts`: the lines as JSON. */
export function lineRequest(texts: readonly string[]): LineRequest {
  const answers = new Array<AnsweredLine | undefined>(texts.length).fill(undefined);
  const read = (answer: string, headers: Headers) => {
    let fault: Error | undefined;
    for (const text of answer.split('\n')) {
      const line = lineOf(text);
      if (line === undefined) continue;
      const error = 'error' in line ? new ApiError({ status: line.status, headers }, text) : undefined;
      if (!('line' in line) || isRetryable(error)) fault ??= error;
      else if (line.line - 1 in answers) answers[line.line - 1] ??= line;
    }
    if (answers.includes(undefined)) throw fault ?? new ConnectionError('the answer was cut off');
  };
  return { body: texts.map((text) => `${text}\n`).join(''), read, answers };
}

/** Undefined for an empty line and for one that was cut. */
function lineOf(text: string): UpsertedLine | undefined {
  if (!text.startsWith('{')) return undefined;
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
