/** The floors of a match's answer: newcomers and declared groups, by the stored rows of its candidates. */
import { exposureGroupOf } from '../../../domains/exposure-prices.ts';
import type { ProfileRow } from '../../../platform/storage/profile-row.ts';
import { tieBreak } from '../../index/tie-break.ts';
import type { MatchInput } from '../stage.ts';
import type { Floor } from './reserve-places.ts';

const DAY_MS = 24 * 3_600_000;
const HOUR_MS = 3_600_000;

export function exposureFloors({
  plan,
  nowMs,
}: Pick<MatchInput, 'plan' | 'nowMs'>): readonly Floor<ProfileRow>[] {
  if (plan.fairExposure === null) return [];
  const { newcomers, groups } = plan.fairExposure;
  const floors: Floor<ProfileRow>[] = [];
  if (newcomers !== null) {
    const sinceMs = nowMs - newcomers.days * DAY_MS;
    const has = (row: ProfileRow) => Date.parse(row.createdAt) > sinceMs;
    floors.push({ name: 'newcomers', minShare: newcomers.min_share, has });
  }
  for (const [value, minShare] of Object.entries(groups?.min_share ?? {})) {
    const { field } = groups!;
    floors.push({ name: `${field}=${value}`, minShare, has: (row) => exposureGroupOf(row, field) === value });
  }
  return floors;
}

/** 0 … 1, the same for a seeker within an hour. */
export function floorOffset({ seeker, nowMs }: Pick<MatchInput, 'seeker' | 'nowMs'>): number {
  return tieBreak(`${Math.floor(nowMs / HOUR_MS)} ${seeker.userId}`) / 2 ** 32;
}
