/**
 * Chooses a tenant's extractor: the rules, a language model, or both. If the model is required but
 * unavailable, the rules read the text and the operator is notified.
 */
import type { TenantId } from '../../../contract/brands.ts';
import type { ExtractionMode } from '../../../contract/extraction-modes.ts';
import type { DomainDefinition } from '../../../domains/definition.ts';
import type { ResolvePlace } from '../../../domains/place.ts';
import type { LanguageModel } from '../../../engines/llm/language-model.ts';
import type { Extractor } from '../extractor.ts';
import { createModelReader } from './model-reader.ts';
import { withLanguageModel } from './with-language-model.ts';

export interface TenantExtraction {
  readonly rulesFor: (definition: DomainDefinition, tenant: TenantId) => Promise<Extractor>;
  readonly modeOf: (tenant: TenantId) => Promise<ExtractionMode>;
  /** null: the tenant has no model. */
  readonly modelOf: (tenant: TenantId) => Promise<LanguageModel | null>;
  readonly resolvePlace: ResolvePlace;
  /** For one text, with the wait for a free slot, ms. */
  readonly timeoutMs: number;
  /** Called for every text that the rules read in place of the model; `error` null: there is no model. */
  readonly onFallback: (tenant: TenantId, error: unknown) => void;
}

export function extractorsByTenant(
  extraction: TenantExtraction,
): (definition: DomainDefinition, tenant: TenantId) => Promise<Extractor> {
  const { rulesFor, modeOf, modelOf, resolvePlace, timeoutMs, onFallback } = extraction;
  return async (definition, tenant) => {
    const [rules, mode] = await Promise.all([rulesFor(definition, tenant), modeOf(tenant)]);
    if (mode === 'rules') return rules;
    const model = await modelOf(tenant);
    if (model === null) return reportingFallback(rules, () => onFallback(tenant, null));
    const reader = createModelReader(definition, { model, tenant, resolvePlace, timeoutMs });
    return withLanguageModel(rules, reader, mode, (error) => onFallback(tenant, error));
  };
}

function reportingFallback(rules: Extractor, report: () => void): Extractor {
  return {
    extract(text, nowMs, known, options) {
      report();
      return rules.extract(text, nowMs, known, options);
    },
  };
}
