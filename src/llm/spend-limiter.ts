/**
 * Limits the daily spending of tenants. A question is admitted if the amount spent today, the reservations of
 * running questions and its own largest cost together stay within the limit. Concurrent questions therefore
 * cannot exceed the limit. Without a reported usage the cost is estimated from characters; for an abandoned
 * question only the input is charged.
 */
import type { TenantId } from '../contract/brands.ts';
import { frameQuestion } from './frame-question.ts';
import {
  LanguageModelUnavailable,
  type Question,
  type RawAnswer,
  type TokenUsage,
} from './language-model.ts';

/** US dollars a million tokens. */
export interface TokenPrice {
  readonly input: number;
  readonly output: number;
}

/** The amount that each tenant has spent today; durable, so that a restart does not reset it. */
export interface SpendingAccounts {
  /** US dollars. */
  spentToday(tenant: TenantId): Promise<number>;
  add(tenant: TenantId, usd: number, usage: TokenUsage): Promise<void>;
}

export interface Spend {
  readonly usd: number;
  readonly usage: TokenUsage;
}

/** The largest cost of one question, reserved until its answer. Ends with one of the three methods. */
export interface Reservation {
  pay(answer: RawAnswer): Promise<Spend>;
  /** Charges the input of a question that was sent and then abandoned. */
  payInput(): Promise<Spend>;
  giveBack(): void;
}

const TOKENS_A_PRICE = 1_000_000;
/** Fewer than most tokenizers need for prose, so that the estimate is rather too high. */
const CHARACTERS_A_TOKEN = 3;

export class SpendLimiter {
  readonly #accounts: SpendingAccounts;
  readonly #price: TokenPrice;
  readonly #reserved = new Map<TenantId, number>();

  constructor(accounts: SpendingAccounts, price: TokenPrice) {
    this.#accounts = accounts;
    this.#price = price;
  }

  /** `dailyUsd`: null for no limit. Throws `LanguageModelUnavailable` (`over_budget`). */
  async reserve(question: Question<unknown>, dailyUsd: number | null): Promise<Reservation> {
    const { tenant } = question;
    const input = tokensOf(
      frameQuestion(question)
        .map(({ content }) => content)
        .join(''),
    );
    const usd = this.#costOf({ input, output: question.maxAnswerTokens });
    const spent = dailyUsd === null ? 0 : await this.#accounts.spentToday(tenant);
    // No await from here to the reservation: no other question can run in between.
    if (dailyUsd !== null) this.#require(tenant, spent, usd, dailyUsd);
    this.#change(tenant, usd);
    const giveBack = () => this.#change(tenant, -usd);
    return {
      pay: ({ text, usage }) =>
        this.#pay(tenant, usage ?? { input, output: tokensOf(text) }).finally(giveBack),
      payInput: () => this.#pay(tenant, { input, output: 0 }).finally(giveBack),
      giveBack,
    };
  }

  #require(tenant: TenantId, spent: number, usd: number, dailyUsd: number): void {
    const underWay = this.#reserved.get(tenant) ?? 0;
    if (spent < dailyUsd && spent + underWay + usd <= dailyUsd) return;
    throw new LanguageModelUnavailable(
      'over_budget',
      `the tenant's budget for the language model is spent: ${(spent + underWay).toFixed(4)} of ${dailyUsd} US dollars today, and this question may cost ${usd.toFixed(4)}`,
    );
  }

  async #pay(tenant: TenantId, usage: TokenUsage): Promise<Spend> {
    const usd = this.#costOf(usage);
    await this.#accounts.add(tenant, usd, usage);
    return { usd, usage };
  }

  #change(tenant: TenantId, usd: number): void {
    this.#reserved.set(tenant, Math.max(0, (this.#reserved.get(tenant) ?? 0) + usd));
  }

  #costOf({ input, output }: TokenUsage): number {
    return (input * this.#price.input + output * this.#price.output) / TOKENS_A_PRICE;
  }
}

function tokensOf(text: string): number {
  return Math.ceil(text.length / CHARACTERS_A_TOKEN);
}
