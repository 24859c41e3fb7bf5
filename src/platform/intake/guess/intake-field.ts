/** A domain's field as the guess of a mapping knows it: the form in which GET /schema has it. */
import type { MoneyRates } from '../mapping/money.ts';

export interface IntakeField {
  readonly name: string;
  readonly kind: 'hard' | 'soft' | 'derived';
  readonly type: string;
  readonly required: boolean;
  readonly values?: readonly string[] | undefined;
  readonly multiple?: boolean | undefined;
  readonly format?: 'geo' | undefined;
  readonly range?: readonly [number, number] | undefined;
  readonly unit?: string | undefined;
  /** Only of fields in whose texts the domain reads money. */
  readonly money?: MoneyRates | undefined;
}
