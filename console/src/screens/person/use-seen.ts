import { useQuery } from '@tanstack/react-query';
import type { UserRecord } from '../../api/queries.ts';
import { recordsQuery, seenQuery } from './reach.ts';

const nobody: readonly UserRecord[] = [];

/** Records of the people that the person would see, once they were asked for. */
export function useSeen(userId: string, domain: string | undefined, asked: boolean): readonly UserRecord[] {
  const wanted = asked && domain !== undefined;
  const seen = useQuery({ ...seenQuery(userId, domain ?? ''), enabled: wanted });
  const ids = seen.data?.matches.map((match) => match.user_id) ?? [];
  const records = useQuery({ ...recordsQuery(domain ?? '', ids), enabled: wanted && ids.length > 0 });
  return records.data ?? nobody;
}
