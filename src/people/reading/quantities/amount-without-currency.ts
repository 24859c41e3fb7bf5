/**
 * Decides whether a number without a currency is an amount of money.
 *
 *   no        it has a unit ("128 GB"), counts things ("3 seats"), describes one ("3-seater", "120x80"), or
 *             is a year, a time or a part of a name ("Golf 7 2015")
 *   sure      it has a scale, starts its clause, follows a word for prices ("asking 250") or precedes one
 *             ("250 ono")
 *   doubtful  any other number from 20 on ("iphone 13 for sale")
 */
import type { AmountCertainty, TextDocument } from '../document.ts';
import type { Word } from '../read-text.ts';
import { isName } from '../word-forms.ts';
import { measureUnits } from './units.ts';

const wordSet = (words: string) => new Set(words.split(' '));

/** Units that are also words ("asking 250 in Leeds"): units only where they touch the number. */
const attachedUnits = wordSet('in min s h y k m b d');
const moreUnits = wordSet(
  'gb tb mb kb ghz mhz hz mp mpx megapixel megapixels px dpi hp bhp kw kwh w watt watts v volt volts a amp amps mah ah wh ml cl dl l ltr liter liters litre litres gallon gallons cc ccm sqm sqft m2 ft2 cbm mph kmh bpm psi degrees degree percent pct rpm lumen lumens karat carat carats ct ply tog gsm fps nm oclock am inch inches',
);
/** Words after which a number is an amount, even one that looks like a year. */
const priceWords =
  'for only just asking ask asked price priced pay pays paying budget max maximum min minimum about around approx under below above over want wants need take accept offer offers offering spend spending upto expect expecting expected salary base comp compensation ote ctc rate ticket tickets cheque cheques check checks raise raises raising firm fixed vb fp least most limit tops roughly circa ca invest invests write writes';
const leadsToAnyNumber = wordSet(priceWords);
/** Words after which any other number is an amount: "for sale 250", but not "from 2009". */
const leadsToNumber = wordSet(
  `${priceWords} at to of is be are round target total sale selling sell between and or than from now still up`,
);
/** Words that follow an amount. */
const priceEndings = wordSet('ono obo vb neg negotiable firm each ea apiece tops fixed max maximum cash');
/** Words before a number that identifies something: "size 42". */
const labels = wordSet(
  'size sizes model version gen generation series type no nr number num room floor page part level grade year years class unit apartment zone tier age aged season chapter vol volume mk mark iso route exit seats sleeps fits holds uk eu',
);
/** Nouns with a number of members: "set of 6". */
const collectiveNouns = wordSet(
  'set sets pack packs team teams group groups box boxes pair lot bag bundle case crate crew staff class family party collection series sheet total',
);
/** Words that end the search for a counted noun. */
const notCounted = wordSet(
  'for the a an or and but if is it to in at on with from per each ono obo firm cash only neg negotiable max min total incl including plus delivered posted shipped collected collection pickup pick delivery as all both no not can will i we you my our this that these needs includes comes works has was does gets ships makes looks fits sells goes means costs runs takes starts keeps wants seeks pays raises invests writes leads thanks perhaps always sometimes series plus less unless gross vs across is its his bonus basis yes us gas',
);
const irregularPlurals = wordSet('people men women children feet pcs staff pax');
/** Nouns after a scaled number that is their amount: "100k first checks". */
const nounsWithAmount = wordSet('checks cheques tickets rounds deals investments amounts salaries');
/** Nouns that a number describes in the singular: "3 seater sofa", "5 door golf". */
const attributiveNouns = wordSet(
  'seater seat person bedroom bed bath bathroom door piece pc pack set way speed gear cylinder star string key page burner drawer shelf panel core port pin stroke cup row stage day week month part owner hand tier channel figure digit season player sided foot x st nd rd th axle room storey story',
);
const MAX_ADJECTIVES = 2;
/** A smaller number is a model's ("Golf 7 for sale"). */
const MIN_DOUBTFUL = 20;
const YEARS = [1950, 2035] as const;

/** `first`, `last`: words [first, last) of the number, its scale and period. null: not an amount. */
export function amountCertainty(
  document: TextDocument,
  first: number,
  last: number,
  isScaled: boolean,
): AmountCertainty | null {
  const { words } = document;
  const before = inClause(words, first - 1, words[first]!);
  const after = inClause(words, last, words[last - 1]!);
  if (
    isMeasured(document, last, after) ||
    countsThings(words, first, last, isScaled) ||
    isPartOfName(words, first, before)
  )
    return null;
  const closes = after !== undefined && priceEndings.has(after.form);
  if (isScaled || closes) return 'sure';
  if (before !== undefined && (isYear(words[first]!) ? leadsToAnyNumber : leadsToNumber).has(before.form))
    return 'sure';
  if (isYear(words[first]!)) return null;
  if (before === undefined) return 'sure';
  return Number(words[first]!.word) < MIN_DOUBTFUL ? null : 'doubtful';
}

/** Whether words [first, last) are a whole clause. */
export function isOwnClause({ words }: TextDocument, first: number, last: number): boolean {
  const { clause } = words[first]!;
  return words[first - 1]?.clause !== clause && words[last]?.clause !== clause;
}

function inClause(words: readonly Word[], at: number, beside: Word): Word | undefined {
  const word = words[at];
  return word !== undefined && word.clause === beside.clause ? word : undefined;
}

function isMeasured({ text, words }: TextDocument, last: number, after: Word | undefined): boolean {
  const { end } = words[last - 1]!;
  if (/^\s?(?:["”″]|''|°|x\d|×)/.test(text.slice(end, end + 3))) return true;
  if (after === undefined) return false;
  if (/^[-‑]$/.test(after.gap)) return /^\p{L}/u.test(after.word) && !priceEndings.has(after.form);
  if (after.gap === '') return !priceEndings.has(after.form);
  if (attachedUnits.has(after.form) || after.gap !== ' ') return false;
  return isUnit(after.form);
}

const isUnit = (form: string) =>
  moreUnits.has(form) ||
  form === '%' ||
  Object.values(measureUnits).some((units) => Object.hasOwn(units, form));

/** Whether a noun is counted: "3 seats", "2 spare controllers" (up to two adjectives), "one bike". */
function countsThings(words: readonly Word[], first: number, last: number, isScaled: boolean): boolean {
  const number = words[last - 1]!;
  for (let at = last; at <= last + MAX_ADJECTIVES; at++) {
    const word = inClause(words, at, number);
    if (word === undefined || notCounted.has(word.form) || priceEndings.has(word.form) || isName(word.form))
      return false;
    if (!/^\p{L}/u.test(word.word) || (isScaled && nounsWithAmount.has(word.form))) return false;
    const isOne = !isScaled && /^(?:1|one|a)$/.test(words[first]!.form);
    if (at === last && (attributiveNouns.has(word.form) || isOne)) return true;
    if (irregularPlurals.has(word.form) || (/[^su]s$/.test(word.form) && !word.form.endsWith('is')))
      return true;
  }
  return false;
}

/** Whether the number identifies or sizes a thing: "size 42", "set of 6", "120 x 80", "Golf 7 2015". */
function isPartOfName(words: readonly Word[], first: number, before: Word | undefined): boolean {
  if (before === undefined) return false;
  if (labels.has(before.form) || /^\d/.test(before.word) || /^[x×]$/.test(before.form)) return true;
  return before.form === 'of' && collectiveNouns.has(words[first - 2]?.form ?? '');
}

function isYear({ word }: Word): boolean {
  return /^\d{4}$/.test(word) && Number(word) >= YEARS[0] && Number(word) <= YEARS[1];
}
