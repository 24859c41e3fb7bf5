/**
 * Describes all candidates of a text by their features: finder, owner of the clause, heading and label,
 * competing readings, and agreement of the field's other candidates. Takes time linear in candidates and
 * words.
 */
import type { FieldDefinition } from '../../../domains/field.ts';
import { logit } from '../../../platform/numeric/logistic.ts';
import type { Finding, TextDocument } from '../document.ts';
import { isNegated } from '../negation/is-negated.ts';
import type { Candidate } from './candidate.ts';
import { describeOthers, describeReadings, readersByWord, rivalsOf } from './describe-rivals.ts';
import { describeWords } from './describe-words.ts';
import { featureAt, featureNames } from './feature-names.ts';
import { F } from './feature-positions.ts';
import { type TextFacts, textFeaturesOf } from './text-facts.ts';

const finderAt = new Map(
  featureNames.flatMap((name, at) => (name.startsWith('finder ') ? [[name.slice(7), at] as const] : [])),
);
const sectionAt = (kind: string) => featureAt[`section ${kind}`];

const hedges = new Set(
  'maybe perhaps possibly would could might almost nearly hopefully someday eventually considering thinking dream imagine unless wish wishes'.split(
    ' ',
  ),
);
const pastForms = new Set(
  'was were had been previously formerly former ex until once ago paid originally old last'.split(' '),
);
const conditionals = new Set(['if', 'unless', 'when', 'whenever', 'should']);
const LOOK_BACK = 4;
/** Few people look for somebody farther away. */
const FAR_KM = 1000;

export function describeCandidates(
  document: TextDocument,
  candidates: readonly Candidate[],
  facts: TextFacts,
): void {
  const text = textFeaturesOf(document, facts);
  const rivals = rivalsOf(candidates);
  const readers = readersByWord(document, candidates);
  // One buffer for all: an array of this size lies outside of the heap, which costs more than to fill it.
  const width = featureNames.length;
  const features = new Float64Array(candidates.length * width);
  for (const [position, candidate] of candidates.entries()) {
    const x = features.subarray(position * width, (position + 1) * width);
    describeFinder(x, candidate);
    describeOthers(x, candidate, rivals[candidate.kind].get(candidate.field)!);
    describeReadings(x, candidate, readers);
    describeClause(x, document, candidate.finding, facts, candidate.field);
    if (candidate.field.multiple) x[F.wishSet] = x[F.wish]!;
    describeWords(x, document, candidate, facts, text);
    x[F.long] = text.long;
    x[F.longSet] = candidate.field.multiple ? text.long : 0;
    x[F.short] = text.short;
    x[F.form] = text.form;
    x[F.foreign] = text.foreign;
    candidate.features = x;
    const name = `${facts.definition.domain}.${candidate.field.name}`;
    const ofSide = facts.model.probability(
      x,
      candidate.kind === 'preference' ? `${name} preference` : name,
      candidate.kind === 'value' && candidate.field.values !== undefined ? String(candidate.value) : null,
    );
    // A field of one side is only right if the side is.
    candidate.probability = ofSide * (candidate.isSided ? facts.sideProbability : 1);
  }
}

function describeFinder(x: Float64Array, candidate: Candidate): void {
  const { finder, field, rule, finding } = candidate;
  x[0] = 1;
  const ofFinder = finderAt.get(finder);
  if (ofFinder !== undefined) x[ofFinder] = 1;
  const confidence = logit(Math.min(0.99, Math.max(0.05, finding.confidence)));
  x[F.confidence] = confidence;
  if (field.multiple) {
    x[F.set] = 1;
    x[F.confidenceSet] = confidence;
  }
  if (field.format === 'geo') x[F.geo] = 1;
  if (finder === 'number') x[F.confidenceNumber] = confidence;
  if (candidate.kind === 'preference') {
    const { preference } = candidate;
    x[F.preference] = 1;
    x[F.confidencePreference] = confidence;
    if (preference.kind === 'range') x[F.rangePreference] = 1;
    if (preference.kind === 'distance') {
      x[F.distancePreference] = 1;
      if (preference.km > FAR_KM) x[F.far] = 1;
    }
  }
  if (rule === 1) x[F.second] = 1;
  if (rule > 1) x[F.later] = 1;
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
    if (hedges.has(form)) x[F.hedged] = 1;
    if (pastForms.has(form)) x[F.pastTense] = 1;
  }
  const sentence = sentences[word.sentence]!;
  if (conditionals.has(words[sentence.first]!.form)) x[F.conditional] = 1;
  if (sentence.tail.includes('?') && /^\s*["'”’)]*\?/.test(sentence.tail)) x[F.question] = 1;
  if (word.gap !== ' ' && /["“«]$/.test(word.gap) && /^["”»]/.test(words[last]?.gap ?? sentence.tail))
    x[F.quoted] = 1;
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
