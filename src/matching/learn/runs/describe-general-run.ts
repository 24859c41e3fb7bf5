/** Reason and figures of a run of the general tier, from the validation of each domain. */

import type { RunEnding } from '../../../platform/storage/learning-store.ts';
import type { RankingModel } from '../../ranking/ranking-model.ts';
import type { OutcomeSplit } from '../evaluate/split-outcomes.ts';
import { CONFIDENCE } from '../evaluate/two-way-clusters.ts';
import type { TrainingSet } from '../training-set.ts';
import { alikeCandidates } from './alike-candidates.ts';
import type { ServedModel } from './choose-served-model.ts';
import type { Validation } from './validate-model.ts';

/** One domain of the run. */
export interface GeneralPart {
  readonly set: TrainingSet;
  readonly split: OutcomeSplit;
  /** Fitted without held-out rows. */
  readonly validated: RankingModel;
  /** null: nothing was held out. */
  readonly validation: Validation | null;
}

/** A domain that gets the new model. */
export interface ServedPart extends GeneralPart {
  readonly served: ServedModel;
}

export function describeGeneralRun(
  parts: readonly GeneralPart[],
  version: string,
  better: readonly ServedPart[],
): Pick<RunEnding, 'metrics' | 'reason'> {
  const reasons = parts.map((part) =>
    reasonOf(part, better.find(({ set }) => set === part.set)?.served ?? null),
  );
  return { metrics: metricsOf(parts, version, better), reason: reasons.join(' ') };
}

function reasonOf({ set, validation }: GeneralPart, served: ServedModel | null): string {
  const { domain } = set.definition;
  if (validation === null) return `${domain}: nothing could be held out to judge by, what serves stays.`;
  const { verdict, note } = validation;
  const alike = verdict.deploy ? null : alikeCandidates(set);
  const sentences = [alike, verdict.reason, note, served?.reason ?? null];
  return `${domain}: ${sentences.filter((words) => words !== null).join(' ')}`;
}

/** Mean figures weigh each domain by its held-out outcomes. */
function metricsOf(
  parts: readonly GeneralPart[],
  version: string,
  better: readonly ServedPart[],
): RunEnding['metrics'] {
  const measured = parts.flatMap(({ set, validation }) =>
    validation === null
      ? []
      : [{ ...validation, domain: set.definition.domain, heldOut: validation.rows.length }],
  );
  if (measured.length === 0) return null;
  const heldOut = measured.reduce((sum, part) => sum + part.heldOut, 0);
  const metricsAt = (when: 'before' | 'after') => {
    const domains = Object.fromEntries(
      measured.map((part) => [
        part.domain,
        {
          version: when === 'before' ? part.before : version,
          ...finite({
            auc: part.verdict[when].auc,
            log_loss: part.verdict[when].log_loss,
            ece: part.verdict[when].ece,
          }),
          held_out: part.heldOut,
          ...(when === 'after' && { deployed: part.verdict.deploy }),
        },
      ]),
    );
    const mean = (name: 'auc' | 'log_loss' | 'ece') =>
      measured.reduce((sum, part) => sum + (part.heldOut / heldOut) * part.verdict[when][name], 0);
    return {
      ...finite({ auc: mean('auc'), log_loss: mean('log_loss'), ece: mean('ece') }),
      held_out: heldOut,
      domains,
    };
  };
  const outcomes = parts.reduce((sum, { set }) => sum + set.outcomes.labels.length, 0);
  const fittedOn = parts.reduce((sum, { split }) => sum + split.fit.length, 0);
  const isRefitted = better.length > 0 && better.every(({ served }) => served.isRefitted);
  return {
    before: metricsAt('before'),
    after: {
      version,
      ...metricsAt('after'),
      confidence: CONFIDENCE,
      outcomes,
      fitted_on: fittedOn,
      trained_on: isRefitted ? outcomes : fittedOn,
    },
  };
}

/** JSON has no NaN: undefined figures are null. */
function finite(figures: object): Record<string, number | null> {
  return Object.fromEntries(
    Object.entries(figures).map(([name, value]) => [name, Number.isFinite(value) ? value : null]),
  );
}
