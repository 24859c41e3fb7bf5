import { ApiError } from 'counterpart-client';
import { client } from '../../api/client.ts';
import { removeScratch, type ScratchPerson } from './scratch-people.ts';

/** One that was erased elsewhere counts as erased. */
export async function eraseScratch(person: ScratchPerson): Promise<void> {
  try {
    await client.users.delete(person.id, { domain: person.domain });
  } catch (error) {
    if (!(error instanceof ApiError && error.is('user_not_found'))) throw error;
  }
  removeScratch(person);
}
