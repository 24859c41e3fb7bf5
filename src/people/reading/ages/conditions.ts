/** Conditions of a number's place, by which it may be an age; signs of ages name them. */
import type { AgeCondition } from '../../../domains/shared-words.ts';
import type { TextDocument } from '../document.ts';
import { boundOf } from '../numbers/bound-of.ts';
import { formsBefore } from '../numbers/forms-beside.ts';
import type { NumberAt } from '../numbers/number-at.ts';
import { rangeEnd } from '../numbers/range-end.ts';
import { beginningWith, endingWith } from '../phrases/beside-words.ts';
import { isKinWithVerb } from '../scopes/kin.ts';
import { isAmount } from './amounts.ts';
import type { AgeWords } from './compile-ages.ts';

/** The subject of a condition: `length` words of `after` are the sign's. */
interface Place {
  readonly document: TextDocument;
  readonly number: NumberAt;
  readonly words: AgeWords;
  readonly after: string;
  readonly length: number;
}

/** A clause that is only a number counts among the first words of a text. */
const HEAD_WORDS = 30;
const FIRST_WORDS = 60;

export const conditions: Readonly<Record<AgeCondition, (place: Place) => boolean>> = {
  follows_name: followsName,
  begins_clause: ({ document, number }) => beginsClause(document, number),
  closes_clause: ({ document, number }) => closesClause(document, number),
  ends_clause_after: ({ document: { words }, number, length }) =>
    words[number.last + length]?.clause !== words[number.first]!.clause,
  like_age: isAgeLike,
  touches: ({ document, number }) => /^(?:\s*[:=-]?\s*)$/.test(document.words[number.first]!.gap),
  contracted: ({ document, number }) => isContracted(document, number.first),
  beside_gender: ({ document, number, words }) => genderBeside(document, number, words) !== null,
  of_trade: isOfTrade,
  own_clause: ({ document, number }) =>
    beginsClause(document, number) &&
    closesClause(document, number) &&
    document.words.length > 1 &&
    number.first < FIRST_WORDS,
  alone_near_start: ({ document: { words }, number: { first, last } }) =>
    words[first - 1]?.clause !== words[first]!.clause &&
    words[last]?.clause !== words[first]!.clause &&
    first > 0 &&
    first < HEAD_WORDS,
  digits: ({ number }) => number.digits,
};

/** "Im Dave", "hi its priya", before "44 live in Hull", "24 from Leicester". */
const introducesName = endingWith([
  '(im|i am|iam|its|this is|my name is|my names|name is|names|call me|soy|hi|hey|hello|hiya) _',
]);

function followsName({ document, number, words }: Place): boolean {
  const name = document.words[number.first - 1]?.form ?? '';
  if (!/^[a-z]{3,}$/.test(name) || words.not_names.has(name)) return false;
  return introducesName.test(formsBefore(document, number.first, 4));
}

/** Words of a noun with its article and adjectives, before "of 63". */
const MOST_NOUN_WORDS = 6;
const article = '(?:(?:im|i am|as|hes|shes|he is|she is|is|am|and|for|from|by) )?(?:a|an)';
const describesPerson = new RegExp(`^(?:${article}|im|i am|hes|shes) (?:[a-z-]+ ){0,3}([a-z]+) of$`);
const bareNoun =
  /^(?:(?:retired|former|ex|single|divorced|widowed|female|male|lady|young|old) )*([a-z]{4,}) of$/;

/** "a headmistress of 63", "Beekeeper of 58, widowed": a person by trade, and not "a team of 40". */
function isOfTrade({ document, number, words, after }: Place): boolean {
  const { clause } = document.words[number.first]!;
  let from = number.first;
  while (from > 0 && number.first - from < MOST_NOUN_WORDS && document.words[from - 1]!.clause === clause)
    from--;
  const lead = formsBefore(document, number.first, number.first - from);
  const noun = (describesPerson.exec(lead) ?? bareNoun.exec(lead))?.[1];
  if (noun === undefined || words.counted_nouns.has(noun)) return false;
  return document.words[number.last]?.clause !== clause || followsAge.test(after);
}

const followsAge = beginningWith([
  '(in|from|live|lives|living|with|who|based|seeking|seeks|looking|looks|wants|wanting|searching|and|here|at|near|by|but|would|wishes|hopes|hoping|now)',
]);

/** Whether the word before is a name with "is": "Lottie's". */
function isContracted({ text, words }: TextDocument, at: number): boolean {
  const before = words[at - 1];
  return (
    before !== undefined &&
    (before.capital || isKinWithVerb(before.form)) &&
    /['’]s$/.test(text.slice(before.start, before.end))
  );
}

/** Whether the number is not part of a range, height, price, time, date or decade. */
export function standsAlone(document: TextDocument, number: NumberAt): boolean {
  const { first, last } = number;
  if (continuesBefore(document, number) || continuesAfter(document, number)) return false;
  return rangeEnd(document, first, last) === null && boundOf(document, first, last) === 'exact';
}

function continuesBefore({ words }: TextDocument, number: NumberAt): boolean {
  const { gap } = words[number.first]!;
  const before = words[number.first - 1]?.word ?? '';
  if (marksPart.test(gap) && !opensPart.test(gap) && !isTag(words, number)) return true;
  return /^[$€£¥₹]$/.test(before) || (/\d$/.test(before) && /(?:[-–]\s*|^:|\/)$/.test(gap));
}

const marksPart = /['’"#.$€£¥@:+]$/;
const opensPart = /(?:^|\s)['"“(:]$|:\s*$|\.$/;

/** "#26 #leeds", "#26yo" */
function isTag(words: TextDocument['words'], { first, last }: NumberAt): boolean {
  const next = words[last];
  if (!/(?:^|\s)#$/.test(words[first]!.gap)) return false;
  if (/(?:^|\s)#$/.test(next?.gap ?? words[first - 1]?.gap ?? '')) return true;
  return next?.gap === '' && /^(?:yo|y|yrs|years?|yearold|yearsold|f|m)$/.test(next.form);
}

function continuesAfter({ text, words }: TextDocument, { last }: NumberAt): boolean {
  const next = words[last];
  const gap = next?.gap ?? text.slice(words[last - 1]!.end).slice(0, 2);
  if (/^\s*(?:\+|%|['’]\d|["”]|:\d|ish)/.test(gap) || /^[%$€£¥₹]$/.test(next?.word ?? '')) return true;
  if (next === undefined || !/^\d/.test(next.word)) return false;
  return /^['’]$/.test(gap.trim()) || (gap === '/' && !isHeight(words, last));
}

/** "5'3" after "26/". */
const isHeight = (words: TextDocument['words'], at: number) =>
  /^[4-6]$/.test(words[at]!.word) && /^['’′]$/.test(words[at + 1]?.gap ?? '');

function isAgeLike({ document, number: { first, last }, words, after: trail }: Place): boolean {
  const next = document.words[last];
  if (next === undefined || next.sentence !== document.words[last - 1]!.sentence) return true;
  const [word = ''] = trail.split(' ');
  if (next.gap === '' && /^[a-z]$/.test(word))
    return words.genders.has(word) && !isAmount(document, first, last);
  if (next.clause !== document.words[last - 1]!.clause) return !/^\s*[-–]/.test(next.gap);
  if (/^(?:years?|yrs?)$/.test(word)) return false;
  return (
    !words.other_units.has(word) &&
    !/^(?:of|degrees?|different|more|other|hundred|thousand|million|years)$/.test(word)
  );
}

/** The position of a gender word at the number: "29F", "F29", "29 / f", "m, 31", "woman 45", "M4F 32". */
export function genderBeside(
  document: TextDocument,
  { first, last }: NumberAt,
  { genders, other_units: otherUnits }: AgeWords,
): number | null {
  const next = document.words[last];
  const word = document.words[first]!;
  const near = (gap: string) =>
    /^(?:\s|[,/|(·•-]|\s?[/|,·•-]\s?)$/.test(gap) || gap === '' || gap === ', ' || gap === ' (';
  const isGender = (form: string, gap: string) => genders.has(form) && (form.length > 1 || gap.length <= 3);
  if (
    next !== undefined &&
    near(next.gap) &&
    isGender(next.word, next.gap) &&
    !isAmount(document, first, last)
  )
    return last;
  const before = document.words[first - 1];
  if (before === undefined || !near(word.gap) || !isGender(before.form, word.gap)) return null;
  const unit =
    next !== undefined &&
    next.clause === word.clause &&
    (otherUnits.has(next.form) || /^(?:years?|yrs?|x)$/.test(next.form));
  const partOfWord = before.gap === '' && first >= 2 && !isSoughtGender(document, first - 1, genders);
  return unit || partOfWord ? null : first;
}

/** Whether the word is the second letter of "M4F". */
function isSoughtGender({ words }: TextDocument, at: number, genders: ReadonlySet<string>): boolean {
  const seeker = words[at - 2];
  return (
    words[at - 1]?.word === '4' &&
    words[at - 1]!.gap === '' &&
    seeker !== undefined &&
    genders.has(seeker.word)
  );
}

/** Whether at most "only" or "now" precedes the number in its clause. */
function beginsClause({ words }: TextDocument, { first }: NumberAt): boolean {
  const { clause } = words[first]!;
  const before = words[first - 1];
  if (before?.clause !== clause) return true;
  return /^(?:only|just|still|barely|now)$/.test(before.form) && words[first - 2]?.clause !== clause;
}

/** Whether nothing, or only "years" or "now", follows the number in its clause. */
function closesClause({ words }: TextDocument, { first, last }: NumberAt): boolean {
  const { clause } = words[first]!;
  const next = words[last];
  if (next?.clause !== clause) return true;
  return /^(?:yrs?|years?|now|already)$/.test(next.form) && words[last + 1]?.clause !== clause;
}
