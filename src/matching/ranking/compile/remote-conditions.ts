/** Conditions of a term on a person, for an engine without our codes. */
import type { DomainDefinition } from '../../../domains/definition.ts';
import type { Term } from '../../../domains/scorecard.ts';
import { listedValues } from '../../search-engine/opensearch/documents/layout.ts';
import type { RemoteCondition } from '../../search-engine/remote-scoring.ts';
import type { Role } from '../scoring/comparator.ts';
import { conditionsOn, type FieldCondition } from './read-operands.ts';

/** `never`: no person can meet them. */
export function remoteConditions(
  term: Term,
  role: Role,
  definition: DomainDefinition,
): readonly RemoteCondition[] | 'never' {
  return conditionsOn<RemoteCondition>(term, role, definition, {
    ofSet: ({ field, wanted, ...condition }) => ({ op: 'set', field, marked: marked(condition), wanted }),
    ofChoice: ({ field, wanted, ...condition }) => {
      const entries = [false, ...marked(condition), false];
      return { op: 'codes', field, holds: entries.map((holds) => holds === wanted) };
    },
  });
}

const marked = ({ declared, named }: Pick<FieldCondition, 'declared' | 'named'>): readonly boolean[] =>
  listedValues(declared).map((value) => named.includes(value));
