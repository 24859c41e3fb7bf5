/**
 * Marks a description of a person as a wish where no word says so. After "I'm a man of 37, Brno.", the
 * sentence "A woman who laughs." is about the counterpart. The noun must have another gender than the
 * profile, since "Woman, 30. A lady with opinions." describes the profile twice. The wish goes on until the
 * profile speaks of itself.
 */
import type { ReadText, Word } from '../../words/read-text.ts';

const ofGender: ReadonlyMap<string, 'woman' | 'man'> = new Map([
  ...'f female woman lady girl gal lass widow mum mom mother'
    .split(' ')
    .map((form) => [form, 'woman'] as const),
  ...'m male man gentleman gent guy bloke lad fella chap dude widower dad father'
    .split(' ')
    .map((form) => [form, 'man'] as const),
]);
const sought = /^(?:woman|lady|girl|gal|lass|man|gentleman|gent|guy|bloke|lad|fella|chap|dude)$/;
const articles = /^(?:a|an|some|any|one)$/;
/** The words after the noun: "who laughs", "with a boat", "please". */
const continues = new Set(
  'who whos that with of to for from over under aged between around in near please preferably ideally would should like roughly about not and or close whose at by my your'.split(
    ' ',
  ),
);
/** Words between the article and the noun. */
const MOST_ADJECTIVES = 3;

export function markWishedPeople(read: ReadText, scopes: string[]): void {
  const own = ownGender(read, scopes);
  if (own === null) return;
  for (const { first, last } of read.sentences) {
    for (const article of startsOfPeople(read, scopes, first, last)) {
      if (article <= own.at || scopes[article] !== 'self' || tells(read, article, last)) continue;
      const noun = nounAfter(read, article, last);
      if (noun === null || ofGender.get(read.words[noun]!.form) === own.gender) continue;
      for (let at = article; at < last && !/^(?:i|im|ive|my|we)$/.test(read.words[at]!.form); at++)
        if (scopes[at] === 'self') scopes[at] = 'wish';
    }
  }
}

/**
 * Articles that begin the sentence or a clause after a wish. Also those after a wish and a preposition:
 * "hoping to settle down with a kind woman".
 */
function startsOfPeople(
  { words }: ReadText,
  scopes: readonly string[],
  first: number,
  last: number,
): readonly number[] {
  const starts: number[] = articles.test(words[first]!.form) ? [first] : [];
  let hasWish = false;
  for (let at = first + 1; at < last; at++) {
    hasWish ||= wishes.has(words[at - 1]!.form);
    const goesOn = scopes[at - 1] === 'wish' && words[at]!.clause !== words[at - 1]!.clause;
    if (goesOn && articles.test(words[at]!.form)) starts.push(at);
    if (hasWish && articles.test(words[at]!.form) && prepositions.test(words[at - 1]!.form)) starts.push(at);
  }
  return starts;
}

const wishes = new Set(
  'want wanting would id hope hopes hoping wish dream dreaming ready like love need seek seeking looking suits welcome'.split(
    ' ',
  ),
);
const prepositions = /^(?:with|for|of|beside|to|by)$/;

/** The first gender that the text names in the scope of the profile; a letter counts beside a number. */
function ownGender({ words }: ReadText, scopes: readonly string[]) {
  for (const [at, { form }] of words.entries()) {
    const gender = scopes[at] === 'self' ? ofGender.get(form) : undefined;
    if (gender === undefined) continue;
    const isBesideNumber = isNumber(words[at - 1]) || isNumber(words[at + 1]);
    if (form.length > 1 || isBesideNumber) return { at, gender };
  }
  return null;
}

/** "A woman at work told me" */
function tells({ words }: ReadText, first: number, last: number): boolean {
  for (let at = first; at < last; at++) if (told.test(words[at]!.form)) return true;
  return false;
}

const told = /^(?:told|said|asked|gave|taught|saw|met|heard|was|were|had|once|walked|wrote|left)$/;

const isNumber = (word: Word | undefined) => word !== undefined && /^\d{2}$/.test(word.word);

function nounAfter({ words }: ReadText, first: number, last: number): number | null {
  for (let at = first + 1; at < Math.min(last, first + MOST_ADJECTIVES + 2); at++) {
    const word = words[at]!;
    if (word.clause !== words[at - 1]!.clause && !/^\s*,\s*$/.test(word.gap)) return null;
    if (!sought.test(word.form)) continue;
    const next = words[at + 1];
    return next === undefined ||
      next.clause !== word.clause ||
      continues.has(next.form) ||
      /^\d+$/.test(next.form)
      ? at
      : null;
  }
  return null;
}
