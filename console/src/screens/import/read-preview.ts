import { client } from '../../api/client.ts';
import type { UserRecord } from '../../api/queries.ts';
import { eraseScratch } from '../match/erase-scratch.ts';
import { addScratch, newScratchId } from '../match/scratch-people.ts';
import type { PersonBody } from './row-to-person.ts';

/**
 * What the service reads in the bodies: each is stored under a temporary id and erased at once. An id whose erasure
 * failed stays in the list of the match playground, which offers to erase it.
 */
export async function readPreview(
  bodies: readonly PersonBody[],
  tenant: string,
): Promise<readonly UserRecord[]> {
  return Promise.all(
    bodies.map(async (body) => {
      const person = { id: newScratchId(), domain: body.domain, tenant };
      addScratch(person);
      try {
        return (await client.users.upsert({ ...body, user_id: person.id })) as UserRecord;
      } finally {
        await eraseScratch(person);
      }
    }),
  );
}
