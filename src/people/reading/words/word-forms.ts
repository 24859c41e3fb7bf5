/** Normalizes words: chat spellings, spelling correction, and a lexicon of English words and names. */
import nlp from 'compromise';
import { detached } from '../../../contract/detached-text.ts';
import { englishWords } from './english-words.ts';

const chatSpellings = new Map(
  Object.entries({
    u: 'you',
    ur: 'your',
    youre: 'youre',
    lookin: 'looking',
    lookn: 'looking',
    searchin: 'searching',
    seekin: 'seeking',
    livin: 'living',
    workin: 'working',
    datin: 'dating',
    meetin: 'meeting',
    hopin: 'hoping',
    tryin: 'trying',
    tryna: 'trying to',
    smth: 'something',
    sth: 'something',
    sumthin: 'something',
    somethin: 'something',
    nothin: 'nothing',
    nuffin: 'nothing',
    nowt: 'nothing',
    nuthin: 'nothing',
    owt: 'anything',
    summat: 'something',
    sommat: 'something',
    sumthing: 'something',
    sumfin: 'something',
    sumn: 'something',
    summin: 'something',
    summink: 'something',
    anythin: 'anything',
    sb: 'somebody',
    sum1: 'someone',
    some1: 'someone',
    any1: 'anyone',
    ppl: 'people',
    w: 'with',
    gf: 'girlfriend',
    bf: 'boyfriend',
    ltr: 'ltr',
    longterm: 'long term',
    shortterm: 'short term',
    yr: 'year',
    yrs: 'years',
    wanna: 'wanna',
    rly: 'really',
    bc: 'because',
    cuz: 'because',
    n: 'and',
    iam: 'im',
    realy: 'really',
    definately: 'definitely',
    doesn: 'doesnt',
    didn: 'didnt',
    cannot: 'cant',
    lf: 'looking for',
    frm: 'from',
    frae: 'from',
    tae: 'to',
    wi: 'with',
    ye: 'you',
    yed: 'youd',
    yer: 'your',
    ahm: 'im',
    masel: 'myself',
    gie: 'give',
    guid: 'good',
    whit: 'what',
    wumman: 'woman',
    freind: 'friend',
    husbnd: 'husband',
    cos: 'because',
    uve: 'youve',
    ull: 'youll',
    msg: 'message',
    msgs: 'messages',
    wld: 'would',
    shud: 'should',
    relashionship: 'relationship',
    fae: 'from',
    wantin: 'wanting',
    needin: 'needing',
    fancyin: 'fancying',
    wid: 'with',
    dinnae: 'dont',
    dinna: 'dont',
    didnae: 'didnt',
    cannae: 'cant',
    canna: 'cant',
    wouldnae: 'wouldnt',
    isnae: 'isnt',
    wasnae: 'wasnt',
    divvent: 'dont',
    bairns: 'kids',
    weans: 'kids',
    auld: 'old',
    nae: 'no',
    jst: 'just',
    wiv: 'with',
    abt: 'about',
    coz: 'because',
    luv: 'love',
    lyk: 'like',
  }),
);

/** Letters that stand for a word, unless they are capitals or beside a number ("29 w", "N. Paris"). */
const chatLetters = new Set(['w', 'n', 'u']);

/** The form in which a word is compared. A chat spelling of several words ("lf") stays as it is. */
export function normalizedForm(word: string, nearNumber: boolean): string {
  if (chatLetters.has(word) && nearNumber) return word;
  const expanded = chatSpellings.get(word);
  return expanded === undefined || expanded.includes(' ') ? word : expanded;
}

const lexicon = (nlp.model() as { one: { lexicon: Readonly<Record<string, string | readonly string[]>> } })
  .one.lexicon;

function tagsOf(word: string): readonly string[] {
  if (!Object.hasOwn(lexicon, word)) return [];
  return [lexicon[word] ?? []].flat();
}

const properNounTags = new Set([
  'City',
  'Place',
  'Country',
  'Region',
  'ProperNoun',
  'FirstName',
  'MaleName',
  'FemaleName',
  'LastName',
  'Person',
]);
const firstNameTags = new Set(['FirstName', 'MaleName', 'FemaleName', 'Person']);

interface LexiconEntry {
  readonly isEnglish: boolean;
  readonly isName: boolean;
  readonly isFirstName: boolean;
}

const entries = new Map<string, LexiconEntry>();
/** Cached words; a full cache is emptied. */
const MAX_ENTRIES = 50_000;
const MAX_CORRECTIONS = 20_000;

/** Cached, since every rule looks up the same words. */
function lexiconEntry(word: string): LexiconEntry {
  const cached = entries.get(word);
  if (cached !== undefined) return cached;
  const tags = tagsOf(word);
  const found = {
    isEnglish: hasEnglishForm(word),
    isName: tags.some((tag) => properNounTags.has(tag)),
    isFirstName: tags.some((tag) => firstNameTags.has(tag)),
  };
  if (entries.size >= MAX_ENTRIES) entries.clear();
  entries.set(detached(word), found);
  return found;
}

/** Whether the word is everyday English, and not only a name or a place. */
export function isEnglishWord(word: string): boolean {
  return lexiconEntry(word).isEnglish;
}

function hasEnglishForm(word: string): boolean {
  return (
    [
      word,
      word.replace(/s$/, ''),
      word.replace(/(?:ed|ing|er|ly)$/, ''),
      word.replace(/(?:ed|ing)$/, 'e'),
    ].some((form) => tagsOf(form).some((tag) => !properNounTags.has(tag))) || otherEnglishWords.has(word)
  );
}

/** Everyday words that are also cities, and that compromise does not tag as everyday words. */
const otherEnglishWords = new Set(
  'bath march tech carriage friendship hell independence mission bed love may china enterprise commerce industry liberty union hope eden'.split(
    ' ',
  ),
);

/** Whether the word is a name of a person or a place. */
export function isName(word: string): boolean {
  return lexiconEntry(word).isName;
}

export function isFirstName(word: string): boolean {
  return lexiconEntry(word).isFirstName;
}

/**
 * Corrects a word to the word of a vocabulary at Damerau-Levenshtein distance 1 (a letter left out, added or
 * wrong, or two exchanged). It corrects words of 6 to 24 letters that are neither English nor a name, and
 * keeps the first letter. Candidates are found by symmetric deletes (Garbe, SymSpell, 2012): of two such
 * words, one loses a letter, or both do, and they are equal.
 */
export class SpellingCorrector {
  readonly #vocabulary: ReadonlySet<string>;
  readonly #words: ReadonlySet<string>;
  readonly #byDeletion = new Map<string, string>();
  readonly #cache = new Map<string, string | null>();

  constructor(vocabulary: Iterable<string>) {
    this.#vocabulary = new Set(vocabulary);
    this.#words = new Set([...this.#vocabulary].filter((word) => /^\p{L}{6,24}$/u.test(word)));
    for (const word of this.#words)
      for (const shorter of deletions(word)) this.#byDeletion.set(shorter, word);
    // A word itself outranks those that become it by losing a letter ("vacuums").
    for (const word of this.#words) this.#byDeletion.set(word, word);
  }

  /** Whether the vocabulary has the word. */
  has(word: string): boolean {
    return this.#vocabulary.has(word);
  }

  /** null: no correction. */
  correct(word: string): string | null {
    if (word.length < 6 || word.length > 24 || this.#words.has(word)) return null;
    const cached = this.#cache.get(word);
    if (cached !== undefined) return cached;
    const nearest = isEnglishWord(word) || isName(word) ? null : this.#nearest(word);
    const found = nearest === null || isAnotherWord(word, nearest) ? null : nearest;
    if (this.#cache.size < MAX_CORRECTIONS) this.#cache.set(detached(word), found);
    return found;
  }

  #nearest(word: string): string | null {
    for (const form of [word, ...deletions(word)]) {
      const candidate = this.#byDeletion.get(form);
      if (candidate !== undefined && candidate[0] === word[0] && isOneEdit(word, candidate)) return candidate;
    }
    return null;
  }
}

/** Whether the word is right as it is, and no plural or singular of its correction: "rocket" is no racket. */
function isAnotherWord(word: string, corrected: string): boolean {
  return word !== `${corrected}s` && corrected !== `${word}s` && englishWords().has(word);
}

function deletions(word: string): string[] {
  return Array.from(word, (_, at) => word.slice(0, at) + word.slice(at + 1));
}

/** Damerau-Levenshtein distance 1, given that the two are not equal. */
function isOneEdit(a: string, b: string): boolean {
  if (Math.abs(a.length - b.length) > 1) return false;
  let same = 0;
  while (same < a.length && a[same] === b[same]) same++;
  const [restA, restB] = [a.slice(same), b.slice(same)];
  return (
    restA.slice(1) === restB.slice(1) ||
    restA.slice(1) === restB ||
    restA === restB.slice(1) ||
    (restA[0] === restB[1] && restA[1] === restB[0] && restA.slice(2) === restB.slice(2))
  );
}
