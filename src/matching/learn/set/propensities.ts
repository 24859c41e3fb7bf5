/** The probability with which each decided pair was shown, where its match explored. */
export class Propensities {
  /** By slate and candidate, both by number. */
  readonly #bySlate = new Map<number, Map<number, number>>();

  /** `propensity`: in (0, 1]. */
  note(slate: number, candidate: number, propensity: number): void {
    const known = this.#bySlate.get(slate) ?? new Map<number, number>();
    this.#bySlate.set(slate, known.set(candidate, propensity));
  }

  /** null: the match did not explore, or is not known. */
  of(slate: number, candidate: number): number | null {
    return this.#bySlate.get(slate)?.get(candidate) ?? null;
  }

  isEmpty(): boolean {
    return this.#bySlate.size === 0;
  }
}
