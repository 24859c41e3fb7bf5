/**
 * Finds the age that a counterpart should have: "25-35", "over 30", "in their thirties", "late 20s to mid
 * 30s", "around 40", "35+". "Over 30" and "under 50" include the named year
 * (docs/design/decisions/extraction-by-rules.md).
 */
import { type FoundPreference, isReadable, type Preference, type TextDocument } from './document.ts';
import { findAges } from './find-age.ts';
import { boundOf } from './numbers/bound-of.ts';
import { formsAfter, formsBefore } from './numbers/forms-beside.ts';
import type { NumberAt } from './numbers/number-at.ts';
import { rangeEnd } from './numbers/range-end.ts';
import { numberAt } from './numbers/read-number.ts';

const decadeWords: ReadonlyMap<string, number> = new Map([
  ['twenties', 20],
  ['thirties', 30],
  ['forties', 40],
  ['fifties', 50],
  ['sixties', 60],
  ['seventies', 70],
  ['eighties', 80],
]);
/** Parts of a decade: first and last year. */
const parts: ReadonlyMap<string, readonly [number, number]> = new Map([
  ['early', [0, 3]],
  ['mid', [4, 6]],
  ['middle', [4, 6]],
  ['late', [7, 9]],
]);
/** Units after a number that is not an age. */
const otherUnit =
  /^(?:km|kms|kilomet\w+|mi|miles?|minutes?|mins?|hours?|hrs?|days?|weeks?|months?|cm|kg|lbs?|pounds|feet|ft|inch\w*|k|percent|kids|children|cats|dogs|dates?|times|euros?|dollars|usd|eur|people|years? (?:of|in|exp\w*|together)|h)\b/;

export function findPreferredAges(
  document: TextDocument,
  [low, high]: readonly [number, number],
  tolerance: number,
): FoundPreference[] {
  const found: FoundPreference[] = [];
  for (let at = 0; at < document.words.length; at++) {
    const isWish = isReadable(document, at, 'wish');
    const labelled = isReadable(document, at, 'any')
      ? (labelledBoundAt(document, at, [low, high]) ?? labelledPairAt(document, at, [low, high]))
      : null;
    const nearOwn = isReadable(document, at, 'any') ? aroundOwnAgeAt(document, at, [low, high]) : null;
    if (nearOwn !== null) {
      found.push({ ...nearOwn, first: at, confidence: 0.9, origin: 'rules' });
      continue;
    }
    if (labelled !== null) {
      found.push({ ...labelled, first: at, confidence: 0.93, origin: 'rules' });
      continue;
    }
    if (!isWish && !(isReadable(document, at, 'self') && followsWish(document, at))) continue;
    const reading =
      inFrontAt(document, at) ??
      decadesAt(document, at) ??
      yearsAt(document, at, [low, high], tolerance, isWish);
    if (reading === null) continue;
    found.push({
      preference: reading.preference,
      first: at,
      last: reading.last,
      confidence: isWish ? 0.93 : 0.8,
      origin: 'rules',
    });
    at = reading.last - 1;
  }
  return found;
}

/** "min age: 26", "age to 60": the lines of a form. */
function labelledBoundAt(
  document: TextDocument,
  at: number,
  [low, high]: readonly [number, number],
): Reading | null {
  const number = numberAt(document, at);
  if (number === null || !Number.isInteger(number.value) || number.value < low || number.value > high)
    return null;
  const bound = /(?:^| )(?:(min|minimum|from)|max|maximum|to|up to|until)(?: age)?$/.exec(
    formsBefore(document, at, 3),
  );
  if (
    bound === null ||
    !/(?:^| )(?:ages?|pref|preferred|partner|match) /.test(`${formsBefore(document, at, 5)} `)
  )
    return null;
  // "Min. age42": the line ends and spaces of a form can be lost.
  if (!/[:=]\s*$|^\s*["']?\s*:|^$/.test(document.words[at]!.gap)) return null;
  const { value, last } = number;
  return {
    preference: bound[1] === undefined ? { kind: 'range', lte: value } : { kind: 'range', gte: value },
    last,
  };
}

/**
 * "within five years of my own age", "give or take 4 years from my age": around the one own age of the text.
 */
function aroundOwnAgeAt(
  document: TextDocument,
  at: number,
  [low, high]: readonly [number, number],
): Reading | null {
  const years = numberAt(document, at);
  if (years === null || !Number.isInteger(years.value) || years.value < 1 || years.value > MOST_APART)
    return null;
  const lead = formsBefore(document, at, MOST_WORDS_OF_GAP);
  const isPlusMinus = /(?:\+\s?\/?\s?[-–]|±)\s*$/.test(document.words[at]!.gap);
  const trail = formsAfter(document, years.last, 6);
  const isGap =
    (ofGap.test(lead) && /^(?:years?|yrs?)\b/.test(trail)) ||
    (eitherWay.test(trail) && (aboutAges.test(lead) || document.scopes[at] === 'wish'));
  const isWish = document.scopes[at] === 'wish';
  const side = isGap
    ? 'both'
    : isPlusMinus || apart.test(lead) || (isWish && olderOrYounger.test(trail))
      ? sideOfOwnAge(lead, trail, isPlusMinus, document.scopes[at] === 'wish')
      : null;
  if (side === null) return null;
  const ages = new Set(findAges(document, [low, high]).map(({ value }) => value));
  const [own] = ages;
  if (typeof own !== 'number' || ages.size !== 1) return null;
  const gte = Math.max(low, own - years.value);
  const lte = Math.min(high, own + years.value);
  return {
    preference: {
      kind: 'range',
      ...(side === 'older' ? {} : { gte }),
      ...(side === 'younger' ? {} : { lte }),
    },
    last: years.last + 1,
  };
}

/** "years younger than me", "years of my age"; null: not about the own age. */
function sideOfOwnAge(
  lead: string,
  trail: string,
  isPlusMinus: boolean,
  isWish: boolean,
): 'both' | 'younger' | 'older' | null {
  if (ofOwnAge.test(trail) || isPlusMinus) return /^(?:years?|yrs?)\b/.test(trail) ? 'both' : null;
  if (/(?:^| )my(?: own)? age(?: (?:give|plus) or (?:take|minus))$/.test(lead)) return 'both';
  const ofMe = /^(?:years?|yrs?) (younger|older) than (?:me|i am|myself)\b/.exec(trail)?.[1];
  const side = ofMe ?? (isWish ? /^(?:years?|yrs?) (younger|older)(?! than)\b/.exec(trail)?.[1] : undefined);
  return side === 'younger' || side === 'older' ? side : null;
}

const MOST_APART = 20;
/** "Five years more or less", "six years either way": after the number, where the sentence is about ages. */
const olderOrYounger = /^(?:years?|yrs?) (?:older|younger)\b/;
const eitherWay =
  /^(?:years?|yrs?) (?:either (?:way|side|direction)|in either direction|more or less|older or younger|younger or older|up or down|plus or minus|give or take|(?:max(?:imum)? )?(?:age )?(?:gap|difference)|(?:on )?either side|one way or the other)\b/;
const ofGap =
  /(?:^| )(?:gap|difference|age gap|age difference)(?: (?:of|bigger|larger|greater|wider|more|no more|up to|over|above|beyond|at most|max|maximum|not over|than|within|is|should|be|not))*$/;
const aboutAges = /(?:^| )(?:age|ages|gap|older|younger|difference)(?: |$)/;
const MOST_WORDS_OF_GAP = 10;
const apart =
  /(?:^| )(?:within(?: about| roughly| some)?|(?:give|plus) or (?:take|minus)|no more than|not more than|at most|up to|max|maximum|around|(?:older|younger) (?:or|and|but)(?: (?:up to|at most|only|max))?)$/;
const ofOwnAge =
  /^(?:years?|yrs?)(?: either (?:side|way)| older or younger| younger or older| up or down)?(?: (?:of|from|to|off|around))? (?:my(?: own)? age|my own|me|mine)\b/;

/** "ages: [22, 35]", "age range: 22, 35". */
function labelledPairAt(
  document: TextDocument,
  at: number,
  [low, high]: readonly [number, number],
): Reading | null {
  const label =
    /(?:^| )(?:ages(?: (?:ok|okay|wanted|sought|accepted))?|ages? (?:range|limits?|span|pref\w*))$/;
  const first = numberAt(document, at);
  if (first === null || !label.test(formsBefore(document, at, 3))) return null;
  const isPair =
    /[:[]\s*$/.test(document.words[at]!.gap) && /^\s*,\s*$/.test(document.words[first.last]?.gap ?? '');
  const end = isPair ? numberAt(document, first.last) : null;
  if (end === null || first.value < low || end.value > high || end.value <= first.value) return null;
  return { preference: { kind: 'range', gte: first.value, lte: end.value }, last: end.last };
}

interface Reading {
  readonly preference: Preference;
  readonly last: number;
}

/**
 * Whether the word is among the first of a sentence that follows a wish. A range there is a preference: a
 * person's own age is never a range.
 */
function followsWish(document: TextDocument, at: number): boolean {
  const { sentence } = document.words[at]!;
  const { first } = document.sentences[sentence]!;
  if (sentence === 0) return false;
  return document.scopes.slice(Math.max(0, first - 40), at).includes('wish') && at - first <= 3;
}

function yearsAt(
  document: TextDocument,
  at: number,
  [low, high]: readonly [number, number],
  tolerance: number,
  isWish: boolean,
): Reading | null {
  const number = numberAt(document, at);
  const isAge = ({ value }: NumberAt) => Number.isInteger(value) && value >= low && value <= high;
  if (number === null || !isAge(number) || isNotAge(document, number)) return null;
  const skipped = skipUnit(document, number.last);
  const end = rangeEnd(document, at, number.last) ?? rangeEnd(document, at, skipped);
  if (end !== null && isAge(end) && end.value >= number.value && !isNotAge(document, end)) {
    return { preference: { kind: 'range', gte: number.value, lte: end.value }, last: end.last };
  }
  if (!isWish) return null;
  const bound = boundOf(document, at, number.last, skipped);
  const preference = preferenceOf(
    number.value,
    isRefused(document, at, number.last) || isExcluded(document, at) ? opposite(bound) : bound,

    tolerance,
  );
  return preference === null ? null : { preference, last: number.last };
}

/** Whether the sentence refuses the named ages: "If you're under 28 we won't click". */
function isRefused(document: TextDocument, first: number, last: number): boolean {
  return (
    /(?:^| )if (?:you|youre|ur|your|you are)(?: are)?(?: (?:over|under|above|below|younger than|older than))?$/.test(
      formsBefore(document, first, 5),
    ) &&
    /(?:^| )(?:(?:we|i|it|this|id|ill)(?: probably| sadly| really)? (?:wont|will not|wouldnt|dont|am not|are not|is not|isnt|arent|pass)|(?:dont|do not) (?:bother|message|write|contact|swipe|text)|swipe left|keep (?:scrolling|walking|swiping)|move on|no thanks|not (?:for me|interested|a match))\b/.test(
      formsAfter(document, last, 7),
    )
  );
}

/**
 * Words before an age that is refused: "nobody over" (thirty), "no one younger than 27 or older than" (35).
 */
const excluded =
  /(?:^| )(?:nobody|no one|noone|none|no (?:men|women|guys|girls|man|woman|lads|ladies|gentlemen|people|boys|males|females|blokes|fellas)|(?:dont|do not|wont|not|never|cant)(?: \S+){0,3} (?:anyone|anybody|someone|somebody|men|women|guys|girls|ladies))(?: (?:who|that))?(?: (?:is|are|s|aged))?(?: (?:over|under|above|below|past|beyond|older than|younger than))(?: \S+(?: years?)? (?:or|and|nor) (?:over|under|above|below|past|beyond|older than|younger than))?$/;

const isExcluded = (document: TextDocument, first: number) =>
  excluded.test(formsBefore(document, first, MOST_WORDS_OF_GAP).replace(/whos/g, 'who is'));

function opposite(bound: ReturnType<typeof boundOf>): ReturnType<typeof boundOf> {
  if (bound === 'under') return 'atLeast';
  return bound === 'over' ? 'atMost' : bound;
}

function preferenceOf(
  value: number,
  bound: ReturnType<typeof boundOf>,
  tolerance: number,
): Preference | null {
  switch (bound) {
    case 'atLeast':
      return { kind: 'range', gte: value };
    case 'over':
      return { kind: 'range', gte: value };
    case 'atMost':
      return { kind: 'range', lte: value };
    case 'under':
      return { kind: 'range', lte: value };
    case 'around':
      return { kind: 'range', gte: value - tolerance, lte: value + tolerance };
    case 'exact':
      return null;
    default:
      return bound satisfies never;
  }
}

function isNotAge(document: TextDocument, { first, last }: NumberAt): boolean {
  if (/^[$€£¥₹]$/.test(document.words[first - 1]?.word ?? '')) return true;
  if (/^[%$€£¥₹]$/.test(document.words[last]?.word ?? '')) return true;
  if (/(?:^| )within$/.test(formsBefore(document, first, 1))) return true;
  return (document.spelling?.age.otherUnits ?? otherUnit).test(formsAfter(document, last, 2));
}

function skipUnit(document: TextDocument, at: number): number {
  if (document.spelling !== undefined)
    return document.spelling.age.units.test(formsAfter(document, at, 1)) ? at + 1 : at;
  const unit = /^(?:years? old|years? of age|yrs? old|years?|yrs?|yo|y o)\b/.exec(
    formsAfter(document, at, 3),
  );
  return unit === null ? at : at + unit[0].split(' ').length;
}

/** "She should have a 4 in front of her age", "age starts with a 3". */
function inFrontAt(document: TextDocument, at: number): Reading | null {
  const digit = numberAt(document, at);
  if (digit === null || !Number.isInteger(digit.value) || digit.value < 2 || digit.value > 8) return null;
  const isFirst =
    /^(?:in front|at the (?:front|beginning|start)) of (?:her|his|your|the|their) age\b/.test(
      formsAfter(document, digit.last, 6),
    ) ||
    /(?:^| )age (?:starts|begins|starting|beginning|should start|must start|should begin) with an?$/.test(
      formsBefore(document, at, 6),
    );
  const gte = digit.value * 10;
  return isFirst ? { preference: { kind: 'range', gte, lte: gte + 9 }, last: digit.last } : null;
}

/** "in their 30s", "early thirties", "late 20s to mid 30s". */
function decadesAt(document: TextDocument, at: number): Reading | null {
  const from = decadeAt(document, at);
  if (from === null) return null;
  const joint = document.words[from.last];
  const joined =
    joint !== undefined && (/^(?:to|or|and|through)$/.test(joint.form) || /^\s*[-–/]\s*$/.test(joint.gap));
  const skip = joint !== undefined && /^(?:to|or|and|through)$/.test(joint.form) ? 1 : 0;
  const to = joined ? decadeAt(document, from.last + skip) : null;
  const upper = to !== null && to.years[1] > from.years[1] ? to : from;
  const bound = boundOf(document, at, from.last);
  // "Over 50s only": people above fifty, and not above fifty-nine.
  const isGroup = formsBefore(document, at, 1) === 'over' || formsBefore(document, at, 1).endsWith(' over');
  if (to === null && bound === 'over' && isGroup && /^[2-8]0$/.test(document.words[at]!.word))
    return { preference: { kind: 'range', gte: from.years[0] }, last: from.last };
  if (to === null && bound === 'over')
    return { preference: { kind: 'range', gte: from.years[1] + 1 }, last: from.last };
  return { preference: { kind: 'range', gte: from.years[0], lte: upper.years[1] }, last: upper.last };
}

function decadeAt(
  document: TextDocument,
  start: number,
): { readonly years: readonly [number, number]; readonly last: number } | null {
  const part = parts.get(document.words[start]?.form ?? '');
  const at = part === undefined ? start : start + 1;
  const word = document.words[at];
  if (word === undefined || (part !== undefined && word.sentence !== document.words[start]!.sentence))
    return null;
  const [first, last] = part ?? [0, 9];
  const named = decadeWords.get(word.form);
  if (named !== undefined) return { years: [named + first, named + last], last: at + 1 };
  const next = document.words[at + 1];
  const isDecade = /^[2-8]0$/.test(word.word) && next?.form === 's' && /^['’]?$/.test(next.gap);
  return isDecade ? { years: [Number(word.word) + first, Number(word.word) + last], last: at + 2 } : null;
}
