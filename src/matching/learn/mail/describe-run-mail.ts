/** Text of the mail after a run: the changes, and how to roll back. */
import type { TrainingRun } from '../../../platform/storage/learning-store.ts';
import { countInWords } from '../count-in-words.ts';

export interface RunMail {
  readonly subject: string;
  readonly text: string;
}

export function describeRunMail(run: TrainingRun): RunMail {
  const { domain, status, runId, metrics, reason } = run;
  const deployed = status === 'deployed';
  const lines = [
    deployed
      ? `A new ranker for ${domain} is live. It answers from now on; nothing has to be done.`
      : `A training run for ${domain} has ended, and nothing changed: what served before serves on.`,
    '',
    ...(reason === null ? [] : [reason, '']),
    ...(metrics === null ? [] : [...table(metrics.before, metrics.after), '']),
    learnedFrom(run),
    '',
    ...(deployed && run.version !== null ? [`Version (as in models_used): ${run.version}`] : []),
    `Run: ${runId}`,
    `Read it:  GET /v1/train/runs/${runId}`,
    ...(deployed
      ? [
          'Go back:  POST /v1/train/runs/{run_id}/deploy with the id of an earlier deployed run,',
          '          as GET /v1/train/runs lists them. It holds from the next match on.',
        ]
      : []),
  ];
  const subject = deployed
    ? `New ranker for ${domain} is live`
    : `Training run for ${domain}: nothing changed`;
  return { subject, text: `${lines.join('\n')}\n` };
}

/** Without metrics nothing was fitted; the reason explains it. */
function learnedFrom({ status, tripletsUsed, metrics }: TrainingRun): string {
  const triplets = countInWords(tripletsUsed, 'triplet');
  if (metrics === null) return `It was made for ${triplets}, and nothing was fitted.`;
  const { outcomes, trained_on: trainedOn, fitted_on: fittedOn, held_out: heldOut } = metrics.after;
  // Runs of earlier versions do not have all of the figures.
  if (typeof outcomes !== 'number') return `It was made for ${triplets}.`;
  const given = countInWords(outcomes, 'outcome');
  if (typeof trainedOn !== 'number' || typeof fittedOn !== 'number' || typeof heldOut !== 'number')
    return `It was made for ${given} (${triplets}).`;
  const figures = `The figures are of a head that learned from ${fittedOn} of ${given} (${triplets}), on ${heldOut} others.`;
  if (status !== 'deployed') return figures;
  return trainedOn === fittedOn
    ? `${figures} That head is live.`
    : `${figures} What is live was then fitted again, on ${countInWords(trainedOn, 'outcome')}.`;
}

const figures = [
  ['auc', 'ranks the chosen above the refused (AUC, 0.5 is chance, 1 is best)'],
  ['log_loss', 'surprise at what people decided (log loss, lower is better)'],
  ['ece', 'how far its probabilities are off (calibration error, lower is better)'],
] as const;

type Figures = Readonly<Record<string, unknown>>;

function table(before: Figures, after: Figures): readonly string[] {
  const rows = figures.flatMap(([name, words]) => {
    const [was, is] = [before[name], after[name]];
    return typeof was === 'number' && typeof is === 'number'
      ? [`  ${was.toFixed(3).padStart(8)}  ${is.toFixed(3).padStart(8)}   ${words}`]
      : [];
  });
  return rows.length === 0
    ? []
    : ['Measured on outcomes that it did not learn from:', '', '    before     after', ...rows];
}
