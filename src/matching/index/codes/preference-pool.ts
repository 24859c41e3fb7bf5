/** Preferences of one kind: ids by clause list, counted and forgotten as texts are (`text-pool.ts`). */
import type { Clause, Clauses } from '../../../domains/filter.ts';
import { TextPool } from './text-pool.ts';

/** Estimated size of a clause list of one or two clauses, as an object. */
const CLAUSES_BYTES = 200;

export class PreferencePool {
  readonly #texts = new TextPool();
  #clauses: Clauses[] = [[]];

  /** From a snapshot; holder counts are 0 until `countHolders`. */
  static of(texts: readonly string[]): PreferencePool {
    const pool = new PreferencePool();
    pool.#texts.fill(texts);
    pool.#clauses = texts.map((text) => (text === '' ? [] : (JSON.parse(text) as Clause[])));
    return pool;
  }

  /** By id; empty for 0 and for forgotten ids. */
  get clauses(): readonly Clauses[] {
    return this.#clauses;
  }

  /** Above every id. */
  get codeLimit(): number {
    return this.#texts.codeLimit;
  }

  get bytes(): number {
    return this.#texts.bytes + CLAUSES_BYTES * this.#clauses.length;
  }

  hold(clauses: Clauses): number {
    const id = this.#texts.hold(JSON.stringify(clauses));
    this.#clauses[id] = clauses;
    return id;
  }

  release(id: number): void {
    this.#texts.release(id);
    if (id > 0 && !this.#texts.isHeld(id)) this.#clauses[id] = [];
  }

  content(): readonly string[] {
    return this.#texts.content();
  }

  /** Sets the number of holders of each id, and forgets ids without one. */
  countHolders(holders: Uint32Array): void {
    this.#texts.countHolders(holders);
    this.#clauses = this.#clauses.map((clauses, id) => (this.#texts.isHeld(id) ? clauses : []));
  }
}
