/**
 * Compiles a domain's extractor. It finds, in this order:
 *
 * - words, clauses and sentences, the scope of each word, and the language of each sentence
 * - negations, the layout, and the side, if the domain has sides
 * - candidates for hard and derived fields, among which a fitted model decides (`decision/`)
 * - soft fields, which take the words that hard fields left
 *
 * Every step but the encoder takes time linear in the text: automata over words, RE2, bounded context.
 */
import type { DomainDefinition } from '../../domains/definition.ts';
import type { FieldDefinition, FieldValues } from '../../domains/field.ts';
import { withShippedLanguages } from '../../domains/languages/shipped-languages.ts';
import type { TextEncoder } from '../../engines/encoders/text-encoder.ts';
import { assignScopes, compileScopeCues } from './assign-scopes.ts';
import type { ExtractionTools, PhraseGroups } from './compile-rule.ts';
import { type CompiledField, compileField } from './compiled-field.ts';
import { labelWordsOf } from './decision/label-words.ts';
import { layoutOf } from './decision/text-layout.ts';
import { dictionaryWords } from './dictionary-words.ts';
import type { TextDocument } from './document.ts';
import { englishWords } from './english-words.ts';
import type { Extractor, ReadingOptions } from './extractor.ts';
import { type FittedModels, withShippedModels } from './fitted-models.ts';
import { withRulesOfSchema } from './from-schema/rules-of-schema.ts';
import { withoutJsonMarks } from './json-cards.ts';
import { findLanguages } from './language.ts';
import { compileLanguage } from './languages/compile-language.ts';
import { viewsOf } from './languages/views-of-text.ts';
import { withoutMarkup } from './markup.ts';
import { findNegations } from './negation.ts';
import { memberOf, PhraseGroup } from './phrase-group.ts';
import { nothingRead, type ReadFields, readFields } from './read-fields.ts';
import { readMaybeRequest } from './read-request.ts';
import { readText } from './read-text.ts';
import { compileRequests, type RequestCues } from './request-texts.ts';
import { sideWeightsOf } from './side/decide-side.ts';
import { withoutEmptyBoxes } from './tick-boxes.ts';
import { ownedBy, type Verifiable, verifyReading } from './verify/verify-reading.ts';
import { SpellingCorrector } from './word-forms.ts';

export type { ExtractionTools } from './compile-rule.ts';

/** An extractor that also shows the candidates of its decision, to write rules or to fit the decision. */
export interface ExplainingExtractor extends Extractor {
  explain(text: string, nowMs: number, known?: FieldValues): Promise<ReadFields>;
  /** The input of a verifier; null: texts of the domain, or of this length, are not verified. */
  verifiable(text: string, nowMs: number, known?: FieldValues): Promise<Verifiable | null>;
}

/** A verifier would read only a small part of a longer text. UTF-16 units. */
const MOST_VERIFIED = 4096;

export async function compileExtractor(
  declared: DomainDefinition,
  tools: ExtractionTools,
  given: Partial<FittedModels> = {},
): Promise<ExplainingExtractor> {
  const models = withShippedModels(given);
  // Opened here and not with the first text, which would wait for it.
  const verifier = await models.verifier(declared.domain);
  const definition = withRulesOfSchema(
    declared.languages === undefined ? await withShippedLanguages(declared, tools.pause) : declared,
  );
  const groups: PhraseGroups = { cues: new PhraseGroup(), excluding: new PhraseGroup() };
  const fields = await Promise.all(definition.fields.map((field) => compileField(field, tools, groups)));
  const readers = await Promise.all(
    Object.entries(definition.languages ?? {}).map(([code, rules]) =>
      compileLanguage(code, rules, fields, tools),
    ),
  );
  const wishesAges = definition.fields.some(({ extract }) =>
    extract?.some((rule) => rule.rule === 'age' && rule.wish_gives_preference),
  );
  await tools.pause?.();
  const scopeCues = compileScopeCues(definition.extraction, wishesAges);
  const vocabulary = new Set([...scopeCues.vocabulary, ...groups.cues.vocabulary]);
  await tools.pause?.();
  const corrector = new SpellingCorrector([...vocabulary]);
  await tools.pause?.();
  const isKnown = (word: string) => corrector.has(word) || englishWords().has(word);
  const sideName = definition.sides?.field;
  const ordered = fields.toSorted(
    (a, b) => readingOrder(a.field, sideName) - readingOrder(b.field, sideName),
  );
  const offTopic = memberOf(definition.extraction?.off_topic, groups.excluding);
  const onTopic = memberOf(definition.extraction?.on_topic, groups.excluding);
  const isOffTopic = (document: TextDocument) =>
    offTopic !== null &&
    offTopic.matches(document).length > 0 &&
    (onTopic === null || onTopic.matches(document).length === 0);
  await tools.pause?.();
  const requests = compileRequests(
    definition.extraction?.requests,
    groups.excluding,
    onTopic,
    models.askedWords(definition.domain),
  );
  const labelWords = labelWordsOf(definition.fields);
  await tools.pause?.();
  const sides = definition.fields.find(({ name }) => name === sideName)?.values;
  const sideWeights =
    sides === undefined ? null : sideWeightsOf(definition.domain, sides, models.decision, models.sides);

  async function readPlainly(
    text: string,
    nowMs: number,
    known: FieldValues,
    wanted: ReadonlySet<string> | undefined,
  ): Promise<PlainReading> {
    const plain = withoutEmptyBoxes(withoutMarkup(text));
    const card = withoutJsonMarks(plain);
    const scoped = assignScopes(readText(card, corrector), scopeCues);
    const document: TextDocument = {
      ...scoped,
      nowMs,
      languages: findLanguages(scoped, vocabulary),
      negations: findNegations(scoped),
      layout: layoutOf(scoped),
      isListed: (word) =>
        isKnown(word) ||
        isKnown(word.replace(/s$/, '')) ||
        groups.cues.hasPrefixOf(word) ||
        dictionaryWords().has(word) ||
        dictionaryWords().has(word.replace(/s$/, '')),
      encode: cachedEncode(tools.encoder),
    };
    const facts = { model: models.decision, definition, labelWords, sideWeights, isForm: card !== plain };
    if (isOffTopic(document)) return { read: nothingRead(document), verifiable: null };
    const toRead = fieldsToRead(ordered, sideName, wanted, requests);
    const readOf = (of: TextDocument, fieldsOf = toRead) =>
      readFields(of, viewsOf(of, readers), fieldsOf, facts, known);
    if (requests === null) return { read: await readOf(document), verifiable: null };
    const read = await readMaybeRequest(document, requests, readOf);
    if (text.length > MOST_VERIFIED) return { read, verifiable: null };
    const hard = toRead.filter(({ field }) => field.kind !== 'soft');
    return {
      read,
      verifiable: async () => ({
        text,
        read,
        otherwise: [
          (await readOf(ownedBy('self', document), hard)).candidates,
          (await readOf(ownedBy('wish', document), hard)).candidates,
        ],
        fields: toRead.map(({ field }) => field),
        owners: requests,
      }),
    };
  }

  async function read(
    text: string,
    nowMs: number,
    known: FieldValues,
    { wanted, depth = 'full' }: ReadingOptions,
  ): Promise<ReadFields> {
    const plain = await readPlainly(text, nowMs, known, wanted);
    if (verifier === null || plain.verifiable === null || givesNothing(plain.read)) return plain.read;
    if (depth === 'full') return verifyReading(await plain.verifiable(), verifier);
    return { ...plain.read, extraction: { ...plain.read.extraction, isPartial: true } };
  }

  return {
    extract: async (text, nowMs, known = {}, options = {}) =>
      (await read(text, nowMs, known, options)).extraction,
    explain: (text, nowMs, known = {}) => read(text, nowMs, known, {}),
    verifiable: async (text, nowMs, known = {}) =>
      (await readPlainly(text, nowMs, known, undefined)).verifiable?.() ?? null,
  };
}

/** A reading by the rules alone, and the input of a verifier. */
interface PlainReading {
  readonly read: ReadFields;
  readonly verifiable: (() => Promise<Verifiable>) | null;
}

/** A text that gives nothing is no profile of the domain. */
const givesNothing = ({ extraction }: ReadFields) =>
  extraction.values.length === 0 && Object.keys(extraction.preferences).length === 0;

/**
 * All fields if a soft field is requested, since it depends on all hard ones. Else the requested fields, the
 * side, and the fields that tell a request.
 */
function fieldsToRead(
  fields: readonly CompiledField[],
  sideName: string | undefined,
  wanted: ReadonlySet<string> | undefined,
  requests: RequestCues | null,
): readonly CompiledField[] {
  if (wanted === undefined || fields.some(({ field }) => field.kind === 'soft' && wanted.has(field.name)))
    return fields;
  const isNeeded = (name: string) =>
    name === sideName || name === requests?.offers || name === requests?.asks;
  return fields.filter(({ field: { name } }) => isNeeded(name) || wanted.has(name));
}

/**
 * The side first, since it decides which rules are used. Soft fields come last: they take the words that hard
 * ones leave.
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
