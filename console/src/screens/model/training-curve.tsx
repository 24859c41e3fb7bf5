import { LineChart } from '../../parts/charts/line-chart.tsx';
import { niceCeiling } from '../../parts/charts/scale.ts';
import { Panel } from '../../parts/panel.tsx';
import { text } from '../../text/en.ts';
import type { Model } from './model-queries.ts';
import { type CurvePoint, readTraining } from './training-facts.ts';

/** How the validation went, epoch by epoch. Nothing for a model without a validation. */
export function TrainingCurve({ model }: { readonly model: Model }) {
  const { curve } = readTraining(model.training);
  if (curve.length < 2) return null;
  return (
    <Panel title={text.model.curve.title} lead={text.model.curve.lead}>
      <CurveChart curve={curve} />
    </Panel>
  );
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
