/** Stores people of an import, and retries those that a busy store refused. */
import { setTimeout as sleep } from 'node:timers/promises';
import type { TenantId } from '../../../contract/brands.ts';
import { ApiError } from '../../../contract/errors.ts';
import type { UserRecord } from '../../../contract/user.ts';
import type { ProfileService, UpsertCall } from '../../../people/profiles/profile-service.ts';

const ATTEMPTS = 6;
const FIRST_WAIT_MS = 250;

/**
 * The stored person or the refusal of each call, in order. Throws errors that are not the person's fault; some
 * people may then be stored.
 */
export async function upsertAll(
  profiles: Pick<ProfileService, 'upsertMany'>,
  tenant: TenantId,
  calls: readonly UpsertCall[],
): Promise<readonly (UserRecord | ApiError)[]> {
  const outcomes: (UserRecord | ApiError)[] = [];
  let open = [...calls.keys()];
  for (let attempt = 1; open.length > 0; attempt++) {
    const results = await profiles.upsertMany(
      tenant,
      open.map((at) => calls[at]!),
    );
    const again: number[] = [];
    for (const [place, result] of results.entries()) {
      const at = open[place]!;
      if (!(result instanceof Error) || isOwnFault(result)) outcomes[at] = result;
      else if (mayPass(result) && attempt < ATTEMPTS) again.push(at);
      else throw result;
    }
    open = again;
    if (open.length > 0) await sleep(FIRST_WAIT_MS * 2 ** (attempt - 1));
  }
  return outcomes;
}

/** Whether it is the fault of what was sent, and not of the machine. */
export function isOwnFault(error: unknown): error is ApiError {
  return error instanceof ApiError && [400, 413, 422].includes(error.status);
}

/** Whether a retry may succeed: the store was busy, or the running server wrote the same person. */
function mayPass(error: Error): boolean {
  return error instanceof ApiError && (error.status === 503 || error.code === 'conflict');
}
