/**
 * Parses written numbers ("1,200", "2.5M", "120k", "twenty-five", "a dozen", "half a million"), ranges
 * ("120-150k", "between 5 and 7") and bounds ("5+", "at least 5", "up to 7").
 */
import { isDecimalsOfPercent, shareWithDecimals } from './decimals-of-percent.ts';
import { groupedDigits } from './grouped-digits.ts';
import { joinedDigits, numberInWords } from './languages/foreign-numbers.ts';
import type { Spelling } from './languages/spelling.ts';
import { startsWithDigit } from './letters.ts';
import type { Bound, NumberAt } from './number-at.ts';
import type { ReadText, Word } from './read-text.ts';

const belowTwenty: Readonly<Record<string, number>> = {
  zero: 0,
  one: 1,
  two: 2,
  three: 3,
  four: 4,
  five: 5,
  six: 6,
  seven: 7,
  eight: 8,
  nine: 9,
  ten: 10,
  eleven: 11,
  twelve: 12,
  thirteen: 13,
  fourteen: 14,
  fifteen: 15,
  sixteen: 16,
  seventeen: 17,
  eighteen: 18,
  nineteen: 19,
};
const tens: Readonly<Record<string, number>> = {
  twenty: 20,
  thirty: 30,
  forty: 40,
  fourty: 40,
  fifty: 50,
  sixty: 60,
  seventy: 70,
  eighty: 80,
  ninety: 90,
};
const ordinals: Readonly<Record<string, number>> = {
  sixteenth: 16,
  seventeenth: 17,
  eighteenth: 18,
  nineteenth: 19,
  twentieth: 20,
  thirtieth: 30,
  fortieth: 40,
  fiftieth: 50,
  sixtieth: 60,
  seventieth: 70,
  first: 1,
  second: 2,
  third: 3,
  fourth: 4,
  fifth: 5,
  sixth: 6,
  seventh: 7,
  eighth: 8,
  ninth: 9,
};

/** First words of spelled-out numbers and ordinals. */
const numberWords = new Set([
  ...[belowTwenty, tens, ordinals].flatMap(Object.keys),
  ...'dozen a an half quarter tenth twentieth hundredth thousandth'.split(' '),
]);

/** A cheap test that most words fail. */
const mayBeNumber = ({ word, form }: Word, spelling?: Spelling) =>
  startsWithDigit(word) || (spelling?.numbers ?? numberWords).has(form);

/** The number that starts at a word, or null. Scales (k, million) are read by `scaleAfter`. */
export function numberAt({ words, spelling, memo }: ReadText, at: number): NumberAt | null {
  const word = words[at];
  if (word === undefined || !mayBeNumber(word, spelling)) return null;
  const known = spelling === undefined ? memo.numbers : memo.foreignNumbers;
  const found = known[at];
  if (found !== undefined) return found;
  const number = withThousands(words, readNumber(words, spelling, at, word));
  known[at] = number;
  return number;
}

function readNumber(
  words: readonly Word[],
  spelling: Spelling | undefined,
  at: number,
  word: Word,
): NumberAt | null {
  if (startsWithDigit(word.word)) {
    if (isDecimalsOfPercent(words, at)) return null;
    const share = shareWithDecimals(words, at);
    if (share !== null) return share;
    const value = isAfterPoint(words, at) ? Number(`0.${word.word}`) : digitsValue(word.word);
    if (spelling !== undefined) return joinedDigits(words, at, value);
    return groupedDigits(words, at, value);
  }
  if (spelling !== undefined) return numberInWords(spelling, words, at);
  if (word.form in tens) {
    const next = words[at + 1];
    const unit = next !== undefined && isAdjacent(next) ? belowTwenty[next.form] : undefined;
    const hasUnit = unit !== undefined && unit >= 1 && unit <= 9;
    return {
      value: tens[word.form]! + (hasUnit ? unit : 0),
      first: at,
      last: at + (hasUnit ? 2 : 1),
      digits: false,
    };
  }
  if (word.form === 'dozen') return { value: 12, first: at, last: at + 1, digits: false };
  const next = words[at + 1]?.form;
  if (
    (word.form === 'a' || word.form === 'one') &&
    /^(?:thousand|million|billion|lakh|crore|decade)$/.test(next ?? '')
  ) {
    return { value: isHalfMore(words, at + 2) ? 1.5 : 1, first: at, last: at + 1, digits: false };
  }
  if (word.form === 'a' && next === 'hundred') return withHundreds(words, at, 1);
  if (
    word.form === 'half' &&
    (next === 'a' || next === 'an') &&
    /^(?:million|billion|dozen|cent|penny|hour|day|year|decade|mile|kilo|pound)$/.test(
      words[at + 2]?.form ?? '',
    )
  ) {
    return { value: 0.5, first: at, last: at + 2, digits: false };
  }
  const part = fractionAt(words, at) ?? mixedAt(words, at);
  if (part !== null) return part;
  if (word.form === 'a' || word.form === 'an') return oneOf(words, at);
  const value = belowTwenty[word.form];
  if (value === undefined) return null;
  // "the big five-oh"
  if (value >= 2 && value <= 9 && next === 'oh' && words[at + 1]!.gap === '-')
    return { value: value * 10, first: at, last: at + 2, digits: false };
  return withHundreds(words, at, value);
}

/** "cost: .02 USD", "$.5" */
const isAfterPoint = (words: readonly Word[], at: number) =>
  /^\d+$/.test(words[at]!.word) &&
  (/[\s(:=~]\.$/.test(words[at]!.gap) ||
    (words[at]!.gap === '.' && /^[$€£]$/.test(words[at - 1]?.word ?? '')));

const fractions: Readonly<Record<string, number>> = {
  half: 0.5,
  third: 1 / 3,
  quarter: 0.25,
  fifth: 0.2,
  sixth: 1 / 6,
  eighth: 0.125,
  tenth: 0.1,
  twentieth: 0.05,
  hundredth: 0.01,
  thousandth: 0.001,
};
const fractionNouns =
  /^(?:cent|penny|buck|us|dollar|euro|pound|million|billion|second|minute|century|decade)$/;

/** "half a cent", "a tenth of a cent", "quarter of a million", "two thirds of a cent". */
function fractionAt(words: readonly Word[], at: number): NumberAt | null {
  const { form } = words[at]!;
  const several = belowTwenty[form] ?? 0;
  const part = words[at + 1]?.form.replace(/s$/, '') ?? '';
  if (several > 1 && several < 10 && Object.hasOwn(fractions, part) && words[at + 2]?.form === 'of') {
    const last = words[at + 3]?.form === 'a' ? at + 4 : at + 3;
    return fractionNouns.test(words[last]?.form ?? '')
      ? { value: several * fractions[part]!, first: at, last, digits: false }
      : null;
  }
  // "a fifth of a cent"
  if (/^(?:a|an|one)$/.test(form) && Object.hasOwn(fractions, part) && words[at + 2]?.form === 'of')
    return fractionAt(words, at + 1);
  if (!Object.hasOwn(fractions, form)) return null;
  // "a quarter million"
  if (/^(?:million|billion)$/.test(words[at + 1]?.form ?? ''))
    return { value: fractions[form]!, first: at, last: at + 1, digits: false };
  const article = words[at + 1]?.form === 'of' ? at + 2 : at + 1;
  if (words[article]?.form !== 'a' || !fractionNouns.test(words[article + 1]?.form ?? '')) return null;
  return { value: fractions[form]!, first: at, last: article + 1, digits: false };
}

const articleNouns = /^(?:second|minute|hour|nickel|dime|buck|dollar|cent|penny|quarter)$/;
const beforeArticle =
  /^(?:within|under|in|than|inside|about|below|at|for|costs?|is|pay|charge|of|to|most|per|takes?|taking|took|me|us|after|needs?|wait|spend|max|roughly|approximately)$/;
/** The words after a unit that opens a clause: "A nickel apiece", "A minute and a half per question". */
const afterUnit = /^(?:apiece|each|a|an|per|flat|tops|max|at|is|and|every|or)$/;

/** One, where "a" counts a unit: "within a minute", "at a nickel a call". "A second agent" counts nothing. */
function oneOf(words: readonly Word[], at: number): NumberAt | null {
  const noun = words[at + 1];
  if (noun === undefined || !isAdjacent(noun) || !articleNouns.test(noun.form)) return null;
  const next = words[at + 2];
  if (noun.form === 'quarter' && !/^(?:per|a|an|each|every|for)$/.test(next?.form ?? '')) return null;
  const opensClause = words[at - 1]?.clause !== words[at]!.clause && afterUnit.test(next?.form ?? '');
  if (!opensClause && !beforeArticle.test(words[at - 1]?.form ?? '') && !/^:/.test(words[at]!.gap))
    return null;
  const value = isHalfMore(words, at + 2) ? 1.5 : 1;
  if (
    noun.form === 'second' &&
    next?.sentence === noun.sentence &&
    next.gap === ' ' &&
    next.clause === noun.clause
  )
    return /^(?:or|and|at|per|flat|max|tops|on|with|for|of)$/.test(next.form)
      ? { value, first: at, last: at + 1, digits: false }
      : null;
  return { value, first: at, last: at + 1, digits: false };
}

/** "One dollar and a half", "one and a half seconds" */
const halvedUnits =
  /^(?:seconds?|minutes?|hours?|days?|weeks?|months?|years?|dollars?|bucks?|euros?|pounds?|cents?)$/;
const scaleNouns = /^(?:thousand|million|billion)$/;

/** "one and a half million", "a million and a half", "three quarters of a million", "a couple of million". */
function mixedAt(words: readonly Word[], at: number): NumberAt | null {
  const form = (step: number) => words[at + step]?.form ?? '';
  const first = words[at]!.form;
  const value = first === 'a' ? 1 : belowTwenty[first];
  if (value === undefined) return null;
  if (first !== 'a' && halvedUnits.test(form(1)) && isHalfMore(words, at + 2))
    return { value: value + 0.5, first: at, last: at + 1, digits: false };
  if (isHalfMore(words, at + 1) && (scaleNouns.test(form(4)) || halvedUnits.test(form(4))))
    return { value: value + 0.5, first: at, last: at + 4, digits: false };
  if (
    value === 3 &&
    form(1) === 'quarters' &&
    form(2) === 'of' &&
    form(3) === 'a' &&
    scaleNouns.test(form(4))
  )
    return { value: 0.75, first: at, last: at + 4, digits: false };
  if (first === 'a' && form(1) === 'couple' && scaleNouns.test(form(form(2) === 'of' ? 3 : 2)))
    return { value: 2, first: at, last: at + (form(2) === 'of' ? 3 : 2), digits: false };
  return null;
}

/** "two thousand five hundred". Thousands alone are a scale (`scaleAfter`). */
function withThousands(words: readonly Word[], number: NumberAt | null): NumberAt | null {
  if (number === null || number.digits || words[number.last]?.form !== 'thousand') return number;
  const rest = number.last + 1;
  const [hundreds, word] = [belowTwenty[words[rest]?.form ?? ''], words[rest + 1]];
  if (hundreds === undefined || hundreds < 1 || hundreds > 9 || word?.form !== 'hundred') return number;
  if (!isAdjacent(words[rest]!) || !isAdjacent(word)) return number;
  const below = withHundreds(words, rest, hundreds);
  return { ...below, value: number.value * 1000 + below.value, first: number.first };
}

/** "three hundred", "two hundred and fifty". */
function withHundreds(words: readonly Word[], at: number, value: number): NumberAt {
  if (words[at + 1]?.form !== 'hundred') return { value, first: at, last: at + 1, digits: false };
  const rest = words[at + 2]?.form === 'and' ? at + 3 : at + 2;
  const form = words[rest]?.form ?? '';
  // "between three hundred and eight hundred" has two numbers.
  const isRest =
    words[rest + 1]?.form !== 'hundred' &&
    (Object.hasOwn(tens, form) || (rest === at + 3 && Object.hasOwn(belowTwenty, form)));
  if (!isRest) return { value: value * 100, first: at, last: at + 2, digits: false };
  const unit = Object.hasOwn(tens, form) ? (belowTwenty[words[rest + 1]?.form ?? ''] ?? 0) : 0;
  const hasUnit = unit >= 1 && unit <= 9;
  const below = (tens[form] ?? belowTwenty[form]!) + (hasUnit ? unit : 0);
  return { value: value * 100 + below, first: at, last: rest + (hasUnit ? 2 : 1), digits: false };
}

/** The ordinal that starts at a word: "30th", "thirtieth", "thirty-first". */
export function ordinalAt(read: ReadText, at: number): NumberAt | null {
  const word = read.words[at];
  const next = read.words[at + 1];
  if (word === undefined || !mayBeNumber(word)) return null;
  if (/^\d+$/.test(word.word) && next?.gap === '' && /^(?:st|nd|rd|th)$/.test(next.word)) {
    return { value: Number(word.word), first: at, last: at + 2, digits: true };
  }
  const alone = ordinals[word.form];
  if (alone !== undefined) return { value: alone, first: at, last: at + 1, digits: false };
  const unit = next === undefined || !isAdjacent(next) ? undefined : ordinals[next.form];
  if (word.form in tens && unit !== undefined && unit <= 9) {
    return { value: tens[word.form]! + unit, first: at, last: at + 2, digits: false };
  }
  return null;
}

const isAdjacent = (word: Word) => /^(?:\s|-|‑)$/.test(word.gap);

/**
 * Reads "1,200", "1.200.000" and also "5.000" with thousands separators, since no price has three decimals.
 */
function digitsValue(written: string): number {
  if (/^\d{1,3}(?:,\d{2,3})*,\d{3}(?:\.\d+)?$/.test(written)) return Number(written.replaceAll(',', ''));
  if (/^[1-9]\d{0,2}(?:\.\d{3})+(?:,\d+)?$/.test(written))
    return Number(written.replaceAll('.', '').replace(',', '.'));
  if (/^\d+,\d{1,2}$/.test(written)) return Number(written.replace(',', '.'));
  // "1 500 000", of which no space is left.
  return Number(written.replace(/\s/g, ''));
}

const scales: Readonly<Record<string, number>> = {
  k: 1e3,
  thousand: 1e3,
  grand: 1e3,
  m: 1e6,
  mm: 1e6,
  mil: 1e6,
  mio: 1e6,
  mn: 1e6,
  mln: 1e6,
  million: 1e6,
  millions: 1e6,
  b: 1e9,
  bn: 1e9,
  billion: 1e9,
  lakh: 1e5,
  lpa: 1e5,
  lakhs: 1e5,
  crore: 1e7,
  crores: 1e7,
  hundred: 100,
  dozen: 12,
};
const attachedScales = new Set(['k', 'm', 'b', 'mm', 'mn', 'mil', 'bn', 'mio', 'mln']);

const isMoneySign = (word: Word | undefined) =>
  word !== undefined && /^(?:[$€£]|eur|usd|gbp)$/.test(word.form);

export interface Scale {
  readonly factor: number;
  readonly last: number;
}

/**
 * The scale after a number. A letter must touch the number ("2.5M"); a word may stand apart ("2.5 million").
 */
/** "a million and a half" */
const isHalfMore = (words: readonly Word[], at: number) =>
  words[at]?.form === 'and' && words[at + 1]?.form === 'a' && words[at + 2]?.form === 'half';

export function scaleAfter({ words, spelling }: ReadText, at: number): Scale | null {
  const word = words[at];
  if (word !== undefined && spelling !== undefined && Object.hasOwn(spelling.scales, word.form))
    return isAdjacent(word) || word.gap === '' ? { factor: spelling.scales[word.form]!, last: at + 1 } : null;
  if (word === undefined || !Object.hasOwn(scales, word.form)) return null;
  if (
    attachedScales.has(word.form)
      ? word.gap !== '' &&
        !(word.gap === ' ' && (word.form !== 'm' || isMoneySign(words[at + 1]) || isMoneySign(words[at - 2])))
      : !isAdjacent(word) && word.gap !== ''
  ) {
    return null;
  }
  return { factor: scales[word.form]!, last: isHalfMore(words, at + 1) ? at + 4 : at + 1 };
}

const leadingBounds: readonly (readonly [RegExp, Bound])[] = [
  [
    /(?:^| )(?:(?:nothing|not|never|no) (?:over|above|beyond|past|more than|dearer than|slower than|later than|longer than)|(?:nobody|no one|none) (?:over|above|past|older than))$/,
    'atMost',
  ],
  [
    /(?:^| )(?:(?:nothing|not|never|nobody|no one|none) (?:under|below)|(?:nobody|no one|none) younger than)$/,
    'atLeast',
  ],
  [
    /(?:^| )(?:at least|(?:min|minimum)(?: of| age)?|(?:no|not|never) (?:less than|fewer than|lower than|under|below)|not younger than|no younger than|starting at|starting from|upwards of|from)$/,
    'atLeast',
  ],
  [
    /(?:^| )(?:up to|upto|at most|(?:max|maximum)(?: of| age)?|no more than|not more than|never more than|never above|never over|never beyond|(?:not|never|without)(?: to)? (?:exceed|exceeding)|no older than|not older than|no higher than|until|till|capped at|as much as|within)$/,
    'atMost',
  ],
  [/(?:^| )(?:over|more than|above|older than|greater than|north of|exceeding|past)$/, 'over'],
  [/(?:^| )(?:under|below|less than|younger than|fewer than|cheaper than|sub)$/, 'under'],
  [
    /(?:^| )(?:around|about|approx|approximately|roughly|circa|ca|nearly|almost|close to|near|age like)$/,
    'around',
  ],
];
const trailingBounds: readonly (readonly [RegExp, Bound])[] = [
  [
    /^(?:(?:years|yrs|year|yo|y o) )?(?:(?:or|and|and is|or is) (?:more|older|over|above|up|upwards|upward|better|higher)|plus(?: (?:years?|yrs|exp\w*|per|an|in|of|with|and|or|for|doe)\b|$)|minimum|min|at least|onwards|upwards)(?![a-z])/,
    'atLeast',
  ],
  [
    /^(?:(?:years|yrs|year|yo|y o) )?(?:(?:or|and) (?:less|younger|under|below|fewer|lower|cheaper)|max|maximum|at most|tops)\b/,
    'atMost',
  ],
  [/^(?:ish|or so)\b/, 'around'],
];

/** "don't want to spend more than", "can't go over". Refused ages are read by `find-preferred-age.ts`. */
const refusedSpending =
  /(?:^| )(?:dont|cant|wont|wouldnt|shouldnt|mustnt|not|never|cannot)(?: (?:really|want|wanna|like|able|going|willing|to|ideally)){0,3} (?:spend|spending|pay|paying|go|going|cost)(?: (?:much|anything|any))? (?:over|more than|above|past|beyond)$/;

/** "He shouldn't be younger than", "must not be over", "not a day under". */
const refusedToBe =
  /(?:^| )(?:(?:not|shouldnt|mustnt|cant|cannot|couldnt|wont|wouldnt|dont|isnt|never)(?: (?:want|wanted|like|to|really|ideally|please|someone|somebody|anyone|anybody|a man|a woman|who is|whos)){0,4}(?: be| being)?(?: (?:under|below|over|above|younger than|older than) \d+(?: years| yo)? (?:or|and|nor))?|not a (?:day|minute|year|month))(?: (?:much|any|a lot|a day))? (?:(younger than|under|below)|(?:older than|over|above))$/;

/** "I won't get up for less than", "could not go under", "wouldn't want to earn less than". */
const refusedBelow =
  /(?:^| )(?:wont|not|never|cant|cannot|couldnt|dont|doesnt|wouldnt) (?:\w+ ){0,2}?(?:work|get|start|accept|take|consider|settle|leave|do|sell|go|going|drop|move|earn)(?: \w+){0,5} ?(?:less than|under|below)$/;

/** The bound that the words around a number [first, last) state. `unitLast`: the end of its unit. */
export function boundOf(read: ReadText, first: number, last: number, unitLast = last): Bound {
  const next = read.words[last];
  if (next === undefined ? /^\+/.test(read.text.slice(read.words[last - 1]!.end)) : /^\+/.test(next.gap))
    return 'atLeast';
  const { gap } = read.words[first]!;
  const mark = gap === ' ' || gap === '' ? null : boundMark.exec(gap);
  if (mark !== null)
    return { '<': 'under', '>': 'over', '≥': 'atLeast', '≤': 'atMost', '~': 'around' }[mark[1]!] as Bound;
  const leading = leadingBoundOf(read, first);
  if (leading !== null) return leading;
  for (const position of unitLast === last ? [last] : [last, unitLast]) {
    if (read.spelling === undefined && !mayTrail(read.words[position])) continue;
    const trail = formsAfter(read, position, 4);
    const trailing = (read.spelling?.trailingBounds ?? trailingBounds).find(([pattern]) =>
      pattern.test(trail),
    );
    if (trailing !== undefined) return trailing[1];
  }
  return 'exact';
}

const boundMark = /([<>≥≤~])\s*=?\s*$/;

/**
 * The last words of all leading bounds, and the first ones of all trailing bounds: most words fail this cheap
 * test.
 */
const leadingEnds = new Set(
  'over above beyond past than below under least min minimum of age at from to most max maximum until till as within exceed exceeding sub around about approx approximately roughly circa ca nearly almost near like'.split(
    ' ',
  ),
);
const trailingStarts = new Set(
  'years yrs year yo y or and plus minimum min at onwards upwards max maximum tops ish'.split(' '),
);
const plainForm = /^[a-z0-9]*$/;
const mayTrail = (word: Word | undefined) =>
  word !== undefined && (trailingStarts.has(word.form) || !plainForm.test(word.form));

/** The bound that the words before a number state. */
function leadingBoundOf(read: ReadText, first: number): Bound | null {
  const end = formsBefore(read, first, 1);
  if (read.spelling === undefined && !leadingEnds.has(end) && !/(?:than|under|below)$/.test(end)) return null;
  if (refusedSpending.test(formsBefore(read, first, 8))) return 'atMost';
  if (refusedBelow.test(formsBefore(read, first, 10))) return 'atLeast';
  const refused = refusedToBe.exec(formsBefore(read, first, 9));
  if (refused !== null) return refused[1] === undefined ? 'atMost' : 'atLeast';
  const lead = leadOf(read, first);
  return (read.spelling?.leadingBounds ?? leadingBounds).find(([pattern]) => pattern.test(lead))?.[1] ?? null;
}

/**
 * The words before a number that may bound it; the "minimum" of "$1m minimum, $4m maximum" bounds the number
 * before.
 */
function leadOf(read: ReadText, first: number): string {
  const { words } = read;
  const isOfNumberBefore =
    /^\s*[,;]/.test(words[first]!.gap) &&
    words.slice(Math.max(0, first - 5), first - 1).some((word) => isNumberWord(word, read.spelling));
  return isOfNumberBefore ? '' : formsBefore(read, first, 3);
}

const isNumberWord = (word: Word, spelling: Spelling | undefined) =>
  word.form !== 'a' && word.form !== 'an' && mayBeNumber(word, spelling);

const moneySign = /^[$€£¥₹]$/;

/** Up to `count` word forms before `at` in its sentence, joined by spaces, without money signs. */
export function formsBefore({ words }: ReadText, at: number, count: number): string {
  const sentence = words[at]?.sentence;
  const forms: string[] = [];
  for (let position = at - 1; position >= 0 && forms.length < count; position--) {
    const word = words[position]!;
    if (word.sentence !== sentence) break;
    if (word.form.length > 1 || !moneySign.test(word.form)) forms.push(word.form);
  }
  return forms.length < 2 ? (forms[0] ?? '') : forms.reverse().join(' ');
}

/**
 * Up to `count` word forms from `at` on in the sentence of the word before it; a bracket or bar ends them.
 */
export function formsAfter({ words }: ReadText, at: number, count: number): string {
  const sentence = words[at - 1]?.sentence ?? words[at]?.sentence;
  const forms: string[] = [];
  for (let position = at; position < words.length && forms.length < count; position++) {
    const word = words[position]!;
    if (word.sentence !== sentence || (position > at && word.gap !== ' ' && /[;()|]/.test(word.gap))) break;
    forms.push(word.form);
  }
  return forms.length === 1 ? forms[0]! : forms.join(' ');
}

/**
 * The upper number of a range: "25-35", "25 to 35", "between 25 and 35". Words [first, at) are the lower one.
 */
export function rangeEnd(read: ReadText, first: number, at: number): NumberAt | null {
  const word = read.words[at];
  if (word === undefined || word.sentence !== read.words[first]!.sentence) return null;
  // "2020 — 62,000 miles": a dash between two parts of an ad.
  if (
    /^\s+[-–—]+\s+$/.test(word.gap) &&
    /^(?:19|20)\d\d$/.test(read.words[first]!.word) &&
    !/^(?:19|20)\d\d$/.test(word.word)
  )
    return null;
  // "Sizes 9, 10, 11 - $109.95": the last of a list, and a price behind a dash.
  if (/^\s+[-–—]+\s+$/.test(word.gap) && /^[$€£]$/.test(word.word) && endsList(read, first)) return null;
  // A tilde with spaces parts the items of a line: "sizes 8 & 9 ~ $34".
  if (/^(?:\s*(?:-|–|—|‑|−|\.\.\.?)\s*|~)$/.test(word.gap)) return numberAfterCurrency(read, at);
  if (read.spelling !== undefined) {
    const { rangeTo, between, betweenAnd, articles } = read.spelling;
    const joins =
      rangeTo.test(word.form) || (betweenAnd.test(word.form) && between.test(formsBefore(read, first, 2)));
    if (!joins) return null;
    return numberAfterCurrency(read, articles.test(read.words[at + 1]?.form ?? '') ? at + 2 : at + 1);
  }
  const isTo =
    word.form === 'to' || word.form === 'until' || word.form === 'till' || /^thr(?:u|ough)$/.test(word.form);
  // "€8m up to €30m"
  if (word.form === 'up' && read.words[at + 1]?.form === 'to') return numberAfterCurrency(read, at + 2);
  // "Four or five years": neighbours in digits or words, not "1 or 20".
  if (word.form === 'or') return nextNumber(read, first, at);
  const isAnd = word.form === 'and' && /(?:^| )between$/.test(formsBefore(read, first, 2));
  if (!(isTo || isAnd)) return null;
  return numberAfterCurrency(read, at + 1);
}

const endsList = ({ words }: ReadText, at: number) =>
  words[at]!.gap.trim() === ',' && /^\d/.test(words[at - 1]?.word ?? '');

function nextNumber(read: ReadText, first: number, at: number): NumberAt | null {
  const [low, high] = [numberAt(read, first), numberAt(read, at + 1)];
  return low !== null && high !== null && low.value < 20 && high.value === low.value + 1 ? high : null;
}

/** The number at `at` or after a currency there: "$160k–$210k", "CAD 80,000 to CAD 95,000". */
function numberAfterCurrency(read: ReadText, at: number): NumberAt | null {
  const word = read.words[at];
  if (word === undefined) return null;
  if (!/^(?:[$€£¥₹₪₦₩]|[a-z]{1,3})$/.test(word.word)) return numberAt(read, at);
  const next = read.words[at + 1];
  if (next === undefined || !/^\s?$/.test(next.gap)) return numberAt(read, at);
  if (/^\d/.test(next.word)) return numberAt(read, at) ?? numberAt(read, at + 1);
  return /^[$]$/.test(next.word) ? numberAfterCurrency(read, at + 1) : numberAt(read, at);
}
