/**
 * The frozen input of a training run: the domain, the people in outcomes, the outcomes, the run's triplets,
 * and seen pairs. Fitting and validation read nothing else, so a run that resumes after a crash uses the
 * same data.
 *
 * People are numbered densely; columns hold these numbers. P people, N outcomes, T triplets, E seen pairs.
 */
import type { TenantId } from '../../contract/brands.ts';
import type { Concentration } from '../../contract/concentration.ts';
import type { Tier } from '../../contract/tier.ts';
import type { DomainDefinition } from '../../domains/definition.ts';
import type { ProfileRow, ProfileVector } from '../../platform/storage/profile-row.ts';
import type { Reading } from '../ranking/scoring/reading.ts';
import type { WordCounts } from '../ranking/scoring/word-frequencies.ts';
import type { LabelledPairs, PairList } from './labelled-pairs.ts';

export interface TrainingSet {
  readonly tier: Tier;
  /** Owners of the outcomes: one tenant, or the tenants that contribute to a shared tier. */
  readonly tenants: readonly TenantId[];
  readonly definition: DomainDefinition;
  /** Encoder of the vectors in `people`; a person without such a vector has `profileVector: null`. */
  readonly encoderId: string;
  /** Cut-off of the outcomes, epoch ms; later outcomes belong to the next run. */
  readonly frozenAtMs: number;
  /** [P], in the order of `outcomes.people`. */
  readonly people: readonly TrainingPerson[];
  /**
   * The latest label of each pair and direction [N], oldest first. `people` are ids within one tenant, or
   * `<tenant>/<id>` where several contribute. Labels of polarity 0 are left out; `slates` numbers the match.
   */
  readonly outcomes: LabelledPairs;
  /** Label (`accepted`, `superlike`, …) of each outcome: position in `labelNames` [N]. */
  readonly outcomeLabels: Uint16Array;
  readonly labelNames: readonly string[];
  readonly triplets: TrainingTriplets;
  readonly shown: ShownPairs;
  /** Concentration of the outcomes, for the report of the run; absent for shared tiers. */
  readonly concentration?: Concentration;
  /** The words of the workspace at the freeze; left out: none are counted, or several tenants contribute. */
  readonly words?: WordCounts | undefined;
}

export interface TrainingPerson {
  readonly tenantId: TenantId;
  readonly userId: string;
  /** Row in the domain; null for a seeker from another domain, and after erasure. */
  readonly row: ProfileRow | null;
  /** Profile vector of the domain, made by `encoderId`. */
  readonly profileVector: ProfileVector | null;
  /** Left out: every value counts whole. */
  readonly reading?: Reading;
}

export interface TrainingTriplets {
  readonly seekers: Uint32Array;
  readonly positives: Uint32Array;
  readonly negatives: Uint32Array;
  /**
   * |polarity × weight| of the outcome behind the triplet, reduced for drawn negatives; relative as in
   * `relativeWeights` [T].
   */
  readonly weights: Float64Array;
}

/** Pairs that their seekers have seen, with the positions in the answers that showed them. */
export interface ShownPairs extends PairList {
  /** 0 is the top [E]. */
  readonly positions: Uint16Array;
  /** Epoch ms [E]. */
  readonly atMs: Float64Array;
  /** Same numbers as `outcomes.slates` [E]. */
  readonly slates: Int32Array;
}
