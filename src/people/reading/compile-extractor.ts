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
import { readMaybeRequest } from './asked/read-request.ts';
import type { RequestCues } from './asked/request-texts.ts';
import { compileDomain } from './compile-domain.ts';
import { describeCandidates } from './decision/describe-candidates.ts';
import { proposeCandidates } from './decision/propose-candidates.ts';
import type { Block, Format } from './document/blocks.ts';
import { readDocument } from './document/read-document.ts';
import type { TextDocument } from './document.ts';
import { lostReadings } from './explanation/lost-readings.ts';
import { withSigns } from './explanation/with-signs.ts';
import type { Extraction, Extractor, ReadingOptions } from './extractor.ts';
import type { FittedModels } from './fitted-models.ts';
import { viewsOf } from './languages/views-of-text.ts';
import { statedOfSide, statedSide } from './llm/stated-side.ts';
import { decideByEvidence, ownedBy, type UndecidedReading } from './network/decide-by-evidence.ts';
import type { DecisionWeights } from './network/decision-weights.ts';
import type { TextReading } from './network/domain-reader.ts';
import { isMostlyLatin } from './network/is-mostly-latin.ts';
import { currencyOfAmounts } from './quantities/endpoint.ts';
import { nothingRead, type ReadFields, readFields } from './read-fields.ts';
import { withOwnLabels } from './record/own-labels.ts';
import { nothingInRecord, type RecordReading } from './record/read-record.ts';
import { withRecord } from './record/with-record.ts';
import type { ExtractionTools } from './rules/compile-rule.ts';
import type { CompiledField } from './rules/compiled-field.ts';
import { isMostlyForeign } from './side/decide-side.ts';

export type { ExtractionTools } from './rules/compile-rule.ts';

/** An extractor that also shows the candidates of its decision, to write rules or to fit the decision. */
export interface ExplainingExtractor extends Extractor {
  explain(text: string, nowMs: number, known?: FieldValues, options?: ReadingOptions): Promise<ReadFields>;
  /** The input of the network; null: the text is off the domain's topic. */
  undecided(text: string, nowMs: number, known?: FieldValues): Promise<UndecidedReading | null>;
}

/** Documents that a person or program filled in. */
const recordFormats: ReadonlySet<Format> = new Set(['json']);

export async function compileExtractor(
  declared: DomainDefinition,
  tools: ExtractionTools,
  given: Partial<FittedModels> = {},
): Promise<ExplainingExtractor> {
  const domain = await compileDomain(declared, tools, given);
  const { definition, reader, fields, ordered, readers, sideName, sides, sideWeights } = domain;
  const { requests, records, decisionFacts, documentOf, isOffTopic } = domain;

  const decidingBy = (decision: DecisionWeights | undefined) =>
    reader === null || decision === undefined ? reader : { ...reader, decision };

  const sideOf = ({ side }: ReadFields, known: FieldValues) =>
    sideName === undefined ? undefined : (known[sideName] ?? (side?.probability ? side.side : undefined));

  /**
   * A text of which the rules read nothing is no profile. They know little of other languages: there the network
   * says whether it is one, and a fast reading leaves that to the full one.
   */
  function maybeProfile(
    { extraction }: ReadFields,
    isForeign: boolean,
    reading: TextReading | null,
  ): boolean {
    if (!givesNothing(extraction)) return true;
    return isForeign && (reading === null || (reader !== null && reader.profileOdds(reading) >= 0));
  }

  /** The values that the rules of a field find in the text of a leaf. */
  async function valuesByRules(field: FieldDefinition, leaf: string, nowMs: number) {
    const compiled = fields.find((compiledField) => compiledField.field === field);
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
    { wanted, depth = 'full', stated }: ReadingOptions,
  ): Promise<RulesReading> {
    const parts = readDocument(text);
    const { blocks } = parts;
    const document = documentOf(parts.readable, nowMs, parts);
    if (isOffTopic(document)) return { ...nothingOnTopic, read: nothingRead(document), blocks };
    // A labelled line of a request may be about who is asked.
    const pairs =
      requests === null
        ? withOwnLabels(parts.pairs, document)
        : parts.pairs.filter(({ isLabel }) => isLabel !== true);
    const record = await records.read(pairs, {
      ...tools,
      readByRules: (field, leaf) => valuesByRules(field, leaf, nowMs),
      currency: () => currencyOfAmounts(document),
    });
    // The network was fitted on English: elsewhere it is evidence for values, but not for the side.
    const isForeign = isMostlyForeign(document);
    const isForNetwork = reader !== null && (!isForeign || isMostlyLatin(document.text));
    const reading = isForNetwork && depth !== 'fast' ? await reader.read(document.text) : null;
    const sideOdds =
      reading === null || reader === null || sides === undefined || isForeign
        ? null
        : reader.sideOdds(reading, sideName!, sides);
    const isForm = recordFormats.has(parts.format);
    const ofModel = { statedSide: statedSide(stated, sideName) };
    const facts = { ...decisionFacts, sideWeights, sideOdds, ...ofModel, isForm, leaves: record.whole };
    const sided = record.side === null ? known : { [record.side.field.name]: record.side.value, ...known };
    const toRead = fieldsToRead(ordered, sideName, wanted, requests);
    const readOf = (document: TextDocument, fieldsOf = toRead) =>
      readFields(document, viewsOf(document, readers), fieldsOf, facts, sided);
    const read =
      requests === null ? await readOf(document) : await readMaybeRequest(document, requests, readOf);
    const hard = toRead.filter(({ field }) => field.kind !== 'soft');
    const undecided = async (): Promise<UndecidedReading> => ({
      domain: definition.domain,
      read,
      reading,
      isForeign,
      sideField: sideName ?? null,
      otherwise: [
        (await readOf(ownedBy('self', document), hard)).candidates,
        (await readOf(ownedBy('wish', document), hard)).candidates,
      ],
      fields: toRead.map(({ field }) => field),
      owners: requests,
      stated: stated === undefined ? null : statedOfSide(stated, definition, sideOf(read, sided)),
    });
    return {
      read,
      record,
      blocks,
      undecided,
      maybeProfile: isForNetwork && maybeProfile(read, isForeign, reading),
    };
  }

  async function read(
    text: string,
    nowMs: number,
    known: FieldValues,
    options: ReadingOptions,
  ): Promise<ReadFields> {
    const {
      read: plain,
      record,
      blocks,
      undecided,
      maybeProfile,
    } = await readByRules(text, nowMs, known, options);
    const { depth = 'full', stated, wanted, explained = false, decision } = options;
    const joined = (own: ReadFields): ReadFields => {
      const whole = withSigns(withRecord(own, record, sideName, known, wanted), blocks);
      if (!explained) return whole;
      const lost = lostReadings(whole, blocks, requests, sideName);
      return { ...whole, extraction: { ...whole.extraction, lost } };
    };
    if (undecided === null || (stated === undefined && !maybeProfile)) return joined(plain);
    if (depth === 'full') return joined(await decideByEvidence(await undecided(), decidingBy(decision)));
    const fast = joined(plain);
    return { ...fast, extraction: { ...fast.extraction, isPartial: true } };
  }

  return {
    extract: async (text, nowMs, known = {}, options = {}) =>
      (await read(text, nowMs, known, options)).extraction,
    explain: (text, nowMs, known = {}, options = {}) => read(text, nowMs, known, options),
    undecided: async (text, nowMs, known = {}) => {
      const { undecided } = await readByRules(text, nowMs, known, {});
      return undecided?.() ?? null;
    },
  };
}

/** A reading by the rules alone, and the input of the decision over all evidence. */
interface RulesReading {
  readonly read: ReadFields;
  readonly record: RecordReading;
  readonly blocks: readonly Block[];
  /** null: the text is off the domain's topic. */
  readonly undecided: (() => Promise<UndecidedReading>) | null;
  /** Whether the network may find more in the text. */
  readonly maybeProfile: boolean;
}

const nothingOnTopic = { record: nothingInRecord, undecided: null, maybeProfile: false } as const;

const givesNothing = ({ values, preferences }: Extraction) =>
  values.length === 0 && Object.keys(preferences).length === 0;

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
