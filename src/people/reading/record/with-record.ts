/** Joins the values that the leaves of a record state to what the rules read in its words. */
import { type FieldValue, type FieldValues, isGeo } from '../../../domains/field.ts';
import type { Candidate, ValueCandidate } from '../decision/candidate.ts';
import { featureAt, featureNames } from '../decision/feature-names.ts';
import { type TextDocument, wordsAt } from '../document.ts';
import type { ExtractedValue } from '../extractor.ts';
import type { ReadFields } from '../read-fields.ts';
import type { RecordReading, RecordValue } from './read-record.ts';

/** `known`: values of the client. `wanted`: the fields that are read; undefined: all. */
export function withRecord(
  read: ReadFields,
  record: RecordReading,
  sideName: string | undefined,
  known: FieldValues,
  names: ReadonlySet<string> | undefined,
): ReadFields {
  if (record.values.length === 0 && record.side === null) return read;
  const fieldValue = read.extraction.values.find(({ field }) => field === sideName)?.value;
  const side = sideName === undefined ? undefined : (known[sideName] ?? record.side?.value ?? fieldValue);
  // A number that the rules read for another field is that: "max latency" may be a bound of one's own.
  const isTaken = ({ field, value, span }: RecordValue) =>
    typeof value === 'number' &&
    read.extraction.values.some(
      (value) => value.field !== field.name && span[0] <= value.span[0] && value.span[1] <= span[1],
    );
  const stated = record.values.filter(
    (value) =>
      (names?.has(value.field.name) ?? true) &&
      (value.field.sides === undefined || (side !== undefined && value.field.sides.includes(String(side)))) &&
      !isTaken(value),
  );
  const values = new Map(read.extraction.values.map((value) => [value.field, value]));
  for (const field of new Set(stated.map((value) => value.field))) {
    const own = stated.filter((value) => value.field === field);
    const joined = (field.multiple ? joinedSet : joinedValue)(values.get(field.name), own);
    values.set(field.name, joined);
  }
  if (record.side !== null) values.set(record.side.field.name, extracted(record.side, record.side.value));
  const candidates: Candidate[] = [
    ...read.candidates,
    ...stated.map((value) => candidateOf(value, read.document)),
  ];
  return { ...read, candidates, extraction: { ...read.extraction, values: [...values.values()] } };
}

const extracted = ({ field, path, span, probability }: RecordValue, value: FieldValue): ExtractedValue => ({
  field: field.name,
  value,
  span,
  path,
  confidence: probability,
  origin: 'rules',
});

/** The more probable one. */
function joinedValue(value: ExtractedValue | undefined, stated: readonly RecordValue[]): ExtractedValue {
  const best = stated.reduce((kept, one) => (one.probability > kept.probability ? one : kept));
  // The rules have read the same leaf, and know the currency of the text.
  if (typeof value?.value === 'number' && best.span[0] <= value.span[0] && value.span[1] <= best.span[1])
    return { ...value, path: best.path, confidence: Math.max(value.confidence, best.probability) };
  if (value !== undefined && isGeo(best.field)) {
    // "Arizona" in a column, and Phoenix in the title.
    if (isWithin(value.value, best.value)) return value;
    if (isWithin(best.value, value.value)) return extracted(best, best.value);
  }
  if (value !== undefined && value.origin !== 'default' && value.confidence > best.probability) return value;
  return extracted(best, best.value);
}

/** Whether a place is written with the region or country that the other names alone. */
const isWithin = (place: FieldValue, area: FieldValue) => String(place).endsWith(`, ${area}`);

/** All of them; the confidence of a set is the mean of its values'. */
function joinedSet(
  extractedValue: ExtractedValue | undefined,
  stated: readonly RecordValue[],
): ExtractedValue {
  const known =
    extractedValue === undefined || extractedValue.origin === 'default' ? [] : [extractedValue.value].flat();
  const added = new Map<string, number>();
  for (const { value, probability } of stated)
    if (!known.includes(String(value)))
      added.set(String(value), Math.max(probability, added.get(String(value)) ?? 0));
  const sum =
    known.length * (extractedValue?.confidence ?? 0) + [...added.values()].reduce((a, b) => a + b, 0);
  const values = [...known, ...added.keys()] as readonly string[];
  if (added.size === 0) return extractedValue!;
  return {
    ...(known.length > 0 ? extractedValue! : extracted(stated[0]!, values)),
    value: values,
    confidence: sum / values.length,
  };
}

/** Only a fit reads them; the probability is the measured one. */
const features = new Float64Array(featureNames.length);
features[0] = 1;
features[featureAt['finder record']!] = 1;

function candidateOf(
  { field, value, path, span, probability }: RecordValue,
  document: TextDocument,
): ValueCandidate {
  const [first, last] = wordsAt(document, span);
  return {
    kind: 'value',
    field,
    finder: 'record',
    rule: 0,
    isSided: field.sides !== undefined,
    span,
    path,
    isFirstChoice: true,
    features,
    probability,
    value,
    finding: { value, confidence: probability, first, last, span, origin: 'rules' },
  };
}
