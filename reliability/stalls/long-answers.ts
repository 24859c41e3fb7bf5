/** Requests whose answer is long: the export of a person with 100,000 outcomes. */
import { openStoreAndAccounts } from '../../src/composition/open-store.ts';

const OUTCOMES = 100_000;
const WRITTEN_AT_ONCE = 5000;
const PERSON = 'much-decided';

export const longAnswers = [
  {
    operationId: 'exportUser',
    name: `${OUTCOMES.toLocaleString('en')} outcomes`,
    path: `/v1/users/${PERSON}/export`,
  },
] as const;

/** Writes the data that makes answers long, into the store of a server that does not run. */
export async function writeMuchDecided(data: string, tenantName: string): Promise<void> {
  const { store, close } = await openStoreAndAccounts({ data });
  try {
    const { tenantId } = (await store.accounts.tenantNamed(tenantName))!;
    for (let from = 0; from < OUTCOMES; from += WRITTEN_AT_ONCE) {
      const outcomes = Array.from({ length: WRITTEN_AT_ONCE }, (_, at) => ({
        ...{ seekerId: PERSON, candidateId: `candidate-${from + at}`, label: 'accepted' },
        ...{ weight: 1, matchId: null, at: '2026-01-01T00:00:00.000Z' },
      }));
      await store.outcomes.record(tenantId, 'dating', outcomes);
    }
  } finally {
    await close();
  }
}
