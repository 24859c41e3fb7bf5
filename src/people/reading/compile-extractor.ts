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
import type { ReadingDepth } from '../../contract/reading-depths.ts';
import type { DomainDefinition } from '../../domains/definition.ts';
import type { FieldDefinition, FieldValues } from '../../domains/field.ts';
import { withShippedLanguages } from '../../domains/shipped-languages.ts';
import type { TextEncoder } from '../../engines/encoders/text-encoder.ts';
import { assignScopes, compileScopeCues } from './assign-scopes.ts';
import type { ExtractionTools, PhraseGroups } from './compile-rule.ts';
import { type CompiledField, compileField } from './compiled-field.ts';
import { describeCandidates } from './decision/describe-candidates.ts';
import { labelWordsOf } from './decision/label-words.ts';
import { layoutOf } from './decision/text-layout.ts';
import { dictionaryWords } from './dictionary-words.ts';
import type { Block, DocumentParts, Format } from './document/blocks.ts';
import { readDocument } from './document/read-document.ts';
import type { TextDocument } from './document.ts';
import { englishWords } from './english-words.ts';
import type { Extractor, ReadingOptions } from './extractor.ts';
import { type FittedModels, withShippedModels } from './fitted-models.ts';
import { withRulesOfSchema } from './from-schema/rules-of-schema.ts';
import { findLanguages } from './language.ts';
import { compileLanguage } from './languages/compile-language.ts';
import { viewsOf } from './languages/views-of-text.ts';
import { findNegations } from './negation.ts';
import { ownedBy, type Verifiable, verifyReading } from './network/verify-reading.ts';
import { memberOf, PhraseGroup } from './phrase-group.ts';
import { proposeCandidates } from './propose-candidates.ts';
import { currencyOfAmounts } from './quantities/endpoint.ts';
import { nothingRead, type ReadFields, readFields } from './read-fields.ts';
import { readMaybeRequest } from './read-request.ts';
import { readText } from './read-text.ts';
import { createRecordReader, nothingInRecord, type RecordReading } from './record/read-record.ts';
import { withRecord } from './record/with-record.ts';
import { compileRequests, type RequestCues } from './request-texts.ts';
import { isMostlyForeign, sideWeightsOf } from './side/decide-side.ts';
import { SpellingCorrector } from './word-forms.ts';

export type { ExtractionTools } from './compile-rule.ts';

/** An extractor that also shows the candidates of its decision, to write rules or to fit the decision. */
export interface ExplainingExtractor extends Extractor {
  explain(text: string, nowMs: number, known?: FieldValues): Promise<ReadFields>;
  /** The input of the network; null: the text is off the domain's topic, or in another language. */
  verifiable(text: string, nowMs: number, known?: FieldValues): Promise<Verifiable | null>;
}

/** Documents that a person or program filled in. */
const recordFormats: ReadonlySet<Format> = new Set(['json']);

export async function compileExtractor(
  declared: DomainDefinition,
  tools: ExtractionTools,
  given: Partial<FittedModels> = {},
): Promise<ExplainingExtractor> {
  const models = withShippedModels(given);
  // Opened here and not with the first text, which would wait for it.
  const reader = await models.reader(declared);
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
  const records = createRecordReader(definition);
  const decisionFacts = { model: models.decision, definition, labelWords };
  await tools.pause?.();
  const sides = definition.fields.find(({ name }) => name === sideName)?.values;
  const sideWeights =
    sides === undefined ? null : sideWeightsOf(definition.domain, sides, models.decision, models.sides);

  function documentOf(
    readable: string,
    nowMs: number,
    { cells, blocks }: Pick<DocumentParts, 'cells' | 'blocks'> = { cells: [], blocks: [] },
  ): TextDocument {
    const scoped = assignScopes(readText(readable, corrector, cells), scopeCues);
    return {
      ...scoped,
      nowMs,
      languages: findLanguages(scoped, vocabulary),
      negations: findNegations(scoped),
      layout: layoutOf(scoped, headingsOf(blocks)),
      isListed: (word) =>
        isKnown(word) ||
        isKnown(word.replace(/s$/, '')) ||
        groups.cues.hasPrefixOf(word) ||
        dictionaryWords().has(word) ||
        dictionaryWords().has(word.replace(/s$/, '')),
      encode: cachedEncode(tools.encoder),
    };
  }

  /** The values that the rules of a field find in the text of a leaf. */
  async function valuesByRules(field: FieldDefinition, leaf: string, nowMs: number) {
    const compiled = fields.find((one) => one.field === field);
    if (compiled === undefined) return [];
    const document = ownedBy('self', documentOf(leaf, nowMs));
    const { values } = await proposeCandidates(document, field, compiled.rules, () => true);
    const found = field.multiple ? values : values.filter(({ isFirstChoice }) => isFirstChoice).slice(0, 1);
    describeCandidates(document, found, { ...decisionFacts, sideProbability: 1, isForm: false });
    return found;
  }

  async function readByRules(
    text: string,
    nowMs: number,
    known: FieldValues,
    wanted: ReadonlySet<string> | undefined,
    depth: ReadingDepth,
  ): Promise<RulesReading> {
    const parts = readDocument(text);
    const document = documentOf(parts.readable, nowMs, parts);
    if (isOffTopic(document))
      return { read: nothingRead(document), record: nothingInRecord, verifiable: null };
    const record = await records.read(parts.pairs, {
      resolvePlace: tools.resolvePlace,
      readByRules: (field, leaf) => valuesByRules(field, leaf, nowMs),
      currency: () => currencyOfAmounts(document),
    });
    // The network knows English alone.
    const isForNetwork = !isMostlyForeign(document);
    const reading =
      reader === null || depth === 'fast' || !isForNetwork ? null : await reader.read(document.text);
    const sideOdds =
      reading === null || reader === null || sides === undefined
        ? null
        : reader.sideOdds(reading, sideName!, sides);
    const isForm = recordFormats.has(parts.format);
    const facts = { ...decisionFacts, sideWeights, sideOdds, isForm, leaves: record.whole };
    const sided = record.side === null ? known : { [record.side.field.name]: record.side.value, ...known };
    const toRead = fieldsToRead(ordered, sideName, wanted, requests);
    const readOf = (of: TextDocument, fieldsOf = toRead) =>
      readFields(of, viewsOf(of, readers), fieldsOf, facts, sided);
    const read =
      requests === null ? await readOf(document) : await readMaybeRequest(document, requests, readOf);
    const hard = toRead.filter(({ field }) => field.kind !== 'soft');
    const verifiable = async (): Promise<Verifiable> => ({
      domain: definition.domain,
      read,
      reading,
      otherwise: [
        (await readOf(ownedBy('self', document), hard)).candidates,
        (await readOf(ownedBy('wish', document), hard)).candidates,
      ],
      fields: toRead.map(({ field }) => field),
      owners: requests,
    });
    return { read, record, verifiable: isForNetwork ? verifiable : null };
  }

  async function read(
    text: string,
    nowMs: number,
    known: FieldValues,
    { wanted, depth = 'full' }: ReadingOptions,
  ): Promise<ReadFields> {
    const { read: plain, record, verifiable } = await readByRules(text, nowMs, known, wanted, depth);
    const joined = (own: ReadFields) => withRecord(own, record, sideName, known, wanted);
    if (reader === null || verifiable === null || givesNothing(plain)) return joined(plain);
    if (depth === 'full') return joined(await verifyReading(await verifiable(), reader));
    const fast = joined(plain);
    return { ...fast, extraction: { ...fast.extraction, isPartial: true } };
  }

  return {
    extract: async (text, nowMs, known = {}, options = {}) =>
      (await read(text, nowMs, known, options)).extraction,
    explain: (text, nowMs, known = {}) => read(text, nowMs, known, {}),
    verifiable: async (text, nowMs, known = {}) =>
      (await readByRules(text, nowMs, known, undefined, 'full')).verifiable?.() ?? null,
  };
}

const headingsOf = (blocks: readonly Block[]) =>
  blocks.filter(({ kind }) => kind === 'heading').map(({ start, end }) => [start, end] as const);

/** A reading by the rules alone, and the input of the network. */
interface RulesReading {
  readonly read: ReadFields;
  readonly record: RecordReading;
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
