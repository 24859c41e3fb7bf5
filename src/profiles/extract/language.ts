/**
 * Which sentences the rules may read: those in English. A sentence in another language gives nothing at all, since
 * words that look alike mean something else ("casual", "no", "me", "once").
 *
 * Measured on 34 short texts (18 English ones in chat style, 16 in eight other languages): eld named 13 and 15 of them
 * rightly, tinyld 8 and 13, franc-min 6 and 9. What eld misses is made of names and numbers ("F, 38, Berlin"), so its
 * word counts only where the sentence lacks the small words that every English sentence has, and a clear lead over
 * English is asked for. A short sentence goes with the whole text.
 */
import { eld } from 'eld/small';
import type { ReadText, Sentence } from './read-text.ts';
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

/** Small words of German, Dutch, Swedish, French, Spanish, Portuguese, Italian, Polish, … that are no English words. */
const foreignSmallWords = new Set(
  'ich bin und nicht mit für eine einen einem suche aus habe auf auch sehr mein meine ist wohne jahre ik een het niet voor mijn ook jaar zoek jag och är inte söker bor år ikke leder efter je suis jai avec une cherche habite dans pour ans mais très soy tengo años anos busco vivo una para pero muy con mi que gusta hombre mujer eu sou tenho moro procuro uma com não nao meu minha muito sono cerco anni che gli della vivo jestem szukam się nie mieszkam dla bir yaşında arıyorum der das wir sind'
    .split(' ')
    .map((word) => word.normalize('NFKD').replace(/[\u0300-\u036f]/g, '')),
);

const foreignLetters =
  /[\u0370-\u03ff\u0400-\u052f\u0590-\u08ff\u0900-\u0dff\u0e00-\u0eff\u1100-\u11ff\u3040-\u30ff\u3400-\u9fff\uac00-\ud7af]/g;
/** eld reads this much of a sentence or text. */
const MOST_CHARACTERS = 600;
const MOST_WORDS = 120;
const CLEAR_LEAD = 0.1;
/** A foreign sentence has fewer known words than this share; in a text that is English as a whole, than the smaller one. */
const MOST_KNOWN = 0.6;
const MOST_KNOWN_WITHIN = 0.45;
/** Of fewer words eld can only guess. */
const LEAST_WORDS = 4;

export interface Languages {
  /** By sentence. */
  readonly isForeign: readonly boolean[];
}

/**
 * `ownWords`: the words of the domain's phrases. They count as English beside the lexicon's, since titles and lists
 * ("Plush elephant, 40 cm, machine washable") are made of words that no everyday lexicon has.
 */
export function findLanguages(read: ReadText, ownWords: ReadonlySet<string>): Languages {
  const judgeWords: Judge = (written, first, last, clearLead, mostKnown) =>
    judge(written, read, first, last, clearLead, mostKnown, ownWords);
  const whole = judgeWords(read.text.slice(0, MOST_CHARACTERS), 0, read.words.length, CLEAR_LEAD, MOST_KNOWN);
  return {
    isForeign: read.sentences.map((sentence) => sentenceIsForeign(read, sentence, whole, judgeWords)),
  };
}

type Judgement = 'english' | 'foreign' | 'unclear';
type Judge = (
  written: string,
  first: number,
  last: number,
  clearLead: number,
  mostKnown: number,
) => Judgement;

function sentenceIsForeign(read: ReadText, sentence: Sentence, whole: Judgement, judgeWords: Judge): boolean {
  const written = read.text.slice(sentence.start, Math.min(sentence.end, sentence.start + MOST_CHARACTERS));
  const own = judgeWords(
    written,
    sentence.first,
    sentence.last,
    whole === 'english' ? 2 * CLEAR_LEAD : CLEAR_LEAD,
    whole === 'english' ? MOST_KNOWN_WITHIN : MOST_KNOWN,
  );
  if (whole === 'foreign') return own !== 'english';
  return own === 'foreign';
}

function judge(
  written: string,
  read: ReadText,
  first: number,
  last: number,
  clearLead: number,
  mostKnown: number,
  ownWords: ReadonlySet<string>,
): Judgement {
  const letters = written.match(/\p{L}/gu)?.length ?? 0;
  if (letters === 0) return 'unclear';
  if ((written.match(foreignLetters)?.length ?? 0) > letters * 0.3) return 'foreign';
  const words = read.words
    .slice(first, Math.min(last, first + MOST_WORDS))
    .filter(({ word }) => /^\p{L}/u.test(word));
  const sure = words.filter(
    ({ form, word }) => word.length > 1 && smallWords.has(form) && !sharedWords.has(form),
  ).length;
  const foreign = words.filter(({ word }) => foreignSmallWords.has(word)).length;
  // Names of people and places are of no language, and so are short forms.
  const telling = words.filter(({ word, form }) => word.length > 2 && (isEnglishWord(form) || !isName(word)));
  const known = telling.filter(
    ({ form, word }) =>
      smallWords.has(form) || ownWords.has(form) || isEnglishWord(form) || isEnglishWord(word),
  );
  const share = known.length / Math.max(1, telling.length);
  // One word that is small in another language ("eu", "soy") proves nothing among English ones.
  const isAlone = foreign === 1 && sure === 0 && words.length <= 10 && share <= 0.5;
  if (isAlone || (foreign >= 2 && foreign > sure / 2)) return 'foreign';
  if (sure / words.length >= 0.15) return 'english';
  const lead = leadOverEnglish(written);
  if (telling.length >= LEAST_WORDS && lead >= clearLead && share < mostKnown) return 'foreign';
  return sure > 0 && lead < CLEAR_LEAD ? 'english' : 'unclear';
}

/** How much surer eld is of another language than of English, 0 to 1. */
function leadOverEnglish(written: string): number {
  const scores = eld.detect(written).getScores();
  return Math.max(0, ...Object.values(scores)) - (scores.en ?? 0);
}
