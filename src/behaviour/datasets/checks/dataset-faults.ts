/** The errors of an invalid dataset, the same for inline rows and for sources. */
import type { DuplicateId, Issue, UnresolvedReference } from '../../../contract/error-details.ts';
import { type ApiError, apiError, counted } from '../../../contract/errors.ts';
import type { FirstFaults } from './first-faults.ts';

export type FaultyLine = Issue & { readonly at: string };

export function duplicateIds(
  faults: readonly DuplicateId[],
  { items, events, people }: { readonly items: number; readonly events: number; readonly people: number },
): ApiError {
  const first = faults[0]!;
  const total = items + events + people;
  const more = total - 1;
  return apiError(
    'duplicate_id',
    `The ${first.type}_id «${first.id}» at ${first.at} stands at ${first.first_at} already${more > 0 ? ` (and ${counted(more, 'more repeats', 'more repeat')} an earlier one)` : ''}. Every item_id, event_id and person_id of a person must be there once; send each row once.`,
    { duplicates: faults, total, totals: { items, events, ...(people > 0 && { people }) } },
  );
}

export function unresolvedReferences(faults: FirstFaults<UnresolvedReference>): ApiError {
  const [first, ...rest] = faults.first() as [UnresolvedReference, ...UnresolvedReference[]];
  const more = faults.total - 1;
  return apiError(
    'unresolved_reference',
    `The event at ${first.at} names the item «${first.item_id}», which is not among the items${more > 0 ? ` (and ${counted(more, 'more event does', 'more events do')} so)` : ''}. Add the item, or leave the event out.`,
    { unresolved: [first, ...rest], total: faults.total },
  );
}

export function faultyRows(faults: FirstFaults<FaultyLine>): ApiError {
  const [first, ...rest] = faults.first() as [FaultyLine, ...FaultyLine[]];
  const more = faults.total - 1;
  return apiError(
    'invalid_request',
    `At ${first.at}: ${first.path === '' ? '' : `${first.path} `}${first.message}${more > 0 ? ` (and ${counted(more, 'more fault')})` : ''}. Mend the source and import it again.`,
    { issues: [first, ...rest], total: faults.total },
  );
}

export function noItems(): ApiError {
  return apiError(
    'invalid_request',
    'The source has no item. A dataset needs at least one row {"type": "item", "item_id": "…", "text": "…"}.',
    { issues: [{ path: 'items', message: 'must have at least one item' }], total: 1 },
  );
}
