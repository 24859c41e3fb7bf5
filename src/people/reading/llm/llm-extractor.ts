/**
 * Extraction by a language model, grounded in the text. A value counts only if the text contains its quote
 * and the domain's schema accepts it. Other values are dropped silently: a value that the text does not state
 * is absent.
 */
import type { z } from 'zod';
import type { TenantId } from '../../../contract/brands.ts';
import type { DomainDefinition } from '../../../domains/definition.ts';
import type { FieldDefinition, FieldValue } from '../../../domains/field.ts';
import { parsePreferences } from '../../../domains/parse-filter.ts';
import type { ResolvePlace } from '../../../domains/place.ts';
import { type LanguageModel, LanguageModelUnavailable } from '../../../engines/llm/language-model.ts';
import type { ExtractedValue, Extraction, Extractor } from '../extractor.ts';
import {
  extractionForm,
  extractionInstructions,
  type ReadPreference,
  type ReadProfile,
  type ReadValue,
} from './extraction-question.ts';
import { groundQuote } from './ground-quote.ts';

export interface LlmExtractorParts {
  readonly model: LanguageModel;
  readonly tenant: TenantId;
  readonly resolvePlace: ResolvePlace;
  readonly timeoutMs: number;
}

const STATED_CONFIDENCE = 0.9;
const HINTED_CONFIDENCE = 0.6;
const MAX_STRING_CHARACTERS = 256;
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

/** `extract` throws `LanguageModelUnavailable`. */
export function createLlmExtractor(definition: DomainDefinition, parts: LlmExtractorParts): Extractor {
  const { model, tenant, resolvePlace, timeoutMs } = parts;
  return {
    async extract(text, nowMs) {
      if (text.length > MAX_TEXT_CHARACTERS) {
        throw new LanguageModelUnavailable(
          'failed',
          `the text is longer than ${MAX_TEXT_CHARACTERS} characters`,
        );
      }
      const today = new Date(nowMs).toISOString().slice(0, 10);
      const fieldTokens = 400 + TOKENS_PER_FIELD * definition.fields.length;
      const read = await withTimeout(timeoutMs, (signal) =>
        model.ask({
          ...questionOf(definition),
          tenant,
          data: { today, text },
          maxAnswerTokens: fieldTokens + Math.ceil(text.length / CHARACTERS_PER_TOKEN),
          patient: true,
          signal,
        }),
      );
      return groundedIn(text, read, definition, resolvePlace);
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

function groundedIn(
  text: string,
  read: ReadProfile,
  definition: DomainDefinition,
  resolvePlace: ResolvePlace,
): Extraction {
  const values = definition.fields.flatMap((field) => {
    const given = read.values[field.name];
    const found = given == null ? null : groundedValue(text, field, given, resolvePlace);
    return found === null ? [] : [found];
  });
  return { values, ...groundedPreferences(text, read.demands, definition, resolvePlace) };
}

function groundedValue(
  text: string,
  field: FieldDefinition,
  { value, quote, certain }: ReadValue,
  resolvePlace: ResolvePlace,
): ExtractedValue | null {
  const span = groundQuote(text, quote);
  if (span === null) return null;
  const fitting = field.kind === 'soft' ? text.slice(...span) : valueForField(field, value, resolvePlace);
  if (fitting === null) return null;
  return {
    field: field.name,
    value: fitting,
    span,
    confidence: certain ? STATED_CONFIDENCE : HINTED_CONFIDENCE,
    origin: 'llm',
  };
}

/** null: not valid for the field. */
function valueForField(
  field: FieldDefinition,
  value: ReadValue['value'],
  resolvePlace: ResolvePlace,
): FieldValue | null {
  if (value === undefined) return null;
  if (typeof value === 'number') {
    const [low, high] = field.range ?? [Number.NEGATIVE_INFINITY, Number.POSITIVE_INFINITY];
    return value >= low && value <= high ? value : null;
  }
  if (Array.isArray(value)) return value.length === 0 ? null : [...new Set(value)];
  if (typeof value !== 'string') return value as FieldValue;
  const string = value.trim();
  if (string === '' || string.length > MAX_STRING_CHARACTERS) return null;
  return field.format === 'geo' ? (resolvePlace(string)?.name ?? string) : string;
}

/** Preferences by field in the grammar of filters. A preference that the grammar refuses is dropped. */
function groundedPreferences(
  text: string,
  demands: readonly ReadPreference[],
  definition: DomainDefinition,
  resolvePlace: ResolvePlace,
): Pick<Extraction, 'preferences' | 'preferenceSpans'> {
  const preferences: Record<string, unknown> = {};
  const preferenceSpans: Record<string, Extraction['preferenceSpans'][string]> = {};
  const grounded = demands.flatMap((preference) => {
    const span = groundQuote(text, preference.quote);
    return span === null ? [] : [{ ...preference, span }];
  });
  for (const [key, group] of Map.groupBy(grounded, keyOf)) {
    const field = definition.fields.find(({ name }) => name === group[0]!.field);
    const wire = field === undefined ? null : wirePreference(field, group);
    if (wire === null || !isAccepted(definition, { [key]: wire }, resolvePlace)) continue;
    preferences[key] = wire;
    preferenceSpans[key] = {
      span: group[0]!.span,
      confidence: group.every(({ certain }) => certain) ? STATED_CONFIDENCE : HINTED_CONFIDENCE,
      origin: 'llm',
    };
  }
  return { preferences, preferenceSpans };
}

function keyOf({ field, kind }: ReadPreference): string {
  return kind === 'within_km' ? `${field}_within_km` : field;
}

function wirePreference(field: FieldDefinition, group: readonly ReadPreference[]): unknown {
  const named = (kind: ReadPreference['kind']) =>
    group.flatMap((preference) => {
      const value = preference.kind === kind ? typedValue(field, preference) : null;
      return value === null ? [] : [value];
    });
  const [near] = named('within_km');
  if (near !== undefined) return near;
  const [least] = named('at_least');
  const [most] = named('at_most');
  if (least !== undefined || most !== undefined) {
    return { ...(least !== undefined && { gte: least }), ...(most !== undefined && { lte: most }) };
  }
  const wanted = [...new Set(named('is'))];
  if (wanted.length > 0) return wanted.length === 1 ? wanted[0] : wanted;
  const refused = [...new Set(named('is_not'))];
  if (refused.length === 0) return null;
  return refused.length === 1 ? { ne: refused[0] } : { nin: refused };
}

function typedValue(
  { type }: FieldDefinition,
  { kind, value }: ReadPreference,
): string | number | boolean | null {
  const isNumber = kind === 'within_km' || type === 'integer' || type === 'number';
  if (isNumber) return value.trim() !== '' && Number.isFinite(Number(value)) ? Number(value) : null;
  if (type === 'boolean') return value === 'true' ? true : value === 'false' ? false : null;
  return value;
}

function isAccepted(
  definition: DomainDefinition,
  wire: Readonly<Record<string, unknown>>,
  resolvePlace: ResolvePlace,
): boolean {
  try {
    parsePreferences(definition, wire, resolvePlace);
    return true;
  } catch {
    return false;
  }
}
