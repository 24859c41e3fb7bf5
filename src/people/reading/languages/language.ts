/**
 * Detects the sentences that are not English. The rules do not read them, since words that look alike have
 * another meaning ("casual", "no", "me", "once").
 *
 * Function words decide first. The language detector eld decides only where they leave it open, few words are
 * known, and another language leads English by a margin. Short lines of names and numbers ("F, 38, Berlin")
 * mislead it (docs/design/decisions/extraction-by-rules.md). In a text that is English as a whole, a sentence
 * needs stronger evidence to be foreign.
 */
import { eld } from 'eld/small';
import { countLetters, startsWithDigit, startsWithLetter } from '../words/letters.ts';
import type { ReadText, Word } from '../words/read-text.ts';
import { isEnglishWord, isName } from '../words/word-forms.ts';

const functionWords = new Set(
  'the and i im my is are am of to for with you your not in on that this have has was be been it its a an but from or who what we our they them would will can just very about like looking want someone at by as more than she her he his when all some out up if so years old year live living love dont because really her him their there here me us into one two do does did get been working work people cant wont didnt doesnt isnt arent wouldnt couldnt lol im youre thats hes shes'.split(
    ' ',
  ),
);
/** English function words that are also words of other languages, and so no evidence. */
const ambiguousWords = new Set(
  'a i in on me he so is was am an been has dont den die all of do des her be we at my man as no une to her'.split(
    ' ',
  ),
);

/** Function words of German, Dutch, Swedish, French, Spanish, Portuguese, … that are not English words. */
const foreignFunctionWords = new Set(
  'ich bin und nicht mit für eine einen einem suche aus habe auf auch sehr mein meine ist wohne jahre ik een het niet voor mijn ook jaar zoek jag och är inte söker bor år ikke leder efter je suis jai avec une cherche habite dans pour ans mais très soy tengo años anos busco vivo una para pero muy con mi que gusta hombre mujer eu sou tenho moro procuro uma com não nao meu minha muito sono cerco anni che gli della vivo jestem szukam się nie mieszkam dla bir yaşında arıyorum der das wir sind suchen sucht gesucht verkaufe biete oder zum zur bei gerne wegen noch nur seit weiblich männlich stellen erfahrung nous vous vends recherche recherchons êtes sommes mois travail poste plutôt état homme rencontrer estoy somos buscamos vendo compro tiene experiencia trabajo soltera soltero vivimos quiero estou somos você voce vaga trabalho experiência também procuramos temos gosto mulher homem cerchiamo lavoro esperienza ragazza ragazzo uomo abito vivono siamo compro sono anche cercasi offresi vendesi donne prix debattre livraison envoi fonctionne samedi dimanche recuperer recrute recrutons zustand versand abholung gebraucht neuwertig samstag sonntag verschenke verschenken abzugeben sehr guter vollzeit teilzeit berufserfahrung precio envio entrega recogida negociable usado usada nuevo sueldo jornada preco retirada prezzo stato ritiro spedizione usato nuovo trattabile consegna vendita stipendio jours cherchons heures juin juillet vendredi lundi emploi salaire niños hijos mujeres hombres ciudad quiero encantan madrileño saludos moça rapaz namorada gosta serio séria seria relazione relación relação vends cherchons recherchons etat chercher depuis chez verkaufe verkaufen vendo vende compro estado bom buen aceito aceptan vaga empresa mudanza mudança trattabili ottime permis disponible gesucht zum bei seit'
    .split(' ')
    .map((word) => word.normalize('NFKD').replace(/[\u0300-\u036f]/g, '')),
);
/**
 * Foreign words that also stand in English names ("Los Angeles", "Café de la Paix"): half as much evidence.
 */
const weakForeignWords = new Set(
  'de la le les des du et el los las y en un una une il lo di da dos em zu im ist auch den dem von aus mit auf por con per del della nel bis ab bin est sur pas plus sin muy se si te tu como ou ma mas e o os das ao na no um uma ano mes eine einen ein kein keine wer was für fur ans sans'.split(
    ' ',
  ),
);

const ENGLISH = 1;
const FOREIGN = 2;
const WEAK = 4;
/** The lists that a word is in, so that most words need one look-up. */
const kindsOf = new Map<string, number>();
for (const [list, kind] of [
  [functionWords, ENGLISH],
  [foreignFunctionWords, FOREIGN],
  [weakForeignWords, WEAK],
] as const)
  for (const word of list) kindsOf.set(word, (kindsOf.get(word) ?? 0) | kind);

const foreignLetters =
  /[\u0370-\u03ff\u0400-\u052f\u0590-\u08ff\u0900-\u0dff\u0e00-\u0eff\u1100-\u11ff\u3040-\u30ff\u3400-\u9fff\uac00-\ud7af]/g;
/** The part of a sentence or text that is evidence. */
const MAX_CHARACTERS = 600;
const MAX_WORDS = 120;
/** Least difference between eld's scores of another language and of English. */
const MIN_MARGIN = 0.1;
/** Greatest share of known words in a foreign sentence. */
const MAX_KNOWN = 0.6;
/** The same, in a text that is English as a whole. */
const MAX_KNOWN_IN_ENGLISH = 0.45;
/** With fewer words, eld's result is random. */
const MIN_INFORMATIVE_WORDS = 4;

export interface Languages {
  /** By sentence: not English, or in a reader of another language not that one. */
  readonly isForeign: readonly boolean[];
}

/**
 * `ownWords`: the words of the domain's phrases. They count as known English words, since titles and lists
 * ("Plush elephant, 40 cm, machine washable") consist of words that an everyday lexicon lacks.
 */
export function findLanguages(read: ReadText, ownWords: ReadonlySet<string>): Languages {
  // A word is looked up once for its text and its sentence.
  const facts = new Uint8Array(read.words.length);
  const evidenceFor = (written: string, first: number, last: number) => {
    const end = Math.min(last, first + MAX_WORDS);
    for (let at = first; at < end; at++) facts[at] ||= factsOf(read.words[at]!, ownWords);
    return gatherEvidence(written, read.words.slice(first, end), facts.subarray(first, end), ownWords);
  };
  const text = evidenceFor(read.text.slice(0, MAX_CHARACTERS), 0, read.words.length);
  const whole = once(() => classify(text, MIN_MARGIN, MAX_KNOWN));
  const isForeignText = isForeign(text, MIN_MARGIN, MAX_KNOWN);
  return {
    isForeign: read.sentences.map(({ start, end, first, last }) => {
      const written = read.text.slice(start, Math.min(end, start + MAX_CHARACTERS));
      // The evidence of a text that is one sentence is the sentence's.
      const evidence = read.sentences.length === 1 ? text : evidenceFor(written, first, last);
      return isForeignText
        ? !(evidence.isPlainEnglish && classify(evidence, MIN_MARGIN, MAX_KNOWN) === 'english')
        : isForeignSentence(evidence, whole);
    }),
  };
}

type Language = 'english' | 'foreign' | 'unclear';

/** Evidence for the language of a sentence or text. */
interface Evidence {
  /** The language, where function words or the script decide it; null: undecided. */
  readonly decided: Language | null;
  /** Whether its English function words are none of another language ("im Monat"), or outweigh those. */
  readonly isPlainEnglish: boolean;
  /** Whether it has a function word that only English has. */
  readonly hasEnglishWord: boolean;
  /** Words of more than two letters that are not just names; and the share of known ones among them. */
  readonly informative: number;
  readonly knownShare: number;
  /**
   * eld's best score less its score of English, 0 to 1. Computed when it is first read, because it is the
   * costliest part.
   */
  readonly margin: () => number;
}

/** For a sentence of a text that is not foreign as a whole. */
function isForeignSentence(evidence: Evidence, whole: () => Language): boolean {
  // Most sentences end here, without a call of eld.
  const maybeForeign = evidence.decided === 'foreign' || isMostlyUnknown(evidence, MAX_KNOWN);
  if (!maybeForeign) return false;
  return whole() === 'english'
    ? isForeign(evidence, 2 * MIN_MARGIN, MAX_KNOWN_IN_ENGLISH)
    : isForeign(evidence, MIN_MARGIN, MAX_KNOWN);
}

function classify(evidence: Evidence, minMargin: number, maxKnown: number): Language {
  if (isForeign(evidence, minMargin, maxKnown)) return 'foreign';
  if (evidence.decided !== null) return evidence.decided;
  return evidence.hasEnglishWord && evidence.margin() < MIN_MARGIN ? 'english' : 'unclear';
}

function isForeign(evidence: Evidence, minMargin: number, maxKnown: number): boolean {
  if (evidence.decided !== null) return evidence.decided === 'foreign';
  return isMostlyUnknown(evidence, maxKnown) && evidence.margin() >= minMargin;
}

function isMostlyUnknown({ informative, knownShare }: Evidence, maxKnown: number): boolean {
  return informative >= MIN_INFORMATIVE_WORDS && knownShare < maxKnown;
}

/** Letters of another script in the domain's own words: the languages of "I translate עברית and 中文". */
function namedLetters(words: readonly Word[], ownWords: ReadonlySet<string>): number {
  let count = 0;
  for (const { word, start, end } of words)
    if (ownWords.has(word) && !/^[a-z]/.test(word)) count += end - start;
  return count;
}

const IS_READ = 1;
const IS_WORD = 2;
const IS_ENGLISH_FUNCTION_WORD = 4;
const IS_WEAK = 8;
const IS_FOREIGN = 16;
const IS_INFORMATIVE = 32;
const IS_KNOWN = 64;

/** The facts of a word without its neighbours; never 0. */
function factsOf({ word, form }: Word, ownWords: ReadonlySet<string>): number {
  if (!startsWithLetter(word)) return IS_READ;
  const kinds = kindsOf.get(word) ?? 0;
  const isFunctionWord = ((form === word ? kinds : (kindsOf.get(form) ?? 0)) & ENGLISH) !== 0;
  let facts = IS_READ | IS_WORD;
  if (word.length > 1 && isFunctionWord && !ambiguousWords.has(form)) facts |= IS_ENGLISH_FUNCTION_WORD;
  if ((kinds & WEAK) !== 0) facts |= IS_WEAK;
  if ((kinds & FOREIGN) !== 0) facts |= IS_FOREIGN;
  // Names and words of two letters belong to no language.
  if (word.length <= 2) return facts;
  const isEnglish = isEnglishWord(form);
  if (!isEnglish && isName(word)) return facts;
  facts |= IS_INFORMATIVE;
  const isKnown = isEnglish || isFunctionWord || ownWords.has(form) || (form !== word && isEnglishWord(word));
  return isKnown ? facts | IS_KNOWN : facts;
}

/** `facts`: by word. */
function gatherEvidence(
  written: string,
  words: readonly Word[],
  facts: Uint8Array,
  ownWords: ReadonlySet<string>,
): Evidence {
  const letters = countLetters(written);
  if (letters === 0) return decidedAs('unclear');
  const inScripts = countForeignLetters(written);
  if (inScripts > 0 && inScripts - namedLetters(words, ownWords) > letters * 0.3) return decidedAs('foreign');
  let [wordCount, english, plain, foreign, informative, known] = [0, 0, 0, 0, 0, 0];
  // Each counts once: "no pets, no car, no debts" is English.
  const weakWords = new Set<string>();
  for (let at = 0; at < words.length; at++) {
    const of = facts[at]!;
    if ((of & IS_WORD) === 0) continue;
    const { word, clause } = words[at]!;
    wordCount++;
    if ((of & IS_ENGLISH_FUNCTION_WORD) !== 0) {
      english++;
      if ((of & IS_WEAK) === 0) plain++;
    }
    // "EU 43" is a size, no Portuguese "I".
    const isSize = word === 'eu' && startsWithDigit(words[at + 1]?.word ?? '');
    if ((of & IS_FOREIGN) !== 0 && !isSize) foreign++;
    // An item of a list ("en, de, es") may be a code.
    else if ((of & IS_WEAK) !== 0 && (words[at - 1]?.clause === clause || words[at + 1]?.clause === clause))
      weakWords.add(word);
    if ((of & IS_INFORMATIVE) !== 0) informative++;
    if ((of & IS_KNOWN) !== 0) known++;
  }
  const weak = weakWords.size;
  const knownShare = known / Math.max(1, informative);
  // One foreign function word ("eu", "soy") is no evidence among English ones.
  const isForeignByOneWord = foreign === 1 && english === 0 && wordCount <= 10 && knownShare <= 0.5;
  const evidence = foreign + (english < foreign + weak ? weak / 2 : 0);
  if (isForeignByOneWord || (evidence >= 2 && evidence > english / 2)) return decidedAs('foreign');
  const isPlainEnglish = plain > (foreign + weak) / 2;
  if (english / wordCount >= 0.15) return decidedAs('english', isPlainEnglish);
  return {
    decided: null,
    isPlainEnglish,
    hasEnglishWord: english > 0,
    informative,
    knownShare,
    margin: once(() => marginOverEnglish(written)),
  };
}

/** Memoizes a function without arguments. */
function once<Value>(compute: () => Value): () => Value {
  let known: { readonly value: Value } | null = null;
  return () => {
    known ??= { value: compute() };
    return known.value;
  };
}

const decidedAs = (decided: Language, isPlainEnglish = false): Evidence => ({
  decided,
  isPlainEnglish,
  hasEnglishWord: false,
  informative: 0,
  knownShare: 0,
  margin: () => 0,
});

function countForeignLetters(text: string): number {
  return hasOnlyLatin(text) ? 0 : (text.match(foreignLetters)?.length ?? 0);
}

/** Before the first of the foreign letters. */
function hasOnlyLatin(text: string): boolean {
  for (let at = 0; at < text.length; at++) if (text.charCodeAt(at) >= 0x370) return false;
  return true;
}

function marginOverEnglish(written: string): number {
  const scores = eld.detect(written).getScores();
  return Math.max(0, ...Object.values(scores)) - (scores.en ?? 0);
}
