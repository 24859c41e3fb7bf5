/**
 * Limits the daily spending of tenants. A question is admitted if the amount spent today, the reservations of
 * running questions and its own largest cost together stay within the limit. Concurrent questions therefore
 * cannot exceed the limit. Without a reported usage the cost is estimated from characters; for an abandoned
 * question only the input is charged.
 */
import type { TenantId } from '../../contract/brands.ts';
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

/**
 * The spent and reserved amounts of each tenant, by UTC day. They are durable and shared, so that neither a
 * restart nor a second process exceeds a limit.
 */
export interface SpendingAccounts {
  /** Reserves US dollars of today where the limit allows it. `beforeUsd`: spent and reserved without them. */
  reserve(
    tenant: TenantId,
    usd: number,
    dailyUsd: number,
  ): Promise<{ readonly admitted: boolean; readonly beforeUsd: number; readonly day: string }>;
  /** Books the cost of a question, and ends its reservation. Without one it belongs to today. */
  settle(tenant: TenantId, cost: Spend, reserved: Reserved | null): Promise<void>;
}

export interface Reserved {
  readonly day: string;
  readonly usd: number;
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
  giveBack(): Promise<void>;
}

const TOKENS_A_PRICE = 1_000_000;
/** Fewer than most tokenizers need for prose, so that the estimate is rather too high. */
const CHARACTERS_A_TOKEN = 3;

const nothing: Spend = { usd: 0, usage: { input: 0, output: 0 } };

export class SpendLimiter {
  readonly #accounts: SpendingAccounts;
  readonly #price: TokenPrice;

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
    const reserved = dailyUsd === null ? null : await this.#require(tenant, usd, dailyUsd);
    const pay = async (usage: TokenUsage): Promise<Spend> => {
      const cost = { usd: this.#costOf(usage), usage };
      await this.#accounts.settle(tenant, cost, reserved);
      return cost;
    };
    return {
      pay: ({ text, usage }) => pay(usage ?? { input, output: tokensOf(text) }),
      payInput: () => pay({ input, output: 0 }),
      giveBack: async () => {
        if (reserved !== null) await this.#accounts.settle(tenant, nothing, reserved);
      },
    };
  }

  async #require(tenant: TenantId, usd: number, dailyUsd: number): Promise<Reserved> {
    const { admitted, beforeUsd, day } = await this.#accounts.reserve(tenant, usd, dailyUsd);
    if (admitted) return { day, usd };
    throw new LanguageModelUnavailable(
      'over_budget',
      `the tenant's budget for the language model is spent: ${beforeUsd.toFixed(4)} of ${dailyUsd} US dollars today, and this question may cost ${usd.toFixed(4)}`,
    );
  }

  #costOf({ input, output }: TokenUsage): number {
    return (input * this.#price.input + output * this.#price.output) / TOKENS_A_PRICE;
  }
}

function tokensOf(text: string): number {
  return Math.ceil(text.length / CHARACTERS_A_TOKEN);
}
