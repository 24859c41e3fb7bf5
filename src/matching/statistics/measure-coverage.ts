/** How many people of a sample have a value of each field, and where the values come from. */
import type { DomainDefinition } from '../../domains/definition.ts';
import type { FieldDefinition } from '../../domains/field.ts';
import type { SampledRow } from '../../platform/storage/statistics-store.ts';

export interface FieldCoverage {
  readonly name: string;
  readonly kind: FieldDefinition['kind'];
  readonly known: number;
  /** People of the sample who can have the field: those of its sides. */
  readonly asked: number;
  readonly sources: Readonly<Record<string, number>>;
}

/** In the order of the domain's fields. */
export function measureCoverage(
  definition: Pick<DomainDefinition, 'fields' | 'sides'>,
  rows: readonly SampledRow[],
): readonly FieldCoverage[] {
  return definition.fields.map((field) => {
    let [known, asked] = [0, 0];
    const sources: Record<string, number> = {};
    for (const row of rows) {
      const value = row.fields[field.name] ?? row.derived[field.name];
      if (value === undefined && !canHave(definition, field, row)) continue;
      asked++;
      if (value === undefined) continue;
      known++;
      const source = sourceOf(row, field.name);
      if (source !== null) sources[source] = (sources[source] ?? 0) + 1;
    }
    return { name: field.name, kind: field.kind, known, asked, sources };
  });
}

function canHave(
  { sides }: Pick<DomainDefinition, 'sides'>,
  field: FieldDefinition,
  row: SampledRow,
): boolean {
  const side = sides === undefined ? undefined : row.fields[sides.field];
  return field.sides === undefined || side === undefined || field.sides.includes(String(side));
}

/** The source of the value that holds. The client's layer precedes feedback, which precedes extraction. */
function sourceOf({ layers }: SampledRow, name: string): string | null {
  const layered = layers.client[name] ?? layers.feedback[name] ?? layers.extracted[name];
  return layered?.provenance.source ?? null;
}
