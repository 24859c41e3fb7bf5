/**
 * A run from the frozen set to the verdict: split by time and by seeker, fit on the one part, judge on the other. What
 * is deployed is the head that was judged; it is not fitted again on everything, so that the report speaks of what
 * serves.
 */
import type { DomainHead } from '../../ranking/domain-head.ts';
import { withoutPeople } from '../../ranking/person-table.ts';
import { countInWords } from '../count-in-words.ts';
import { type BaselineComparison, compareWithBaselines } from '../evaluate/compare-with-baselines.ts';
import { withDrawnCandidates } from '../evaluate/draw-unseen.ts';
import { judgeCandidate, type Verdict } from '../evaluate/judge-candidate.ts';
import { takePairs } from '../evaluate/judged-pairs.ts';
import { splitOutcomes } from '../evaluate/split-outcomes.ts';
import type { TrainingSet } from '../training-set.ts';
import { alikeCandidates } from './alike-candidates.ts';
import type { Fitting } from './fitting.ts';
import { scarceOutcomes } from './scarce-outcomes.ts';
import type { StandingHeads } from './standing-heads.ts';

export interface TrainingJob {
  readonly set: TrainingSet;
  readonly heads: StandingHeads;
  readonly version: string;
  readonly seed: number;
  readonly trainedAt: string;
  readonly signal: AbortSignal;
  /** 0..1 of the fit. */
  readonly onFit: (share: number) => void;
  readonly onEvaluate: () => void;
}

/** `head` null: there was too little to learn from. */
export interface Trained {
  readonly head: DomainHead | null;
  readonly deploy: boolean;
  readonly reason: string;
  readonly before: Readonly<Record<string, unknown>> | null;
  readonly after: Readonly<Record<string, unknown>> | null;
}

export async function trainAndJudge(
  fitting: Pick<Fitting, 'fitHead' | 'scorePairs'>,
  job: TrainingJob,
): Promise<Trained> {
  const { set, heads, seed, version, trainedAt, signal } = job;
  const split = splitOutcomes(set.outcomes, { seed });
  const scarce = scarceOutcomes([{ set, split }]);
  if (scarce !== null) return { head: null, deploy: false, reason: scarce, before: null, after: null };
  const fitted = await fitting.fitHead(set, {
    rows: split.train,
    base: heads.base,
    version,
    seed,
    signal,
    progress: job.onFit,
    trainedAt,
  });
  signal.throwIfAborted();
  const head = set.tier === 'tenant' ? fitted : withoutAnybody(fitted);
  job.onEvaluate();
  const [learned, decided] = [takePairs(set.outcomes, split.train), takePairs(set.outcomes, split.heldOut)];
  // Where nobody ever refuses, those who could have been chosen stand in for the refused.
  const heldOut = withDrawnCandidates(decided, set.outcomes, { seed });
  const score = (one: DomainHead) => fitting.scorePairs(one, set).score(heldOut);
  const verdict = judgeCandidate({
    heldOut,
    candidate: await score(head),
    serving: await score(heads.serving),
    prior: await score(heads.prior),
    servingIsPrior: heads.servingIsPrior,
    seed,
  });
  const lists = await compareWithBaselines({
    head: fitting.scorePairs(head, set),
    train: learned,
    heldOut: decided,
    seed,
  });
  const metrics = metricsOf(verdict, job, split, lists);
  return {
    head: { ...head, card: { ...head.card, metrics: metrics.after } },
    deploy: verdict.deploy,
    reason: reasonOf(set, verdict, lists),
    ...metrics,
  };
}

/** First what explains the verdict: that candidates are all alike; that something simpler ranks as well. */
function reasonOf(set: TrainingSet, verdict: Verdict, lists: BaselineComparison | null): string {
  const alike = verdict.deploy ? null : alikeCandidates(set);
  const compared =
    lists === null
      ? null
      : `The new head ${lists.verdict}, in lists for ${countInWords(lists.seekers, 'seeker')}.`;
  return [alike, compared, verdict.reason].filter((words) => words !== null).join(' ');
}

/** What all tenants share knows nobody by name: one workspace's people are no business of another's. */
function withoutAnybody(head: DomainHead): DomainHead {
  return { ...head, people: withoutPeople(head.people, new Set(head.people.userIds)) };
}

function metricsOf(
  verdict: Verdict,
  { heads, version, set }: TrainingJob,
  { train, heldOut }: { readonly train: Uint32Array; readonly heldOut: Uint32Array },
  lists: BaselineComparison | null,
): { readonly before: Record<string, unknown>; readonly after: Record<string, unknown> } {
  const counted = { held_out: heldOut.length };
  return {
    before: { version: heads.serving.card.version, ...finite(verdict.before), ...counted },
    after: {
      version,
      ...finite(verdict.after),
      ...counted,
      outcomes: set.outcomes.labels.length,
      trained_on: train.length,
      auc_gain: finite({ ...verdict.aucGain }),
      log_loss_gain: finite({ ...verdict.logLossGain }),
      ...(lists !== null && { baselines: lists }),
    },
  };
}

/** JSON has no NaN: what could not be measured is null. */
function finite(figures: object): Record<string, number | null> {
  return Object.fromEntries(
    Object.entries(figures)
      .filter(([, value]) => typeof value === 'number')
      .map(([name, value]) => [snakeCase(name), Number.isFinite(value) ? (value as number) : null]),
  );
}

function snakeCase(name: string): string {
  return name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
}
