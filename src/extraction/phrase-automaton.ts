/**
 * The steps of a phrase matcher's automaton, made as they are needed and remembered: from a set of states,
 * over a word, to a set of states. A text makes no more of them than the phrases have: a word that no phrase
 * names leads where any such word leads, whichever it is. (Without the memory a text of 20 words took six
 * times as long, most of it in making the same sets anew.)
 */
import { startsWithDigit } from './letters.ts';
import type { Word } from './read-text.ts';

/** What may come next. Steps over words lead to the next word, the others stay where they are. */
export interface State<Payload> {
  readonly words: Map<string, State<Payload>>;
  readonly prefixes: Map<string, State<Payload>>;
  any: State<Payload> | undefined;
  number: State<Payload> | undefined;
  twoDigits: State<Payload> | undefined;
  open: State<Payload> | undefined;
  edge: State<Payload> | undefined;
  /** States that are entered along with this one. */
  readonly along: State<Payload>[];
  readonly payloads: Payload[];
}

export const newState = <Payload>(): State<Payload> => ({
  words: new Map(),
  prefixes: new Map(),
  any: undefined,
  number: undefined,
  twoDigits: undefined,
  open: undefined,
  edge: undefined,
  along: [],
  payloads: [],
});

/** The states that a walk is in at one position. */
export interface Standing<Payload> {
  readonly states: ReadonlyMap<State<Payload>, Manner>;
  /** What ends here; `mended`: only with a word that was mended. */
  readonly reached: readonly { readonly payload: Payload; readonly corrected: boolean }[];
  /**
   * By kind of word: where it leads (null: nowhere); four of them, by what stands before and behind the word.
   */
  readonly next: readonly Map<string, Standing<Payload> | null>[];
}

/** How a state was come to. */
interface Manner {
  readonly corrected: boolean;
  readonly mayCross: boolean;
}

const LONGEST_PREFIX = 24;
/** Sets and kinds that are remembered; past them the memory starts afresh. */
const MAX_STANDINGS = 20_000;
const MAX_KINDS = 10_000;

const UNKNOWN = 0;
const BEGINS = 1;
const BEGINS_NOT = 2;

export class PhraseSteps<Payload> {
  readonly #root: State<Payload>;
  readonly #words: ReadonlySet<string>;
  readonly #prefixes: ReadonlySet<string>;
  readonly #kinds = new Map<string, string>();
  readonly #standings = new Map<string, Standing<Payload>>();
  readonly #numbers = new Map<State<Payload>, number>();
  /** By a word's number, whether a walk may begin with it. */
  #begins = new Uint8Array(0);
  /** By the first two letters of a word, whether a prefix begins with them. */
  #heads: Uint8Array | null = null;
  #first: readonly [Standing<Payload>, Standing<Payload>] | null = null;

  /** `words`, `prefixes`: those of all states below the root. They may grow; then call `forget`. */
  constructor(root: State<Payload>, words: ReadonlySet<string>, prefixes: ReadonlySet<string>) {
    this.#root = root;
    this.#words = words;
    this.#prefixes = prefixes;
  }

  forget(): void {
    this.#begins = new Uint8Array(0);
    this.#heads = null;
    this.#kinds.clear();
    this.#standings.clear();
    this.#first = null;
  }

  /** The quick look that most words of a text do not pass. */
  mayBegin(word: Word): boolean {
    const { number } = word;
    const isAlike =
      !word.corrected && (number > 0 || !(startsWithDigit(word.word) || this.#mayHavePrefix(word.form)));
    if (!isAlike) return true;
    if (number >= this.#begins.length) this.#begins = widened(this.#begins, number);
    const known = this.#begins[number]!;
    if (known !== UNKNOWN) return known === BEGINS;
    // At an edge there is every way that there is elsewhere.
    const begins = this.over(this.first(true), word, false, true) !== null;
    this.#begins[number] = begins ? BEGINS : BEGINS_NOT;
    return begins;
  }

  /** Where a walk begins; `isEdge`: at the edge of a clause. */
  first(isEdge: boolean): Standing<Payload> {
    this.#first ??= [this.#begin(false), this.#begin(true)];
    return this.#first[isEdge ? 1 : 0];
  }

  /**
   * Where the word leads; null: nowhere. `crosses`: behind a comma; `isEdge`: the edge of a clause stands
   * behind the word.
   */
  over(from: Standing<Payload>, word: Word, crosses: boolean, isEdge: boolean): Standing<Payload> | null {
    if (word.corrected) return this.#make(from, word, crosses, isEdge);
    const known = from.next[(crosses ? 2 : 0) + (isEdge ? 1 : 0)]!;
    const kind = this.#kindOf(word.form);
    const next = known.get(kind);
    if (next !== undefined) return next;
    const made = this.#make(from, word, crosses, isEdge);
    known.set(kind, made);
    return made;
  }

  /** Words of one kind lead from anywhere to the same place. */
  #kindOf(form: string): string {
    if (this.#words.has(form)) return form;
    if (!this.#mayHavePrefix(form)) return digitsOf(form);
    const known = this.#kinds.get(form);
    if (known !== undefined) return known;
    const begun = startsOf(form).filter((start) => this.#prefixes.has(start));
    const kind = `${digitsOf(form)}${begun.map((start) => `${start}*`).join('')}`;
    if (this.#kinds.size >= MAX_KINDS) this.#kinds.clear();
    this.#kinds.set(form, kind);
    return kind;
  }

  #mayHavePrefix(form: string): boolean {
    if (this.#prefixes.size === 0) return false;
    if (this.#heads === null) {
      this.#heads = new Uint8Array(HEADS);
      for (const prefix of this.#prefixes) this.#heads[headOf(prefix)] = 1;
    }
    return this.#heads[headOf(form)] === 1;
  }

  #begin(isEdge: boolean): Standing<Payload> {
    const states = new Map<State<Payload>, Manner>();
    enter(states, this.#root, isEdge, { corrected: false, mayCross: false });
    return this.#standing(states, []);
  }

  #make(from: Standing<Payload>, word: Word, crosses: boolean, isEdge: boolean): Standing<Payload> | null {
    const states = new Map<State<Payload>, Manner>();
    for (const [state, { corrected, mayCross }] of from.states) {
      if (crosses && !mayCross) continue;
      for (const [after, isCorrected] of stepsOver(state, word))
        enter(states, after, isEdge, { corrected: corrected || isCorrected, mayCross: false });
    }
    return states.size === 0 ? null : this.#standing(states, reachedIn(states));
  }

  /** The one standing of these states. */
  #standing(
    states: ReadonlyMap<State<Payload>, Manner>,
    reached: Standing<Payload>['reached'],
  ): Standing<Payload> {
    let name = '';
    for (const [state, { corrected, mayCross }] of states)
      name += `${this.#numberOf(state)}${corrected ? 'm' : ''}${mayCross ? 'c' : ''} `;
    const known = this.#standings.get(name);
    if (known !== undefined) return known;
    if (this.#standings.size >= MAX_STANDINGS) this.forget();
    const standing = { states, reached, next: [new Map(), new Map(), new Map(), new Map()] };
    this.#standings.set(name, standing);
    return standing;
  }

  #numberOf(state: State<Payload>): number {
    const known = this.#numbers.get(state);
    if (known !== undefined) return known;
    this.#numbers.set(state, this.#numbers.size);
    return this.#numbers.size - 1;
  }
}

const hasTwoDigits = (form: string) => /^\d\d$/.test(form);

/** The kind of what begins with a digit. */
function digitsOf(form: string): '' | '#' | '##' {
  if (!startsWithDigit(form)) return '';
  return hasTwoDigits(form) ? '##' : '#';
}

/** No prefix is shorter than two letters. */
const headOf = (form: string) => ((form.charCodeAt(0) & 31) << 5) | (form.charCodeAt(1) & 31);
const HEADS = 1024;

function widened(known: Uint8Array, number: number): Uint8Array<ArrayBuffer> {
  const wider = new Uint8Array(Math.max(number + 1, 2 * known.length));
  wider.set(known);
  return wider;
}

function startsOf(form: string): string[] {
  const starts: string[] = [];
  for (let length = 2; length <= Math.min(form.length, LONGEST_PREFIX); length++)
    starts.push(form.slice(0, length));
  return starts;
}

function* stepsOver<Payload>(
  state: State<Payload>,
  word: Word,
): Generator<readonly [State<Payload>, boolean]> {
  const named = state.words.get(word.form);
  if (named !== undefined) yield [named, word.corrected];
  if (word.corrected) {
    const typed = state.words.get(word.word);
    if (typed !== undefined) yield [typed, false];
  }
  if (state.prefixes.size > 0) {
    for (const start of startsOf(word.form)) {
      const begun = state.prefixes.get(start);
      if (begun !== undefined) yield [begun, word.corrected];
    }
  }
  if (state.number !== undefined && startsWithDigit(word.word)) yield [state.number, false];
  if (state.twoDigits !== undefined && hasTwoDigits(word.word)) yield [state.twoDigits, false];
  if (state.any !== undefined) yield [state.any, false];
}

/** Puts a state and all that are entered along with it among the states; the better manner stays. */
function enter<Payload>(
  states: Map<State<Payload>, Manner>,
  state: State<Payload>,
  isEdge: boolean,
  manner: Manner,
): void {
  const known = states.get(state);
  const { corrected, mayCross } = manner;
  if (known !== undefined && (known.mayCross || !mayCross) && (!known.corrected || corrected)) return;
  states.set(state, {
    corrected: corrected && (known?.corrected ?? true),
    mayCross: mayCross || (known?.mayCross ?? false),
  });
  for (const next of state.along) enter(states, next, isEdge, manner);
  if (state.open !== undefined) enter(states, state.open, isEdge, { corrected, mayCross: true });
  if (state.edge !== undefined && isEdge) enter(states, state.edge, isEdge, manner);
}

function reachedIn<Payload>(states: ReadonlyMap<State<Payload>, Manner>): Standing<Payload>['reached'] {
  const reached = new Map<Payload, { readonly payload: Payload; readonly corrected: boolean }>();
  for (const [{ payloads }, { corrected }] of states) {
    for (const payload of payloads) if (!reached.has(payload)) reached.set(payload, { payload, corrected });
  }
  return [...reached.values()];
}
