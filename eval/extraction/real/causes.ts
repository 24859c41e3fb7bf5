/** Why values of a reading are missed: nothing found them, the decision refused them, or another value won. */
import type { FieldDefinition } from '../../../src/domains/field.ts';
import type { ResolvePlace } from '../../../src/domains/place.ts';
import type { ReadFields } from '../../../src/people/reading/read-fields.ts';
import { isRight, type Scored } from '../score.ts';

/** `none`: neither a rule nor the network proposes it. `invented`: given, though none is due. */
const causes = ['none', 'refused', 'other value', 'invented'] as const;
type Cause = (typeof causes)[number];

export type CausesByField = Map<string, Map<Cause, number>>;

export function countCauses(
  fields: readonly FieldDefinition[],
  { candidates, claims = [] }: ReadFields,
  { mistakes }: Scored,
  resolvePlace: ResolvePlace,
  into: CausesByField,
): void {
  for (const { key, found, gold } of mistakes) {
    const field = fields.find(({ name }) => name === key);
    if (field === undefined) continue;
    const isDue = (value: unknown) =>
      field.multiple ? value === gold : isRight(field, value, gold, resolvePlace);
    const isProposed = [...candidates, ...claims].some(
      (one) => one.kind === 'value' && one.field.name === key && isDue(one.value),
    );
    const cause =
      gold === undefined
        ? 'invented'
        : !isProposed
          ? 'none'
          : found === undefined
            ? 'refused'
            : 'other value';
    const counts = into.get(key) ?? new Map<Cause, number>();
    into.set(key, counts.set(cause, (counts.get(cause) ?? 0) + 1));
  }
}

export function printCauses(byField: CausesByField): void {
  console.log(`  ${'cause of a mistake'.padEnd(32)}${causes.map((cause) => cause.padStart(12)).join('')}`);
  for (const [field, counts] of byField)
    console.log(
      `    ${field.padEnd(30)}${causes.map((cause) => String(counts.get(cause) ?? 0).padStart(12)).join('')}`,
    );
}
