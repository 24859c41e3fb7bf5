/**
 * Interned texts: codes 1, 2, 3, … by text, 0 for none. Each text has a count of its holders and is forgotten
 * with the last of them, so that nothing of an erased person stays. A forgotten code is not reused: look-up
 * tables made earlier stay right.
 */
export class TextPool {
  readonly #codes = new Map<string, number>();
  readonly #texts: string[] = [''];
  readonly #holders: number[] = [0];
  #characters = 0;

  /** Above every code. */
  get codeLimit(): number {
    return this.#texts.length;
  }

  get bytes(): number {
    return 2 * this.#characters + 48 * this.#codes.size + 16 * this.#texts.length;
  }

  hold(text: string): number {
    const known = this.#codes.get(text);
    if (known !== undefined) {
      this.#holders[known]! += 1;
      return known;
    }
    const code = this.#texts.length;
    this.#codes.set(text, code);
    this.#texts.push(text);
    this.#holders.push(1);
    this.#characters += text.length;
    return code;
  }

  release(code: number): void {
    if (code === 0) return;
    this.#holders[code]! -= 1;
    if (this.#holders[code]! > 0) return;
    const text = this.#texts[code]!;
    this.#characters -= text.length;
    this.#codes.delete(text);
    this.#texts[code] = '';
  }

  isHeld(code: number): boolean {
    return (this.#holders[code] ?? 0) > 0;
  }

  /** Texts by code; '' for 0 and for forgotten codes. */
  content(): readonly string[] {
    return [...this.#texts];
  }

  /** Fills an empty pool with the texts of another; their holder counts are 0 until `countHolders`. */
  fill(texts: readonly string[]): void {
    this.#texts.length = 0;
    for (const text of texts) {
      this.#texts.push(text);
      this.#characters += text.length;
    }
    this.#holders.length = 0;
    for (let code = 0; code < texts.length; code++) this.#holders.push(0);
  }

  /** Sets the number of holders of each code, and forgets codes without one. */
  countHolders(holders: Uint32Array): void {
    this.#codes.clear();
    for (let code = 1; code < this.#texts.length; code++) {
      const count = holders[code] ?? 0;
      this.#holders[code] = count;
      if (count > 0) this.#codes.set(this.#texts[code]!, code);
      else {
        this.#characters -= this.#texts[code]!.length;
        this.#texts[code] = '';
      }
    }
  }

  codeOf(text: string): number {
    return this.#codes.get(text) ?? 0;
  }

  textOf(code: number): string {
    return this.#texts[code] ?? '';
  }
}
