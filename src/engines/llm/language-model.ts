/**
 * The interface of a language model: a question with the form that the answer must have. Text of people is
 * `data`, separate from the instructions, and cannot change them: it is sent as JSON between marks that it
 * cannot contain. An answer of another form is an error.
 */
import type { z } from 'zod';
import type { TenantId } from '../../contract/brands.ts';

export interface Question<Answer> {
  /** The tenant whose budget and slot the question uses. */
  readonly tenant: TenantId;
  /** The task; written by the service alone, never text of people. */
  readonly instructions: string;
  /** The data of the task: any JSON value. */
  readonly data: unknown;
  /** Form of the answer; `name` is `[a-z_]{1,64}`. */
  readonly form: { readonly name: string; readonly schema: z.ZodType<Answer> };
  /** Largest answer. */
  readonly maxAnswerTokens: number;
  /** Waits for a slot behind any number of others; other questions are refused as busy. */
  readonly patient?: boolean;
  readonly signal: AbortSignal;
}

export interface LanguageModel {
  /** Name of the model in answers: `qwen3:8b`. */
  readonly name: string;
  /**
   * Throws `LanguageModelUnavailable` where there is no answer (not reachable, refused, too late, budget
   * spent, wrong form), or the reason of the signal.
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

/** One answer as the server sent it, before its form is validated. */
export interface RawAnswer {
  readonly text: string;
  /** null: the server reported no usage. */
  readonly usage: TokenUsage | null;
}
