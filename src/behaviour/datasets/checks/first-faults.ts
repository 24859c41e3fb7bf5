/** Keeps the first 100 faults by position, and counts all of them. */
const MAX_FAULTS = 100;

export class FirstFaults<Detail> {
  #kept: { readonly position: number; readonly detail: Detail }[] = [];
  #total = 0;
  /** Faults at or after this position are only counted. */
  #limit = Number.POSITIVE_INFINITY;

  /** `describe` is called only if the fault may be among the first 100. */
  add(position: number, describe: () => Detail): void {
    this.#total++;
    if (position >= this.#limit) return;
    this.#kept.push({ position, detail: describe() });
    if (this.#kept.length >= 2 * MAX_FAULTS) this.#prune();
  }

  get total(): number {
    return this.#total;
  }

  /** Ordered by position. */
  first(): readonly Detail[] {
    this.#prune();
    return this.#kept.map(({ detail }) => detail);
  }

  #prune(): void {
    this.#kept.sort((a, b) => a.position - b.position);
    if (this.#kept.length < MAX_FAULTS) return;
    this.#kept.length = MAX_FAULTS;
    this.#limit = this.#kept[MAX_FAULTS - 1]!.position;
  }
}
