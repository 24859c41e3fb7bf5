/** Of any number of faults, the first hundred by their position, and how many there are. */
const MAX_FAULTS = 100;

export class FirstFaults<Detail> {
  #kept: { readonly position: number; readonly detail: Detail }[] = [];
  #total = 0;
  /** From here on an offender is not among the first. */
  #limit = Number.POSITIVE_INFINITY;

  /** `describe` is asked only where the offender may be among the first. */
  add(position: number, describe: () => Detail): void {
    this.#total++;
    if (position >= this.#limit) return;
    this.#kept.push({ position, detail: describe() });
    if (this.#kept.length >= 2 * MAX_FAULTS) this.#prune();
  }

  get total(): number {
    return this.#total;
  }

  /** In the order of their positions. */
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
