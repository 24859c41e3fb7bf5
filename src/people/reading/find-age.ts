/**
 * Finds a person's own age in the words around a number, an ordinal or a year. The strongest sign gives the
 * confidence:
 *
 *   .97  "29 years old", "29 yo", "29-year-old", "age: 29", "aged 29"
 *   .95  "29F", "f/29", "man, 61", "I'm 29", "turned 29", "my 29th birthday", "turning thirty" (29)
 *   .85  "born in 1991" (one too many before the birthday, which the text does not state)
 *   .8   a number that is a whole clause: "Jess, 30, London", "ok so. 30. male." (.75 in words)
 *
 * "in my mid thirties", "30ish", "over 30" and "almost 30" give nothing.
 */
import type { FoundValue, TextDocument } from './document.ts';
import { isReadable } from './document.ts';
import { kinContraction } from './kin-contraction.ts';
import { boundOf } from './numbers/bound-of.ts';
import { formsAfter, formsBefore } from './numbers/forms-beside.ts';
import type { NumberAt } from './numbers/number-at.ts';
import { rangeEnd } from './numbers/range-end.ts';
import { numberAt, ordinalAt } from './numbers/read-number.ts';

const genderWords = new Set(
  'f m w nb enby woman women man male female guy girl gal lady dude bloke chick lass lad gentleman dad mom mum mama papa father mother widow widower bachelor bachelorette nonbinary transgender trans transman transwoman agender genderfluid genderqueer transmasc transfemme lesbian gay queer bi cis he she him her they straight single amab afab boy ♀ ♂ gentlewoman grandma grandpa swf sbf dwf dbf wwf saf shf sjf gwf gbf djf swm sbm dwm dbm wwm shm sjm gwm gbm djm'.split(
    ' ',
  ),
);
const unitWords = new Set(
  'cm mm km kms kilometers kilometres kg kgs lb lbs pounds stone ft feet foot inches inch miles mile mi min mins minute minutes hour hours hr hrs h day days week weeks month months percent pct dollars bucks euros usd eur k grand cats dogs kids children times people countries books languages marathons siblings brothers sisters employees cents pm am oclock st nd rd th s ish something plus hp cc gb tb mb ghz watts'.split(
    ' ',
  ),
);
const agedNouns =
  /^(?:(?:a|an|the|and|very|cute|little|sweet|wonderful|beautiful|golden|black|rescue) )*(?:son|daughter|kid|kids|child|dog|cat|brother|sister|car|company|business|startup|house|relationship|marriage|career|mortgage|whisky|whiskey|scotch|wine|tradition|friendship|puppy|kitten|horse|niece|nephew|twins|stepson|stepdaughter|teenager|grandson|granddaughter|apartment|building|bike|tortoise|parrot)\b/;
const ageUnit =
  /^(?:years? (?:old|young|of age)|yrs? (?:old|young)|years?old|y o|yo|y old|yearold|y\/o|yo[mf]|years? on (?:this|the) (?:planet|earth)|(?:ans|años|anos|anni|jahre|lat|jaar|år) (?!tall|in)|(?:ans|años|anos|anni|jahre|jaar)$|(?:rotations|revolutions|spins|rounds) (?:of|around|round) the sun|(?:trips|laps|times|years?|orbits|circuits|tours|journeys) (?:around|round|of|about) (?:the|our|this) sun|(?:winters|summers|springs) (?:old|young)|(?:years?|yrs?) (?=(?:f|m|female|male|girl|boy|guy|man|woman|lady|lad|gentleman|widow|widower|divorcee)\b))(?:\b|(?<= ))/;
const notExact =
  /(?:^| )(?:almost|nearly|pushing|approaching|over|under|above|below|past|around|about|early|mid|late|my|the|than|every|another|last|first|top|for)$/;
const turning =
  /(?:^| )(?:turning|turn|will be|ill be|gonna be|going to be|about to be|about to turn|becoming|hitting|will turn|ill turn|going on|be turning|hit)(?: the big)?$/;
const turned =
  /(?:^| )(?:turned|just turned|recently turned|became|don (?:reach|clock)|(?:just|ive|have|finally) hit)(?: the big)?$/;
/** "I am a 29 year old brother": a word of faith for the person, who is no relative here. */
const isOwnRole =
  /(?:^| )(?:im|i am|am|as) an?(?: (?:single|practising|practicing|muslim|revert))?\|(?:\S+ )?(?:brother|sister|son|daughter)\b/;
/** "I've gone round the sun", before "26 times". */
const roundTheSun =
  /(?:^| )(?:gone|been|travelled|traveled|circled|orbited|lapped|rounded|went|flown|ridden|completed)(?: \S+)? (?:round|around|about|the|our)?(?: the| our)? ?sun$/;
/** "Im Dave", "hi its priya", before "44 live in Hull", "24 from Leicester". */
const introducesName =
  /(?:^| )(?:im|i am|iam|its|this is|my name is|my names|name is|names|call me|soy|hi|hey|hello|hiya) ([a-z]{3,})$/;
const notNames =
  /^(?:about|around|over|under|only|just|like|nearly|almost|turning|and|the|for|not|with|from|now|still|here|all|there|past|pushing|above|below|age|aged|single|than|also|were|weighing|after|before|near|within|roughly|approx|looking|seeking|room|flat|number|apartment|house|owned|owning|raising|feeding|have|has|had)$/;
/** "My car is", before "22 years old". */
const agedBefore =
  /(?:^| )(?:my|our|the|his|her|a|this|whose) (?:\S+ )?(?:car|van|bike|boat|house|flat|dog|cat|horse|company|business|marriage|son|daughter|kid|child|sofa|laptop|whisky|tradition) (?:is|s|was|turned|just turned)$/;
/** After a number that begins its clause: "41 and single", "41 here". */
const stateAfter =
  /^(?:here\b|(?:but|yet|and) an? (?:old|young|big|eternal|total|proper)\b|(?:but|yet|and|though)(?: i)?(?: still)? (?:feels?|feeling|looks?|looking|acts?|acting|passes|seems?)\b|and (?:a (?:she|he|they|half)|single|divorced|widowed|separated|never|still|counting|proud|happily|newly|recently|looking|ready|female|male)\b)/;
/** "Eighty next spring". */
const nextBirthday =
  /^next (?:birthday|week|month|year|spring|summer|autumn|fall|winter|jan|feb|mar|apr|may|june?|july?|aug|sep|oct|nov|dec)/;
const livedYears = /(?:^| )(?:born|(?:on|around) (?:this|the) (?:planet|earth)(?: for)?)$/;
const introducesAge =
  /(?:^| )(?:i am|im|iam|i be|am|age|aged|ages? (?:at|on|upon) \S+|age is|age s|i am now|im now|now|hes|shes|theyre|he is|she is|they are|is|being|at|am only|im only|im just|i am just|im still|im about|m|ages|clocked up|notched up|racked up|reached|makes me|making me|(?:passport|certificate|licence|license|id|calendar|clock|odometer|cake) says|already|im currently|am currently|currently|years young|still)$/;

export function findAges(document: TextDocument, [low, high]: readonly [number, number]): FoundValue[] {
  const found: FoundValue[] = [];
  for (let at = 0; at < document.words.length; at++) {
    if (!isReadable(document, at, 'self')) continue;
    const reading =
      birthdayAt(document, at) ??
      birthYearAt(document, at) ??
      centuryAt(document, at) ??
      roundAt(document, at) ??
      statedAt(document, at);
    if (reading !== null && reading.value >= low && reading.value <= high)
      found.push({ ...reading, origin: 'rules' });
  }
  return found;
}

type Reading = Omit<FoundValue, 'origin'> & { readonly value: number };

/** "celebrating my 40th birthday", "my thirtieth birthday is in May" (29). */
function birthdayAt(document: TextDocument, at: number): Reading | null {
  const ordinal = ordinalAt(document, at);
  if (ordinal === null || document.words[ordinal.last]?.form !== 'birthday') return null;
  const lead = formsBefore(document, at, 5);
  if (!/(?:^| )(?:my|our)$/.test(lead)) return null;
  const trail = formsAfter(document, ordinal.last + 1, 4);
  const isOver = /(?:^| )(?:celebrated|had|was|enjoyed|survived|passed|after|since)(?: \S+){0,2}$/.test(lead);
  const isAhead =
    (!isOver &&
      /^(?:is (?:coming|next|in|on|soon|around)|coming up|next|soon|in (?:\d|a|two|three|jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec))/.test(
        trail,
      )) ||
    /(?:before|until|till|upcoming|approaching|to)(?: my)?$/.test(lead);
  return { value: ordinal.value - (isAhead ? 1 : 0), first: at, last: ordinal.last + 1, confidence: 0.93 };
}

/** "I turned three quarters of a century old". */
function centuryAt(document: TextDocument, at: number): Reading | null {
  if (document.words[at]!.form !== 'century') return null;
  const part = partOfCentury.exec(formsBefore(document, at, 7))?.[1];
  if (part === undefined) return null;
  const value = part.startsWith('half') ? 50 : part.startsWith('three') ? 75 : 25;
  return { value, first: at, last: at + 1, confidence: 0.93 };
}

/** "The big 5-0 came in May", "turning the big four-oh" (39). */
function roundAt(document: TextDocument, at: number): Reading | null {
  const [big, zero] = [document.words[at - 1], document.words[at + 1]];
  if (big?.form !== 'big' || !/^(?:oh?|0)$/.test(zero?.form ?? '')) return null;
  const number = numberAt(document, at);
  if (number === null) return null;
  const value = number.value < 10 ? number.value * 10 : number.value;
  const isAhead = turning.test(formsBefore(document, at, 6));
  return { value: value - (isAhead ? 1 : 0), first: at, last: at + 2, confidence: 0.9 };
}

const partOfCentury =
  /(?:^| )(?:turned|im|i am|became|reached|hit|aged|completed|being)(?: (?:now|just|exactly|already|precisely|over|the))? (half a|three quarters of a|a? ?quarter of a)$/;

/** "born in 1991", "born 12 May 1991", "b. 1988", "year of birth: 1991". */
function birthYearAt(document: TextDocument, at: number): Reading | null {
  const word = document.words[at]!;
  if (word.word.length !== 4 || !/^(?:19[2-9]\d|20[01]\d)$/.test(word.word)) return null;
  const lead = formsBefore(document, at, 5);
  const sign =
    /(?:^| )(?:born(?: [a-z0-9]+){0,4}|b|(?:dob|d o b)(?: [a-z0-9]+){0,3}|birth year|year of birth|birthyear|date of birth(?: \S+){0,3})$/.exec(
      lead,
    );
  if (sign === null || /\b(?:company|founded|raised|moved)\b/.test(sign[0])) return null;
  const now = new Date(document.nowMs);
  const years = now.getUTCFullYear() - Number(word.word);
  const birthday = birthdayOf(sign[0]);
  if (birthday === null) return { value: years, first: at, last: at + 1, confidence: 0.85 };
  const isAhead = birthday > (now.getUTCMonth() + 1) * 100 + now.getUTCDate();
  return { value: years - (isAhead ? 1 : 0), first: at, last: at + 1, confidence: 0.93 };
}

const months = 'jan feb mar apr may jun jul aug sep oct nov dec'.split(' ');

/** "born 2 December": 1202; null: no month is named. A month without a day counts from its middle. */
function birthdayOf(words: string): number | null {
  const found = new RegExp(
    `(?:(\\d{1,2})(?:st|nd|rd|th)? (?:of )?)?\\b(${months.join('|')})[a-z]*(?: (\\d{1,2}))?\\b`,
  ).exec(words);
  if (found === null) return null;
  return (months.indexOf(found[2]!) + 1) * 100 + Number(found[1] ?? found[3] ?? 15);
}

function statedAt(document: TextDocument, at: number): Reading | null {
  const number = numberAt(document, at);
  if (number === null || !Number.isInteger(number.value) || !standsAlone(document, number)) return null;
  const read = (value: number, confidence: number, last = number.last): Reading => ({
    value,
    first: number.first,
    last,
    confidence,
  });
  const trail = formsAfter(document, number.last, 8);
  const lead = formsBefore(document, at, 4);
  const unit = ageUnit.exec(trail);
  if (unit !== null) {
    const rest = trail.slice(unit[0].length).trim();
    if (
      (agedNouns.test(rest) && !isOwnRole.test(`${lead}|${rest}`)) ||
      agedBefore.test(formsBefore(document, at, 5)) ||
      notExact.test(lead.replace(/(?:^| )(?:my|the|for)$/, ''))
    )
      return null;
    if (/(?:^| )(?:turning|almost|nearly)$/.test(lead)) return read(number.value - 1, 0.9);
    return read(number.value, 0.97, number.last + unit[0].trim().split(' ').length);
  }
  if (roundTheSun.test(formsBefore(document, at, 6)) && /^times\b/.test(trail))
    return read(number.value, 0.93);
  if (followsName(lead) && (followsAge.test(trail) || closesClause(document, number)))
    return read(number.value, 0.9);
  // "58 going on 30"
  if (/\d going on$/.test(lead)) return null;
  if (beginsClause(document, number) && nextBirthday.test(trail)) return read(number.value - 1, 0.85);
  if (turned.test(lead)) return isAgeLike(document, number, trail) ? read(number.value, 0.95) : null;
  if (turning.test(lead)) return isAgeLike(document, number, trail) ? read(number.value - 1, 0.93) : null;
  if (livedYears.test(lead) && /^years?\b/.test(trail)) return read(number.value, 0.9);
  if (isSeasons(document, number, trail)) return read(number.value, 0.85);
  const gendered = adjacentGender(document, number);
  if (gendered !== null && !notExact.test(lead))
    return read(number.value, 0.95, Math.max(number.last, gendered + 1));
  const isAged = /(?:^| )aged?$/.test(lead) && /^(?:years?|yrs?)\b/.test(trail);
  if (introducesAge.test(lead) && (isAged || isAgeLike(document, number, trail)) && touches(document, at))
    return read(number.value, 0.95);
  // "Rob's 53 and lives in Lincoln".
  if (isContracted(document, at) && isAgeLike(document, number, trail) && touches(document, at))
    return read(number.value, 0.85);
  if (/^(?:years young|going on)\b/.test(trail)) return read(number.value, 0.9);
  if (stateAfter.test(trail) && beginsClause(document, number)) return read(number.value, 0.85);
  if (
    /(?:^| )(?:woman|man|lady|guy|girl|lassie|lass|sheila|gentleman|person|female|male|gal|widow|widower|bachelor|divorcee|mother|father|mum|dad|grandmother|grandfather|spinster|lesbian|lad|fellow|bloke|chap) of$/.test(
      lead,
    )
  )
    return read(number.value, 0.95);
  if (isOfPerson(document, number, trail)) return read(number.value, 0.88);
  if (/^(?:im|i am) .*and$/.test(formsBefore(document, at, 5)) && closesClause(document, number))
    return read(number.value, 0.8);
  return isOwnClause(document, number) ? read(number.value, number.digits ? 0.8 : 0.75) : null;
}

function followsName(lead: string): boolean {
  const name = introducesName.exec(lead)?.[1];
  return name !== undefined && !notNames.test(name);
}

/**
 * Whether a number counts a life in seasons, and its clause ends there: "Forty-six winters, a baritone, a
 * beard".
 */
function isSeasons(document: TextDocument, number: NumberAt, trail: string): boolean {
  const seasons =
    /^(?:winters?|summers?|springs?|autumns?)(?: (?:and counting|old|young|so far))?(?= |$)/.exec(trail);
  if (seasons === null || !beginsClause(document, number)) return false;
  const { clause } = document.words[number.first]!;
  return document.words[number.last + seasons[0].split(' ').length]?.clause !== clause;
}

/** Words of a noun with its article and adjectives, before "of 63". */
const MOST_NOUN_WORDS = 6;
const describesPerson =
  /^(?:(?:(?:im|i am|as|hes|shes|he is|she is|is|am|and|for|from|by) )?(?:a|an)|(?:im|i am|hes|shes)) (?:[a-z-]+ ){0,3}([a-z]+) of$/;
const bareNoun =
  /^(?:(?:retired|former|ex|single|divorced|widowed|female|male|lady|young|old) )*([a-z]{4,}) of$/;
/** Nouns whose "of 40" is a count, a size or a time. */
const countedNouns =
  /^(?:teams?|groups?|crew|class(?:es)?|choirs?|bands?|staff|herd|flock|village|town|city|bunch|pack|crowd|queue|party|famil(?:y|ies)|household|radius|distance|total|score|numbers?|size|maximum|minimum|limit|collection|list|library|house|street|half|range|budget|squad|orchestra|company|firm|department|regiment|handicap|waist|bmi|iq|temperature|speed|height|weight|ages?|average|top|best|course|matter|kind|sort|lot|lots|couple|dozens?|hundreds?|marriage|relationship|career|experience|friendship|streak|run|record|summer|winter|spring|autumn|fall|january|february|march|april|may|june|july|august|september|october|november|december|(?:grand)?mother|(?:grand)?father|dad|mum|mom|owner|keeper|reader|author|boss|manager|head|leader|survivor|veteran|speaker|circle|congregation|audience|parish|community|club|office|school|fleet|set|bill|fine|fee|fever|shortlist|population|capacity|history|graduate|man|dog|cat|horse|daughter|son|child|kid|brother|sister|parrot|car|boat|partner|husband|wife|match|companion|girlfriend|boyfriend)$/;
const followsAge =
  /^(?:in|from|live|lives|living|with|who|based|seeking|seeks|looking|looks|wants|wanting|searching|and|here|at|near|by|but|would|wishes|hopes|hoping|now)\b/;

/** "a headmistress of 63", "Beekeeper of 58, widowed": a person by trade, and not "a team of 40". */
function isOfPerson(document: TextDocument, number: NumberAt, trail: string): boolean {
  const { clause } = document.words[number.first]!;
  let from = number.first;
  while (from > 0 && number.first - from < MOST_NOUN_WORDS && document.words[from - 1]!.clause === clause)
    from--;
  const lead = formsBefore(document, number.first, number.first - from);
  const noun = (describesPerson.exec(lead) ?? bareNoun.exec(lead))?.[1];
  if (noun === undefined || countedNouns.test(noun)) return false;
  return document.words[number.last]?.clause !== clause || followsAge.test(trail);
}

/** Whether the word before is a name with "is": "Lottie's". */
function isContracted({ text, words }: TextDocument, at: number): boolean {
  const before = words[at - 1];
  return (
    before !== undefined &&
    (before.capital || kinContraction.test(before.form)) &&
    /['’]s$/.test(text.slice(before.start, before.end))
  );
}

/** Whether the number is not part of a range, height, price, time, date or decade. */
function standsAlone(document: TextDocument, { first, last }: NumberAt): boolean {
  const { gap } = document.words[first]!;
  const next = document.words[last];
  const after = next?.gap ?? document.text.slice(document.words[last - 1]!.end).slice(0, 2);
  const isTag =
    /(?:^|\s)#$/.test(gap) &&
    (/(?:^|\s)#$/.test(next?.gap ?? document.words[first - 1]?.gap ?? '') ||
      (next?.gap === '' && /^(?:yo|y|yrs|years?|yearold|yearsold|f|m)$/.test(next.form)));
  if (/['’"#.$€£¥@:+]$/.test(gap) && !/(?:^|\s)['"“(:]$|:\s*$|\.$/.test(gap) && !isTag) return false;
  if (/(?:[-–]\s*|^:)$/.test(gap) && /\d$/.test(document.words[first - 1]?.word ?? '')) return false;
  if (/^\s*(?:\+|%|['’]\d|["”]|:\d|ish)/.test(after)) return false;
  if (/^\/$/.test(after) && next !== undefined && /^\d/.test(next.word) && !isHeight(document, last))
    return false;
  if (/\/$/.test(gap) && /\d$/.test(document.words[first - 1]?.word ?? '')) return false;
  if (/^[$€£¥₹]$/.test(document.words[first - 1]?.word ?? '') || /^[%$€£¥₹]$/.test(next?.word ?? ''))
    return false;
  if (/^['’]$/.test(after.trim()) && next !== undefined && /^\d/.test(next.word)) return false;
  return rangeEnd(document, first, last) === null && boundOf(document, first, last) === 'exact';
}

/** "5'3" after "26/". */
function isHeight({ words }: TextDocument, at: number): boolean {
  return /^[4-6]$/.test(words[at]!.word) && /^['’′]$/.test(words[at + 1]?.gap ?? '');
}

function isAgeLike(document: TextDocument, { first, last }: NumberAt, trail: string): boolean {
  const next = document.words[last];
  if (next === undefined || next.sentence !== document.words[last - 1]!.sentence) return true;
  const [word = ''] = trail.split(' ');
  if (next.gap === '' && /^[a-z]$/.test(word))
    return genderWords.has(word) && !isAmount(document, first, last);
  if (next.clause !== document.words[last - 1]!.clause) return !/^\s*[-–]/.test(next.gap);
  if (/^(?:years?|yrs?)$/.test(word)) return false;
  return (
    !unitWords.has(word) &&
    !/^(?:of|degrees?|different|more|other|hundred|thousand|million|years)$/.test(word)
  );
}

/** Whether at most a colon, an equals sign or a hyphen precedes the number. */
function touches(document: TextDocument, at: number): boolean {
  return /^(?:\s*[:=-]?\s*)$/.test(document.words[at]!.gap);
}

/** The position of a gender word at the number: "29F", "F29", "29 / f", "m, 31", "woman 45", "M4F 32". */
function adjacentGender(document: TextDocument, { first, last }: NumberAt): number | null {
  const next = document.words[last];
  const word = document.words[first]!;
  const near = (gap: string) =>
    /^(?:\s|[,/|(·•-]|\s?[/|,·•-]\s?)$/.test(gap) || gap === '' || gap === ', ' || gap === ' (';
  const isGender = (form: string, gap: string) =>
    genderWords.has(form) && (form.length > 1 || gap.length <= 3);
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
    (unitWords.has(next.form) || /^(?:years?|yrs?|x)$/.test(next.form));
  const partOfWord = before.gap === '' && first >= 2 && !isSoughtGender(document, first - 1);
  return unit || partOfWord ? null : first;
}

/** Whether the word is the second letter of "M4F". */
function isSoughtGender({ words }: TextDocument, at: number): boolean {
  const seeker = words[at - 2];
  return (
    words[at - 1]?.word === '4' &&
    words[at - 1]!.gap === '' &&
    seeker !== undefined &&
    genderWords.has(seeker.word)
  );
}

const motionVerbs =
  /(?:^| )(?:live|lives|living|walk|walking|swim|run|sprint|jump|ran|swam)(?: (?:about|just|only))?$/;
const moneyVerbs =
  /(?:^| )(?:raising|raised|raise|sold|worth|valued|earned|made|spent|lost|costs?)(?: \S+)?$/;
const countedMillions =
  /^(?:views?|followers|users|subscribers|streams|downloads|plays|likes|arr|mrr|revenue|dollars|euros|pounds|exit|deal|budget|people|in (?:funding|revenue|sales|debt))\b/;
const metres =
  /^(?:away from (?:my|the|a|here)|(?:from|off|to) (?:my|a|our|here|work|home|the (?:beach|sea|ocean|lake|river|station|metro|subway|tube|bus|park|office|shops?|school|city|centre|center|water|coast|road|house|door|finish|line|top|ground|airport|gym|bar|pub)))\b/;

/** Whether an "m" after the number means millions or metres: "sold it for 29M", "29 m from the beach". */
function isAmount(document: TextDocument, first: number, last: number): boolean {
  const letter = document.words[last]!;
  if (letter.form !== 'm') return false;
  const trail = formsAfter(document, last + 1, 4);
  if (moneyVerbs.test(formsBefore(document, first, 4)) || countedMillions.test(trail)) return true;
  // A capital M is not a metre.
  if (letter.capital) return false;
  if (motionVerbs.test(formsBefore(document, first, 2))) return true;
  const size = document.words[last + 1];
  const isSize =
    size?.clause === letter.clause && /^(?:high|long|run|sprint|dash|swim|deep|wide)$/.test(size.form);
  return (isSize && document.words[last + 2]?.clause !== letter.clause) || metres.test(trail);
}

/** Whether the number is a whole clause among the first 60 words of a longer text. */
function isOwnClause(document: TextDocument, number: NumberAt): boolean {
  if (!beginsClause(document, number) || !closesClause(document, number)) return false;
  return document.words.length > 1 && number.first < 60;
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
