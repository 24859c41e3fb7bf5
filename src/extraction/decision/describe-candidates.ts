/**
 * Describes all candidates of a text by their features: finder, owner of the clause, heading and label,
 * competing readings, and how the field's other candidates agree. Takes time linear in candidates and words.
 */
import type { DomainDefinition } from '../../domains/definition.ts';
import type { FieldDefinition } from '../../domains/field.ts';
import { logit } from '../../numeric/logistic.ts';
import type { Finding, TextDocument } from '../document.ts';
import { isNegated } from '../negation.ts';
import { isEnglishWord } from '../word-forms.ts';
import type { Candidate } from './candidate.ts';
import type { DecisionModel } from './decision-model.ts';
import { featureAt, featureNames } from './feature-names.ts';

const at = (name: string): number => featureAt[name]!;
// Looked up once: the code below runs for every candidate.
const F = {
  second: at('second rule'),
  later: at('later rule'),
  earlier: at('an earlier rule has a candidate'),
  first: at('first choice'),
  firstAgainst: at('first choice, against others'),
  only: at('only value'),
  repeated: at('repeated'),
  others: at('share of other values'),
  surer: at('share of surer values'),
  beside: at('beside another of the set'),
  zero: at('zero beside an amount'),
  alsoDistance: at('also read as a distance'),
  far: at('far distance'),
  limitUnwished: at('limit, without a wish'),
  head: at('place at the head'),
  competing: at('competing reading'),
  inside: at('inside a longer reading'),
  ownLabel: at('agrees with the label'),
  otherLabel: at('label of another field'),
  wish: at('owner wish'),
  wishSet: at('owner wish, set'),
  other: at('owner other'),
  past: at('owner past'),
  spokenFor: at('spoken for'),
  excluded: at('excluding cue'),
  limit: at('limit, begins with a wish'),
  number: at('number, begins with a wish'),
  everyday: at('everyday word as a place'),
  beforeSmall: at('place before a small letter'),
  derived: at('derived'),
  derivedPrototype: at('derived, prototype'),
  negated: at('negated'),
  hedged: at('hedged'),
  conditional: at('conditional'),
  pastTense: at('past tense before'),
  question: at('question'),
  quoted: at('in quotation marks'),
  oneWord: at('one word'),
  shortWord: at('one short word'),
  threeWords: at('three or more words'),
  corrected: at('corrected spelling'),
  noCue: at('no cue in the clause'),
  distance: at('distance of the cue'),
  sure: at('amount without currency, sure'),
  doubtful: at('amount without currency, doubtful'),
  year: at('bare year'),
  small: at('small number'),
  unlike: at('number unlike others of the field'),
  cosine: at('cosine'),
  margin: at('margin'),
  sideUnsure: at('side unsure'),
  firstSentence: at('first sentence'),
  long: at('long text'),
  longSet: at('long text, set'),
  short: at('short text'),
  form: at('form'),
  bullet: at('bullet'),
  foreign: at('partly foreign'),
  rangePreference: at('preference of a range'),
  distancePreference: at('preference of a distance'),
  confidence: at('confidence of the rule'),
  confidencePreference: at('confidence of the rule, preference'),
  confidenceNumber: at('confidence of the rule, number'),
  confidenceSet: at('confidence of the rule, set'),
  set: at('set'),
  geo: at('geo'),
  preference: at('preference'),
};
const finderAt = (name: string) => featureAt[`finder ${name}`];
const sectionAt = (kind: string) => featureAt[`section ${kind}`];

const hedges =
  /^(?:maybe|perhaps|possibly|would|could|might|almost|nearly|hopefully|someday|eventually|considering|thinking|dream|imagine|unless|wish|wishes)$/;
const pastForms =
  /^(?:was|were|had|been|previously|formerly|former|ex|until|once|ago|paid|originally|old|last)$/;
const LOOK_BACK = 4;
/** Few people look for somebody farther away. */
const FAR_KM = 1000;

const limitName = /^(?:max|min|least|most|budget)_|_(?:max|min|limit)(?:_|$)/;

export interface TextFacts {
  readonly model: DecisionModel;
  readonly definition: Pick<DomainDefinition, 'domain'>;
  /** Words of each field's name and label. */
  readonly labelWords: ReadonlyMap<string, ReadonlySet<string>>;
  /** 0..1: the probability of the side that the sided fields are read for; 1 without sides. */
  readonly sideProbability: number;
  /** The text was a JSON document. */
  readonly isForm: boolean;
}

export function describeCandidates(
  document: TextDocument,
  candidates: readonly Candidate[],
  facts: TextFacts,
): void {
  const text = textFeatures(document, facts);
  const byField = rivalsOf(candidates);
  const readers = readersByWord(document, candidates);
  for (const candidate of candidates) {
    const x = new Float64Array(featureNames.length);
    describeFinder(x, candidate);
    describeOthers(x, candidate, byField.get(`${candidate.kind} ${candidate.field.name}`)!);
    describeReadings(x, candidate, readers);
    describeClause(x, document, candidate.finding, facts, candidate.field);
    if (candidate.field.multiple) x[F.wishSet] = x[F.wish]!;
    describeWords(x, document, candidate, facts);
    x[F.long] = text.long;
    x[F.longSet] = candidate.field.multiple ? text.long : 0;
    x[F.short] = text.short;
    x[F.form] = text.form;
    x[F.foreign] = text.foreign;
    x[F.sideUnsure] = candidate.isSided ? 1 - facts.sideProbability : 0;
    candidate.features = x;
    const name = `${facts.definition.domain}.${candidate.field.name}`;
    candidate.probability = facts.model.probability(
      x,
      candidate.kind === 'preference' ? `${name} preference` : name,
      candidate.kind === 'value' && candidate.field.values !== undefined ? String(candidate.value) : null,
    );
  }
}

/** Other candidates that one is compared with, so that a text of any length takes linear time. */
const MAX_RIVALS = 100;

function rivalsOf(candidates: readonly Candidate[]): ReadonlyMap<string, readonly Candidate[]> {
  const rivals = new Map<string, Candidate[]>();
  for (const candidate of candidates) {
    const key = `${candidate.kind} ${candidate.field.name}`;
    const known = rivals.get(key);
    if (known === undefined) rivals.set(key, [candidate]);
    else if (known.length < MAX_RIVALS) known.push(candidate);
  }
  return rivals;
}

function textFeatures({ words, languages }: TextDocument, { isForm }: TextFacts) {
  return {
    long: Math.min(3, Math.max(0, Math.log2((words.length + 1) / 40))),
    short: words.length < 8 ? 1 : 0,
    form: isForm ? 1 : 0,
    foreign: languages.isForeign.some((foreign) => foreign) ? 1 : 0,
  };
}

function describeFinder(x: Float64Array, { finder, field, kind, rule, finding, ...rest }: Candidate): void {
  x[0] = 1;
  const ofFinder = finderAt(finder);
  if (ofFinder !== undefined) x[ofFinder] = 1;
  const confidence = logit(Math.min(0.99, Math.max(0.05, finding.confidence)));
  x[F.confidence] = confidence;
  if (field.multiple) [x[F.set], x[F.confidenceSet]] = [1, confidence];
  if (field.format === 'geo') x[F.geo] = 1;
  if (finder === 'number') x[F.confidenceNumber] = confidence;
  if (kind === 'preference') {
    [x[F.preference], x[F.confidencePreference]] = [1, confidence];
    if ('preference' in rest && rest.preference.kind === 'range') x[F.rangePreference] = 1;
    if ('preference' in rest && rest.preference.kind === 'distance') {
      x[F.distancePreference] = 1;
      if (rest.preference.km > FAR_KM) x[F.far] = 1;
    }
  }
  if (rule === 1) x[F.second] = 1;
  if (rule > 1) x[F.later] = 1;
}

function describeOthers(x: Float64Array, candidate: Candidate, others: readonly Candidate[]): void {
  let [same, surer, earlier, beside] = [0, 0, false, false];
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
  x[F.others] = (others.length - same) / others.length;
  if (candidate.isFirstChoice) x[F.first] = 1;
  if (candidate.isFirstChoice && same < others.length) x[F.firstAgainst] = 1;
}

/** Two confidences are alike within this. */
const SURER = 0.1;
/** Words between two items of a list. */
const MAX_LIST_WORDS = 1;

/** What must be equal in two candidates that agree. */
function readingOf(candidate: Candidate): unknown {
  if (candidate.kind === 'value') return candidate.value;
  const { preference } = candidate;
  if (preference.kind === 'range')
    return `${preference.gte ?? preference.gt}..${preference.lte ?? preference.lt}`;
  return preference.kind === 'value' ? preference.value : preference.km;
}

/** By word: the candidates that were read from it. */
function readersByWord(document: TextDocument, candidates: readonly Candidate[]) {
  const readers = new Map<number, Candidate[]>();
  for (const candidate of candidates) {
    const { first, last } = candidate.finding;
    // A sentence near a prototype is no reading of its words.
    if (candidate.finder === 'prototype' || last - first > MAX_READ_WORDS) continue;
    for (let word = first; word < Math.min(last, document.words.length); word++) {
      const known = readers.get(word);
      if (known === undefined) readers.set(word, [candidate]);
      else if (known.length < MAX_READERS) known.push(candidate);
    }
  }
  return readers;
}
const MAX_READ_WORDS = 16;
const MAX_READERS = 12;

function describeReadings(
  x: Float64Array,
  candidate: Candidate,
  readers: ReadonlyMap<number, readonly Candidate[]>,
): void {
  const { first, last, confidence } = candidate.finding;
  for (const other of readers.get(first) ?? []) {
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

function describeClause(
  x: Float64Array,
  document: TextDocument,
  { first, last }: Finding,
  { labelWords }: TextFacts,
  field: FieldDefinition,
): void {
  const { words, scopes, layout, sentences } = document;
  const scope = scopes[first];
  const word = words[first]!;
  if (scope === 'wish') x[F.wish] = 1;
  if (scope === 'other') x[F.other] = 1;
  if (document.isSpokenFor) x[F.spokenFor] = 1;
  if (scope === 'past') x[F.past] = 1;
  if (isNegated(document, document.negations, first, last)) x[F.negated] = 1;
  for (let before = Math.max(0, first - LOOK_BACK); before < first; before++) {
    if (words[before]!.clause !== word.clause) continue;
    const { form } = words[before]!;
    if (hedges.test(form)) x[F.hedged] = 1;
    if (pastForms.test(form)) x[F.pastTense] = 1;
  }
  const sentence = sentences[word.sentence]!;
  if (/^(?:if|unless|when|whenever|should)$/.test(words[sentence.first]!.form)) x[F.conditional] = 1;
  if (/^\s*["'”’)]*\?/.test(sentence.tail)) x[F.question] = 1;
  if (/["“«]$/.test(word.gap) && /^["”»]/.test(words[last]?.gap ?? sentence.tail)) x[F.quoted] = 1;
  if (word.sentence === 0) x[F.firstSentence] = 1;
  if (layout.isBullet[word.sentence] === true) x[F.bullet] = 1;
  const section = layout.sections[word.sentence];
  if (section !== undefined) x[sectionAt(section)!] = 1;
  const label = layout.labels[word.sentence];
  if (label === undefined || first < label[1]) return;
  const forms = words.slice(label[0], label[1]).map(({ word: written }) => written);
  if (forms.some((form) => labelWords.get(field.name)?.has(form))) x[F.ownLabel] = 1;
  else if ([...labelWords.values()].some((own) => forms.every((form) => own.has(form)))) x[F.otherLabel] = 1;
}

function describeWords(
  x: Float64Array,
  document: TextDocument,
  candidate: Candidate,
  facts: TextFacts,
): void {
  const { first, last, corrected, cosine, margin, cueDistance, withoutCurrency } = candidate.finding;
  const word = document.words[first]!;
  if (last - first === 1) x[F.oneWord] = 1;
  if (last - first === 1 && word.word.length <= 3) x[F.shortWord] = 1;
  if (last - first >= 3) x[F.threeWords] = 1;
  if (corrected === true) x[F.corrected] = 1;
  if (cosine !== undefined) x[F.cosine] = cosine;
  if (margin !== undefined) x[F.margin] = margin;
  if (candidate.finding.isExcluded === true) x[F.excluded] = 1;
  if (candidate.field.kind === 'derived')
    x[candidate.finder === 'prototype' ? F.derivedPrototype : F.derived] = 1;
  if (candidate.finder === 'place' && candidate.kind === 'value')
    describePlace(x, document, candidate.finding);
  if (candidate.finder !== 'number') return;
  if (document.scopes[0] === 'wish' || document.scopes[2] === 'wish')
    x[limitName.test(candidate.field.name) ? F.limit : F.number] = 1;
  else if (limitName.test(candidate.field.name) && !document.scopes.includes('wish')) x[F.limitUnwished] = 1;
  if (cueDistance !== undefined) {
    x[F.distance] = Math.min(1, cueDistance / 8);
    if (cueDistance > 5) x[F.noCue] = 1;
  }
  if (withoutCurrency === 'sure') x[F.sure] = 1;
  if (withoutCurrency === 'doubtful') x[F.doubtful] = 1;
  if (last - first === 1 && /^(?:19|20)\d\d$/.test(word.word)) x[F.year] = 1;
  if (candidate.kind !== 'value' || typeof candidate.value !== 'number') return;
  if (candidate.value < 10) x[F.small] = 1;
  x[F.unlike] = facts.model.surpriseOf(`${facts.definition.domain}.${candidate.field.name}`, candidate.value);
}

const HEAD_WORDS = 8;

/** "Tell us more" and "Can be collected" begin with names of towns. */
function describePlace(x: Float64Array, { words }: TextDocument, { first, last }: Finding): void {
  const [word, next] = [words[first]!, words[last]];
  if (last - first === 1 && isEnglishWord(word.word)) x[F.everyday] = 1;
  if (first < HEAD_WORDS) x[F.head] = 1;
  if (next !== undefined && next.gap === ' ' && !next.capital && words[first - 1]?.clause !== word.clause)
    x[F.beforeSmall] = 1;
}
