/** Renders an evaluation as text: tables, each introduced by a sentence. */
import type { EvaluationReport, Measure, ScorerReport } from './evaluation-report.ts';

export function renderReport(report: EvaluationReport): string {
  const { held_out: held, cuts } = report;
  return [
    ...baselineLines(report),
    `${report.domain}: ${held.outcomes} held-out outcomes (${held.positives} positive) of ${held.seekers} seekers, ` +
      `${held.new_seekers} of them new; ${report.trained_on} outcomes were there to learn from.`,
    `In brackets the 95 % interval (${report.draws} draws of seekers). AUC, nDCG and hit rate: higher is better; ` +
      'log loss and calibration error: lower is better.',
    '',
    'Who chooses whom, one direction',
    ...table(
      ['', 'AUC', 'log loss', 'calibration error', `nDCG@${cuts.ndcg}`, `hit rate@${cuts.hit_rate}`],
      report.scorers.map((scorer) => [
        scorer.name,
        ...[scorer.auc, scorer.log_loss, scorer.ece, scorer.ndcg, scorer.hit_rate].map(shown),
      ]),
    ),
    ...mutualLines(report),
    ...reliabilityLines(report.scorers[0]),
    ...segmentLines(report),
    ...exposureLines(report),
  ].join('\n');
}

/** Comes first: a model that loses to a simpler baseline is of no value, however well it is calibrated. */
function baselineLines({ baselines, scorers }: EvaluationReport): readonly string[] {
  if (baselines === undefined) return [];
  const { verdict, cut, seekers, choices, candidates, head } = baselines;
  const { name } = scorers[0]!;
  return [
    `${name} ${verdict}.`,
    `Nobody refuses here, so lists are judged: ${choices} held-out choices of ${seekers} seekers among ${candidates} people each.`,
    ...table(
      ['', `nDCG@${cut}`, `hit rate@${cut}`, `${name} gains, nDCG`],
      [
        [name, shown(head.ndcg), shown(head.hit_rate), ''],
        ...baselines.baselines.map((scorer) => [
          scorer.name,
          ...[scorer.ndcg, scorer.hit_rate, scorer.head_gains].map(shown),
        ]),
      ],
    ),
    '',
  ];
}

function mutualLines({ scorers, held_out, aggregation }: EvaluationReport): readonly string[] {
  const rows = scorers.flatMap(({ name, mutual }) => (mutual === null ? [] : [{ name, mutual }]));
  if (rows.length === 0) return [];
  return [
    '',
    `Both choose each other (${aggregation} of the two directions), ${held_out.mutual_pairs} pairs decided from both sides`,
    ...table(
      ['', 'AUC', 'log loss', 'calibration error'],
      rows.map(({ name, mutual }) => [name, ...[mutual.auc, mutual.log_loss, mutual.ece].map(shown)]),
    ),
  ];
}

function reliabilityLines(model: ScorerReport | undefined): readonly string[] {
  if (model === undefined || model.reliability.length === 0) return [];
  return [
    '',
    `Reliability of ${model.name}: of the outcomes that were given a probability, how many were positive`,
    ...table(
      ['given', 'mean given', 'observed', 'outcomes'],
      model.reliability.map(({ from, to, given, observed, pairs }) => [
        `${from.toFixed(3)} to ${to.toFixed(3)}`,
        given.toFixed(3),
        observed.toFixed(3),
        String(pairs),
      ]),
    ),
  ];
}

function segmentLines({ segments, scorers }: EvaluationReport): readonly string[] {
  if (segments.length === 0) return [];
  return [
    '',
    'AUC by segment of the seekers',
    ...table(
      ['', 'outcomes', ...scorers.map(({ name }) => name)],
      segments.map((scorer) => [
        scorer.segment,
        String(scorer.outcomes),
        ...scorer.scorers.map(({ auc }) => shown(auc)),
      ]),
    ),
  ];
}

function exposureLines({ scorers, cuts }: EvaluationReport): readonly string[] {
  const rows = scorers.flatMap(({ name, exposure }) => (exposure === null ? [] : [{ name, exposure }]));
  if (rows.length === 0) return [];
  return [
    '',
    `Who would be seen in lists of ${cuts.exposure}: Gini 0 is everybody alike, 1 is one person alone`,
    ...table(
      ['', 'Gini', 'share seen at all'],
      rows.map(({ name, exposure }) => [name, exposure.gini.toFixed(3), exposure.coverage.toFixed(3)]),
    ),
  ];
}

function shown({ value, low, high }: Measure): string {
  if (value === null) return 'not known';
  const interval = low === null || high === null ? '' : ` (${low.toFixed(3)} to ${high.toFixed(3)})`;
  return `${value.toFixed(3)}${interval}`;
}

/** Columns are separated by two spaces; the first is left-aligned, the others are right-aligned. */
function table(heading: readonly string[], rows: readonly (readonly string[])[]): readonly string[] {
  const widths = heading.map((_, column) =>
    Math.max(...[heading, ...rows].map((row) => row[column]!.length)),
  );
  return [heading, ...rows].map((row) =>
    row
      .map((cell, column) => (column === 0 ? cell.padEnd(widths[column]!) : cell.padStart(widths[column]!)))
      .join('  ')
      .trimEnd(),
  );
}
