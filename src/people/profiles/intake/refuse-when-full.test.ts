import { describe, expect, it } from 'vitest';
import { retryLater } from '../../../contract/errors.ts';
import type { UserRecord } from '../../../contract/user.ts';
import { aTenant } from '../../../platform/storage/testing/random-profiles.ts';
import type { Profiles } from '../create-profile-service.ts';
import { refuseWhenFull } from './refuse-when-full.ts';

const full = retryLater('overloaded', 'full', 1000);
const callOf = (user_id: string) => ({ user_id, domain: 'dating', fields: {} });
const recordOf = (user_id: string) => ({ user_id }) as UserRecord;

/** Intake of a service with one person, and the users that it accepted. */
function intake(isFull: boolean) {
  const taken: string[] = [];
  const take = (user_id: string) => {
    taken.push(user_id);
    return recordOf(user_id);
  };
  const profiles: Partial<Profiles> = {
    upsert: async (_, { user_id }) => take(user_id),
    upsertMany: async (_, calls) => calls.map(({ user_id }) => take(user_id)),
    append: async (_, { user_id }) => {
      take(user_id);
      return 'conflict' as never;
    },
  };
  const asked: string[] = [];
  const guarded = refuseWhenFull(profiles as Profiles, {
    assertRoom: () => {
      if (isFull) throw full;
    },
    isKnown: async (tenant, domain, userId) => {
      asked.push(`${tenant} ${domain} ${userId}`);
      return userId === 'known';
    },
  });
  return { guarded, taken, asked };
}

describe('intake whose candidate indexes are full', () => {
  it('refuses new people and writes known people', async () => {
    const { guarded, taken, asked } = intake(true);
    await expect(guarded.upsert(aTenant, callOf('new'))).rejects.toBe(full);
    await guarded.upsert(aTenant, callOf('known'));
    const context = { content: 'text', content_type: 'text' } as never as object;
    await expect(guarded.append(aTenant, { ...callOf('new'), ...context } as never)).rejects.toBe(full);
    await guarded.append(aTenant, { ...callOf('known'), ...context } as never);
    expect(taken).toEqual(['known', 'known']);
    expect(asked[0]).toBe(`${aTenant} dating new`);
  });

  it('decides on each user of a batch by itself, in order', async () => {
    const { guarded, taken } = intake(true);
    const calls = ['new', 'known', 'newer'].map(callOf);
    expect(await guarded.upsertMany(aTenant, calls)).toEqual([full, recordOf('known'), full]);
    expect(taken).toEqual(['known']);
  });

  it('looks up and refuses no user while the indexes have room', async () => {
    const { guarded, taken, asked } = intake(false);
    await guarded.upsert(aTenant, callOf('new'));
    expect(await guarded.upsertMany(aTenant, [callOf('new'), callOf('known')])).toHaveLength(2);
    expect(taken).toEqual(['new', 'new', 'known']);
    expect(asked).toEqual([]);
  });
});
