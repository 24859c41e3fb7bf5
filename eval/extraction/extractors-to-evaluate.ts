/**
 * The compared extractors: the rules and, where a language model is set, the model alone and both
 * together.
 */
import type { TenantId } from '../../src/contract/brands.ts';
import type { DomainDefinition } from '../../src/domains/definition.ts';
import type { ResolvePlace } from '../../src/domains/place.ts';
import { chatUrl } from '../../src/engines/llm/chat-client.ts';
import type { LanguageModel } from '../../src/engines/llm/language-model.ts';
import { openLanguageModel } from '../../src/engines/llm/open-language-model.ts';
import type { Extractor } from '../../src/people/reading/extractor.ts';
import { createModelReader, type ModelReader } from '../../src/people/reading/llm/model-reader.ts';
import { withLanguageModel } from '../../src/people/reading/llm/with-language-model.ts';

const TENANT = 'ten_evaluation' as TenantId;
const TIMEOUT_MS = 120_000;
/** Concurrent questions; small local servers process no more at once. */
export const QUESTIONS_AT_ONCE = 8;

export interface ModelToEvaluate {
  readonly url: string;
  readonly model: string;
  readonly apiKey: string | undefined;
}

/** Without a limit of money: the operator sees what it costs. */
export function openModel({ url, model, apiKey }: ModelToEvaluate): LanguageModel {
  return openLanguageModel({
    server: {
      url: chatUrl(url),
      model,
      ...(apiKey !== undefined && { apiKey }),
      timeoutMs: TIMEOUT_MS,
      maxTries: 3,
      firstWaitMs: 500,
      settings: { apiKey: 'LLM_API_KEY', model: 'LLM_MODEL' },
    },
    price: { input: 0, output: 0 },
    limitsOf: async () => ({ concurrency: QUESTIONS_AT_ONCE, dailyUsd: null }),
    spending: {
      reserve: async () => ({ admitted: true, beforeUsd: 0, day: '' }),
      settle: async () => {},
    },
  });
}

export interface NamedExtractor {
  readonly name: 'rules' | 'llm' | 'both';
  readonly extractor: Extractor;
}

/** `llm` proposes by the model alone, without rules to fall back on: what it does not answer is missed. */
export function extractorsToEvaluate(
  definition: DomainDefinition,
  rules: Extractor,
  model: LanguageModel | null,
  { resolvePlace, onUnavailable }: Readonly<{ resolvePlace: ResolvePlace; onUnavailable: () => void }>,
): readonly NamedExtractor[] {
  if (model === null) return [{ name: 'rules', extractor: rules }];
  const reader = createModelReader(definition, {
    ...{ model, tenant: TENANT, resolvePlace, timeoutMs: TIMEOUT_MS },
  });
  const orNothing: ModelReader = {
    read: (text, nowMs) =>
      reader.read(text, nowMs).catch(() => {
        onUnavailable();
        return [];
      }),
  };
  const withModel = (mode: 'llm' | 'both', by: ModelReader) =>
    withLanguageModel(rules, by, mode, onUnavailable);
  return [
    { name: 'rules', extractor: rules },
    { name: 'llm', extractor: withModel('llm', orNothing) },
    { name: 'both', extractor: withModel('both', reader) },
  ];
}
