/** Experiments and their counts, as plain lists in memory: the model that the stores are tested against. */
import type { TenantId } from '../../../contract/brands.ts';
import type { ExperimentResult } from '../../../contract/experiment.ts';
import type {
  ExperimentEnding,
  NewExperiment,
  ShadowRequest,
  StoredExperiment,
  UnitCounts,
} from '../experiment-store.ts';
import { ModelMatches } from './model-matches.ts';

interface ShownPair {
  readonly arm: number;
  readonly unit: string;
  readonly seeker: string;
  readonly candidate: string;
  /** ISO 8601, UTC. */
  readonly at: string;
}

export class ModelExperiments extends ModelMatches {
  experiments: readonly StoredExperiment[] = [];
  results: readonly (ExperimentResult & { readonly experimentId: string })[] = [];
  shadows: readonly ShadowRequest[] = [];
  readonly dropped = new Map<string, number>();
  /** Beginnings, pauses and ends. */
  changes = 0;

  /** Newest first. */
  of(tenant: TenantId | null): readonly StoredExperiment[] {
    return this.experiments
      .filter((each) => tenant === null || each.tenantId === tenant)
      .sort((a, b) => (a.experimentId < b.experimentId ? 1 : -1));
  }

  running(tenant: TenantId, domain: string): StoredExperiment | null {
    return this.of(tenant).find((each) => each.isRunning && each.domain === domain) ?? null;
  }

  create(experiment: NewExperiment): string | null {
    const other = this.running(experiment.tenantId, experiment.domain);
    if (other !== null) return other.experimentId;
    const running = { isRunning: true, pausedAt: null, endedAt: null, endedBy: null };
    this.experiments = [...this.experiments, { ...experiment, ...running }];
    this.changes += 1;
    return null;
  }

  pause(tenant: TenantId, experimentId: string, at: string | null): boolean {
    const isPaused = this.of(tenant).find((each) => each.experimentId === experimentId)?.pausedAt != null;
    if (isPaused === (at !== null)) return false;
    const isChanged = this.#change(tenant, experimentId, { pausedAt: at });
    if (isChanged) this.changes += 1;
    return isChanged;
  }

  /** Its queue goes. */
  end(tenant: TenantId, experimentId: string, { at, by, decision }: ExperimentEnding): boolean {
    if (!this.#change(tenant, experimentId, { isRunning: false, endedAt: at, endedBy: by, decision }))
      return false;
    this.shadows = this.shadows.filter((shadow) => shadow.experimentId !== experimentId);
    this.changes += 1;
    return true;
  }

  /** Nothing changes for another tenant. An earlier result of the same time stays. */
  addResult(tenant: TenantId, experimentId: string, result: ExperimentResult, decision: string): void {
    this.#change(tenant, experimentId, { decision });
    const isKnown = this.results.some(
      (other) => other.experimentId === experimentId && other.at === result.at,
    );
    if (!isKnown) this.results = [...this.results, { ...result, experimentId }];
  }

  resultsOf(experimentId: string): readonly ExperimentResult[] {
    return this.results
      .filter((result) => result.experimentId === experimentId)
      .map(({ experimentId: _, ...result }) => result)
      .sort((a, b) => (a.at < b.at ? -1 : 1));
  }

  queue(shadow: ShadowRequest, mostWaiting: number): boolean {
    const { experimentId } = shadow;
    if (this.shadows.filter((other) => other.experimentId === experimentId).length >= mostWaiting) {
      this.dropped.set(experimentId, (this.dropped.get(experimentId) ?? 0) + 1);
      return false;
    }
    this.shadows = [...this.shadows, shadow];
    return true;
  }

  take(tenant: TenantId, experimentId: string): ShadowRequest | null {
    const oldest = this.shadows.find(
      (shadow) => shadow.tenantId === tenant && shadow.experimentId === experimentId,
    );
    this.shadows = this.shadows.filter((shadow) => shadow !== oldest);
    return oldest ?? null;
  }

  override erase(tenant: TenantId, userId: string, domain: string | null): void {
    super.erase(tenant, userId, domain);
    this.shadows = this.shadows.filter(
      ({ tenantId, request }) =>
        tenantId !== tenant || request.user_id !== userId || (domain !== null && request.domain !== domain),
    );
  }

  matchesOf(experimentId: string) {
    return this.matches.flatMap((match) =>
      match.experiment?.experimentId === experimentId ? [{ ...match, experiment: match.experiment }] : [],
    );
  }

  /** A pair once for each time that an arm showed it. */
  pairsOf(experimentId: string): readonly ShownPair[] {
    return this.matchesOf(experimentId).flatMap(({ experiment: { arm, unit, picks }, ...match }) =>
      match.candidates.map(({ userId, position }) => ({
        ...{ arm: picks[position] ?? arm!, unit, seeker: match.seeker, candidate: userId },
        at: new Date(match.atMs).toISOString(),
      })),
    );
  }

  unitCounts({ tenantId, domain, experimentId }: StoredExperiment, positive: readonly string[]) {
    const likes = this.current(tenantId, domain).filter(({ label }) => positive.includes(label));
    const isLiked = (seeker: string, candidate: string, since: string) =>
      likes.some((each) => each.seeker === seeker && each.candidate === candidate && each.at >= since);
    const counts = new Map<string, Record<string, unknown> & { arm: number | null; unit: string }>();
    const none = { matches: 0, emptyMatches: 0, seekerDays: 0, shown: 0, positives: 0, mutual: 0 };
    const add = (arm: number | null, unit: string, more: Partial<UnitCounts>) => {
      const key = JSON.stringify([arm, unit]);
      counts.set(key, { ...none, arm, unit, ...counts.get(key), ...more });
    };
    const keyOf = (arm: number | null, unit: string) => JSON.stringify([arm, unit]);
    const byUnit = Map.groupBy(this.matchesOf(experimentId), ({ experiment: { arm, unit } }) =>
      keyOf(arm, unit),
    );
    for (const matches of byUnit.values()) {
      const { arm, unit } = matches[0]!.experiment;
      const days = matches.map(
        ({ seeker, atMs }) => `${new Date(atMs).toISOString().slice(0, 10)} ${seeker}`,
      );
      const emptyMatches = matches.filter(({ isEmpty }) => isEmpty).length;
      add(arm, unit, { matches: matches.length, emptyMatches, seekerDays: new Set(days).size });
    }
    const pairs = this.pairsOf(experimentId);
    for (const ofUnit of Map.groupBy(pairs, ({ arm, unit }) => keyOf(arm, unit)).values()) {
      const different = [...Map.groupBy(ofUnit, (each) => `${each.seeker} ${each.candidate}`).values()];
      const liked = different.filter((same) => {
        const { seeker, candidate } = same[0]!;
        return isLiked(seeker, candidate, same.map(({ at }) => at).sort()[0]!);
      });
      const mutual = liked.filter(([pair]) => isLiked(pair!.candidate, pair!.seeker, '')).length;
      const { arm, unit } = ofUnit[0]!;
      add(arm, unit, { shown: different.length, positives: liked.length, mutual });
    }
    return [...counts.values()];
  }

  /** False where it does not run. */
  #change(tenant: TenantId, experimentId: string, changed: Partial<StoredExperiment>): boolean {
    const running = this.of(tenant).find((each) => each.isRunning && each.experimentId === experimentId);
    if (running === undefined) return false;
    this.experiments = this.experiments.map((each) => (each === running ? { ...each, ...changed } : each));
    return true;
  }
}
