/**
 * Answers a match where its index is: here, or at a server that owns the index. A match is forwarded at most
 * once. Where no owner answers, this server does, after it has built the index: an answer is late then, but
 * not refused.
 *
 * A small index is built in less time than a match is forwarded in, so every server has its own. An owner
 * whose index is not built yet asks another owner first.
 */
import type { TenantId } from '../../contract/brands.ts';
import { ApiError } from '../../contract/errors.ts';
import type { MatchRequest } from '../../contract/match.ts';
import type { BatchedMatch, MatchService, TimedMatch } from '../../matching/match/match-service.ts';
import { type MatchClient, ReplicaUnreachable } from './match-client.ts';
import type { Membership } from './membership.ts';

/**
 * `here`: no other server was asked; `forwarded`: an owner answered; `unreachable`, `building`: it did not.
 */
type Forwarding = 'here' | 'forwarded' | 'unreachable' | 'building';

export interface ForwardingParts {
  readonly local: MatchService;
  readonly client: Pick<MatchClient, 'ask'>;
  readonly membership: Pick<Membership, 'url' | 'owners' | 'suspect' | 'gone'>;
  readonly isSmall: (tenant: TenantId, domain: string) => Promise<boolean>;
  /** Whether the index is built in this process. */
  readonly hasIndex: (tenant: TenantId, domain: string) => boolean;
  readonly observe: (outcome: Forwarding) => void;
  /** In [0, 1). */
  readonly random?: () => number;
}

export function forwardMatches(parts: ForwardingParts): MatchService {
  return {
    async match(tenant, request, signal, batched) {
      const question = { tenant, request, batched };
      for (const url of await othersToAsk(parts, tenant, request.domain)) {
        const answer = await askOther(parts, url, question, signal);
        parts.observe(typeof answer === 'string' ? answer : 'forwarded');
        if (typeof answer !== 'string') return answer;
      }
      parts.observe('here');
      return parts.local.match(tenant, request, signal, batched);
    },
  };
}

/** The owners to ask before this server answers, in a random order, so that they share the work. */
async function othersToAsk(
  { membership, isSmall, hasIndex, random = Math.random }: ForwardingParts,
  tenant: TenantId,
  domain: string,
): Promise<readonly string[]> {
  const owners = membership.owners(tenant, domain);
  const others = owners.filter((url) => url !== membership.url);
  if (others.length === 0) return [];
  if (others.length < owners.length && hasIndex(tenant, domain)) return [];
  if (await isSmall(tenant, domain)) return [];
  const first = Math.floor(random() * others.length);
  return [...others.slice(first), ...others.slice(0, first)];
}

interface Question {
  readonly tenant: TenantId;
  readonly request: MatchRequest;
  readonly batched: BatchedMatch | undefined;
}

async function askOther(
  { client, membership }: ForwardingParts,
  url: string,
  { tenant, request, batched }: Question,
  signal: AbortSignal | undefined,
): Promise<TimedMatch | 'unreachable' | 'building'> {
  const gone = membership.gone(url);
  const ends = signal === undefined ? gone : AbortSignal.any([signal, gone]);
  try {
    return await client.ask(url, tenant, request, ends, batched);
  } catch (error) {
    signal?.throwIfAborted();
    if (error instanceof ReplicaUnreachable || gone.aborted) {
      membership.suspect(url);
      return 'unreachable';
    }
    if (error instanceof ApiError && error.code === 'warming_up') return 'building';
    throw error;
  }
}
