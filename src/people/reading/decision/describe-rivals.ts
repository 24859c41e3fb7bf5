/** Features of a candidate beside others: of its field, and of other fields that read the same words. */
import type { FieldDefinition } from '../../../domains/field.ts';
import type { TextDocument } from '../document.ts';
import type { Candidate } from './candidate.ts';
import { F } from './feature-positions.ts';

/** Other candidates that one is compared with, so that a text of any length takes linear time. */
const MAX_RIVALS = 100;

/** By kind and field. */
type Rivals = Readonly<Record<Candidate['kind'], ReadonlyMap<FieldDefinition, readonly Candidate[]>>>;

export function rivalsOf(candidates: readonly Candidate[]): Rivals {
  const rivals = {
    value: new Map<FieldDefinition, Candidate[]>(),
    preference: new Map<FieldDefinition, Candidate[]>(),
  };
  for (const candidate of candidates) {
    const ofKind = rivals[candidate.kind];
    const known = ofKind.get(candidate.field);
    if (known === undefined) ofKind.set(candidate.field, [candidate]);
    else if (known.length < MAX_RIVALS) known.push(candidate);
  }
  return rivals;
}

export function describeOthers(x: Float64Array, candidate: Candidate, others: readonly Candidate[]): void {
  let same = 0;
  let surer = 0;
  let earlier = false;
  let beside = false;
  const own = readingOf(candidate);
  const { first, last, confidence } = candidate.finding;
  for (const other of others) {
    if (other === candidate || readingOf(other) === own) {
      same++;
      continue;
    }
    if (other.rule < candidate.rule) earlier = true;
    if (other.finding.confidence >= confidence - SURER) surer++;
    const gap = other.finding.first >= last ? other.finding.first - last : first - other.finding.last;
    if (gap <= MAX_LIST_WORDS) beside = true;
  }
  x[F.surer] = surer / others.length;
  if (candidate.field.multiple && beside) x[F.beside] = 1;
  if (own === 0 && same < others.length) x[F.zero] = 1;
  if (earlier) x[F.earlier] = 1;
  if (same === others.length) x[F.only] = 1;
  x[F.repeated] = Math.min(2, Math.log2(Math.max(1, same)));
  const share = (others.length - same) / others.length;
  // Several wishes of a set agree: "Ukrainian, Arabic, Farsi and German" are no rivals of one another.
  const isWishedSet = candidate.kind === 'preference' && candidate.field.multiple;
  x[F.others] = isWishedSet ? Math.min(MAX_WISHED_SHARE, share) : share;
  if (candidate.isFirstChoice) x[F.first] = 1;
  if (candidate.isFirstChoice && same < others.length) x[F.firstAgainst] = 1;
}

const MAX_WISHED_SHARE = 0.5;
/** Two confidences are alike within this. */
const SURER = 0.1;
/** Words between two items of a list. */
const MAX_LIST_WORDS = 1;

/** The part of a candidate that is equal in candidates that agree. */
function readingOf(candidate: Candidate): unknown {
  if (candidate.kind === 'value') return candidate.value;
  const { preference } = candidate;
  if (preference.kind === 'range')
    return `${preference.gte ?? preference.gt}..${preference.lte ?? preference.lt}`;
  return preference.kind === 'value' ? preference.value : preference.km;
}

/** By word: the candidates that were read from it. */
export function readersByWord(document: TextDocument, candidates: readonly Candidate[]) {
  const readers: (Candidate[] | undefined)[] = [];
  for (const candidate of candidates) {
    const { first, last } = candidate.finding;
    // A sentence near a prototype is no reading of its words.
    if (candidate.finder === 'prototype' || last - first > MAX_READ_WORDS) continue;
    for (let word = first; word < Math.min(last, document.words.length); word++) {
      const known = readers[word];
      if (known === undefined) readers[word] = [candidate];
      else if (known.length < MAX_READERS) known.push(candidate);
    }
  }
  return readers;
}
const MAX_READ_WORDS = 16;
const MAX_READERS = 12;

export function describeReadings(
  x: Float64Array,
  candidate: Candidate,
  readers: readonly (readonly Candidate[] | undefined)[],
): void {
  const { first, last, confidence } = candidate.finding;
  for (const other of readers[first] ?? []) {
    if (other === candidate || other.field === candidate.field) continue;
    if (candidate.finder === 'number' && other.kind === 'preference' && other.preference.kind === 'distance')
      x[F.alsoDistance] = 1;
    if (other.finding.confidence > confidence) x[F.competing] = 1;
    if (
      other.finding.first <= first &&
      other.finding.last >= last &&
      other.finding.last - other.finding.first > last - first
    )
      x[F.inside] = 1;
  }
}
