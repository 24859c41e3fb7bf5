/**
 * The id of a match of a batch, made of the job's id and the position, so that a repeated match has the same
 * id.
 */
import { createHash } from 'node:crypto';

/** The digits of a ULID (Crockford's base 32), in lower case. */
const DIGITS = '0123456789abcdefghjkmnpqrstvwxyz';
/** The first digits of a ULID are its time. */
const TIME_DIGITS = 10;
const OTHER_DIGITS = 16;

export function batchMatchId(jobId: string, position: number): string {
  const time = jobId.slice(jobId.indexOf('_') + 1).slice(0, TIME_DIGITS);
  const hash = createHash('sha256').update(`${jobId} ${position}`).digest();
  const others = Array.from(hash.subarray(0, OTHER_DIGITS), (byte) => DIGITS[byte % DIGITS.length]);
  return `match_${time}${others.join('')}`;
}
