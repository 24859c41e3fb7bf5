import { SegmentedControl, VisuallyHidden } from '@mantine/core';
import { RangeRow } from '../../parts/charts/range-row.tsx';
import { Panel } from '../../parts/panel.tsx';
import { text } from '../../text/en.ts';
import styles from './evaluation.module.css';
import { gainOver, type ResultRow, resultsOf, type Split, verdictOf } from './evaluation-rows.ts';
import type { Model } from './model-queries.ts';
import { type Metric, metrics } from './model-search.ts';
import { useModelSearch } from './use-model-search.ts';

/** As on the card. */
const TIED_SHARE_THAT_MATTERS = 0.01;

/** The figures of the model beside every baseline, with their intervals. A loss stands first. */
export function Evaluation({ model }: { readonly model: Model }) {
  const words = text.model.evaluation;
  const { search, change } = useModelSearch();
  const { split: asked = 0, metric = 'ndcg' } = search;
  const splits = model.evaluation_report?.splits ?? [];
  const split = splits[asked] ?? splits[0];
  return (
    <Panel title={words.title}>
      {split === undefined && <p className={styles.dim}>{words.none}</p>}
      {split && (
        <>
          <div className={styles.controls}>
            {splits.length > 1 && (
              <SegmentedControl
                size="xs"
                aria-label={words.split}
                value={String(splits.indexOf(split))}
                onChange={(value) => change({ split: Number(value) || undefined })}
                data={splits.map(({ protocol }, at) => ({
                  value: String(at),
                  label: words.splitOf(protocol.split, protocol.ties),
                }))}
              />
            )}
            <SegmentedControl
              size="xs"
              aria-label={words.metric}
              value={metric}
              onChange={(value) => change({ metric: value === 'ndcg' ? undefined : (value as Metric) })}
              data={metrics.map((name) => ({
                value: name,
                label: words.metrics[name](split.protocol.headline_cutoff),
              }))}
            />
          </div>
          <SplitFigures split={split} metric={metric} />
        </>
      )}
      <p className={styles.words}>{model.evaluation}</p>
    </Panel>
  );
}

function SplitFigures({ split, metric }: { readonly split: Split; readonly metric: Metric }) {
  const words = text.model.evaluation;
  const { protocol } = split;
  const { loses, undecided } = verdictOf(split);
  const rows = resultsOf(split, metric);
  const isBlend = rows.some(({ role }) => role === 'part');
  const max = Math.max(1e-9, ...rows.map(({ range: { high, value } }) => high ?? value ?? 0));
  return (
    <>
      {protocol.ties === 'imported' && protocol.targets_tied >= TIED_SHARE_THAT_MATTERS && (
        <p className={styles.verdict}>{words.tied(text.common.percent(protocol.targets_tied))}</p>
      )}
      <p className={loses.length > 0 ? styles.loses : styles.verdict}>
        {loses.length > 0 && words.loses(loses)} {undecided.length > 0 && words.undecided(undecided)}
        {loses.length + undecided.length === 0 && words.wins}
      </p>
      <p className={styles.dim}>
        {words.meanings[metric]} {words.cases(protocol.cases, protocol.cases_before_sampling)}
      </p>
      <ul className={styles.rows} aria-label={words.label}>
        {rows.map(({ name, role, range }) => (
          <RangeRow
            key={name}
            label={labelOf(name, role, isBlend)}
            range={range}
            max={max}
            strong={role === 'model'}
            words={words.value(range.value, range.low, range.high)}
            verdict={verdictWords(role === 'model' ? undefined : gainOver(split, name, metric))}
          />
        ))}
      </ul>
      <p className={styles.dim}>
        {words.unseen(
          text.common.percent(protocol.targets_unseen),
          text.common.percent(protocol.targets_repeated),
        )}
      </p>
      {split.baselines_left_out?.map(({ name, reason }) => (
        <p key={name} className={styles.dim}>
          {words.leftOut(name, reason)}
        </p>
      ))}
      <VisuallyHidden role="status">{words.metrics[metric](protocol.headline_cutoff)}</VisuallyHidden>
    </>
  );
}

function labelOf(name: string, role: ResultRow['role'], isBlend: boolean): string {
  const words = text.model.evaluation;
  if (role === 'model') return isBlend ? words.blend : words.model;
  return role === 'part' ? words.part(name) : name;
}

function verdictWords(gain: ReturnType<typeof gainOver>) {
  const words = text.model.evaluation;
  if (gain === undefined) return undefined;
  if (gain === 'loses') return { text: words.worse, tone: 'bad' } as const;
  return gain === 'wins'
    ? ({ text: words.better, tone: 'good' } as const)
    : ({ text: words.open, tone: 'plain' } as const);
}
