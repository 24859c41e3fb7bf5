/**
 * How many people of a sample have a value of each field, where the values come from, which are not
 * understood, and which correct a text.
 */
import type { DomainDefinition } from '../../domains/definition.ts';
import type { FieldDefinition } from '../../domains/field.ts';
import type { SampledRow } from '../../platform/storage/statistics-store.ts';
import { comparedValue } from './corrected-value.ts';
import { isUnderstood } from './is-understood.ts';

/** People who are named, of each field and kind. */
const MOST_NAMED = 10;

export interface FieldCoverage {
  readonly name: string;
  readonly kind: FieldDefinition['kind'];
  readonly known: number;
  /** People of the sample who can have the field: those of its sides. */
  readonly asked: number;
  readonly sources: Readonly<Record<string, number>>;
  readonly notUnderstood: Counted;
  /** People with a value of a text and another source. */
  readonly compared: number;
  /** Rows with differing values. */
  readonly corrected: Counted;
}

/** Ids and no values, which are read again when they are shown. */
interface Counted {
  readonly count: number;
  readonly userIds: readonly string[];
}

/** In the order of the domain's fields. */
export function measureCoverage(
  definition: Pick<DomainDefinition, 'fields' | 'sides'>,
  rows: readonly SampledRow[],
): readonly FieldCoverage[] {
  return definition.fields.map((field) => {
    let [known, asked, compared] = [0, 0, 0];
    const [notUnderstood, corrected] = [counter(), counter()];
    const sources: Record<string, number> = {};
    for (const row of rows) {
      const value = row.fields[field.name] ?? row.derived[field.name];
      if (value === undefined && !canHave(definition, field, row)) continue;
      asked++;
      if (value === undefined) continue;
      known++;
      if (!isUnderstood(field, value, row)) notUnderstood.add(row.userId);
      const both = comparedValue(field, row);
      if (both !== null) compared++;
      if (both?.agrees === false) corrected.add(row.userId);
      const source = sourceOf(row, field.name);
      if (source !== null) sources[source] = (sources[source] ?? 0) + 1;
    }
    const counts = { known, asked, compared };
    return {
      ...{ name: field.name, kind: field.kind, ...counts, sources },
      ...{ notUnderstood: notUnderstood.counted(), corrected: corrected.counted() },
    };
  });
}

function counter() {
  let count = 0;
  const userIds: string[] = [];
  return {
    add(userId: string): void {
      if (++count <= MOST_NAMED) userIds.push(userId);
    },
    counted: (): Counted => ({ count, userIds }),
  };
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
