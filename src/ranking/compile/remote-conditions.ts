/** Conditions of a term on a person, for an engine without our codes. */
import type { DomainDefinition } from '../../domains/definition.ts';
import type { Term } from '../../domains/scorecard.ts';
import { conditionValues } from '../../domains/scorecard-check.ts';
import { listedValues } from '../../index/opensearch/documents/layout.ts';
import type { RemoteCondition } from '../../index/opensearch/remote-scoring.ts';
import type { Role } from '../scoring/comparator.ts';

/** `never`: no person can meet them. */
export function remoteConditions(
  { when, unless }: Term,
  role: Role,
  { fields }: DomainDefinition,
): readonly RemoteCondition[] | 'never' {
  const found: RemoteCondition[] = [];
  for (const [condition, wanted] of [
    [when, true],
    [unless, false],
  ] as const) {
    for (const [name, values] of Object.entries(condition?.[role] ?? {})) {
      const field = fields.findIndex((one) => one.name === name);
      const declared = fields[field];
      const named = conditionValues(values);
      if (declared?.type === 'enum' && declared.multiple) {
        const marked = listedValues(declared).map((value) => named.includes(value));
        found.push({ op: 'set', field, marked, wanted });
      } else if (declared?.type === 'enum' || declared?.type === 'boolean') {
        const has = listedValues(declared).map((value) => named.includes(value));
        found.push({ op: 'codes', field, holds: [false, ...has, false].map((holds) => holds === wanted) });
      } else if (wanted) return 'never';
    }
  }
  return found;
}
