/**
 * Matches many phrases at once by a nondeterministic automaton over words, run from every word of the text. A
 * state is entered once a position, so time is linear in the text; most words fail at the first look-up. A
 * phrase does not cross the end of a sentence, nor a comma, bracket or bar unless it contains one.
 *
 * A run is in a set of states. The successor of a set under a word is cached (`phrase-automaton.ts`), as in a
 * lazily built DFA, so a repeated step is one look-up. All words that no phrase names are one input class.
 */
import { type PhraseSequence, parsePhrase } from '../domains/phrase-pattern.ts';
import { newState, PhraseSteps, type State } from './phrase-automaton.ts';
import type { ReadText, Word } from './read-text.ts';
import { normalizedForm } from './word-forms.ts';
import { registerWord } from './word-ids.ts';

export interface PhraseMatch<Payload> {
  /** Words [first, last). */
  readonly first: number;
  readonly last: number;
  readonly payload: Payload;
  /** A word of it was mended. */
  readonly corrected: boolean;
}

export class PhraseMatcher<Payload> {
  readonly #root = newState<Payload>();
  readonly #vocabulary = new Set<string>();
  readonly #prefixes = new Set<string>();
  readonly #steps = new PhraseSteps(this.#root, this.#vocabulary, this.#prefixes);

  add(phrase: string, payload: Payload): this {
    const end = this.#build(parsePhrase(phrase), this.#root);
    this.#steps.forget();
    if (!end.payloads.includes(payload)) end.payloads.push(payload);
    return this;
  }

  /** Words of the phrases that are compared whole: what a slip of the finger may have meant. */
  get vocabulary(): ReadonlySet<string> {
    return this.#vocabulary;
  }

  /**
   * Beginnings that phrases share are shared; behind a choice the ways meet in a state of the phrase's own.
   */
  #build(sequence: PhraseSequence, from: State<Payload>): State<Payload> {
    let state = from;
    for (const step of sequence) {
      if (step.kind === 'choice') {
        const end = newState<Payload>();
        for (const way of step.of) this.#build(way, state).along.push(end);
        if (step.optional) state.along.push(end);
        state = end;
      } else if (step.kind === 'word' || step.kind === 'prefix') {
        const branch = step.kind === 'word' ? state.words : state.prefixes;
        const word = step.kind === 'word' ? normalizedForm(step.word, true) : step.word;
        (step.kind === 'word' ? this.#vocabulary : this.#prefixes).add(word);
        if (step.kind === 'word') registerWord(word);
        const next = branch.get(word) ?? newState<Payload>();
        branch.set(word, next);
        state = next;
      } else {
        state[step.kind] ??= newState();
        state = state[step.kind]!;
      }
    }
    return state;
  }

  /** All matches, overlapping ones included, in order of their first word. */
  matches({ words }: ReadText, first = 0, last = words.length): PhraseMatch<Payload>[] {
    const found: PhraseMatch<Payload>[] = [];
    for (let start = first; start < last; start++) {
      if (this.#steps.mayBegin(words[start]!)) this.#walk(words, start, last, found);
    }
    return found;
  }

  /** The longest at each place; of two that overlap, the longer, or else the earlier. */
  longest(text: ReadText, first?: number, last?: number): PhraseMatch<Payload>[] {
    return withoutOverlaps(this.matches(text, first, last));
  }

  #walk(words: readonly Word[], start: number, last: number, found: PhraseMatch<Payload>[]): void {
    let standing = this.#steps.first(isEdge(words, start));
    const { sentence } = words[start]!;
    for (let at = start; at < last; at++) {
      const word = words[at];
      if (word === undefined || word.sentence !== sentence) return;
      const next = this.#steps.over(standing, word, at > start && crosses(word), isEdge(words, at + 1));
      if (next === null) return;
      for (const { payload, corrected } of next.reached)
        found.push({ first: start, last: at + 1, payload, corrected });
      standing = next;
    }
  }
}

/** A comma, bracket or bar stands before the word. */
const crosses = ({ gap }: Word) => gap !== ' ' && /[,;()|•"]/.test(gap);

function isEdge(words: readonly Word[], position: number): boolean {
  return words[position]?.clause !== words[position - 1]?.clause;
}

export function withoutOverlaps<Payload>(matches: readonly PhraseMatch<Payload>[]): PhraseMatch<Payload>[] {
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
