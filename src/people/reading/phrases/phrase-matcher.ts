/**
 * Matches many phrases at once by a nondeterministic automaton over words, run from every word of a text. A
 * state is entered once a position, so time is linear in the text. A phrase does not cross the end of a
 * sentence, nor a comma, bracket or bar unless it contains one.
 */
import { type PhraseSequence, parsePhrase } from '../../../domains/phrase-pattern.ts';
import type { ReadText, Word } from '../words/read-text.ts';
import { normalizedForm } from '../words/word-forms.ts';
import { type NfaState, newNfaState, PhraseAutomaton, prefixesOf } from './phrase-automaton.ts';
import { NO_SET } from './transition-table.ts';
import { registerWord } from './word-ids.ts';

export interface PhraseMatch<Payload> {
  /** Words [first, last). */
  readonly first: number;
  readonly last: number;
  readonly payload: Payload;
  /** The spelling of one of its words was corrected. */
  readonly corrected: boolean;
}

const MAX_ENDING = 2;

export class PhraseMatcher<Payload> {
  readonly #root = newNfaState<Payload>();
  readonly #vocabulary = new Set<string>();
  readonly #prefixes = new Set<string>();
  readonly #automaton = new PhraseAutomaton(this.#root, this.#vocabulary, this.#prefixes);

  add(phrase: string, payload: Payload): this {
    const end = this.#build(parsePhrase(phrase), this.#root);
    this.#automaton.clearCache();
    end.payloads ??= [];
    if (!end.payloads.includes(payload)) end.payloads.push(payload);
    return this;
  }

  /** Whole words of the phrases: the corrections that a misspelled word may get. */
  get vocabulary(): ReadonlySet<string> {
    return this.#vocabulary;
  }

  /**
   * Whether the word is a prefix of the phrases with an ending of up to two letters: "rompers" of "romper*".
   */
  hasPrefixOf(word: string): boolean {
    return prefixesOf(word).some(
      (prefix) => word.length - prefix.length <= MAX_ENDING && this.#prefixes.has(prefix),
    );
  }

  /** Phrases share the states of a common beginning. The alternatives of a choice end in one new state. */
  #build(sequence: PhraseSequence, from: NfaState<Payload>): NfaState<Payload> {
    let state = from;
    for (const step of sequence) {
      if (step.kind === 'choice') {
        const end = newNfaState<Payload>();
        for (const alternative of step.of) leadTo(this.#build(alternative, state), end);
        if (step.optional) leadTo(state, end);
        state = end;
      } else if (step.kind === 'word' || step.kind === 'prefix') {
        const kind = step.kind === 'word' ? 'words' : 'prefixes';
        state[kind] ??= new Map();
        const branch = state[kind];
        const word = step.kind === 'word' ? normalizedForm(step.word, true) : step.word;
        (step.kind === 'word' ? this.#vocabulary : this.#prefixes).add(word);
        if (step.kind === 'word') registerWord(word);
        const next = branch.get(word) ?? newNfaState<Payload>();
        branch.set(word, next);
        state = next;
      } else {
        state[step.kind] ??= newNfaState();
        state = state[step.kind]!;
      }
    }
    return state;
  }

  /** All matches, overlapping ones included, in order of their first word. */
  matches({ words }: ReadText, first = 0, last = words.length): PhraseMatch<Payload>[] {
    const found: PhraseMatch<Payload>[] = [];
    for (let start = first; start < last; start++) {
      if (this.#automaton.canStartWith(words[start]!)) this.#walk(words, start, last, found);
    }
    return found;
  }

  /** The matches that begin at one word. */
  matchesAt({ words }: ReadText, start: number): PhraseMatch<Payload>[] {
    const found: PhraseMatch<Payload>[] = [];
    if (this.#automaton.canStartWith(words[start]!)) this.#walk(words, start, words.length, found);
    return found;
  }

  /** Matches without overlaps: the longer of two that overlap, or else the earlier. */
  longest(text: ReadText, first?: number, last?: number): PhraseMatch<Payload>[] {
    return withoutOverlaps(this.matches(text, first, last));
  }

  #walk(words: readonly Word[], start: number, last: number, found: PhraseMatch<Payload>[]): void {
    let set = this.#automaton.start(isEdge(words, start));
    const { sentence } = words[start]!;
    for (let at = start; at < last; at++) {
      const word = words[at];
      if (word === undefined || word.sentence !== sentence) return;
      const next = this.#automaton.step(set, word, at > start && isAfterComma(word), isEdge(words, at + 1));
      if (next === NO_SET) return;
      for (const { payload, corrected } of this.#automaton.accepted(next))
        found.push({ first: start, last: at + 1, payload, corrected });
      set = next;
    }
  }
}

function leadTo<Payload>(from: NfaState<Payload>, to: NfaState<Payload>): void {
  from.epsilon ??= [];
  from.epsilon.push(to);
}

/** Whether a comma, bracket, bar, tilde, spaced dash or picture precedes the word. */
const isAfterComma = ({ gap }: Word) =>
  gap !== ' ' && /[,;()|•"~]|\s[-–—]\s|[\u2713-\u2718]|\p{Emoji_Presentation}/u.test(gap);

function isEdge(words: readonly Word[], position: number): boolean {
  return words[position]?.clause !== words[position - 1]?.clause;
}

/** Whether the matches are in text order and none overlaps another, as nearly all are. */
function areApart(matches: readonly PhraseMatch<unknown>[]): boolean {
  let end = 0;
  for (const { first, last } of matches) {
    if (first < end) return false;
    end = last;
  }
  return true;
}

export function withoutOverlaps<Payload>(matches: readonly PhraseMatch<Payload>[]): PhraseMatch<Payload>[] {
  if (areApart(matches)) return [...matches];
  const byLength = matches.toSorted((a, b) => b.last - b.first - (a.last - a.first) || a.first - b.first);
  const taken = new Map<number, PhraseMatch<Payload>>();
  const kept = byLength.filter((match) => {
    for (let at = match.first; at < match.last; at++) {
      const other = taken.get(at);
      if (other !== undefined && (other.first !== match.first || other.last !== match.last)) return false;
    }
    for (let at = match.first; at < match.last; at++) taken.set(at, match);
    return true;
  });
  return kept.sort((a, b) => a.first - b.first);
}
