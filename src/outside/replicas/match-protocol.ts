/** The messages between servers: the question of one match, and its answer. */
import type { ErrorDetails } from '../../contract/error-details.ts';
import { ApiError, type ErrorCode } from '../../contract/errors.ts';
import type { MatchRequest } from '../../contract/match.ts';
import type { BatchedMatch, TimedMatch } from '../../matching/match/match-service.ts';
import type { AuditOrigin } from '../../platform/storage/audit-store.ts';

/** A question is refused when the clocks of two servers differ by more. */
export const FRESH_MS = 60_000;
export const MAX_QUESTION_BYTES = 8 * 2 ** 20;
export const PATH = '/match';
/** An answer begins with bytes of this value, one at once and one a second, while the match is computed. */
export const WORKING = 0;
/** Before the sealed answer. */
export const DONE = 1;
export const SIGN_OF_LIFE_MS = 1000;
/**
 * A server without a byte for this long cannot be reached: its machine hangs, or the network drops its bytes.
 */
export const SILENCE_MS = 5000;
export const QUESTION = 'counterpart match question';
export const answerTo = (id: string) => `counterpart match answer ${id}`;

export interface MatchQuestion {
  /** Random; no server answers an id twice. */
  readonly id: string;
  /** Epoch milliseconds by the clock of the asking server. */
  readonly sentAtMs: number;
  readonly tenant: string;
  readonly request: MatchRequest;
  /** On whose behalf the match runs; absent: asked by an earlier version. */
  readonly origin?: AuditOrigin;
  /** Headers of the trace that the match belongs to. */
  readonly trace?: Readonly<Record<string, string>>;
  /** Given where the match is part of a batch. */
  readonly batched?: BatchedMatch;
}

export type MatchAnswer =
  | TimedMatch
  | {
      readonly error: {
        readonly code: ErrorCode;
        readonly message: string;
        readonly details: ErrorDetails[ErrorCode];
        readonly status: number;
      };
    };

export function errorAnswer({ code, message, details, status }: ApiError): MatchAnswer {
  return { error: { code, message, details, status } };
}

/** Throws the ApiError of the answering server. */
export function resultOf(answer: MatchAnswer): TimedMatch {
  if ('result' in answer) return answer;
  const { code, message, details, status } = answer.error;
  throw new ApiError(code, message, details, status);
}
