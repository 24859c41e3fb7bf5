/**
 * The log of matches: pages of what was shown. The time of a match is that of its id, so a range of times is
 * a range of ids. The ids of a batch are made when the batch begins.
 */
import type { TenantId } from '../../contract/brands.ts';
import type { MatchLogEntry } from '../../contract/match-log.ts';
import { firstIdAt, timeOfId } from '../../contract/new-id.ts';
import type { LearningStore } from '../../platform/storage/learning-store.ts';
import type { ListedMatch } from '../../platform/storage/shown-log.ts';
import type { MatchLogQuery, MatchRecords } from './match-service.ts';

export async function listMatches(
  learning: Pick<LearningStore, 'listShown'>,
  tenant: TenantId,
  { userId, candidateId, keyId, domain, fromMs, toMs, before, limit }: MatchLogQuery,
): ReturnType<MatchRecords['list']> {
  const { matches, next } = await learning.listShown(tenant, {
    ...{ seekerId: userId, candidateId, keyId, domain, limit },
    fromId: idAt(fromMs),
    beforeId: before ?? idAt(toMs),
  });
  return { data: matches.map(viewMatch), next };
}

function idAt(atMs: number | undefined): string | undefined {
  return atMs === undefined ? undefined : firstIdAt('match', Math.max(0, atMs));
}

function viewMatch(match: ListedMatch): MatchLogEntry {
  return {
    match_id: match.matchId,
    user_id: match.seekerId,
    domain: match.domain,
    created_at: new Date(timeOfId(match.matchId)).toISOString(),
    key_id: match.keyId,
    key_name: match.keyName,
    took_ms: match.tookMs,
    shown: match.shown,
    top: match.top.map(({ userId, position, score }) => ({
      ...{ user_id: userId, position: position + 1, score },
    })),
    models_used: match.models,
  };
}
