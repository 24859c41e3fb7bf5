/** Soft texts stay in the store; the index has only their presence. */
import type { FieldValue } from '../../../domains/field.ts';
import type { Clause } from '../../../domains/filter.ts';
import type { SoftColumnView } from '../../candidate-index.ts';
import { type Column, grown, nothingPasses, presenceTest, type RowTest } from './column.ts';

export class SoftColumn implements Column {
  #present = new Uint8Array(0);

  get view(): SoftColumnView {
    return { kind: 'soft', present: this.#present };
  }

  get bytes(): number {
    return this.#present.byteLength;
  }

  reserve(capacity: number): void {
    this.#present = grown(this.#present, capacity);
  }

  put(row: number, value: FieldValue | undefined): void {
    this.#present[row] = value === undefined ? 0 : 1;
  }

  valueOf(): undefined {
    return undefined;
  }

  passes(clause: Clause): RowTest {
    return clause.op === 'exists' ? presenceTest(this.#present, clause.value) : nothingPasses;
  }
}
