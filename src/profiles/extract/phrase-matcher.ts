/**
 * Many phrases at once: one automaton over words, walked from every word of the text. All phrases are followed side
 * by side and a state is entered once a position, so nothing is ever tried twice: time grows with the text, and for
 * the words of most texts ends at the first look-up. A phrase never runs over the end of a sentence, nor over a comma,
 * bracket or bar where it does not say so.
 */
import { type PhraseSequence, parsePhrase } from '../../domains/phrase-pattern.ts';
import type { ReadText, Word } from './read-text.ts';
import { plainForm } from './word-forms.ts';

/** What may come next. Steps over words lead to the next word, the others stay where they are. */
interface State<Payload> {
  readonly words: Map<string, State<Payload>>;
  readonly prefixes: Map<string, State<Payload>>;
  any: State<Payload> | undefined;
  number: State<Payload> | undefined;
  open: State<Payload> | undefined;
  edge: State<Payload> | undefined;
  /** States that are entered along with this one. */
  readonly along: State<Payload>[];
  readonly payloads: Payload[];
}

export interface PhraseMatch<Payload> {
  /** Words [first, last). */
  readonly first: number;
  readonly last: number;
  readonly payload: Payload;
  /** A word of it was mended. */
  readonly mended: boolean;
}

const LONGEST_PREFIX = 24;

const newState = <Payload>(): State<Payload> => ({
  words: new Map(),
  prefixes: new Map(),
  any: undefined,
  number: undefined,
  open: undefined,
  edge: undefined,
  along: [],
  payloads: [],
});

export class PhraseMatcher<Payload> {
  readonly #root = newState<Payload>();
  readonly #vocabulary = new Set<string>();
  #beginnings: State<Payload>[] | undefined;

  add(phrase: string, payload: Payload): this {
    const end = this.#build(parsePhrase(phrase), this.#root);
    this.#beginnings = undefined;
    if (!end.payloads.includes(payload)) end.payloads.push(payload);
    return this;
  }

  /** Words of the phrases that are compared whole: what a slip of the finger may have meant. */
  get vocabulary(): ReadonlySet<string> {
    return this.#vocabulary;
  }

  /** Beginnings that phrases share are shared; behind a choice the ways meet in a state of the phrase's own. */
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
        const word = step.kind === 'word' ? plainForm(step.word, true) : step.word;
        if (step.kind === 'word') this.#vocabulary.add(word);
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
    this.#beginnings ??= allAlong(this.#root);
    for (let start = first; start < last; start++) {
      if (mayStepOver(this.#beginnings, words[start]!)) this.#walk(words, start, last, found);
    }
    return found;
  }

  /** The longest at each place; of two that overlap, the longer, or else the earlier. */
  longest(text: ReadText, first?: number, last?: number): PhraseMatch<Payload>[] {
    return withoutOverlaps(this.matches(text, first, last));
  }

  #walk(words: readonly Word[], start: number, limit: number, found: PhraseMatch<Payload>[]): void {
    let states = new Active<Payload>();
    states.enter(this.#root, words, start, false, false);
    for (let position = start; states.size > 0; position++) {
      if (position > start) states.report(start, position, found);
      const word = words[position];
      if (word === undefined || position >= limit || word.sentence !== words[start]!.sentence) return;
      const next = new Active<Payload>();
      const crosses = position > start && /[,;()|•"]/.test(word.gap);
      for (const [state, { mended, mayCross }] of states.entries) {
        if (crosses && !mayCross) continue;
        for (const [after, isMended] of stepsOver(state, word)) {
          next.enter(after, words, position + 1, mended || isMended, false);
        }
      }
      states = next;
    }
  }
}

/** The states that a walk may begin in, whatever stands at its start. */
function allAlong<Payload>(state: State<Payload>, known = new Set<State<Payload>>()): State<Payload>[] {
  if (!known.has(state)) {
    known.add(state);
    for (const next of [...state.along, state.open, state.edge])
      if (next !== undefined) allAlong(next, known);
  }
  return [...known];
}

/** The quick look that most words of a text do not pass. */
function mayStepOver<Payload>(states: readonly State<Payload>[], word: Word): boolean {
  return states.some(
    ({ words, prefixes, number, any }) =>
      words.has(word.form) ||
      (word.mended && words.has(word.word)) ||
      any !== undefined ||
      (number !== undefined && isNumber(word)) ||
      (prefixes.size > 0 && hasPrefix(prefixes, word.form)),
  );
}

function hasPrefix(prefixes: ReadonlyMap<string, unknown>, form: string): boolean {
  for (let length = 2; length <= Math.min(form.length, LONGEST_PREFIX); length++) {
    if (prefixes.has(form.slice(0, length))) return true;
  }
  return false;
}

function isNumber({ word }: Word): boolean {
  const code = word.charCodeAt(0);
  return code >= 48 && code <= 57;
}

function* stepsOver<Payload>(
  state: State<Payload>,
  word: Word,
): Generator<readonly [State<Payload>, boolean]> {
  const named = state.words.get(word.form);
  if (named !== undefined) yield [named, word.mended];
  if (word.mended) {
    const typed = state.words.get(word.word);
    if (typed !== undefined) yield [typed, false];
  }
  if (state.prefixes.size > 0) {
    for (let length = 2; length <= Math.min(word.form.length, LONGEST_PREFIX); length++) {
      const begun = state.prefixes.get(word.form.slice(0, length));
      if (begun !== undefined) yield [begun, word.mended];
    }
  }
  if (state.number !== undefined && isNumber(word)) yield [state.number, false];
  if (state.any !== undefined) yield [state.any, false];
}

/** The states that a walk is in at one position. */
class Active<Payload> {
  readonly entries = new Map<State<Payload>, { mended: boolean; mayCross: boolean }>();

  get size(): number {
    return this.entries.size;
  }

  enter(
    state: State<Payload>,
    words: readonly Word[],
    position: number,
    mended: boolean,
    mayCross: boolean,
  ): void {
    const known = this.entries.get(state);
    if (known !== undefined && (known.mayCross || !mayCross) && (!known.mended || mended)) return;
    this.entries.set(state, {
      mended: mended && (known?.mended ?? true),
      mayCross: mayCross || (known?.mayCross ?? false),
    });
    for (const next of state.along) this.enter(next, words, position, mended, mayCross);
    if (state.open !== undefined) this.enter(state.open, words, position, mended, true);
    if (state.edge !== undefined && isEdge(words, position))
      this.enter(state.edge, words, position, mended, mayCross);
  }

  report(first: number, last: number, found: PhraseMatch<Payload>[]): void {
    const reported = new Set<Payload>();
    for (const [{ payloads }, { mended }] of this.entries) {
      for (const payload of payloads) {
        if (!reported.has(payload)) found.push({ first, last, payload, mended });
        reported.add(payload);
      }
    }
  }
}

function isEdge(words: readonly Word[], position: number): boolean {
  return words[position]?.chunk !== words[position - 1]?.chunk;
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
