/**
 * People, the matches that they were shown and their decisions, as plain lists in memory, which statistics
 * and experiments count.
 */
import type { TenantId } from '../../../contract/brands.ts';
import type { ExperimentShown } from '../experiment-store.ts';

export interface ModelMatch {
  readonly tenant: TenantId;
  readonly matchId: string;
  readonly domain: string;
  readonly seeker: string;
  readonly atMs: number;
  /** The shown candidates without people whose rows were gone. */
  readonly candidates: readonly ModelCandidate[];
  /** Whether the answer showed no one. */
  readonly isEmpty: boolean;
  readonly experiment: ExperimentShown | null;
  /** In the statistics. */
  isCounted: boolean;
}

interface ModelCandidate {
  readonly userId: string;
  readonly score: number;
  readonly position: number;
}

export interface ModelDecision {
  readonly tenant: TenantId;
  readonly domain: string;
  readonly seeker: string;
  readonly candidate: string;
  readonly label: string;
  readonly weight: number;
  /** ISO 8601, UTC. */
  readonly at: string;
}

type Decided = ModelDecision & { readonly isCurrent: boolean };

interface Person {
  readonly tenant: TenantId;
  readonly domain: string;
  readonly userId: string;
  readonly createdAt: string;
}

export class ModelMatches {
  people: readonly Person[] = [];
  matches: readonly ModelMatch[] = [];
  decisions: readonly Decided[] = [];

  find(tenant: TenantId, domain: string | null, userId: string): Person | null {
    const isTheirs = (person: Person) =>
      person.tenant === tenant && person.userId === userId && (domain === null || person.domain === domain);
    return this.people.find(isTheirs) ?? null;
  }

  /** Does nothing where the seeker is unknown. */
  show(
    match: Omit<ModelMatch, 'candidates' | 'isEmpty' | 'isCounted'>,
    shown: readonly Omit<ModelCandidate, 'position'>[],
  ): void {
    const { tenant, domain, seeker } = match;
    if (this.find(tenant, null, seeker) === null) return;
    const candidates = shown
      .map((candidate, position) => ({ ...candidate, position }))
      .filter(({ userId }) => this.find(tenant, domain, userId) !== null);
    this.matches = [...this.matches, { ...match, candidates, isEmpty: shown.length === 0, isCounted: false }];
  }

  /** The last label of a pair is the current one. */
  decide(decision: ModelDecision): void {
    const isSamePair = (other: ModelDecision) =>
      (['tenant', 'domain', 'seeker', 'candidate'] as const).every((name) => other[name] === decision[name]);
    const others = this.decisions
      .filter((other) => !isSamePair(other) || other.label !== decision.label)
      .map((other) => (isSamePair(other) ? { ...other, isCurrent: false } : other));
    this.decisions = [...others, { ...decision, isCurrent: true }];
  }

  current(tenant: TenantId, domain: string): readonly Decided[] {
    return this.decisions.filter(
      (each) => each.isCurrent && each.tenant === tenant && each.domain === domain,
    );
  }

  erase(tenant: TenantId, userId: string, domain: string | null): void {
    const isHere = (each: { readonly tenant: TenantId; readonly domain: string }) =>
      each.tenant === tenant && (domain === null || each.domain === domain);
    this.people = this.people.filter((person) => !isHere(person) || person.userId !== userId);
    this.decisions = this.decisions.filter(
      (each) => !isHere(each) || (each.seeker !== userId && each.candidate !== userId),
    );
    this.matches = this.matches
      .filter((match) => !isHere(match) || match.seeker !== userId)
      .map((match) =>
        isHere(match)
          ? { ...match, candidates: match.candidates.filter((candidate) => candidate.userId !== userId) }
          : match,
      );
  }

  forgetBefore(atMs: number): void {
    this.matches = this.matches.filter((match) => match.atMs >= atMs);
  }

  /** The newest waiting matches of the first tenant after `after`, which is returned. */
  count(after: TenantId | null, limit: number): TenantId | null {
    const waiting = this.matches.filter((match) => !match.isCounted && match.tenant > (after ?? ''));
    const [tenant] = waiting.map((match) => match.tenant).sort();
    const newest = waiting
      .filter((match) => match.tenant === tenant)
      .sort((a, b) => (a.matchId < b.matchId ? 1 : -1));
    for (const match of newest.slice(0, limit)) match.isCounted = true;
    return tenant ?? null;
  }
}
