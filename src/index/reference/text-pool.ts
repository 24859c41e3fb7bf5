/**
 * Interned texts: code 1, 2, 3, … by text, 0 for none. Counts its holders, and forgets a text with the last of
 * them, so that nothing of an erased person stays. Codes of forgotten texts are not given out again: a look-up
 * table that was made before stays right.
 */
export class TextPool {
  readonly #codes = new Map<string, number>();
  readonly #texts: string[] = [''];
  readonly #holders: number[] = [0];
  #characters = 0;

  /** Codes are below. */
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

  codeOf(text: string): number {
    return this.#codes.get(text) ?? 0;
  }

  textOf(code: number): string {
    return this.#texts[code] ?? '';
  }
}
