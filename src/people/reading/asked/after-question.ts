/**
 * Facts after a question belong to the counterpart. In "I plan tours. Looking for somebody who books hotels.
 * Two seconds, GDPR, 3 cents a call", the seconds, the certificate and the price are demands. In texts of
 * strangers this holds for 143 of 145 answer times after a question, and for 196 of 202 amounts. A fact that
 * the writer states in so many words ("we charge") stays the writer's, and so does a fact with a label.
 */
import type { ValueCandidate } from '../decision/candidate.ts';
import { decideValue, THRESHOLD } from '../decision/decide.ts';
import type { TextDocument } from '../document.ts';
import type { ExtractedValue, Extraction } from '../extractor.ts';
import type { ReadFields } from '../read-fields.ts';
import type { Limits } from './own-limits.ts';
import type { RequestCues } from './request-texts.ts';

type Cues = Pick<RequestCues, 'asks' | 'limits' | 'conditions' | 'states'>;
type Span = readonly [number, number];
type IsAsked = (span: Span) => boolean;

/** Characters between an amount and how it is paid: "10 cents a call". */
const BESIDE = 12;

export function ofOwnersAfterQuestion(read: ReadFields, cues: Cues): ReadFields {
  const question = read.extraction.values.find(({ field }) => field === cues.asks);
  if (question === undefined) return read;
  const [from] = question.span;
  const stated = cues.states?.matches(read.document) ?? [];
  const isAsked: IsAsked = (span) =>
    span[0] >= from && !isOwn(read.document, wordAt(read.document, span), from, stated);
  const limited = cues.limits.reduce(
    (extraction, limit) => withLimit(extraction, limit, read, isAsked),
    read.extraction,
  );
  const extraction = cues.conditions.reduce(
    (extraction, field) => withCondition(extraction, field, isAsked),
    limited,
  );
  return { ...read, extraction };
}

const wordAt = ({ words }: TextDocument, [start]: Span) => words.findIndex(({ end }) => end > start);

/** Words of labels of limits: "Max. response: 2 s". */
const limitWords = new Set(
  'max maximum most limit limits cap ceiling budget longest wait waits patience timeout deadline pay pays'.split(
    ' ',
  ),
);

/** Whether the writer's words or the label of a line after the question say that it is the writer's. */
function isOwn(
  { words, sentences, layout }: TextDocument,
  at: number,
  from: number,
  stated: readonly Readonly<{ first: number; last: number }>[],
): boolean {
  const { sentence } = words[at]!;
  const { first, last } = sentences[sentence]!;
  if (stated.some((one) => one.first >= first && one.last <= last)) return true;
  if (layout.isBullet[sentence] === true) return true;
  const label = layout.labels[sentence];
  if (label === undefined || at < label[1] || words[label[0]]!.start < from) return false;
  return !words.slice(...label).some(({ form }) => limitWords.has(form));
}

/** Turns a number of the writer's into a limit. A number before the question takes its place. */
function withLimit(
  extraction: Extraction,
  { field, own, hides = [], means }: Limits[number],
  read: ReadFields,
  isAsked: IsAsked,
): Extraction {
  const value = extraction.values.find((value) => value.field === own);
  if (value === undefined) {
    // "I'd pay a cent per call" says nothing of how the writer is paid, whether the amount is read or not.
    const isMeant = (value: ExtractedValue) =>
      hides.includes(value.field) && value.value === means && isAsked(value.span);
    return { ...extraction, values: extraction.values.filter((value) => !isMeant(value)) };
  }
  if (!isAsked(value.span)) return extraction;
  const others = extraction.values.filter(
    (extractedValue) =>
      extractedValue !== value &&
      !(hides.includes(extractedValue.field) && isBeside(extractedValue.span, value.span)),
  );
  const before = earlier(read, own, isAsked);
  const isKnown = others.some((one) => one.field === field);
  return {
    ...extraction,
    values: [...others, ...(before === null ? [] : [before]), ...(isKnown ? [] : [{ ...value, field }])],
  };
}

function earlier({ candidates }: ReadFields, name: string, isAsked: IsAsked): ExtractedValue | null {
  const kept = candidates.filter(
    (candidate): candidate is ValueCandidate =>
      candidate.kind === 'value' && candidate.field.name === name && !isAsked(candidate.span),
  );
  return kept[0] === undefined ? null : decideValue(kept[0].field, kept, THRESHOLD);
}

const isBeside = ([start, end]: Span, [from, to]: Span): boolean =>
  start <= to + BESIDE && end >= from - BESIDE;

/** Turns a fact of the writer's into a preference. */
function withCondition(extraction: Extraction, name: string, isAsked: IsAsked): Extraction {
  const value = extraction.values.find((value) => value.field === name);
  if (value === undefined || !isAsked(value.span)) return extraction;
  const values = extraction.values.filter((extractedValue) => extractedValue !== value);
  if (name in extraction.preferences) return { ...extraction, values };
  const { span, confidence } = value;
  return {
    values,
    preferences: { ...extraction.preferences, [name]: preferenceOf(value.value) },
    preferenceSpans: { ...extraction.preferenceSpans, [name]: { span, confidence } },
  };
}

/** A share is the least that is wanted. */
function preferenceOf(value: ExtractedValue['value']): unknown {
  if (typeof value === 'number') return { gte: value };
  return Array.isArray(value) && value.length === 1 ? value[0] : value;
}
