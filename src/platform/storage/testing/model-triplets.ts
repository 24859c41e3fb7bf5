/**
 * Outcomes and the triplets that they make, as plain lists in memory. A domain has at most three people, so
 * that no one is drawn out of several: the model knows each triplet.
 */
import type { TenantId } from '../../../contract/brands.ts';
import type { FeedbackFault, FeedbackRecord } from '../learning-store.ts';
import { ModelMatches } from './model-matches.ts';

export const polarities = { accepted: 1, rejected: -1, converted: 2 } as const;
export type Label = keyof typeof polarities;

const MAX_COMPARED = 4;
const DRAWN_POSITIVE_SHARE = 0.25;

export interface ModelTriplet {
  readonly tenant: TenantId;
  readonly domain: string;
  readonly seeker: string;
  /** The candidate of the outcome that made it. */
  readonly candidate: string;
  readonly label: string;
  readonly positive: string | null;
  readonly negative: string | null;
  weight: number;
  state: 'pending' | 'used' | 'withdrawn';
  runId: string | null;
}

interface Place {
  readonly tenant: TenantId;
  readonly domain: string;
}
type Sent = Pick<FeedbackRecord, 'seekerId' | 'candidateId' | 'weight'> & { readonly label: Label };

export class ModelTriplets extends ModelMatches {
  triplets: readonly ModelTriplet[] = [];

  /** Triplets that are not withdrawn. */
  of({ tenant, domain }: Place): readonly ModelTriplet[] {
    return this.triplets.filter(
      (each) => each.tenant === tenant && each.domain === domain && each.state !== 'withdrawn',
    );
  }

  pending(place: Place): readonly ModelTriplet[] {
    return this.of(place).filter(({ state }) => state === 'pending');
  }

  /** The pending ones and those of an unfinished run. */
  open(place: Place): readonly ModelTriplet[] {
    return this.of(place).filter(({ runId }) => runId === null || this.isUnfinished(runId));
  }

  protected isUnfinished(_runId: string): boolean {
    return false;
  }

  /** Returns its fault; null: it is taken, with the triplets that it makes. */
  send(place: Place, { seekerId: seeker, candidateId: candidate, label, weight }: Sent, at: string) {
    if (this.find(place.tenant, null, seeker) === null) return 'unknown_seeker' satisfies FeedbackFault;
    if (this.find(place.tenant, place.domain, candidate) === null) return 'unknown_candidate' as const;
    const before = this.#current(place, seeker, candidate);
    if (before?.label === label) {
      for (const each of this.#madeBy(place, seeker, candidate, label))
        each.weight = (each.weight / before.weight) * weight;
    }
    this.decide({ ...place, seeker, candidate, label, weight, at });
    if (before?.label === label) return null;
    this.#withdraw(place, seeker, candidate, label);
    this.#make(place, seeker, candidate);
    return null;
  }

  freeze(place: Place, runId: string): void {
    for (const each of this.pending(place)) Object.assign(each, { state: 'used', runId });
  }

  /** Pending again, unless their outcome was superseded. */
  free(used: readonly ModelTriplet[]): void {
    for (const each of used) {
      const isCurrent = this.#current(each, each.seeker, each.candidate)?.label === each.label;
      Object.assign(each, { state: isCurrent ? 'pending' : 'withdrawn', runId: null });
    }
  }

  override erase(tenant: TenantId, userId: string, domain: string | null): void {
    super.erase(tenant, userId, domain);
    this.triplets = this.triplets.filter(
      (each) =>
        each.tenant !== tenant ||
        (domain !== null && each.domain !== domain) ||
        ![each.seeker, each.positive, each.negative].includes(userId),
    );
  }

  #current({ tenant, domain }: Place, seeker: string, candidate: string) {
    return this.current(tenant, domain).find(
      (each) => each.seeker === seeker && each.candidate === candidate,
    );
  }

  #madeBy(place: Place, seeker: string, candidate: string, label: string) {
    return this.open(place).filter(
      (each) => each.seeker === seeker && each.candidate === candidate && each.label === label,
    );
  }

  /** The candidate's own, and those of others that the label contradicts, which are made anew. */
  #withdraw(place: Place, seeker: string, candidate: string, label: Label): void {
    const ofSeeker = this.open(place).filter((each) => each.seeker === seeker);
    const side = polarities[label] > 0 ? 'negative' : 'positive';
    const contradicted = ofSeeker.filter((each) => each.candidate !== candidate && each[side] === candidate);
    for (const each of ofSeeker)
      if (each.candidate === candidate || contradicted.includes(each))
        Object.assign(each, { state: 'withdrawn', runId: null });
    for (const other of new Set(contradicted.map((each) => each.candidate))) {
      const standing = this.#current(place, seeker, other);
      if (standing === undefined || this.#madeBy(place, seeker, other, standing.label).length > 0) continue;
      if (contradicted.some((each) => each.candidate === other && each.label === standing.label))
        this.#make(place, seeker, other);
    }
  }

  /** Against the newest outcomes of the other kind; without one, against someone never labelled. */
  #make(place: Place, seeker: string, candidate: string): void {
    const { label, weight } = this.#current(place, seeker, candidate)!;
    const polarity = polarities[label as Label];
    const opposite = this.current(place.tenant, place.domain)
      .filter((each) => each.seeker === seeker && polarities[each.label as Label] * polarity < 0)
      .sort((a, b) => (a.at > b.at || (a.at === b.at && a.candidate < b.candidate) ? -1 : 1))
      .map((each) => each.candidate)
      .slice(0, MAX_COMPARED);
    const others = opposite.length > 0 ? opposite : this.#neverLabelled(place, seeker, candidate);
    const share = opposite.length === 0 && polarity < 0 ? DRAWN_POSITIVE_SHARE : 1;
    const made = (others.length > 0 ? others : [null]).map((other) => ({
      ...{ ...place, seeker, candidate, label, state: 'pending' as const, runId: null },
      ...{ positive: polarity > 0 ? candidate : other, negative: polarity > 0 ? other : candidate },
      weight: Math.abs(polarity) * weight * share,
    }));
    this.triplets = [...this.triplets, ...made];
  }

  #neverLabelled({ tenant, domain }: Place, seeker: string, candidate: string): readonly string[] {
    const isLabelled = (userId: string) =>
      this.decisions.some(
        (each) =>
          each.tenant === tenant &&
          each.domain === domain &&
          each.seeker === seeker &&
          each.candidate === userId,
      );
    return this.people
      .filter((each) => each.tenant === tenant && each.domain === domain)
      .map(({ userId }) => userId)
      .filter((userId) => userId !== seeker && userId !== candidate && !isLabelled(userId));
  }
}
