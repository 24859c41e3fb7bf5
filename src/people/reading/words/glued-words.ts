/**
 * Takes words apart that were written without a space. They are keys of forms ("maxLatencyMs"), and texts
 * without their line ends and spaces, as converters of PDF leave them ("Role:Bookkeepingfor small
 * firms.Price:$79permonth").
 */
import type { WordAt } from '../../../domains/phrase-pattern.ts';
import { isEnglishWord, isName } from './word-forms.ts';

const innerCapital = /\p{Ll}\p{Lu}/u;
/**
 * A small letter before a capital, a digit before a word with a capital, and marks without the space that
 * follows them.
 */
const glue = /\p{Ll}\p{Lu}|\d\p{Lu}\p{Ll}{2}|\p{Ll}[:;,.](?=\p{Lu}|[$€£])|\p{Ll}[,;](?=\p{Ll})/gu;
/** Least number of such places, and most UTF-16 units for each of them, of a text without spaces. */
const FEWEST = 3;
const UNITS_EACH = 60;
/** UTF-16 units that are looked at. */
const MAX_UNITS = 4000;
const MIN_LENGTH = 5;
const MAX_LENGTH = 60;
/** The fewest letters of a known word in a longer one, unless it joins others. */
const SHORTEST_WORD = 4;
const LONGEST_WORD = 20;
const MOST_WORDS = 7;
const joiningWords = new Set(
  'a an and at by for from in of on or per the to top up us with is are we you new'.split(' '),
);

/** Whether the text lost its spaces and line ends. */
export function hasLostSpaces(text: string): boolean {
  const marks = text.slice(0, MAX_UNITS).match(glue)?.length ?? 0;
  return marks >= FEWEST && marks * UNITS_EACH >= Math.min(text.length, MAX_UNITS);
}

/** `isOwn`: whether a phrase has the word. Returns the same words where none is glued. */
export function takeApart(
  text: string,
  words: readonly WordAt[],
  isOwn: (word: string) => boolean,
  lostSpaces: boolean,
): readonly WordAt[] {
  if (!lostSpaces && !innerCapital.test(text)) return words;
  const isKnown = (word: string) => isOwn(word) || isEnglishWord(word) || isName(word);
  const separate = lostSpaces ? words.flatMap((word) => atHeading(text, word)) : words;
  return separate.flatMap((word) => {
    if (isKnown(word.word)) return [word];
    const split = atCapitals(text, word, lostSpaces);
    // "PROFILEAge" is profile, age; but "USservers" is not u, sservers.
    const isCode = !innerCapital.test(text.slice(word.start, word.end)) && !isKnown(split.at(-1)!.word);
    const parts = isCode ? [word] : split;
    return lostSpaces
      ? parts.flatMap((part) => (isKnown(part.word) ? [part] : inKnown(part, isKnown)))
      : parts;
  });
}

/** A code before a word that begins with a capital: "EURPlace". */
const codeBeforeWord = /^\p{Lu}{2}\p{Ll}/u;
const codeInWord = /\p{Lu}{2}\p{Ll}/u;

/** Headings of a CV in capitals, glued to the word that follows: "EDUCATIONMSc", "TableauLANGUAGESPolish". */
const headings =
  'SKILLS EDUCATION EXPERIENCE EMPLOYMENT WORK LANGUAGES PROFILE SUMMARY CONTACT PROJECTS CERTIFICATES REQUIREMENTS SALARY LOCATION TOOLS STACK';
const heading = new RegExp(`(?<!\\p{Lu})(?:${headings.replaceAll(' ', '|')})(?=\\p{Lu})`, 'u');

function atHeading(text: string, word: WordAt): readonly WordAt[] {
  const found = heading.exec(text.slice(word.start, word.end));
  if (found === null || word.word.length !== word.end - word.start) return [word];
  const ends = [0, found.index, found.index + found[0].length, word.word.length];
  return ends
    .slice(1)
    .map((to, part) => [ends[part]!, to] as const)
    .filter(([from, to]) => from < to)
    .map(([from, to]) => ({
      word: word.word.slice(from, to),
      start: word.start + from,
      end: word.start + to,
    }));
}

/** "maxLatencyMs" as max, latency, ms; where spaces were lost, also "hCondition" as h, condition. */
function atCapitals(text: string, { word, start, end }: WordAt, lostSpaces: boolean): readonly WordAt[] {
  const least = lostSpaces ? 1 : 2;
  const written = text.slice(start, end);
  const isGlued = innerCapital.test(written) || (lostSpaces && codeInWord.test(written));
  if (word.length !== end - start || !isGlued) return [{ word, start, end }];
  const parts: WordAt[] = [];
  let from = 0;
  for (let at = least; at <= word.length; at++) {
    const isCapital =
      innerCapital.test(text.slice(start + at - 1, start + at + 1)) ||
      (lostSpaces && codeBeforeWord.test(text.slice(start + at - 1, start + at + 2)));
    const isEnd = at === word.length || (at - from >= least && isCapital);
    if (!isEnd || (at < word.length && word.length - at < 2)) continue;
    parts.push({ word: word.slice(from, at), start: start + from, end: start + at });
    from = at;
  }
  return parts;
}

/**
 * "toddlergirlsraincoat" as toddler, girls, raincoat: the fewest known words that make it up; itself where
 * none do.
 */
function inKnown({ word, start, end }: WordAt, isKnown: (word: string) => boolean): readonly WordAt[] {
  if (word.length < MIN_LENGTH || word.length > MAX_LENGTH || word.length !== end - start)
    return [{ word, start, end }];
  // By length of the beginning: its least cost, and where its last word starts.
  const cost: number[] = [0];
  const last: number[] = [0];
  for (let to = 1; to <= word.length; to++) {
    cost[to] = Number.POSITIVE_INFINITY;
    for (let from = Math.max(0, to - LONGEST_WORD); from < to; from++) {
      const part = word.slice(from, to);
      const isJoining = joiningWords.has(part);
      if (cost[from]! + 1 >= cost[to]! || (!isJoining && (part.length < SHORTEST_WORD || !isKnown(part))))
        continue;
      [cost[to], last[to]] = [cost[from]! + 1, from];
    }
  }
  if (cost[word.length]! > MOST_WORDS) return [{ word, start, end }];
  const parts: WordAt[] = [];
  for (let to = word.length; to > 0; to = last[to]!)
    parts.unshift({ word: word.slice(last[to]!, to), start: start + last[to]!, end: start + to });
  return parts;
}
