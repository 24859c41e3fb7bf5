/**
 * Expected likes, prices and groups of fair exposure, as plain lists in memory: the model that the stores are
 * tested against.
 */
import type { TenantId } from '../../../contract/brands.ts';
import type { FairExposure } from '../../../contract/fair-exposure.ts';
import { faded, isCapped, isMoving, nextPrice } from '../../../domains/exposure-prices.ts';
import type { CandidatePrice, ExposureSummary, GroupExposure, PriceMove } from '../exposure-store.ts';

export interface Place {
  readonly tenant: TenantId;
  readonly domain: string;
}
interface Person extends Place {
  readonly userId: string;
  readonly fields: Readonly<Record<string, string>>;
}
export interface Shown extends Place {
  readonly matchId: string;
  readonly seeker: string;
  readonly candidates: readonly { readonly userId: string; readonly likes: number | null }[];
  readonly atMs: number;
}
interface Note extends Place {
  readonly userId: string;
  readonly matchId: string;
  readonly likes: number;
  readonly atMs: number;
}
interface Sums extends Place, Omit<CandidatePrice, 'round'> {
  readonly likes: number;
  readonly atMs: number;
  /** Round of the last change of the price. */
  readonly round: number;
  readonly isMoving: boolean;
}
type Group = GroupExposure & Place & { readonly field: string };

export class ModelExposure {
  people: readonly Person[] = [];
  /** Every one that was recorded, also of matches that an erasure has removed. */
  everyShown: readonly Shown[] = [];
  matches: readonly Shown[] = [];
  notes: readonly Note[] = [];
  sums: readonly Sums[] = [];
  rounds: readonly (Place & { readonly epoch: number; readonly round: number })[] = [];
  #groups: readonly Group[] = [];
  #epochs = 0;
  /** They are random: each is known from its first reading. */
  readonly #epochNames = new Map<number, string>();

  /** Both tenants have the same ids. */
  newMatchId(tenant: TenantId): string {
    const made = this.everyShown.filter((each) => each.tenant === tenant).length;
    return `match_${String(made).padStart(3, '0')}`;
  }

  isKnown(tenant: TenantId, domain: string | null, userId: string): boolean {
    return this.people.some(
      (each) => each.tenant === tenant && each.userId === userId && (domain ?? each.domain) === each.domain,
    );
  }

  /** A match that is there stays as it is. Nothing where the seeker is unknown. */
  show(shown: Shown): void {
    const { tenant, domain, matchId, seeker, candidates, atMs } = shown;
    const isIts = (each: { readonly tenant: TenantId; readonly matchId: string }) =>
      each.tenant === tenant && each.matchId === matchId;
    if (!this.everyShown.some(isIts)) this.everyShown = [...this.everyShown, shown];
    if (this.matches.some(isIts) || !this.isKnown(tenant, null, seeker)) return;
    this.matches = [...this.matches, shown];
    for (const { userId, likes } of candidates) {
      const isNoted = this.notes.some((note) => isIts(note) && note.userId === userId);
      if (likes === null || isNoted || !this.isKnown(tenant, domain, userId)) continue;
      this.notes = [...this.notes, { tenant, domain, userId, matchId, likes, atMs }];
    }
  }

  addLikes(place: Place, rule: FairExposure, nowMs: number, limit: number): number {
    const taken = at(place, this.notes)
      .sort((a, b) => compare(a.userId, b.userId) || compare(a.matchId, b.matchId))
      .slice(0, limit);
    this.notes = this.notes.filter((note) => !taken.includes(note));
    const added = taken.map((note) => ({ ...note, likes: faded(note.likes, nowMs - note.atMs, rule) }));
    for (const [userId, ofUser] of Map.groupBy(added, (note) => note.userId)) {
      const known = at(place, this.sums).find((each) => each.userId === userId);
      const before = known ?? { ...nothing, ...place, userId, atMs: nowMs };
      const likes = faded(before.likes, nowMs - before.atMs, rule) + sumOf(ofUser);
      const moving = before.isMoving || isMoving(before.price, likes, rule);
      this.#put({ ...before, likes, atMs: nowMs, isMoving: moving });
    }
    if (rule.groups !== null) this.#addToGroups(place, rule.groups.field, rule, nowMs, added);
    return taken.length;
  }

  #addToGroups(place: Place, field: string, rule: FairExposure, nowMs: number, added: readonly Note[]): void {
    const groupOf = (userId: string) =>
      at(place, this.people).find((each) => each.userId === userId)?.fields[field] ?? '';
    for (const [value, ofValue] of Map.groupBy(added, ({ userId }) => groupOf(userId))) {
      const isIt = (each: Group) => isAt(place)(each) && each.field === field && each.value === value;
      const before = this.#groups.find(isIt) ?? { likes: 0, shown: 0, atMs: nowMs };
      const left = (amount: number) => faded(amount, nowMs - before.atMs, rule);
      const likes = left(before.likes) + sumOf(ofValue);
      const shown = left(before.shown) + ofValue.length;
      const others = this.#groups.filter((each) => !isIt(each));
      this.#groups = [...others, { ...place, field, value, likes, shown, atMs: nowMs }];
    }
  }

  movePrices(place: Place, rule: FairExposure, { nowMs, everyMs, after, limit }: PriceMove): string | null {
    const moving = at(place, this.sums)
      .filter((each) => each.isMoving && each.userId > (after ?? ''))
      .sort((a, b) => compare(a.userId, b.userId))
      .slice(0, limit);
    if (moving.length === 0) return null;
    const round = this.#nextRound(place);
    for (const each of moving) {
      const likes = faded(each.likes, nowMs - each.atMs, rule);
      const price = nextPrice(each.price, likes, everyMs, rule);
      const capped = isCapped(likes, rule);
      const isChanged = price !== each.price || capped !== each.capped;
      const moved = { ...each, likes, atMs: nowMs, price, capped, round: isChanged ? round : each.round };
      this.#put({ ...moved, isMoving: isMoving(price, likes, rule) });
    }
    return moving.length < limit ? null : moving.at(-1)!.userId;
  }

  #nextRound(place: Place): number {
    const known = this.roundOf(place);
    const epoch = known?.epoch ?? ++this.#epochs;
    const round = (known?.round ?? 0) + 1;
    this.rounds = [...notAt(place, this.rounds), { ...place, epoch, round }];
    return round;
  }

  #put(sums: Sums): void {
    const others = this.sums.filter((each) => !isAt(sums)(each) || each.userId !== sums.userId);
    this.sums = [...others, sums];
  }

  forget(place: Place): void {
    this.notes = notAt(place, this.notes);
    this.sums = notAt(place, this.sums);
    this.rounds = notAt(place, this.rounds);
    this.#groups = notAt(place, this.#groups);
  }

  erase(tenant: TenantId, person: string, domain: string | null): void {
    const isHere = (each: Place) => each.tenant === tenant && (domain ?? each.domain) === each.domain;
    const without = <Row extends Place & { readonly userId: string }>(rows: readonly Row[]) =>
      rows.filter((each) => !isHere(each) || each.userId !== person);
    this.people = without(this.people);
    this.notes = without(this.notes);
    this.sums = without(this.sums);
    this.matches = this.matches.filter((match) => !isHere(match) || match.seeker !== person);
  }

  roundOf(place: Place): { readonly epoch: number; readonly round: number } | null {
    const [found] = at(place, this.rounds);
    return found === undefined ? null : { epoch: found.epoch, round: found.round };
  }

  /** The epoch of the model that has this name; null: another name, or none, is expected in the place. */
  epochNamed(place: Place, name: string): number | null {
    const current = this.roundOf(place)?.epoch;
    if (current === undefined) return null;
    const known = this.#epochNames.get(current);
    if (known === undefined && ![...this.#epochNames.values()].includes(name))
      this.#epochNames.set(current, name);
    return this.#epochNames.get(current) === name ? current : null;
  }

  pricesAfter(place: Place, after: number | null, limit: number): readonly CandidatePrice[] {
    const prices = at(place, this.sums)
      .map(({ userId, price, capped, round }) => ({ userId, price, capped, round }))
      .filter(({ price, round }) => (after === null ? price > 0 : round > after))
      .sort((a, b) => a.round - b.round);
    if (after === null || prices.length <= limit) return prices;
    return prices.filter(({ round }) => round <= prices[limit - 1]!.round);
  }

  groupsOf(place: Place, field: string): readonly GroupExposure[] {
    return at(place, this.#groups)
      .filter((each) => each.field === field)
      .map(({ value, likes, shown, atMs }) => ({ value, likes, shown, atMs }))
      .sort((a, b) => compare(a.value, b.value));
  }

  summaryOf(place: Place): ExposureSummary {
    const priced = at(place, this.sums).filter(({ price }) => price > 0);
    const capped = priced.filter((each) => each.capped).length;
    return { priced: priced.length, capped, highestPrice: Math.max(0, ...priced.map(({ price }) => price)) };
  }
}

const nothing = { likes: 0, price: 0, capped: false, round: 0, isMoving: false };

const isAt =
  ({ tenant, domain }: Place) =>
  (each: Place) =>
    each.tenant === tenant && each.domain === domain;
export const at = <Row extends Place>(place: Place, rows: readonly Row[]) => rows.filter(isAt(place));
const notAt = <Row extends Place>(place: Place, rows: readonly Row[]) =>
  rows.filter((each) => !isAt(place)(each));
const sumOf = (notes: readonly Note[]) => notes.reduce((sum, { likes }) => sum + likes, 0);
const compare = (a: string, b: string) => (a < b ? -1 : a > b ? 1 : 0);
