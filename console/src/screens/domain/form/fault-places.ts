/** The faults of one field or term, by the key of the form that they belong to. */
import type { Fault } from '../domain-queries.ts';

export interface FaultsOfEntry {
  readonly count: number;
  /** The message at an input. */
  readonly of: (key: string) => string | undefined;
  /** Faults of parts that have no input. */
  readonly others: readonly Fault[];
}

/** `list`: `fields` or `scorecard.terms`. */
export function faultsOfEntry(
  faults: readonly Fault[],
  list: string,
  at: number,
  inputs: readonly string[],
): FaultsOfEntry {
  const start = `${list}[${at}]`;
  const own = faults.flatMap((fault) => {
    const rest = fault.path?.startsWith(start) ? fault.path.slice(start.length) : undefined;
    return rest === undefined ? [] : [{ fault, key: /^\.(\w+)/.exec(rest)?.[1] ?? '' }];
  });
  return {
    count: own.length,
    of: (key) =>
      own.flatMap(({ fault, key: one }) => (one === key ? [fault.message] : [])).join('; ') || undefined,
    others: own.flatMap(({ fault, key }) => (inputs.includes(key) ? [] : [fault])),
  };
}
