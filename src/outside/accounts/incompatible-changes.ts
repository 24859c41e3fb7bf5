/**
 * The changes that a new version of a domain may make while people are stored under the old one.
 *
 * Stored values must stay readable under the new version. So a field may be added, loosened or described
 * differently, but never removed, retyped or narrowed. Whatever follows from rules instead of values
 * (extraction, scorecard, labels, required fields) may change freely.
 */
import type { DomainDefinition } from '../../domains/definition.ts';
import type { FieldDefinition } from '../../domains/field.ts';

type ComparedField = Pick<
  FieldDefinition,
  'name' | 'kind' | 'type' | 'format' | 'multiple' | 'values' | 'range'
>;
interface Compared {
  readonly sides?: DomainDefinition['sides'];
  readonly fields: readonly ComparedField[];
}

/** One sentence for each change that is incompatible with stored rows. */
export function incompatibleChanges(before: Compared, after: Compared): readonly string[] {
  const changes = before.fields.flatMap((field) => {
    const now = after.fields.find((candidate) => candidate.name === field.name);
    return now === undefined ? [`field ${field.name} is gone`] : fieldChanges(field, now);
  });
  if (before.sides?.field !== after.sides?.field) {
    changes.push(
      `sides are told by ${after.sides?.field ?? 'nothing'} instead of ${before.sides?.field ?? 'nothing'}`,
    );
  }
  return changes;
}

function fieldChanges(before: ComparedField, after: ComparedField): readonly string[] {
  const changes: string[] = [];
  const compare = (what: string, was: unknown, is: unknown) => {
    if (was !== is) changes.push(`field ${before.name}: ${what} ${text(was)} became ${text(is)}`);
  };
  compare('kind', before.kind, after.kind);
  compare('type', before.type, after.type);
  compare('format', before.format, after.format);
  compare('multiple', before.multiple, after.multiple);
  const lost = (before.values ?? []).filter((value) => !(after.values ?? []).includes(value));
  if (after.values !== undefined && lost.length > 0)
    changes.push(`field ${before.name}: no more ${lost.join(', ')}`);
  if (isNarrower(before.range, after.range)) {
    changes.push(`field ${before.name}: range ${text(before.range)} became ${text(after.range)}`);
  }
  return changes;
}

function isNarrower(before: FieldDefinition['range'], after: FieldDefinition['range']): boolean {
  if (after === undefined) return false;
  const [low, high] = before ?? [-Infinity, Infinity];
  return after[0] > low || after[1] < high;
}

function text(value: unknown): string {
  return value === undefined ? '(none)' : Array.isArray(value) ? value.join('–') : String(value);
}
