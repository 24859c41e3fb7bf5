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
import { isEnglishWord } from './word-forms.ts';

const smallWords = new Set(
  'the and i im my is are am of to for with you your not in on that this have has was be been it its a an but from or who what we our they them would will can just very about like looking want someone at by as more than she her he his when all some out up if so years old year live living love dont because really her him their there here me us into one two do does did get been working work people'.split(
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
const CLEAR_LEAD = 0.1;

export interface Languages {
  /** By sentence. */
  readonly isForeign: readonly boolean[];
}

export function findLanguages(read: ReadText): Languages {
  const whole = judge(read.text.slice(0, MOST_CHARACTERS), read, 0, Math.min(read.words.length, 120));
  return { isForeign: read.sentences.map((sentence) => sentenceIsForeign(read, sentence, whole)) };
}

type Judgement = 'english' | 'foreign' | 'unclear';

function sentenceIsForeign(read: ReadText, sentence: Sentence, whole: Judgement): boolean {
  const written = read.text.slice(sentence.start, Math.min(sentence.end, sentence.start + MOST_CHARACTERS));
  const own = judge(written, read, sentence.first, sentence.last);
  if (own !== 'unclear') return own === 'foreign';
  return whole === 'foreign';
}

function judge(written: string, read: ReadText, first: number, last: number): Judgement {
  const letters = written.match(/\p{L}/gu)?.length ?? 0;
  if (letters === 0) return 'unclear';
  if ((written.match(foreignLetters)?.length ?? 0) > letters * 0.3) return 'foreign';
  const words = read.words
    .slice(first, Math.min(last, first + 120))
    .filter(({ word }) => /^\p{L}{1,}$/u.test(word));
  const small = words.filter(({ form }) => smallWords.has(form));
  const sure = small.filter(({ form }) => !sharedWords.has(form)).length;
  const foreign = words.filter(({ word }) => foreignSmallWords.has(word)).length;
  if (foreign >= 2 ? foreign > sure / 2 : foreign === 1 && sure === 0 && words.length <= 6) return 'foreign';
  const known = words.filter(
    ({ form, word }) => smallWords.has(form) || isEnglishWord(form) || isEnglishWord(word),
  ).length;
  const scores = eld.detect(written).getScores();
  const [[best, bestScore] = ['en', 0]] = Object.entries(scores).sort((a, b) => b[1] - a[1]);
  const lead = best === 'en' ? 0 : bestScore - (scores.en ?? 0);
  const share = words.length === 0 ? 0 : known / words.length;
  if (sure / words.length >= 0.2 && lead < 0.3) return 'english';
  if (best === 'en' && share >= 0.4) return 'english';
  if (lead >= CLEAR_LEAD && words.length >= 3 && share < 0.6 && sure / words.length < 0.15) return 'foreign';
  if (lead >= 0.25 && words.length >= 2 && share < 0.5) return 'foreign';
  if (share >= 0.7) return 'english';
  return 'unclear';
}
