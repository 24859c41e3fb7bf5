/**
 * The automaton of a phrase matcher. Phrases form a nondeterministic automaton (`NfaState`). The matcher
 * walks over sets of its states (`StateSet`), which are built by subset construction when a text first needs
 * them, and cached by numbers. Words that no phrase distinguishes share an input symbol, so the cache is
 * bounded by the phrases rather than by the texts.
 */

import { detached } from '../../../contract/detached-text.ts';
import { startsWithDigit } from '../words/letters.ts';
import type { Word } from '../words/read-text.ts';
import { NO_SET, TransitionTable, UNKNOWN_SET } from './transition-table.ts';

/**
 * A state and its transitions. `open`, `edge` and `epsilon` consume no word; the others consume one. A domain
 * has tens of thousands of states, most of them with one transition: maps and lists are made when they get an
 * entry.
 */
export interface NfaState<Payload> {
  words: Map<string, NfaState<Payload>> | undefined;
  prefixes: Map<string, NfaState<Payload>> | undefined;
  any: NfaState<Payload> | undefined;
  number: NfaState<Payload> | undefined;
  twoDigits: NfaState<Payload> | undefined;
  /** Taken anywhere; the next word may then follow a comma. */
  open: NfaState<Payload> | undefined;
  /** Taken only at the edge of a clause. */
  edge: NfaState<Payload> | undefined;
  epsilon: NfaState<Payload>[] | undefined;
  /** The phrases that end in this state. */
  payloads: Payload[] | undefined;
}

export const newNfaState = <Payload>(): NfaState<Payload> => ({
  words: undefined,
  prefixes: undefined,
  any: undefined,
  number: undefined,
  twoDigits: undefined,
  open: undefined,
  edge: undefined,
  epsilon: undefined,
  payloads: undefined,
});

/** The states that a walk is in between two words. */
interface StateSet<Payload> {
  readonly states: ReadonlyMap<NfaState<Payload>, Path>;
  readonly accepted: Accepted<Payload>;
}

/** The phrases that end in a set; `corrected`: only with a word whose spelling was corrected. */
type Accepted<Payload> = readonly { readonly payload: Payload; readonly corrected: boolean }[];

/** How a walk came to a state. */
interface Path {
  readonly corrected: boolean;
  readonly mayCrossComma: boolean;
}

const MIN_PREFIX = 2;
const MAX_PREFIX = 24;
/** Cached sets, symbols and transitions; a full cache is emptied before the next walk. */
const MAX_STATE_SETS = 20_000;
const MAX_SYMBOLS = 10_000;
const MAX_NUMBERS = 50_000;
const MAX_TRANSITIONS = 2 ** 18;

const UNKNOWN = 0;
const STARTS = 1;
const STARTS_NOT = 2;

export class PhraseAutomaton<Payload> {
  readonly #root: NfaState<Payload>;
  readonly #words: ReadonlySet<string>;
  readonly #prefixes: ReadonlySet<string>;
  /**
   * The number of a word's symbol, by its form. Only words without an id are here, where the form may have a
   * prefix or begins with a digit.
   */
  readonly #symbolOfForm = new Map<string, number>();
  readonly #symbolNumbers = new Map<string, number>();
  /** By word id: the number of the symbol, plus 1; 0: not known yet. */
  #symbolOfId = new Int32Array(0);
  /** By the ids of their states: the numbers of the sets. */
  readonly #setNumbers = new Map<string, number>();
  #sets: StateSet<Payload>[] = [];
  #transitions = new TransitionTable();
  /** The symbol of words that no phrase tells apart. */
  #plainNumber = -1;
  readonly #stateIds = new Map<NfaState<Payload>, number>();
  /** By word id: whether a phrase can start with the word. */
  #starts = new Uint8Array(0);
  /** The same by number of a symbol, for words without an id and corrected ones. */
  #startsOfSymbol = new Uint8Array(0);
  /** By hash of two letters: whether a prefix starts with them. */
  #prefixHashes: Uint8Array | null = null;
  #start: readonly [number, number] | null = null;
  /** Whether a text has filled the caches. */
  #isUsed = false;

  /** `words`, `prefixes`: those of all states below the root. They may grow; call `clearCache` afterwards. */
  constructor(root: NfaState<Payload>, words: ReadonlySet<string>, prefixes: ReadonlySet<string>) {
    this.#root = root;
    this.#words = words;
    this.#prefixes = prefixes;
  }

  /** Phrases are added by the thousand before the first text, when there is nothing to clear. */
  clearCache(): void {
    if (!this.#isUsed) return;
    this.#isUsed = false;
    this.#starts = new Uint8Array(0);
    this.#startsOfSymbol = new Uint8Array(0);
    this.#prefixHashes = null;
    this.#symbolOfForm.clear();
    this.#symbolNumbers.clear();
    this.#symbolOfId.fill(0);
    this.#setNumbers.clear();
    this.#sets = [];
    this.#transitions = new TransitionTable();
    this.#plainNumber = -1;
    this.#start = null;
  }

  /** A cheap test that most words of a text fail. */
  canStartWith(word: Word): boolean {
    this.#isUsed = true;
    const { id } = word;
    if (word.corrected || id === 0) return this.#mayStartWithSymbol(word);
    if (id >= this.#starts.length) this.#starts = grown(this.#starts, id);
    const known = this.#starts[id]!;
    if (known !== UNKNOWN) return known === STARTS;
    const starts = this.#startsWith(word);
    this.#starts[id] = starts ? STARTS : STARTS_NOT;
    return starts;
  }

  #mayStartWithSymbol(word: Word): boolean {
    const known = this.#startsOfSymbol[this.#symbolOfWord(word)] ?? UNKNOWN;
    if (known !== UNKNOWN) return known === STARTS;
    const starts = this.#startsWith(word);
    // The walk may have emptied the caches, so the symbol may have another number now.
    const symbol = this.#symbolOfWord(word);
    if (symbol >= this.#startsOfSymbol.length) this.#startsOfSymbol = grown(this.#startsOfSymbol, symbol);
    this.#startsOfSymbol[symbol] = starts ? STARTS : STARTS_NOT;
    return starts;
  }

  /** At an edge all transitions are open that are open elsewhere. */
  #startsWith(word: Word): boolean {
    return this.step(this.start(true), word, false, true) !== NO_SET;
  }

  /** The number of the set that a walk starts in; `isEdge`: the walk starts at the edge of a clause. */
  start(isEdge: boolean): number {
    if (this.#isFull()) this.clearCache();
    this.#isUsed = true;
    this.#start ??= [this.#startSet(false), this.#startSet(true)];
    return this.#start[isEdge ? 1 : 0];
  }

  /** Only between two walks, which hold numbers of sets. */
  #isFull(): boolean {
    return (
      this.#sets.length >= MAX_STATE_SETS ||
      this.#symbolNumbers.size >= MAX_NUMBERS ||
      this.#transitions.size >= MAX_TRANSITIONS
    );
  }

  /** The successor under a word, or `NO_SET`. `isEdge`: a clause ends after the word. */
  step(from: number, word: Word, afterComma: boolean, isEdge: boolean): number {
    const input = (this.#symbolOfWord(word) << 2) | (afterComma ? 2 : 0) | (isEdge ? 1 : 0);
    const known = this.#transitions.get(from, input);
    if (known !== UNKNOWN_SET) return known;
    const successor = this.#successor(this.#sets[from]!, word, afterComma, isEdge);
    this.#transitions.set(from, input, successor);
    return successor;
  }

  /** The phrases that end in the set of a number. */
  accepted(set: number): Accepted<Payload> {
    return this.#sets[set]!.accepted;
  }

  #symbolOfWord({ id, form, word, corrected }: Word): number {
    // The word as it was typed leads on too.
    if (corrected) return this.#numberOf(`${form} ${word}`);
    if (id === 0) {
      if (startsWithDigit(form) || this.#mayHavePrefix(form)) return this.#numberOfForm(form);
      if (this.#plainNumber < 0) this.#plainNumber = this.#numberOf('');
      return this.#plainNumber;
    }
    if (id >= this.#symbolOfId.length) this.#symbolOfId = grownNumbers(this.#symbolOfId, id);
    if (this.#symbolOfId[id] === 0) this.#symbolOfId[id] = this.#numberOf(this.#symbolOf(form)) + 1;
    return this.#symbolOfId[id]! - 1;
  }

  #numberOfForm(form: string): number {
    const known = this.#symbolOfForm.get(form);
    if (known !== undefined) return known;
    const number = this.#numberOf(this.#symbolOf(form));
    if (this.#symbolOfForm.size >= MAX_SYMBOLS) this.#symbolOfForm.clear();
    this.#symbolOfForm.set(detached(form), number);
    return number;
  }

  #numberOf(symbol: string): number {
    const known = this.#symbolNumbers.get(symbol);
    if (known !== undefined) return known;
    this.#symbolNumbers.set(detached(symbol), this.#symbolNumbers.size);
    return this.#symbolNumbers.size - 1;
  }

  /** Words with the same symbol have the same successor in every state set. */
  #symbolOf(form: string): string {
    if (this.#words.has(form)) return form;
    if (!this.#mayHavePrefix(form)) return digitSymbol(form);
    const prefixes = prefixesOf(form).filter((prefix) => this.#prefixes.has(prefix));
    return `${digitSymbol(form)}${prefixes.map((prefix) => `${prefix}*`).join('')}`;
  }

  #mayHavePrefix(form: string): boolean {
    if (this.#prefixes.size === 0) return false;
    if (this.#prefixHashes === null) {
      this.#prefixHashes = new Uint8Array(HASHES);
      for (const prefix of this.#prefixes) this.#prefixHashes[hashOfStart(prefix)] = 1;
    }
    return this.#prefixHashes[hashOfStart(form)] === 1;
  }

  #startSet(isEdge: boolean): number {
    const states = new Map<NfaState<Payload>, Path>();
    addWithClosure(states, this.#root, isEdge, { corrected: false, mayCrossComma: false });
    return this.#stateSet(states, []);
  }

  #successor(from: StateSet<Payload>, word: Word, afterComma: boolean, isEdge: boolean): number {
    const states = new Map<NfaState<Payload>, Path>();
    for (const [state, { corrected, mayCrossComma }] of from.states) {
      if (afterComma && !mayCrossComma) continue;
      for (const [next, isCorrected] of transitionsOver(state, word))
        addWithClosure(states, next, isEdge, { corrected: corrected || isCorrected, mayCrossComma: false });
    }
    return states.size === 0 ? NO_SET : this.#stateSet(states, acceptedBy(states));
  }

  /** The number of the set of these states. */
  #stateSet(states: ReadonlyMap<NfaState<Payload>, Path>, accepted: Accepted<Payload>): number {
    let key = '';
    for (const [state, { corrected, mayCrossComma }] of states)
      key += `${this.#idOf(state)}${corrected ? 'm' : ''}${mayCrossComma ? 'c' : ''} `;
    const known = this.#setNumbers.get(key);
    if (known !== undefined) return known;
    this.#sets.push({ states, accepted });
    this.#setNumbers.set(key, this.#sets.length - 1);
    return this.#sets.length - 1;
  }

  #idOf(state: NfaState<Payload>): number {
    const known = this.#stateIds.get(state);
    if (known !== undefined) return known;
    this.#stateIds.set(state, this.#stateIds.size);
    return this.#stateIds.size - 1;
  }
}

const hasTwoDigits = (form: string) => /^\d\d$/.test(form);

function digitSymbol(form: string): '' | '#' | '##' {
  if (!startsWithDigit(form)) return '';
  return hasTwoDigits(form) ? '##' : '#';
}

/** A hash of the first two letters: every prefix has at least two. */
const hashOfStart = (form: string) => ((form.charCodeAt(0) & 31) << 5) | (form.charCodeAt(1) & 31);
const HASHES = 1024;

function grown(array: Uint8Array, index: number): Uint8Array<ArrayBuffer> {
  const larger = new Uint8Array(Math.max(index + 1, 2 * array.length));
  larger.set(array);
  return larger;
}

function grownNumbers(array: Int32Array, index: number): Int32Array<ArrayBuffer> {
  const larger = new Int32Array(Math.max(index + 1, 2 * array.length));
  larger.set(array);
  return larger;
}

export function prefixesOf(form: string): string[] {
  const prefixes: string[] = [];
  for (let length = MIN_PREFIX; length <= Math.min(form.length, MAX_PREFIX); length++)
    prefixes.push(form.slice(0, length));
  return prefixes;
}

/** The states that a word leads to, and whether it does so only by its corrected spelling. */
function* transitionsOver<Payload>(
  state: NfaState<Payload>,
  word: Word,
): Generator<readonly [NfaState<Payload>, boolean]> {
  const byForm = state.words?.get(word.form);
  if (byForm !== undefined) yield [byForm, word.corrected];
  if (word.corrected) {
    const asTyped = state.words?.get(word.word);
    if (asTyped !== undefined) yield [asTyped, false];
  }
  if (state.prefixes !== undefined) {
    for (const prefix of prefixesOf(word.form)) {
      const byPrefix = state.prefixes.get(prefix);
      if (byPrefix !== undefined) yield [byPrefix, word.corrected && !word.word.startsWith(prefix)];
    }
  }
  if (state.number !== undefined && startsWithDigit(word.word)) yield [state.number, false];
  if (state.twoDigits !== undefined && hasTwoDigits(word.word)) yield [state.twoDigits, false];
  if (state.any !== undefined) yield [state.any, false];
}

/**
 * Adds a state and its epsilon closure. Where a state is reached twice, an uncorrected path outranks a
 * corrected one. A path that may cross a comma outranks one that may not.
 */
function addWithClosure<Payload>(
  states: Map<NfaState<Payload>, Path>,
  state: NfaState<Payload>,
  isEdge: boolean,
  path: Path,
): void {
  const known = states.get(state);
  const { corrected, mayCrossComma } = path;
  if (known !== undefined && (known.mayCrossComma || !mayCrossComma) && (!known.corrected || corrected))
    return;
  states.set(state, {
    corrected: corrected && (known?.corrected ?? true),
    mayCrossComma: mayCrossComma || (known?.mayCrossComma ?? false),
  });
  if (state.epsilon !== undefined)
    for (const next of state.epsilon) addWithClosure(states, next, isEdge, path);
  if (state.open !== undefined)
    addWithClosure(states, state.open, isEdge, { corrected, mayCrossComma: true });
  if (state.edge !== undefined && isEdge) addWithClosure(states, state.edge, isEdge, path);
}

function acceptedBy<Payload>(states: ReadonlyMap<NfaState<Payload>, Path>): Accepted<Payload> {
  const accepted = new Map<Payload, { readonly payload: Payload; readonly corrected: boolean }>();
  for (const [{ payloads }, { corrected }] of states) {
    if (payloads === undefined) continue;
    for (const payload of payloads) if (!accepted.has(payload)) accepted.set(payload, { payload, corrected });
  }
  return [...accepted.values()];
}
