/** Brings scores by index, as rerankers return them, into the order of the documents. */
import type { z } from 'zod';
import { tryJson } from '../../platform/outbound/try-json.ts';
import { RerankerUnavailable } from './reranker.ts';

/** Throws `RerankerUnavailable` (`malformed`) unless there is one finite score for each document. */
export function readScores(
  body: string,
  schema: z.ZodType<readonly { readonly index: number; readonly score: number }[]>,
  documents: number,
): readonly number[] {
  const parsed = schema.safeParse(tryJson(body));
  if (!parsed.success) {
    const [issue] = parsed.error.issues;
    throw malformed(`it answered in another form: ${issue?.path.join('.')}: ${issue?.message}`);
  }
  const scores = new Array<number>(documents).fill(Number.NaN);
  for (const { index, score } of parsed.data) {
    if (!(index in scores) || !Number.isNaN(scores[index])) {
      throw malformed(`it answered about document ${index} of ${documents} that it had no right to`);
    }
    scores[index] = score;
  }
  const missing = scores.findIndex((score) => !Number.isFinite(score));
  if (missing >= 0) throw malformed(`it gave no score for document ${missing} of ${documents}`);
  return scores;
}

function malformed(message: string): RerankerUnavailable {
  return new RerankerUnavailable('malformed', `the reranker is of no use: ${message}`);
}
