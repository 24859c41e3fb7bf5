/** Reads all fields of a text: the side first, then candidates of all fields, then the decision. */
import type { DomainDefinition } from '../../domains/definition.ts';
import type { FieldValue, FieldValues } from '../../domains/field.ts';
import type { Candidate } from './decision/candidate.ts';
import { decidePreferences, decideValue, THRESHOLD } from './decision/decide.ts';
import { describeCandidates } from './decision/describe-candidates.ts';
import { describeText } from './decision/describe-text.ts';
import { type Proposed, proposeCandidates, type SideTest } from './decision/propose-candidates.ts';
import type { TextFacts } from './decision/text-facts.ts';
import { spanOf, type TextDocument } from './document.ts';
import type { ExtractedValue, Extraction } from './extractor.ts';
import type { LanguageView } from './languages/views-of-text.ts';
import type { WeighedClaim } from './network/settle-claims.ts';
import type { RecordReading } from './record/read-record.ts';
import type { CompiledRule } from './rules/compile-rule.ts';
import type { CompiledField } from './rules/compiled-field.ts';
import { findText } from './rules/find-text.ts';
import { decideSide, type SideDecision, type SideWeights, type StatedSide } from './side/decide-side.ts';
import { statesNothing } from './states-nothing.ts';

export interface ReadFields {
  readonly document: TextDocument;
  readonly extraction: Extraction;
  readonly candidates: readonly Candidate[];
  readonly side: SideDecision | null;
  /** Absent: the network has not read the text. */
  readonly claims?: readonly WeighedClaim[];
}

export interface DomainFacts extends Omit<TextFacts, 'sideProbability' | 'definition'> {
  readonly definition: DomainDefinition;
  /** null: the domain has no sides. */
  readonly sideWeights: SideWeights | null;
  /** Log-odds of each side against none, by the network; null: it has not read the text. */
  readonly sideOdds: Float64Array | null;
  /** The side that a language model states; null: none. */
  readonly statedSide: StatedSide | null;
  /** Leaves of a record that are values as a whole. */
  readonly leaves: RecordReading['whole'];
}

export function nothingRead(document: TextDocument): ReadFields {
  const extraction = { values: [], preferences: {}, preferenceSpans: {} };
  return { document, extraction, candidates: [], side: null };
}

/** Fields of one side are read from this probability of the side on. */
const READ_SIDED_FROM = 0.6;

export async function readFields(
  document: TextDocument,
  views: readonly LanguageView[],
  fields: readonly CompiledField[],
  facts: DomainFacts,
  known: FieldValues,
): Promise<ReadFields> {
  const preferences: Record<string, unknown> = {};
  const preferenceSpans: Record<string, { span: readonly [number, number]; confidence: number }> = {};
  if (views.length === 0 && document.languages.isForeign.every((foreign) => foreign))
    return nothingRead(document);
  const sideName = facts.definition.sides?.field;
  const threshold = facts.definition.extraction?.threshold ?? THRESHOLD;
  // A stricter domain still takes a likely side: without it nothing of the text is read.
  const sideThreshold = Math.min(threshold, THRESHOLD);
  const side = await readSide(document, views, fields, facts);
  const fieldValue = sideName === undefined ? undefined : known[sideName];
  const isSideUnknown = fieldValue === undefined && (side === null || side.probability < sideThreshold);
  const isForSide = sideTest(fieldValue, side);
  const proposed = new Map<CompiledField, Proposed>();
  const sideProbability = fieldValue === undefined ? (side?.probability ?? 1) : 1;
  const candidates: Candidate[] = [];
  for (const read of [{ document, reader: null }, ...views]) {
    const ofView: Candidate[] = [];
    for (const compiled of fields) {
      const { field } = compiled;
      const all = read.reader === null ? compiled.rules : (read.reader.fields.get(field.name)?.rules ?? []);
      // A field of the other side may be demanded: a shopper has no rating, but wishes for one.
      const rules = isForSide(field.sides) ? all : all.filter(isDemand);
      if (field.name === sideName || rules.length === 0) continue;
      const proposing = proposeCandidates(read.document, field, rules, isForSide);
      const found = withoutLeaves(proposing instanceof Promise ? await proposing : proposing, facts.leaves);
      proposed.set(compiled, together(proposed.get(compiled), found));
      ofView.push(...found.values, ...found.preferences);
    }
    if (ofView.length > 0) describeCandidates(read.document, ofView, { ...facts, sideProbability });
    candidates.push(...ofView);
  }
  const needsValue = facts.definition.extraction?.needs_value === true;
  if (fieldValue === undefined && statesNothing(document, candidates, side, needsValue))
    return { document, extraction: { values: [], preferences, preferenceSpans }, candidates, side };
  const taken = takenWords(document, candidates, side);

  const keepPreferences = (field: CompiledField['field'], own: Proposed | undefined) => {
    for (const { key, preference, span, confidence } of own === undefined
      ? []
      : decidePreferences(document, field, own.preferences, threshold)) {
      preferences[key] = preference;
      preferenceSpans[key] = { span, confidence };
    }
  };
  const textFacts = { ...facts, sideProbability };
  const values: ExtractedValue[] = [];
  for (const compiled of fields) {
    const { field, defaults } = compiled;
    if (field.name === sideName) {
      if (side !== null && side.probability >= sideThreshold)
        values.push(sideValue(document, field.name, side));
      continue;
    }
    const own = proposed.get(compiled);
    keepPreferences(field, own);
    if (!isForSide(field.sides)) continue;
    const decided = own === undefined ? null : decideValue(field, own.values, threshold);
    const value =
      decided ??
      (compiled.texts.length === 0
        ? null
        : await readTexts(document, compiled, isForSide, taken, textFacts)) ??
      (views.length === 0 ? null : await readForeignTexts(views, compiled, isForSide, taken, textFacts));
    if (value !== null) values.push(value);
    else {
      const rule = defaults.find(({ sides }) => isForSide(sides));
      if (rule !== undefined) values.push(defaultValue(field.name, rule.value, rule.confidence));
    }
  }
  if (isSideUnknown && facts.definition.extraction?.needs_side === true && !hasRequired(values, fields))
    return nothingRead(document);
  return { document, extraction: { values, preferences, preferenceSpans }, candidates, side };
}

/**
 * Whether a text of one side demands something of a field that only its counterparts have: a founder's
 * "angels only".
 */
const isDemand = ({ rule }: CompiledRule) => rule.gives === 'preference' && rule.sides !== undefined;

/** Whether a required field was read. */
function hasRequired(values: readonly ExtractedValue[], fields: readonly CompiledField[]): boolean {
  const required = new Set(fields.filter(({ field }) => field.required).map(({ field }) => field.name));
  return values.some(({ field }) => required.has(field));
}

/** Rules of the side are not sided themselves; where the side is unknown, sided rules are not used. */
function sideTest(value: FieldValue | undefined, side: SideDecision | null): SideTest {
  const read = side !== null && side.probability >= READ_SIDED_FROM ? side.side : undefined;
  const current = String(value ?? read);
  return (sides) => sides === undefined || sides.includes(current);
}

/** A leaf that is the value of a field says nothing of others: `"category": "Automotive"`. */
function withoutLeaves(found: Proposed, leaves: RecordReading['whole']): Proposed {
  if (leaves.length === 0) return found;
  const isOther = ({ field, span }: Candidate) =>
    leaves.some((leaf) => leaf.span[0] <= span[0] && span[1] <= leaf.span[1] && !leaf.fields.has(field.name));
  return {
    values: found.values.filter((value) => !isOther(value)),
    preferences: found.preferences.filter((preference) => !isOther(preference)),
  };
}

function together(some: Proposed | undefined, more: Proposed): Proposed {
  if (some === undefined) return more;
  return {
    values: [...some.values, ...more.values],
    preferences: [...some.preferences, ...more.preferences],
  };
}

async function readSide(
  document: TextDocument,
  views: readonly LanguageView[],
  fields: readonly CompiledField[],
  { definition, sideWeights, sideOdds, statedSide }: DomainFacts,
): Promise<SideDecision | null> {
  const compiled = fields.find(({ field }) => field.name === definition.sides?.field);
  if (sideWeights === null || compiled === undefined) return null;
  const isUnsided: SideTest = (own) => own === undefined;
  const readings = [
    await proposeCandidates(document, compiled.field, compiled.rules, isUnsided),
    ...(await Promise.all(
      views.map(({ reader, document: view }) =>
        proposeCandidates(
          view,
          compiled.field,
          reader.fields.get(compiled.field.name)?.rules ?? [],
          isUnsided,
        ),
      ),
    )),
  ];
  const values = readings.flatMap((reading) => reading.values);
  const found = values.map(({ finding, rule, value }) => ({ ...finding, value, rule }));
  const first = values.findIndex(({ isFirstChoice }) => isFirstChoice);
  return decideSide(document, sideWeights, found, found[first], sideOdds, statedSide);
}

/** The words that hard fields were read from; the side has those of its phrase. */
function takenWords(
  document: TextDocument,
  candidates: readonly Candidate[],
  side: SideDecision | null,
): Uint8Array {
  const taken = new Uint8Array(document.words.length);
  for (const { first, last } of side?.findings ?? []) taken.fill(1, first, last);
  for (const { field, finding, isFirstChoice, probability } of candidates)
    if (field.kind === 'hard' && (isFirstChoice || probability >= THRESHOLD))
      taken.fill(1, finding.first, finding.last);
  return taken;
}

function sideValue(document: TextDocument, field: string, side: SideDecision): ExtractedValue {
  const span: readonly [number, number] =
    side.finding === undefined ? [0, document.text.length] : spanOf(document, side.finding);
  return { field, value: side.side, span, confidence: side.probability, origin: 'rules' };
}

async function readTexts(
  document: TextDocument,
  { field, texts }: CompiledField,
  isForSide: SideTest,
  taken: Uint8Array,
  facts: TextFacts,
): Promise<ExtractedValue | null> {
  for (const compiled of texts) {
    if (!isForSide(compiled.rule.sides)) continue;
    const found = await findText(document, compiled, taken);
    if (found === null) continue;
    const ofSide = field.sides === undefined && compiled.rule.sides === undefined ? 1 : facts.sideProbability;
    const confidence = ofSide * describeText(document, field, found, facts);
    return { field: field.name, ...found, confidence };
  }
  return null;
}

async function readForeignTexts(
  views: readonly LanguageView[],
  { field }: CompiledField,
  isForSide: SideTest,
  taken: Uint8Array,
  facts: TextFacts,
): Promise<ExtractedValue | null> {
  for (const { reader, document } of views) {
    const compiled = reader.fields.get(field.name);
    const found =
      compiled === undefined ? null : await readTexts(document, compiled, isForSide, taken, facts);
    if (found !== null) return found;
  }
  return null;
}

function defaultValue(field: string, value: FieldValue, confidence = 0.5): ExtractedValue {
  return { field, value, span: [0, 0], confidence, origin: 'default' };
}
