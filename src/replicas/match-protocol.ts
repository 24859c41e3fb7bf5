/** What servers send each other: the question of one match, and its answer. */
import type { ErrorDetails } from '../contract/error-details.ts';
import { ApiError, type ErrorCode } from '../contract/errors.ts';
import type { MatchRequest, MatchResult } from '../contract/match.ts';

/** A question is refused when the clocks of two servers differ by more. */
export const FRESH_MS = 60_000;
export const MAX_QUESTION_BYTES = 8 * 2 ** 20;
export const PATH = '/match';
export const QUESTION = 'counterpart match question';
export const answerTo = (id: string) => `counterpart match answer ${id}`;

export interface MatchQuestion {
  /** Random; no server answers an id twice. */
  readonly id: string;
  /** Epoch milliseconds by the clock of the asking server. */
  readonly sentAtMs: number;
  readonly tenant: string;
  readonly request: MatchRequest;
}

export type MatchAnswer =
  | { readonly result: MatchResult }
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
export function resultOf(answer: MatchAnswer): MatchResult {
  if ('result' in answer) return answer.result;
  const { code, message, details, status } = answer.error;
  throw new ApiError(code, message, details, status);
}
