/**
 * Compiles a domain's extractor. It finds, in this order: words, clauses and sentences; the scope of each
 * word; the language of each sentence; negations; the side, if the domain has sides; hard and derived fields;
 * last the soft fields, which take the words that hard fields left.
 *
 * Every step but the encoder takes time linear in the text: automata over words, RE2, bounded context.
 */
import type { DomainDefinition } from '../domains/definition.ts';
import type { DefaultRule } from '../domains/extraction-rules.ts';
import type { FieldDefinition, FieldValues } from '../domains/field.ts';
import type { TextEncoder } from '../encoders/text-encoder.ts';
import { assignScopes, compileScopeCues } from './assign-scopes.ts';
import { combinePreferences, combineValues } from './combine-findings.ts';
import { type CompiledRule, compileRule, compileText, type ExtractionTools } from './compile-rule.ts';
import type { FoundPreference, FoundValue, TextDocument } from './document.ts';
import type { ExtractedValue, Extraction, Extractor } from './extractor.ts';
import { type CompiledText, findText } from './find-text.ts';
import { findLanguages } from './language.ts';
import { findNegations } from './negation.ts';
import { readText } from './read-text.ts';
import { SpellingCorrector } from './word-forms.ts';

export type { ExtractionTools } from './compile-rule.ts';

interface CompiledField {
  readonly field: FieldDefinition;
  readonly rules: readonly CompiledRule[];
  readonly texts: readonly CompiledText[];
  readonly defaults: readonly DefaultRule[];
}

export async function compileExtractor(
  definition: DomainDefinition,
  tools: ExtractionTools,
): Promise<Extractor> {
  const fields = await Promise.all(definition.fields.map((field) => compileField(field, tools)));
  const scopeCues = compileScopeCues(definition.extraction);
  const vocabulary = new Set([
    ...scopeCues.vocabulary,
    ...fields.flatMap(({ rules, texts }) => [
      ...rules.flatMap(({ vocabulary }) => [...vocabulary]),
      ...texts.flatMap(({ cues }) => [...(cues?.vocabulary ?? [])]),
    ]),
  ]);
  const corrector = new SpellingCorrector([...vocabulary]);
  const sideName = definition.sides?.field;
  const ordered = fields.toSorted(
    (a, b) => readingOrder(a.field, sideName) - readingOrder(b.field, sideName),
  );

  return {
    async extract(text, nowMs, known = {}, wanted) {
      const read = assignScopes(readText(text, corrector), scopeCues);
      const document: TextDocument = {
        ...read,
        nowMs,
        languages: findLanguages(read, vocabulary),
        negations: findNegations(read),
        encode: cachedEncode(tools.encoder),
      };
      return readFields(document, fieldsToRead(ordered, sideName, wanted), sideName, known);
    },
  };
}

/**
 * All fields if a soft field is requested, since it depends on all hard ones; else the requested and the
 * side.
 */
function fieldsToRead(
  fields: readonly CompiledField[],
  sideName: string | undefined,
  wanted: ReadonlySet<string> | undefined,
): readonly CompiledField[] {
  if (wanted === undefined || fields.some(({ field }) => field.kind === 'soft' && wanted.has(field.name)))
    return fields;
  return fields.filter(({ field: { name } }) => name === sideName || wanted.has(name));
}

/**
 * The side first, since it decides which rules are used. Soft fields last: they take what hard ones leave.
 */
function readingOrder(field: FieldDefinition, sideName: string | undefined): number {
  if (field.name === sideName) return 0;
  return field.kind === 'soft' ? 2 : 1;
}

/** Caches the vectors of one text's sentences, since several rules compare the same ones. */
function cachedEncode(encoder: Pick<TextEncoder, 'encode'>): TextDocument['encode'] {
  const cache = new Map<string, Float32Array>();
  return async (texts) => {
    const fresh = [...new Set(texts)].filter((text) => !cache.has(text));
    if (fresh.length > 0) {
      const vectors = await encoder.encode(fresh);
      for (const [position, text] of fresh.entries()) cache.set(text, vectors[position]!);
    }
    return texts.map((text) => cache.get(text)!);
  };
}

async function compileField(field: FieldDefinition, tools: ExtractionTools): Promise<CompiledField> {
  const rules: CompiledRule[] = [];
  const texts: CompiledText[] = [];
  const defaults: DefaultRule[] = [];
  for (const rule of field.extract ?? []) {
    if (rule.rule === 'text') texts.push(await compileText(rule, tools.encoder));
    else if (rule.rule === 'default') defaults.push(rule);
    else rules.push(await compileRule(rule, tools));
  }
  return { field, rules, texts, defaults };
}

async function readFields(
  document: TextDocument,
  fields: readonly CompiledField[],
  sideName: string | undefined,
  known: FieldValues,
): Promise<Extraction> {
  const values: ExtractedValue[] = [];
  const preferences: Record<string, unknown> = {};
  const preferenceSpans: Record<string, { span: readonly [number, number]; confidence: number }> = {};
  const taken = new Uint8Array(document.words.length);
  const isForeign = document.languages.isForeign.every((foreign) => foreign);
  const sideOf = () =>
    sideName === undefined
      ? undefined
      : (known[sideName] ?? values.find(({ field }) => field === sideName)?.value);

  for (const compiled of isForeign ? [] : fields) {
    const { field } = compiled;
    const isForSide = (sides: readonly string[] | undefined) =>
      sides === undefined || sides.includes(String(sideOf()));
    if (!isForSide(field.sides)) continue;
    const { found, foundPreferences } = await readRules(document, compiled, isForSide, taken);
    const value =
      combineValues(document, field, found) ??
      (await readTexts(document, compiled, isForSide, taken)) ??
      defaultOf(compiled, isForSide);
    if (value !== null) values.push(value);
    for (const { key, preference, span, confidence } of combinePreferences(
      document,
      field,
      foundPreferences,
    )) {
      preferences[key] = preference;
      preferenceSpans[key] = { span, confidence };
    }
  }
  return { values, preferences, preferenceSpans };
}

type SideTest = (sides: readonly string[] | undefined) => boolean;

async function readRules(
  document: TextDocument,
  { field, rules }: CompiledField,
  isForSide: SideTest,
  taken: Uint8Array,
): Promise<{ readonly found: readonly FoundValue[]; readonly foundPreferences: readonly FoundPreference[] }> {
  const found: FoundValue[] = [];
  const foundPreferences: FoundPreference[] = [];
  for (const compiled of rules) {
    const { rule } = compiled;
    if (!isForSide(rule.sides)) continue;
    const isDone = found.length > 0 && !(field.multiple && rule.rule === 'phrases');
    if (rule.gives === 'preference')
      foundPreferences.push(...(await compiled.find(document, false)).foundPreferences);
    else if (!isDone) {
      const findings = await compiled.find(document, false);
      found.push(...findings.values);
      if (rule.rule === 'place' && rule.wish_gives_preference)
        foundPreferences.push(...findings.foundPreferences);
    }
    if (rule.wish_gives_preference)
      foundPreferences.push(...(await compiled.find(document, true)).foundPreferences);
  }
  if (field.kind === 'hard') {
    for (const { first, last } of [...found, ...foundPreferences]) taken.fill(1, first, last);
  }
  return { found, foundPreferences };
}

async function readTexts(
  document: TextDocument,
  { field, texts }: CompiledField,
  isForSide: SideTest,
  taken: Uint8Array,
): Promise<ExtractedValue | null> {
  for (const compiled of texts) {
    if (!isForSide(compiled.rule.sides)) continue;
    const found = await findText(document, compiled, taken);
    if (found !== null) return { field: field.name, ...found };
  }
  return null;
}

function defaultOf({ field, defaults }: CompiledField, isForSide: SideTest): ExtractedValue | null {
  const rule = defaults.find(({ sides }) => isForSide(sides));
  if (rule === undefined) return null;
  return {
    field: field.name,
    value: rule.value,
    span: [0, 0],
    confidence: rule.confidence ?? 0.5,
    origin: 'default',
  };
}
