/**
 * Which sentences the rules may read: those in English. A sentence in another language gives nothing at all,
 * since words that look alike mean something else ("casual", "no", "me", "once").
 *
 * Measured on 34 short texts (18 English ones in chat style, 16 in eight other languages): eld named 13 and
 * 15 of them rightly, tinyld 8 and 13, franc-min 6 and 9. What eld misses is made of names and numbers ("F,
 * 38, Berlin"), so its word counts only where the sentence lacks the small words that every English sentence
 * has, and a clear lead over English is asked for. A short sentence goes with the whole text.
 */
import { eld } from 'eld/small';
import { startsWithLetter } from './letters.ts';
import type { ReadText, Word } from './read-text.ts';
import { isEnglishWord, isName } from './word-forms.ts';

const smallWords = new Set(
  'the and i im my is are am of to for with you your not in on that this have has was be been it its a an but from or who what we our they them would will can just very about like looking want someone at by as more than she her he his when all some out up if so years old year live living love dont because really her him their there here me us into one two do does did get been working work people cant wont didnt doesnt isnt arent wouldnt couldnt lol im youre thats hes shes'.split(
    ' ',
  ),
);
/** Small English words that are words elsewhere too: they prove nothing. */
const sharedWords = new Set(
  'a i in on me he so is was am an been has dont den die all of do des her be we at my man as no une to her'.split(
    ' ',
  ),
);

/**
 * Small words of German, Dutch, Swedish, French, Spanish, Portuguese, Italian, Polish, … that are no English
 * words.
 */
const foreignSmallWords = new Set(
  'ich bin und nicht mit für eine einen einem suche aus habe auf auch sehr mein meine ist wohne jahre ik een het niet voor mijn ook jaar zoek jag och är inte söker bor år ikke leder efter je suis jai avec une cherche habite dans pour ans mais très soy tengo años anos busco vivo una para pero muy con mi que gusta hombre mujer eu sou tenho moro procuro uma com não nao meu minha muito sono cerco anni che gli della vivo jestem szukam się nie mieszkam dla bir yaşında arıyorum der das wir sind'
    .split(' ')
    .map((word) => word.normalize('NFKD').replace(/[\u0300-\u036f]/g, '')),
);

const foreignLetters =
  /[\u0370-\u03ff\u0400-\u052f\u0590-\u08ff\u0900-\u0dff\u0e00-\u0eff\u1100-\u11ff\u3040-\u30ff\u3400-\u9fff\uac00-\ud7af]/g;
/** eld reads this much of a sentence or text. */
const MAX_CHARACTERS = 600;
const MAX_WORDS = 120;
const CLEAR_LEAD = 0.1;
/**
 * A foreign sentence has fewer known words than this share; in a text that is English as a whole, than the
 * smaller one.
 */
const MAX_KNOWN = 0.6;
const MAX_KNOWN_WITHIN = 0.45;
/** Of fewer words eld can only guess. */
const MIN_WORDS = 4;

export interface Languages {
  /** By sentence. */
  readonly isForeign: readonly boolean[];
}

/**
 * `ownWords`: the words of the domain's phrases. They count as English beside the lexicon's, since titles and
 * lists ("Plush elephant, 40 cm, machine washable") are made of words that no everyday lexicon has.
 */
export function findLanguages(read: ReadText, ownWords: ReadonlySet<string>): Languages {
  const weighed = (written: string, first: number, last: number) =>
    weigh(written, read.words.slice(first, Math.min(last, first + MAX_WORDS)), ownWords);
  const text = weighed(read.text.slice(0, MAX_CHARACTERS), 0, read.words.length);
  const whole = once(() => judge(text, CLEAR_LEAD, MAX_KNOWN));
  const isForeignText = isForeign(text, CLEAR_LEAD, MAX_KNOWN);
  return {
    isForeign: read.sentences.map(({ start, end, first, last }) => {
      const written = read.text.slice(start, Math.min(end, start + MAX_CHARACTERS));
      const signs = weighed(written, first, last);
      return isForeignText ? judge(signs, CLEAR_LEAD, MAX_KNOWN) !== 'english' : isForeignAmong(signs, whole);
    }),
  };
}

type Judgement = 'english' | 'foreign' | 'unclear';

/** What the words of a sentence or text speak for. */
interface Signs {
  /** Settled without eld. */
  readonly settled: Judgement | null;
  /** There is a small word that is English only. */
  readonly hasSure: boolean;
  /** Words that tell of a language, and the share of them that is known. */
  readonly telling: number;
  readonly share: number;
  /**
   * How much surer eld is of another language than of English, 0 to 1: asked when it is wanted, as nothing
   * here costs more.
   */
  readonly lead: () => number;
}

/** Of a sentence in a text that is not foreign as a whole; in one that is English, more is asked for. */
function isForeignAmong(signs: Signs, whole: () => Judgement): boolean {
  // Most sentences are known well enough for either, and eld is not asked.
  const mayBe = signs.settled === 'foreign' || isLittleKnown(signs, MAX_KNOWN);
  if (!mayBe) return false;
  return whole() === 'english'
    ? isForeign(signs, 2 * CLEAR_LEAD, MAX_KNOWN_WITHIN)
    : isForeign(signs, CLEAR_LEAD, MAX_KNOWN);
}

function judge(signs: Signs, clearLead: number, mostKnown: number): Judgement {
  if (isForeign(signs, clearLead, mostKnown)) return 'foreign';
  if (signs.settled !== null) return signs.settled;
  return signs.hasSure && signs.lead() < CLEAR_LEAD ? 'english' : 'unclear';
}

function isForeign(signs: Signs, clearLead: number, mostKnown: number): boolean {
  if (signs.settled !== null) return signs.settled === 'foreign';
  return isLittleKnown(signs, mostKnown) && signs.lead() >= clearLead;
}

/** There are words that tell, and few of them are known. */
function isLittleKnown({ telling, share }: Signs, mostKnown: number): boolean {
  return telling >= MIN_WORDS && share < mostKnown;
}

function weigh(written: string, among: readonly Word[], ownWords: ReadonlySet<string>): Signs {
  const letters = countOf(written, /\p{L}/gu);
  if (letters === 0) return settledAs('unclear');
  if (countOf(written, foreignLetters) > letters * 0.3) return settledAs('foreign');
  let [words, sure, foreign, telling, known] = [0, 0, 0, 0, 0];
  for (const { word, form } of among) {
    if (!startsWithLetter(word)) continue;
    words++;
    if (word.length > 1 && smallWords.has(form) && !sharedWords.has(form)) sure++;
    if (foreignSmallWords.has(word)) foreign++;
    // Names of people and places are of no language, and so are short forms.
    if (word.length <= 2 || !(isEnglishWord(form) || !isName(word))) continue;
    telling++;
    if (smallWords.has(form) || ownWords.has(form) || isEnglishWord(form) || isEnglishWord(word)) known++;
  }
  const share = known / Math.max(1, telling);
  // One word that is small in another language ("eu", "soy") proves nothing among English ones.
  const isAlone = foreign === 1 && sure === 0 && words <= 10 && share <= 0.5;
  if (isAlone || (foreign >= 2 && foreign > sure / 2)) return settledAs('foreign');
  if (sure / words >= 0.15) return settledAs('english');
  return { settled: null, hasSure: sure > 0, telling, share, lead: once(() => leadOverEnglish(written)) };
}

/** The same, reckoned at most once. */
function once<Value>(reckon: () => Value): () => Value {
  let known: { readonly value: Value } | null = null;
  return () => {
    known ??= { value: reckon() };
    return known.value;
  };
}

const settledAs = (settled: Judgement): Signs => ({
  settled,
  hasSure: false,
  telling: 0,
  share: 0,
  lead: () => 0,
});

function countOf(text: string, pattern: RegExp): number {
  return text.match(pattern)?.length ?? 0;
}

function leadOverEnglish(written: string): number {
  const scores = eld.detect(written).getScores();
  return Math.max(0, ...Object.values(scores)) - (scores.en ?? 0);
}
