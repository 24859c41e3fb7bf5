/**
 * The language model with what keeps it from hurting anybody: answers are kept by content, a tenant has so many
 * questions under way and so much money a day, and a server that fails again and again is left alone for a while.
 */
import { createHash } from 'node:crypto';
import {
  BrokenCircuitError,
  type BulkheadPolicy,
  BulkheadRejectedError,
  bulkhead,
  ConsecutiveBreaker,
  circuitBreaker,
  handleWhen,
} from 'cockatiel';
import { LRUCache } from 'lru-cache';
import type { TenantId } from '../contract/brands.ts';
import { type ChatServer, createChatClient } from './chat-completions.ts';
import {
  type LanguageModel,
  LanguageModelUnavailable,
  type Question,
  type RawAnswer,
  type TokenUsage,
} from './language-model.ts';
import { readJsonAnswer } from './read-json-answer.ts';

/** What a tenant may ask; of the operator. */
export interface AskingLimits {
  /** Questions under way at once; as many again may wait. */
  readonly concurrency: number;
  /** US dollars a UTC day; null: no limit. */
  readonly dailyUsd: number | null;
}

export interface LanguageModelOptions {
  readonly server: ChatServer;
  /** US dollars a million tokens. */
  readonly price: { readonly input: number; readonly output: number };
  readonly limitsOf: (tenant: TenantId) => Promise<AskingLimits>;
  readonly spending: SpendingBook;
  /** Answers that are kept. */
  readonly cachedAnswers?: number;
  /** Failures in a row that break the circuit, and for how long. */
  readonly breaker?: { readonly failures: number; readonly openMs: number };
  readonly onFailure?: (tenant: TenantId, error: Error) => void;
}

/** What each tenant has spent today; durable, so that a restart does not refill the purse. */
export interface SpendingBook {
  /** US dollars. */
  spentToday(tenant: TenantId): Promise<number>;
  add(tenant: TenantId, usd: number): Promise<void>;
}

const TOKENS_A_PRICE = 1_000_000;

export function openLanguageModel(options: LanguageModelOptions): LanguageModel {
  const { server, price, spending, limitsOf, onFailure } = options;
  const { failures, openMs } = options.breaker ?? { failures: 5, openMs: 15_000 };
  const ask = createChatClient(server);
  const answers = new LRUCache<string, { readonly answer: unknown }>({ max: options.cachedAnswers ?? 5000 });
  const places = new Map<string, { readonly concurrency: number; readonly policy: BulkheadPolicy }>();
  const breaker = circuitBreaker(
    // Who went away says nothing of the server.
    handleWhen((error) => error.name !== 'AbortError' && error.name !== 'TimeoutError'),
    { halfOpenAfter: openMs, breaker: new ConsecutiveBreaker(failures) },
  );

  async function askWithin(question: Question<unknown>, { concurrency }: AskingLimits): Promise<RawAnswer> {
    const known = places.get(question.tenant);
    const policy = known?.concurrency === concurrency ? known.policy : bulkhead(concurrency, concurrency);
    places.set(question.tenant, { concurrency, policy });
    return policy.execute(() => breaker.execute(() => ask(question)));
  }

  return {
    name: server.model,
    async ask<Answer>(question: Question<Answer>): Promise<Answer> {
      const key = contentKey(server, question);
      const kept = answers.get(key);
      if (kept !== undefined) return kept.answer as Answer;
      const limits = await limitsOf(question.tenant);
      await requireMoney(spending, question.tenant, limits);
      try {
        const { text, usage } = await askWithin(question, limits);
        await spending.add(question.tenant, costOf(usage, price));
        const answer = readJsonAnswer(text, question.form);
        answers.set(key, { answer });
        return answer;
      } catch (error) {
        question.signal.throwIfAborted();
        const told = unavailable(error);
        onFailure?.(question.tenant, told);
        throw told;
      }
    },
  };
}

/** The tenant is part of it: whether something was asked before tells nobody else anything. */
function contentKey(
  { url, model }: ChatServer,
  { tenant, instructions, data, form }: Question<unknown>,
): string {
  return createHash('sha256')
    .update(JSON.stringify([tenant, url, model, form.name, instructions, data]))
    .digest('base64');
}

async function requireMoney(
  spending: SpendingBook,
  tenant: TenantId,
  { dailyUsd }: AskingLimits,
): Promise<void> {
  if (dailyUsd === null) return;
  const spent = await spending.spentToday(tenant);
  if (spent < dailyUsd) return;
  throw new LanguageModelUnavailable(
    'over_budget',
    `the tenant's budget for the language model is spent: ${spent.toFixed(4)} of ${dailyUsd} US dollars today`,
  );
}

function costOf({ input, output }: TokenUsage, price: LanguageModelOptions['price']): number {
  return (input * price.input + output * price.output) / TOKENS_A_PRICE;
}

function unavailable(error: unknown): LanguageModelUnavailable {
  if (error instanceof LanguageModelUnavailable) return error;
  if (error instanceof BrokenCircuitError) {
    return new LanguageModelUnavailable(
      'circuit_open',
      'the language model failed again and again and is left alone for a while',
      error,
    );
  }
  if (error instanceof BulkheadRejectedError) {
    return new LanguageModelUnavailable('busy', 'too many questions of this tenant are under way', error);
  }
  return new LanguageModelUnavailable(
    'failed',
    error instanceof Error ? error.message : String(error),
    error,
  );
}
