/**
 * What a run learns from, frozen: the domain, the people who are named in outcomes, the outcomes themselves, the run's
 * triplets, and what was shown. Everything that is fitted and judged reads this and nothing else, so that a run that is
 * taken up again after a crash learns from the same.
 *
 * People are numbered densely; columns hold those numbers. P people, N outcomes, T triplets, E shown pairs.
 */
import type { TenantId } from '../contract/brands.ts';
import type { Tier } from '../contract/match.ts';
import type { DomainDefinition } from '../domains/definition.ts';
import type { HeadVector, ProfileRow } from '../storage/profile-row.ts';
import type { LabelledPairs, PairList } from './evaluate/labelled-pairs.ts';

export interface TrainingSet {
  readonly tier: Tier;
  /** Whose outcomes these are: one tenant, or those that agreed to contribute to a shared tier. */
  readonly tenants: readonly TenantId[];
  readonly definition: DomainDefinition;
  /** Encoder whose vectors `people` carry; a person without one of it has `head: null`. */
  readonly encoderId: string;
  /** Outcomes and rows as of then, epoch ms. What came later is the next run's. */
  readonly frozenAtMs: number;
  /** [P], in the order of `outcomes.people`. */
  readonly people: readonly TrainingPerson[];
  /**
   * The label that stands of each pair and direction [N], oldest first; `people` are ids within one tenant, and
   * `<tenant>/<id>` where several contribute. Labels of polarity 0 there are none; `slates` numbers the match.
   */
  readonly outcomes: LabelledPairs;
  /** Label (`accepted`, `superlike`, …) of each outcome: position in `labelNames` [N]. */
  readonly outcomeLabels: Uint16Array;
  readonly labelNames: readonly string[];
  readonly triplets: TrainingTriplets;
  readonly shown: ShownPairs;
}

export interface TrainingPerson {
  readonly tenantId: TenantId;
  readonly userId: string;
  /** The row in the domain; null: none there (a seeker who came from another domain), or erased since. */
  readonly row: ProfileRow | null;
  /** Vectors under the domain's head, made by `encoderId`. */
  readonly head: HeadVector | null;
}

export interface TrainingTriplets {
  readonly seekers: Uint32Array;
  readonly positives: Uint32Array;
  readonly negatives: Uint32Array;
  /** |polarity × weight| of the outcome that made it, less where the other side was drawn; as in `relativeWeights` [T]. */
  readonly weights: Float64Array;
}

/** Who was shown to whom at which place: for correcting what was learned for what could be chosen. */
export interface ShownPairs extends PairList {
  /** 0 is the top [E]. */
  readonly positions: Uint16Array;
  /** Epoch ms [E]. */
  readonly atMs: Float64Array;
  /** Same numbers as `outcomes.slates` [E]. */
  readonly slates: Int32Array;
}
