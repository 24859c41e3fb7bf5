/** The guess of a mapping, by the names of the columns and their values in the first rows. */
import { tokensOf } from '../name-tokens.ts';
import { type FactsOfColumns, isCurrency, MOST_COLUMNS, shareOf } from './column-facts.ts';
import { type ColumnPlan, stepsFor } from './column-plan.ts';
import { guessTargets } from './guess-targets.ts';
import type { IntakeField } from './intake-field.ts';

const currencyNames = new Set([
  'currency',
  'currency code',
  'wahrung',
  'devise',
  'moneda',
  'moeda',
  'valuta',
]);
const MOST = 0.8;

/** A plan for each column, in the order of the file. */
export function guessMapping(fields: readonly IntakeField[], facts: FactsOfColumns): readonly ColumnPlan[] {
  const columns = facts.names.slice(0, MOST_COLUMNS).map((name) => ({ name, facts: facts.factsOf(name) }));
  const currency = currencyColumn(columns);
  return guessTargets(fields, columns, facts.rows).map(({ target, by }, at) => {
    const { name, facts } = columns[at]!;
    return { column: name, target, by, steps: stepsFor(target, fields, facts, currency), facts };
  });
}

/** The column that names the currencies of the others. */
export function currencyColumn(
  columns: readonly { readonly name: string; readonly facts: ColumnPlan['facts'] }[],
): string | undefined {
  return columns.find(
    ({ name, facts }) => currencyNames.has(tokensOf(name).join(' ')) && shareOf(facts, isCurrency) >= MOST,
  )?.name;
}
