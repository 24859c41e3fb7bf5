/**
 * A language model, as the rest asks it: a question with the form that the answer must have. What people wrote is
 * `data`, apart from the instructions, and can never change them: it travels as JSON between marks that it cannot
 * contain, and an answer of another form than asked for is an error, not an answer.
 */
import type { z } from 'zod';
import type { TenantId } from '../contract/brands.ts';

export interface Question<Answer> {
  /** Whose budget and place it takes. */
  readonly tenant: TenantId;
  /** What is to be done; ours alone, never text of people. */
  readonly instructions: string;
  /** What it is to be done with: any JSON value. */
  readonly data: unknown;
  /** The answer's form; `name` is `[a-z_]{1,64}`. */
  readonly form: { readonly name: string; readonly schema: z.ZodType<Answer> };
  /** Longest answer. */
  readonly maxAnswerTokens: number;
  /** Waits for its turn, however many are before it; others are told that it is busy. */
  readonly patient?: boolean;
  readonly signal: AbortSignal;
}

export interface LanguageModel {
  /** What answers name as the model: `qwen3:8b`. */
  readonly name: string;
  /**
   * Throws `LanguageModelUnavailable` where no answer is to be had (not reached, refused, too late, budget spent,
   * another form than asked for), or the signal's reason.
   */
  ask<Answer>(question: Question<Answer>): Promise<Answer>;
}

export type Unavailable = 'failed' | 'malformed' | 'circuit_open' | 'busy' | 'over_budget';

export class LanguageModelUnavailable extends Error {
  readonly reason: Unavailable;

  constructor(reason: Unavailable, message: string, cause?: unknown) {
    super(message, { cause });
    this.name = 'LanguageModelUnavailable';
    this.reason = reason;
  }
}

export interface TokenUsage {
  readonly input: number;
  readonly output: number;
}

/** One answer as a server gave it, before its form is judged. */
export interface RawAnswer {
  readonly text: string;
  /** null: the server did not tell. */
  readonly usage: TokenUsage | null;
}
