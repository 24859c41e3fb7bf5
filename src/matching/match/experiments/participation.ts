/**
 * The part of an experiment in a match. The match asks once, before it plans; `experiments/` answers. Where
 * one arm ranks, the match runs with the arm's models and stages. Where both rank, the answer is drawn from
 * both.
 */
import type { TenantId } from '../../../contract/brands.ts';
import type { MatchRequest } from '../../../contract/match.ts';
import type { ActiveDomain } from '../../../domains/active-domain.ts';
import type { ModelCatalog } from '../../ranking/models/model-catalog.ts';

export interface MatchArm {
  /** 0 control, 1 treatment. */
  readonly index: 0 | 1;
  readonly name: string;
  readonly stages: MatchRequest['stages'];
  readonly models: ModelCatalog;
  /** Share of places for drawn candidates; 0: none. */
  readonly explore: number;
}

export interface Participation {
  readonly experimentId: string;
  /** The unit that was assigned as a whole. */
  readonly unit: string;
  readonly arms: readonly [MatchArm] | readonly [MatchArm, MatchArm];
  /** Fair coins, the same for the same match: whether the treatment picks first. */
  readonly coinsOf: (matchId: string) => () => boolean;
}

export interface MatchExperiments {
  /** null: the request takes part in none. */
  participation(
    tenant: TenantId,
    domain: ActiveDomain,
    request: MatchRequest,
    nowMs: number,
  ): Promise<Participation | null>;
  /** Called with every answered request, after its answer is stored; must not throw and not wait. */
  answered?(tenant: TenantId, request: MatchRequest): void;
}
