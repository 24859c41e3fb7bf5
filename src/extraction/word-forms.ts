/** How people type: chat words, dropped letters, slips of the finger; and which words are plain English. */
import nlp from 'compromise';

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
  }),
); // prettier-ignore

/**
 * Letters that are words of chat only in small letters and away from numbers ("29 w", "N. Paris" are not).
 */
const chatLetters = new Set(['w', 'n', 'u']);

/**
 * The form in which a word is compared; several words where a chat word stands for them is not possible: one
 * only.
 */
export function normalizedForm(word: string, nearNumber: boolean): string {
  if (chatLetters.has(word) && nearNumber) return word;
  const meant = chatSpellings.get(word);
  return meant === undefined || meant.includes(' ') ? word : meant;
}

const lexicon = (nlp.model() as { one: { lexicon: Readonly<Record<string, string | readonly string[]>> } })
  .one.lexicon;

function tagsOf(word: string): readonly string[] {
  if (!Object.hasOwn(lexicon, word)) return [];
  return [lexicon[word] ?? []].flat();
}

const placeTags = new Set([
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
const nameTags = new Set(['FirstName', 'MaleName', 'FemaleName', 'Person']);

/** What the lexicon knows of a word. */
interface LexiconEntry {
  readonly isEnglish: boolean;
  readonly isName: boolean;
  readonly isFirstName: boolean;
}

const entries = new Map<string, LexiconEntry>();
/** Words that are remembered; past this many the memory starts afresh. */
const MAX_ENTRIES = 50_000;

/** Every rule asks for the same words again. */
function lexiconEntry(word: string): LexiconEntry {
  const remembered = entries.get(word);
  if (remembered !== undefined) return remembered;
  const tags = tagsOf(word);
  const found = {
    isEnglish: looksEnglish(word),
    isName: tags.some((tag) => placeTags.has(tag)),
    isFirstName: tags.some((tag) => nameTags.has(tag)),
  };
  if (entries.size >= MAX_ENTRIES) entries.clear();
  entries.set(word, found);
  return found;
}

/** A word of everyday English (not only a name or a place). */
export function isEnglishWord(word: string): boolean {
  return lexiconEntry(word).isEnglish;
}

function looksEnglish(word: string): boolean {
  return (
    [
      word,
      word.replace(/s$/, ''),
      word.replace(/(?:ed|ing|er|ly)$/, ''),
      word.replace(/(?:ed|ing)$/, 'e'),
    ].some((form) => tagsOf(form).some((tag) => !placeTags.has(tag))) || otherEnglishWords.has(word)
  );
}

/** Everyday words that are also cities and that the library's lexicon lacks. */
const otherEnglishWords = new Set(
  'bath march tech carriage friendship hell independence mission bed love may china enterprise commerce industry liberty union hope eden'.split(
    ' ',
  ),
);

/** A name of a person or a place. */
export function isName(word: string): boolean {
  return lexiconEntry(word).isName;
}

export function isFirstName(word: string): boolean {
  return lexiconEntry(word).isFirstName;
}

/**
 * Finds the word of a vocabulary that a slip of one letter (left out, doubled, wrong, or two exchanged) away
 * from it lies the typed word. Only for words of six letters and more, with the same first letter, that are
 * no English words themselves. After Garbe's symmetric deletes: both sides lose one letter and meet.
 */
export class SpellingCorrector {
  readonly #words: ReadonlySet<string>;
  readonly #byDeletion = new Map<string, string>();
  readonly #seen = new Map<string, string | null>();

  constructor(vocabulary: Iterable<string>) {
    this.#words = new Set([...vocabulary].filter((word) => /^\p{L}{6,24}$/u.test(word)));
    for (const word of this.#words) {
      for (const shorter of [word, ...deletions(word)]) this.#byDeletion.set(shorter, word);
    }
  }

  /** null: nothing to mend. */
  correct(word: string): string | null {
    if (word.length < 6 || word.length > 24 || this.#words.has(word)) return null;
    const entries = this.#seen.get(word);
    if (entries !== undefined) return entries;
    const found = isEnglishWord(word) || isName(word) ? null : this.#nearest(word);
    if (this.#seen.size < 20_000) this.#seen.set(word, found);
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
