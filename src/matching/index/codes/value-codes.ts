/**
 * The values of an enum as codes: the schema's first, in its order, then others that rows of an earlier
 * version hold.
 */
import type { FieldDefinition, FieldValue } from '../../../domains/field.ts';
import type { Clause, Scalar } from '../../../domains/filter.ts';

const booleanNames = ['false', 'true'];

export class ValueCodes {
  readonly #type: 'boolean' | 'enum';
  readonly #names: string[];
  readonly #codes: Map<string, number>;

  constructor(field: FieldDefinition) {
    this.#type = field.type === 'boolean' ? 'boolean' : 'enum';
    this.#names = this.#type === 'boolean' ? [...booleanNames] : [...(field.values ?? [])];
    this.#codes = new Map(this.#names.map((name, position) => [name, position + 1]));
  }

  get names(): readonly string[] {
    return this.#names;
  }

  /** From 1; 0 where the value is not one of the field's, or was never seen. */
  codeOf(value: Scalar): number {
    if ((typeof value === 'boolean') !== (this.#type === 'boolean') || typeof value === 'number') return 0;
    return this.#codes.get(String(value)) ?? 0;
  }

  /** Like `codeOf`, but adds an enum value that is new. */
  admit(value: FieldValue): number {
    if (typeof value === 'number' || typeof value === 'object') return 0;
    const known = this.codeOf(value);
    if (known > 0 || this.#type === 'boolean' || typeof value !== 'string') return known;
    this.#names.push(value);
    this.#codes.set(value, this.#names.length);
    return this.#names.length;
  }

  /** Adds a name exactly as in `names`; known names keep their code. */
  admitName(name: string): void {
    if (this.#codes.has(name)) return;
    this.#names.push(name);
    this.#codes.set(name, this.#names.length);
  }

  valueOf(code: number): string | boolean | undefined {
    const name = this.#names[code - 1];
    return name === undefined || this.#type === 'enum' ? name : name === 'true';
  }

  /** The values that `eq`, `ne`, `in` and `nin` name; undefined for other clauses. */
  named(clause: Clause): { readonly codes: readonly number[]; readonly wanted: boolean } | undefined {
    if (clause.op === 'eq' || clause.op === 'ne') {
      return { codes: this.#known([clause.value]), wanted: clause.op === 'eq' };
    }
    if (clause.op === 'in' || clause.op === 'nin') {
      return { codes: this.#known(clause.values), wanted: clause.op === 'in' };
    }
    return undefined;
  }

  #known(values: readonly Scalar[]): readonly number[] {
    return values.map((value) => this.codeOf(value)).filter((code) => code > 0);
  }
}
