/**
 * Splits a text into words, clauses and sentences in one pass over the words and the gaps between them.
 * Offsets are taken from the unchanged text, so spans also hold for emoji and combining marks.
 *
 *   sentence   ends at . ! ? … before white space (not after abbreviations), at CJK stops, and at line ends,
 *              unless the next line starts with a lower-case letter after a long line (a wrapped line)
 *   clause     the part of a sentence between two of , ; : ( ) | / – — • " or pictures, a hash tag
 *
 * docs/design/decisions/extraction-by-rules.md says why no library splits the sentences.
 */
import { type WordAt, wordsIn } from '../../../domains/phrase-pattern.ts';
import type { HeadedCell } from '../document/blocks.ts';
import { splitElisions } from '../languages/elisions.ts';
import { wordId } from '../phrases/word-ids.ts';
import { hasLostSpaces, takeApart } from './glued-words.ts';
import { isCapitalAt, startsWithDigit } from './letters.ts';
import { TextMemo } from './text-memo.ts';
import { withHeads } from './with-heads.ts';
import { normalizedForm, type SpellingCorrector } from './word-forms.ts';

export interface Word extends WordAt {
  /** As compared with phrases: chat spellings expanded, spelling corrected. */
  readonly form: string;
  /** Whether the spelling was corrected. */
  readonly corrected: boolean;
  /** Id of the form among the words of all phrases; 0: no phrase has the word. */
  readonly id: number;
  /** The text between the previous word and this one; the middle of a long gap is cut out. */
  readonly gap: string;
  /** Indices of its sentence and its clause in the text. */
  readonly sentence: number;
  readonly clause: number;
  /** Whether it starts with a capital. */
  readonly capital: boolean;
}

export interface Sentence {
  /** UTF-16 offsets [start, end), without the white space and bullets around the sentence. */
  readonly start: number;
  readonly end: number;
  /** Words [first, last). */
  readonly first: number;
  readonly last: number;
  /** Whether it starts a line. */
  readonly beginsLine: boolean;
  /** The gap after its last word: ": ", ".\n". */
  readonly tail: string;
}

export interface ReadText {
  readonly text: string;
  readonly words: readonly Word[];
  readonly sentences: readonly Sentence[];
  readonly memo: TextMemo;
  /** In the view of a text in another language with tables of its own: its ISO 639-1 code; undefined: English. */
  readonly foreignLanguage?: string | undefined;
}

const abbreviations = new Set(
  'st dr mr mrs ms prof inc ltd co corp vs etc approx ca no nr jr sr fig dept est min max yrs mt ft eg ie e i mio mrd mill incl excl orig rs retd govt mgr engr hrs'.split(
    ' ',
  ),
);
/** UTF-16 units that are kept at both ends of a gap. */
const GAP_END = 32;
/** A shorter line was ended on purpose, not wrapped. */
const MIN_WRAPPED_LINE = 45;
/** UTF-16 units in which a label must end. */
const MAX_LABEL = 40;

/** `cells`: of the tables of the text, each of which is read after the head of its column. */
export function readText(
  text: string,
  corrector: SpellingCorrector,
  cells: readonly HeadedCell[] = [],
): ReadText {
  const lostSpaces = hasLostSpaces(text);
  const separate = takeApart(
    text,
    splitElisions(text, wordsIn(text)),
    (word) => corrector.has(word),
    lostSpaces,
  );
  const raw = withHeads(separate, cells);
  const words: Word[] = [];
  let [sentence, clause, lineStart, wordsInLine] = [0, 0, 0, 0];
  raw.forEach((at, position) => {
    const before = raw[position - 1];
    const between = clipped(text.slice(before?.end ?? 0, at.start));
    wordsInLine = between.includes('\n') ? 0 : wordsInLine + 1;
    const gap = at.gap ?? (wordsInLine <= MAX_LABEL_WORDS ? withoutLeaders(between) : between);
    if (before !== undefined && gap !== ' ') {
      const endsLine = lostSpaces && gap === '.' && isCapital(text, at) && before.word.length > 2;
      if (endsLine || endsSentence(text, raw, position, gap, lineStart)) {
        sentence++;
        clause++;
      } else if (endsClause(gap)) clause++;
    }
    if (gap.includes('\n')) lineStart = at.start;
    const { form, corrected } = formOf(raw, position, text, corrector);
    const { word, start, end } = at;
    words.push({
      word,
      start,
      end,
      form,
      corrected,
      id: wordId(form),
      gap,
      sentence,
      clause,
      capital: isCapital(text, at),
    });
  });
  return { text, words, sentences: sentencesOf(text, words), memo: new TextMemo() };
}

/** Words that a label in a column of labels may have. */
const MAX_LABEL_WORDS = 4;

/** The dots, lines or spaces of "City ........ Munich" stand for a colon. */
function withoutLeaders(gap: string): string {
  return gap.length > 2 && /^(?: ?(?:\.{4,}|_{4,}|(?:\. ){4,}) ?|\.? {3,}|\.?\t+)$/.test(gap) ? ': ' : gap;
}

/** Cuts the middle out of a long gap, so that regular expressions over gaps take bounded time. */
function clipped(gap: string): string {
  return gap.length <= 2 * GAP_END ? gap : `${gap.slice(0, GAP_END)}\n${gap.slice(-GAP_END)}`;
}

function formOf(raw: readonly WordAt[], position: number, text: string, corrector: SpellingCorrector) {
  const at = raw[position]!;
  const isNumber = (other: WordAt | undefined) => other !== undefined && startsWithDigit(other.word);
  const nearNumber = isNumber(raw[position - 1]) || isNumber(raw[position + 1]);
  const plain = normalizedForm(at.word, nearNumber || isCapital(text, at));
  const corrected = corrector.correct(plain);
  return { form: corrected ?? plain, corrected: corrected !== null };
}

function isCapital(text: string, { start }: WordAt): boolean {
  return isCapitalAt(text, start);
}

function endsSentence(
  text: string,
  raw: readonly WordAt[],
  position: number,
  gap: string,
  lineStart: number,
): boolean {
  const at = raw[position]!;
  const before = raw[position - 1]!;
  if (/[!?。！？]/.test(gap)) return true;
  if (gap.includes('\n')) {
    const wraps =
      /^[ \t]*\r?\n[ \t]*$/.test(gap) &&
      before.end - lineStart >= MIN_WRAPPED_LINE &&
      /^\p{Ll}/u.test(text.slice(at.start, at.start + 2)) &&
      !isLabel(text, at);
    return !wraps;
  }
  // Blanks before the stop stand for an address or code that is not read.
  if (!/^["'”’)\]}]*(?:\.+|…)["'”’)\]}]*\s|^:? {2,}\.\s/.test(gap)) return false;
  if (abbreviations.has(before.word)) return false;
  return !isInitial(raw, position, text);
}

/** Whether a line begins with a label of its own, as lines of a form do: "wants: …", "max_price = …". */
function isLabel(text: string, { start }: WordAt): boolean {
  return /^[\p{L}\d]+(?:[_ -][\p{L}\d]+){0,2}(?::\s| ?= ?)/u.test(text.slice(start, start + MAX_LABEL));
}

/** Whether the stop belongs to a single letter: "U.S. now", "27 y.o. guy", "J. Smith". */
function isInitial(raw: readonly WordAt[], position: number, text: string): boolean {
  const before = raw[position - 1]!;
  const earlier = raw[position - 2];
  if (!/^\p{L}$/u.test(before.word) || before.word === 'i') return false;
  const joined =
    earlier !== undefined && /^\p{L}$/u.test(earlier.word) && text.slice(earlier.end, before.start) === '.';
  if (joined) return !/^\p{Lu}/u.test(text.slice(raw[position]!.start, raw[position]!.start + 2));
  return earlier !== undefined && isCapital(text, before) && /^\p{L}/u.test(earlier.word);
}

const clauseMark =
  /[,;:()[\]{}|/\\•·*"“”«»—…~<>\p{Extended_Pictographic}]|\s#|\s[-–+]+\s|^[-–]\s|\.\s|\.{2,}/u;

function endsClause(gap: string): boolean {
  return clauseMark.test(gap);
}

function sentencesOf(text: string, words: readonly Word[]): Sentence[] {
  const sentences: Sentence[] = [];
  for (let first = 0; first < words.length; ) {
    let last = first + 1;
    while (last < words.length && words[last]!.sentence === words[first]!.sentence) last++;
    const tail = words[last]?.gap ?? clipped(text.slice(words[last - 1]!.end));
    const stop = /^["'”’)\]]*[.!?…。！？)]+["'”’)\]]*/u.exec(tail)?.[0].length ?? 0;
    const lead = /(?:["'“‘(@#]|[★☆⭐½]+ ?)$/.exec(words[first]!.gap)?.[0].length ?? 0;
    sentences.push({
      start: words[first]!.start - lead,
      end: words[last - 1]!.end + stop,
      first,
      last,
      // Where line ends were lost, a stop without a space stands for one.
      beginsLine: first === 0 || words[first]!.gap.includes('\n') || words[first]!.gap === '.',
      tail,
    });
    first = last;
  }
  return sentences;
}
