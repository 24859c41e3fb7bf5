/**
 * Selects the matches of the answer from the last pool: best first, equal ones by user_id. With fair exposure
 * some places are reserved (`exposure/reserve-places.ts`). Where the match explores, some places show drawn
 * candidates in the end (`explore/explore-places.ts`). Where a profile of the domain has changed while the match
 * ran, each match is read again from the store. So no one is shown who was erased or ceased to pass the filters.
 */

import type { ProfileRow } from '../../platform/storage/profile-row.ts';
import type { ProfileStore } from '../../platform/storage/store.ts';
import { diversify } from './diversify.ts';
import { bandSize, type Chosen, explorePlaces } from './explore/explore-places.ts';
import { exposureFloors, floorOffset } from './exposure/exposure-floors.ts';
import { reservePlaces } from './exposure/reserve-places.ts';
import { isUnchanged } from './is-unchanged.ts';
import { EXAMPLES } from './match-plan.ts';
import type { Pool } from './pool/pool.ts';
import { type Ranked, rankBest } from './rank-best.ts';
import type { RunControl } from './run-control.ts';
import type { MatchInput } from './stage.ts';
import { stillEligible } from './still-eligible.ts';

export interface Selected {
  readonly chosen: readonly Chosen[];
  /** Candidates that might have been drawn; null: the match does not explore. */
  readonly banded: number | null;
  /** Some that `limit` left out, best first. */
  readonly beyond: readonly Ranked[];
  /** Since the index was read: `gone` erased, `changed` no longer passing the filters. */
  readonly dropped: { readonly gone: readonly Ranked[]; readonly changed: readonly Ranked[] };
}

/** With diversity or reserved places, `limit` matches are chosen from this many times as many. */
const CHOICE_WINDOW = 5;
/** Rows read beyond the number needed, so that a few erased ones cost no second read. */
const SPARE = 4;

export async function selectMatches(
  pool: Pool,
  input: MatchInput,
  control: RunControl,
  profiles: ProfileStore,
  matchId: string,
): Promise<Selected> {
  const { limit, diversity } = input.plan.request;
  const share = input.plan.explore;
  const floors = exposureFloors(input);
  const chooses = diversity > 0 || floors.length > 0;
  const window = chooses ? limit * CHOICE_WINDOW : limit;
  const wanted = Math.min(pool.rows.length, Math.max(window, limit + (share > 0 ? bandSize(limit) : 0)));
  for (let reach = wanted + SPARE; ; reach *= 4) {
    const ranked = await rankBest(pool, reach, input, control);
    const { alive, byUser, dropped } =
      floors.length === 0 && (await isUnchanged(input, profiles))
        ? asRanked(ranked)
        : await recheck(ranked, input, profiles);
    if (alive.length < wanted && reach < pool.rows.length) continue;
    const candidates = alive.slice(0, window);
    const among = floors.length > 0 ? candidates.length : limit;
    const ordered = diversity > 0 ? diversify(candidates, diversity, among, input) : candidates;
    const ofRows = floors.map(({ has, ...floor }) => ({
      ...floor,
      has: ({ userId }: Ranked) => has(byUser.get(userId)!),
    }));
    const placed = reservePlaces(ordered, ofRows, limit, floorOffset(input));
    const { chosen, banded } = explorePlaces(placed, alive, { share, matchId, limit });
    const taken = new Set(chosen.map(({ userId }) => userId));
    const beyond = alive.filter(({ userId }) => !taken.has(userId)).slice(0, EXAMPLES);
    return { chosen, banded, beyond, dropped };
  }
}

interface Rechecked extends Pick<Selected, 'dropped'> {
  readonly alive: readonly Ranked[];
  /** The rows that were read again. */
  readonly byUser: ReadonlyMap<string, ProfileRow>;
}

const asRanked = (ranked: readonly Ranked[]): Rechecked => ({
  alive: ranked,
  byUser: new Map(),
  dropped: { gone: [], changed: [] },
});

async function recheck(
  ranked: readonly Ranked[],
  { plan, seeker }: Pick<MatchInput, 'plan' | 'seeker'>,
  profiles: ProfileStore,
): Promise<Rechecked> {
  const userIds = ranked.map(({ userId }) => userId);
  const rows = await profiles.getMany(plan.tenant, plan.definition.domain, userIds);
  const byUser = new Map(rows.map((row) => [row.userId, row]));
  const gone = ranked.filter(({ userId }) => !byUser.has(userId));
  const present = ranked.filter(({ userId }) => byUser.has(userId));
  const alive = present.filter(({ userId }) => stillEligible(byUser.get(userId)!, { plan, seeker }));
  const passing = new Set(alive);
  return {
    alive,
    byUser,
    dropped: { gone, changed: present.filter((candidate) => !passing.has(candidate)) },
  };
}
