import { LineChart } from '../../parts/charts/line-chart.tsx';
import { niceCeiling } from '../../parts/charts/scale.ts';
import { Panel } from '../../parts/panel.tsx';
import { text } from '../../text/en.ts';
import { resultsOf } from './evaluation-rows.ts';
import type { Model } from './model-queries.ts';
import styles from './model-screen.module.css';
import { type CurvePoint, readTraining } from './training-facts.ts';

/** How the validation went, epoch by epoch. Nothing for a model without a validation. */
export function TrainingCurve({ model }: { readonly model: Model }) {
  const { curve, bestEpoch } = readTraining(model.training);
  const words = text.model.curve;
  if (curve.length === 0) return null;
  const best = curve.find(({ epoch }) => epoch === bestEpoch);
  const judged = judgedOf(model);
  return (
    <Panel title={words.title} lead={words.lead}>
      <CurveChart curve={curve} />
      {best && <p className={styles.dim}>{words.best(best.epoch, best.ndcg)}</p>}
      {judged !== undefined && <p className={styles.dim}>{words.differs(judged)}</p>}
    </Panel>
  );
}

/** nDCG@10 of the first split. The figures of the evaluation are of other people's targets than the curve. */
function judgedOf({ evaluation_report: report }: Model): number | undefined {
  const split = report?.splits[0];
  return split && (resultsOf(split, 'ndcg')[0]?.range.value ?? undefined);
}

export function CurveChart({ curve }: { readonly curve: readonly CurvePoint[] }) {
  const words = text.model.curve;
  const maxX = Math.max(1, curve.at(-1)?.epoch ?? 1);
  const maxY = niceCeiling(Math.max(...curve.map(({ ndcg }) => ndcg)));
  return (
    <LineChart
      label={words.label}
      columns={words.columns}
      points={curve.map(({ epoch, ndcg }) => ({ x: epoch, y: ndcg }))}
      maxX={maxX}
      maxY={maxY}
      hint={text.dataset.point}
      read={({ x, y }) => words.read(x, y)}
      row={({ x, y }) => [String(x), y.toFixed(4)]}
      ends={[words.epoch(0), words.epoch(maxX)]}
      top={String(maxY)}
    />
  );
}
