/** Of any number of offenders, the first hundred by their place, and how many there are. */
const MAX_OFFENDERS = 100;

export class FirstOffenders<Told> {
  #kept: { readonly place: number; readonly told: Told }[] = [];
  #total = 0;
  /** From here on an offender is not among the first. */
  #limit = Number.POSITIVE_INFINITY;

  /** `tell` is asked only where the offender may be among the first. */
  add(place: number, tell: () => Told): void {
    this.#total++;
    if (place >= this.#limit) return;
    this.#kept.push({ place, told: tell() });
    if (this.#kept.length >= 2 * MAX_OFFENDERS) this.#prune();
  }

  get total(): number {
    return this.#total;
  }

  /** In the order of their places. */
  first(): readonly Told[] {
    this.#prune();
    return this.#kept.map(({ told }) => told);
  }

  #prune(): void {
    this.#kept.sort((a, b) => a.place - b.place);
    if (this.#kept.length < MAX_OFFENDERS) return;
    this.#kept.length = MAX_OFFENDERS;
    this.#limit = this.#kept[MAX_OFFENDERS - 1]!.place;
  }
}
