/**
 * Finds names that count only in a list ("Ships to DK, SE and Norway", "S / M / L"): after a cue, before one,
 * or where enough of them stand side by side.
 */
import type { ListRule } from '../../../domains/extraction-rules.ts';
import type { TextDocument } from '../document.ts';
import { memberOf, type PhraseGroup, type TextMatcher } from '../phrases/phrase-group.ts';

/** Words [first, last) that hold a name. */
interface Named {
  readonly first: number;
  readonly last: number;
}

export interface CompiledLists {
  readonly after: TextMatcher<true> | null;
  readonly before: TextMatcher<true> | null;
  /** Names side by side that need no cue. */
  readonly alone: number;
}

/** Words between two names of a list, beside commas and strokes. */
const joints = new Set(['and', 'or', 'plus', 'to', 'the', 'as', 'well', 'also', 'in', 'size', 'sizes']);
const MAX_JOINTS = 3;
/** The characters between the words of a list, and between it and its cue. */
const LIST_GAP = /^[\s,;:/|·•+&()[\]"'<>→↔⇄=–-]*$/;
/** Words between a cue and its list. */
const fillers = new Set(
  'the to in and only all both now also within is are available size sizes uk us eu eur either mainland contiguous continental lower whole entire all'.split(
    ' ',
  ),
);
const MAX_FILLERS = 3;
/** Names of two letters that are English words as well. They count in capitals alone. */
const alsoWords = new Set([
  'am',
  'as',
  'at',
  'be',
  'do',
  'he',
  'hi',
  'id',
  'in',
  'is',
  'it',
  'me',
  'my',
  'no',
  'so',
  'to',
  'us',
]);

export function compileLists(rule: ListRule, group: PhraseGroup): CompiledLists {
  return {
    after: memberOf(rule.after, group),
    before: memberOf(rule.before, group),
    alone: rule.alone ?? Number.POSITIVE_INFINITY,
  };
}

/** The matches that stand in a list. `matches` are in text order and do not overlap. */
export function inLists<Match extends Named>(
  document: TextDocument,
  lists: CompiledLists,
  matches: readonly Match[],
): Match[] {
  const names = matches.filter((match) => !isOtherWord(document, match));
  if (names.length === 0) return [];
  const ends = new Set(lists.after?.matches(document).map(({ last }) => last));
  const starts = new Set(lists.before?.matches(document).map(({ first }) => first));
  const listed = runsOf(document, names).filter((run) => {
    if (run.length >= lists.alone) return true;
    return followsCue(document, run[0]!.first, ends) || precedesCue(document, run.at(-1)!.last, starts);
  });
  if (names.length === matches.length) return listed.flat();
  // In a list of codes in small letters behind its label, "it" and "no" are codes too: `"langs": ["en",
  // "it"]`.
  const labelled = runsOf(document, matches).filter(
    (run) =>
      run.length > 1 &&
      run.some((name) => names.includes(name)) &&
      isBracketed(document, run) &&
      followsCue(document, run[0]!.first, ends),
  );
  return [...new Set([...listed.flat(), ...labelled.flat()])].sort((a, b) => a.first - b.first);
}

/** Whether the list stands in square brackets. */
function isBracketed({ text, words }: TextDocument, run: readonly Named[]): boolean {
  const before = text.slice(0, words[run[0]!.first]!.start).trimEnd();
  const after = text.slice(words[run.at(-1)!.last - 1]!.end).trimStart();
  return /\[["']?$/.test(before.slice(-2)) && /^["']?\]/.test(after.slice(0, 2));
}

function isOtherWord({ text, words }: TextDocument, { first, last }: Named): boolean {
  const { word, start, end } = words[first]!;
  // "30% off", "24 €".
  if (/^\s?[%€$£]/.test(text.slice(words[last - 1]!.end, words[last - 1]!.end + 2))) return true;
  return last - first === 1 && alsoWords.has(word) && text.slice(start, end) !== word.toUpperCase();
}

function runsOf<Match extends Named>(document: TextDocument, names: readonly Match[]): Match[][] {
  const runs: Match[][] = [];
  for (const name of names) {
    const previous = runs.at(-1)?.at(-1);
    if (previous !== undefined && areJoined(document, previous.last, name.first)) runs.at(-1)!.push(name);
    else runs.push([name]);
  }
  return runs;
}

/** Whether only commas, strokes and words such as "and" stand between the words `from` and `to`. */
function areJoined({ words }: TextDocument, from: number, to: number): boolean {
  if (to - from > MAX_JOINTS || words[to]!.sentence !== words[from - 1]!.sentence) return false;
  for (let at = from; at <= to; at++) {
    if (!LIST_GAP.test(words[at]!.gap)) return false;
    if (at < to && !joints.has(words[at]!.word)) return false;
  }
  return true;
}

function followsCue({ words }: TextDocument, first: number, ends: ReadonlySet<number>): boolean {
  for (let at = first; at >= 0 && first - at <= MAX_FILLERS; at--) {
    if (!LIST_GAP.test(words[at]!.gap)) return false;
    if (ends.has(at)) return at === 0 || words[at - 1]!.sentence === words[first]!.sentence;
    if (at === 0 || !fillers.has(words[at - 1]!.word)) return false;
  }
  return false;
}

function precedesCue({ words }: TextDocument, last: number, starts: ReadonlySet<number>): boolean {
  return (
    starts.has(last) && words[last]!.sentence === words[last - 1]!.sentence && !/[.;]/.test(words[last]!.gap)
  );
}
