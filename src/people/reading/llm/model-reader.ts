/**
 * Asks a language model what a text states. A statement counts only if the text contains its quote and the
 * domain's schema accepts it; others are dropped silently. The remaining claims are weighed by the decision with
 * those of the rules and the network (`network/model-evidence.ts`).
 */
import type { z } from 'zod';
import type { TenantId } from '../../../contract/brands.ts';
import type { DomainDefinition } from '../../../domains/definition.ts';
import type { ResolvePlace } from '../../../domains/place.ts';
import { type LanguageModel, LanguageModelUnavailable } from '../../../engines/llm/language-model.ts';
import { readDocument } from '../document/read-document.ts';
import { askedBlocks } from './asked-blocks.ts';
import { extractionForm, extractionInstructions, type ReadProfile } from './extraction-question.ts';
import { type Ground, groundQuote } from './ground-quote.ts';
import type { StatedClaim } from './stated-claim.ts';
import { statedPreferences } from './stated-preferences.ts';
import { statedValues } from './stated-values.ts';

export interface ModelReaderParts {
  readonly model: LanguageModel;
  readonly tenant: TenantId;
  readonly resolvePlace: ResolvePlace;
  readonly timeoutMs: number;
}

export interface ModelReader {
  /** Throws `LanguageModelUnavailable`. */
  read(text: string, nowMs: number): Promise<readonly StatedClaim[]>;
}

/** Bounds of the answer: a quote per field, and the whole text, which soft fields may copy. */
const TOKENS_PER_FIELD = 60;
const CHARACTERS_PER_TOKEN = 3;
/** Longer texts exceed the context of small models, so the rules read them. UTF-16 units. */
const MAX_TEXT_CHARACTERS = 32_768;

interface DomainQuestion {
  readonly instructions: string;
  readonly form: { readonly name: string; readonly schema: z.ZodType<ReadProfile> };
}

const questions = new WeakMap<DomainDefinition, DomainQuestion>();

function questionOf(definition: DomainDefinition): DomainQuestion {
  const question = questions.get(definition) ?? {
    instructions: extractionInstructions(definition),
    form: { name: 'profile', schema: extractionForm(definition) },
  };
  questions.set(definition, question);
  return question;
}

export function createModelReader(definition: DomainDefinition, parts: ModelReaderParts): ModelReader {
  const { model, tenant, resolvePlace, timeoutMs } = parts;
  return {
    async read(text, nowMs) {
      if (text.length > MAX_TEXT_CHARACTERS) {
        throw new LanguageModelUnavailable(
          'failed',
          `the text is longer than ${MAX_TEXT_CHARACTERS} characters`,
        );
      }
      const document = readDocument(text);
      const today = new Date(nowMs).toISOString().slice(0, 10);
      const fieldTokens = 400 + TOKENS_PER_FIELD * definition.fields.length;
      const answer = await withTimeout(timeoutMs, (signal) =>
        model.ask({
          ...questionOf(definition),
          tenant,
          data: { today, document: askedBlocks(document) },
          maxAnswerTokens: fieldTokens + Math.ceil(text.length / CHARACTERS_PER_TOKEN),
          patient: true,
          signal,
        }),
      );
      // The readable text has the same offsets, without the marks between words.
      const ground: Ground = (quote) => groundQuote(document.readable, quote) ?? groundQuote(text, quote);
      return [
        ...statedValues(text, answer.values, definition, ground, resolvePlace),
        ...statedPreferences(answer.demands, definition, ground, resolvePlace),
      ];
    },
  };
}

/** A timeout is reported by the signal's reason, as a failure of the model's server. */
async function withTimeout<T>(timeoutMs: number, ask: (signal: AbortSignal) => Promise<T>): Promise<T> {
  const ending = new AbortController();
  const tooSlow = new LanguageModelUnavailable('failed', `no answer within ${timeoutMs} ms`);
  const timer = setTimeout(() => ending.abort(tooSlow), timeoutMs);
  try {
    return await ask(ending.signal);
  } finally {
    clearTimeout(timer);
  }
}
