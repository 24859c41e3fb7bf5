/**
 * A language model with protections. Answers are cached by content. Each tenant has a limit of concurrent
 * questions and a daily budget. A circuit breaker pauses calls to a server that fails repeatedly.
 */
import { createHash } from 'node:crypto';
import {
  BrokenCircuitError,
  type BulkheadPolicy,
  bulkhead,
  ConsecutiveBreaker,
  circuitBreaker,
  handleWhen,
} from 'cockatiel';
import { LRUCache } from 'lru-cache';
import type { TenantId } from '../../contract/brands.ts';
import { RefusedByServer } from '../../platform/outbound/post-json.ts';
import { untilAborted } from '../../platform/outbound/until-aborted.ts';
import { type ChatServer, createChatClient } from './chat-client.ts';
import {
  type LanguageModel,
  LanguageModelUnavailable,
  type Question,
  type RawAnswer,
  type TokenUsage,
  type Unavailable,
} from './language-model.ts';
import { readJsonAnswer } from './read-json-answer.ts';
import {
  type Reservation,
  type Spend,
  type SpendingAccounts,
  SpendLimiter,
  type TokenPrice,
} from './spend-limiter.ts';

/** Limits of a tenant, set by the operator. */
export interface QuestionLimits {
  /** Concurrent questions. As many again may wait, and patient ones in any number. */
  readonly concurrency: number;
  /** US dollars a UTC day; null: no limit. */
  readonly dailyUsd: number | null;
}

/** One question, for the metrics. */
export interface QuestionRecord {
  readonly tenant: TenantId;
  /** `kept`: answered from the cache. `aborted`: the caller left before the answer. */
  readonly outcome: 'answered' | 'kept' | 'aborted' | Unavailable;
  readonly usage: TokenUsage;
  readonly usd: number;
}

export interface LanguageModelEvents {
  readonly onQuestion?: (question: QuestionRecord) => void;
  readonly onFailure?: (tenant: TenantId, error: LanguageModelUnavailable) => void;
}

export interface LanguageModelOptions extends LanguageModelEvents {
  readonly server: ChatServer;
  readonly price: TokenPrice;
  readonly limitsOf: (tenant: TenantId) => Promise<QuestionLimits>;
  readonly spending: SpendingAccounts;
  /** Number of cached answers. */
  readonly cachedAnswers?: number;
  /** Consecutive failures that open the circuit, and for how long. */
  readonly breaker?: { readonly failures: number; readonly openMs: number };
}

const KEPT_MS = 3_600_000;
const LONGEST_LINE = 10_000;
const nothing: Spend = { usd: 0, usage: { input: 0, output: 0 } };

/** A question ended for a reason that says nothing about the server. */
class CallerGone extends Error {}

export function openLanguageModel(options: LanguageModelOptions): LanguageModel {
  const { server, limitsOf, onQuestion, onFailure } = options;
  const { failures, openMs } = options.breaker ?? { failures: 5, openMs: 15_000 };
  const ask = createChatClient(server);
  const spendLimiter = new SpendLimiter(options.spending, options.price);
  const answers = new LRUCache<string, { readonly answer: unknown }>({
    max: options.cachedAnswers ?? 5000,
    ttl: KEPT_MS,
  });
  const places = new Map<TenantId, { readonly concurrency: number; readonly policy: BulkheadPolicy }>();
  const breaker = circuitBreaker(handleWhen(isServersFault), {
    halfOpenAfter: openMs,
    breaker: new ConsecutiveBreaker(failures),
  });

  function placesOf(tenant: TenantId, concurrency: number): BulkheadPolicy {
    const known = places.get(tenant);
    const policy = known?.concurrency === concurrency ? known.policy : bulkhead(concurrency, LONGEST_LINE);
    places.set(tenant, { concurrency, policy });
    return policy;
  }

  async function askInTurn(question: Question<unknown>, concurrency: number, sent: () => void) {
    const policy = placesOf(question.tenant, concurrency);
    const waiting = LONGEST_LINE - policy.queueSlots;
    if (policy.executionSlots === 0 && waiting >= concurrency && question.patient !== true) {
      throw new LanguageModelUnavailable('busy', 'too many questions of this tenant are under way');
    }
    const turn = policy.execute(
      () =>
        breaker.execute(async () => {
          sent();
          return await ask(question).catch((error) => {
            throw isGone(question.signal) ? new CallerGone() : error;
          });
        }),
      question.signal,
    );
    return untilAborted(turn, question.signal);
  }

  async function askAndPay(question: Question<unknown>): Promise<readonly [RawAnswer, Spend]> {
    const { concurrency, dailyUsd } = await limitsOf(question.tenant);
    const reservation = await spendLimiter.reserve(question, dailyUsd);
    let wasSent = false;
    let answer: RawAnswer;
    try {
      answer = await askInTurn(question, concurrency, () => {
        wasSent = true;
      });
    } catch (error) {
      const spent = await afterFailure(reservation, wasSent && question.signal.aborted);
      throw new Unanswered(error, spent);
    }
    return [answer, await reservation.pay(answer)];
  }

  return {
    name: server.model,
    async ask<Answer>(question: Question<Answer>): Promise<Answer> {
      const { tenant, signal } = question;
      signal.throwIfAborted();
      const key = contentKey(server, question);
      const kept = answers.get(key);
      if (kept !== undefined) {
        onQuestion?.({ tenant, outcome: 'kept', ...nothing });
        return kept.answer as Answer;
      }
      let spent = nothing;
      try {
        const [{ text }, paid] = await askAndPay(question);
        spent = paid;
        const answer = readJsonAnswer(text, question.form);
        answers.set(key, { answer });
        onQuestion?.({ tenant, outcome: 'answered', ...spent });
        return answer;
      } catch (error) {
        if (error instanceof Unanswered) spent = error.spent;
        if (isGone(signal)) {
          onQuestion?.({ tenant, outcome: 'aborted', ...spent });
          throw signal.reason;
        }
        const failure = unavailable(error instanceof Unanswered ? error.cause : error);
        onQuestion?.({ tenant, outcome: failure.reason, ...spent });
        onFailure?.(tenant, failure);
        throw failure;
      }
    },
  };
}

class Unanswered extends Error {
  readonly spent: Spend;

  constructor(cause: unknown, spent: Spend) {
    super('unanswered', { cause });
    this.spent = spent;
  }
}

async function afterFailure(reservation: Reservation, isPaid: boolean): Promise<Spend> {
  if (isPaid) return reservation.payInput();
  await reservation.giveBack();
  return nothing;
}

/**
 * A caller that runs into its timeout has not left: that is a fault of the server, and the reason of the
 * signal says so.
 */
function isGone(signal: AbortSignal): boolean {
  return signal.aborted && !(signal.reason instanceof LanguageModelUnavailable);
}

/** A caller that left says nothing about the server, and neither does a question that is too long for it. */
function isServersFault(error: Error): boolean {
  if (error instanceof CallerGone) return false;
  return !(error instanceof RefusedByServer && [400, 413, 422].includes(error.status));
}

/** The tenant is part of the key, so that a cache hit reveals nothing to other tenants. */
function contentKey(
  { url, model }: ChatServer,
  { tenant, instructions, data, form }: Question<unknown>,
): string {
  return createHash('sha256')
    .update(JSON.stringify([tenant, url, model, form.name, instructions, data]))
    .digest('base64');
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
  return new LanguageModelUnavailable(
    'failed',
    error instanceof Error ? error.message : String(error),
    error,
  );
}
