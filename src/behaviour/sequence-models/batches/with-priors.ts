/** People of a batch without events are predicted by their stored features, where there are any. */
import type { BatchPerson } from './batch-people.ts';
import type { PeopleHistories } from './people-histories.ts';

export function withPriors(
  people: readonly BatchPerson[],
  histories: Pick<PeopleHistories, 'priorOf'>,
): Promise<readonly BatchPerson[]> {
  return Promise.all(people.map((person) => withPrior(person, histories)));
}

async function withPrior(
  person: BatchPerson,
  histories: Pick<PeopleHistories, 'priorOf'>,
): Promise<BatchPerson> {
  if (person.personId === null || !isWithoutHistory(person)) return person;
  const prior = await histories.priorOf(person.personId);
  if (prior === 'unknown') return person;
  const known = { ...person, history: [], fault: null };
  return prior === 'popularity' ? known : { ...known, prior };
}

/** Whether nothing is stored of the person but what the person turned down. */
function isWithoutHistory({ history, fault, rejectedItemIds }: BatchPerson): boolean {
  return fault?.code === 'user_not_found' || (history?.length === 0 && rejectedItemIds.length > 0);
}
