/** The mapping of an opened file: its known form, or the fields that its columns become. */
import type { ColumnPlan } from 'counterpart-intake/guess/column-plan.ts';
import type { IntakeField } from 'counterpart-intake/guess/intake-field.ts';
import { hasId, plannedMapping } from 'counterpart-intake/guess/planned-mapping.ts';
import type { Mapping } from 'counterpart-intake/mapping/mapping.ts';
import { type RatesOf, withRates } from 'counterpart-intake/mapping/with-rates.ts';
import type { Decimal } from 'counterpart-intake/number-text.ts';
import { PeopleRows } from 'counterpart-intake/people-rows.ts';
import type { Layout } from './layout.ts';
import { shippedForm } from './shipped-forms.ts';

/** The domain of a file's people. */
export interface FileSchema {
  readonly domain: string;
  readonly fields: readonly IntakeField[];
}

/** `isEdited`: its table of values was changed by hand. */
export type EditedPlan = ColumnPlan & { readonly isEdited?: boolean };

export interface FileMapping {
  readonly schema: FileSchema;
  readonly layout: Layout;
  readonly columns: readonly EditedPlan[];
}

/** The mapping as a file has it. */
export function mappingOf({ schema, layout, columns }: FileMapping): Mapping {
  if (layout.form !== undefined) return shippedForm(layout.form);
  return plannedMapping({ domain: schema.domain, columns, repeated: layout.repeated });
}

export function ratesOf({ fields }: FileSchema): RatesOf {
  return (name) => fields.find((field) => field.name === name)?.money;
}

/** Whether the rows have an id: bodies and known forms always do. */
export function givesIds({ layout, columns }: FileMapping): boolean {
  return layout.bodies || layout.form !== undefined || hasId(columns);
}

export function peopleRows(file: FileMapping, decimal: Decimal): PeopleRows {
  const { domain } = file.schema;
  return new PeopleRows({
    domain,
    decimal,
    mapping: file.layout.bodies ? null : withRates(mappingOf(file), domain, ratesOf(file.schema)),
    repeated: file.layout.repeated,
  });
}
