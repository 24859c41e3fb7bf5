/** The parts of a script while it is written: the columns that it reads, and the numbers beside it. */
import type { Layout, Part } from '../documents/layout.ts';

export class ScriptParts {
  readonly numbers: number[];
  readonly #layout: Layout;
  readonly #longs = new Set<string>();
  readonly #doubles = new Set<string>();
  #names = 0;
  /** Columns that the function under way reads, with their types. */
  #arguments = new Map<string, string>();

  /** `head`: numbers that are set last. */
  constructor(layout: Layout, head: number) {
    this.#layout = layout;
    this.numbers = new Array<number>(head).fill(0);
  }

  /** Appends numbers; infinite ones become the greatest. Returns where they start. */
  add(numbers: Iterable<number>): number {
    const at = this.numbers.length;
    for (const number of numbers) this.numbers.push(clamped(number));
    return at;
  }

  /** A name that no other variable has. */
  name(): string {
    return `v${this.#names++}`;
  }

  /** A column of whole numbers; 0 where a document lacks it. */
  long(name: string): string {
    this.#longs.add(name);
    this.#arguments.set(name, 'long');
    return name;
  }

  /** A column of numbers; NaN where a document lacks it. */
  double(name: string): string {
    this.#doubles.add(name);
    this.#arguments.set(name, 'double');
    return name;
  }

  part({ word, shift, bits }: Part): string {
    return `((${this.long(`w${word}`)} >>> ${shift}) & ${2 ** bits - 1}L)`;
  }

  /** The code of an enum or a boolean as an int. */
  code(field: number): string {
    const part = this.#layout.codes[field];
    if (part == null) throw new Error(`field ${field} has no code`);
    return `(int) ${this.part(part)}`;
  }

  set(field: number): readonly string[] {
    return this.#layout.sets[field]!.map((part) => this.part(part));
  }

  presenceWords(): readonly string[] {
    return Array.from({ length: this.#layout.presenceWords }, (_, word) => this.long(`w${word}`));
  }

  /** The columns that `write` reads, with their types. */
  argumentsOf(write: () => string): {
    readonly text: string;
    readonly columns: readonly (readonly [string, string])[];
  } {
    this.#arguments = new Map();
    const text = write();
    return { text, columns: [...this.#arguments] };
  }

  columns(): string {
    const read = (type: string, name: string, absent: string) =>
      `def d_${name} = doc['${name}']; ${type} ${name} = d_${name}.size() == 0 ? ${absent} : (${type}) d_${name}.value;`;
    return [
      ...[...this.#longs].map((name) => read('long', name, '0L')),
      ...[...this.#doubles].map((name) => read('double', name, 'Double.NaN')),
    ].join('\n');
  }
}

function clamped(number: number): number {
  if (Number.isNaN(number)) throw new Error('a number of a script is NaN');
  return Math.min(Number.MAX_VALUE, Math.max(-Number.MAX_VALUE, number));
}
