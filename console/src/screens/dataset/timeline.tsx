import { BarChart } from '../../parts/charts/bar-chart.tsx';
import { Panel } from '../../parts/panel.tsx';
import { text } from '../../text/en.ts';
import type { Statistics } from './dataset-queries.ts';

export function Timeline({ statistics: { timeline } }: { readonly statistics: Statistics }) {
  const words = text.dataset.time;
  return (
    <Panel title={words.title} lead={words.lead(timeline.bin_days)}>
      <BarChart
        label={words.label}
        columns={words.columns}
        bars={timeline.bins.map(({ from, events }) => ({ label: from, value: events }))}
        hint={text.dataset.point}
        read={({ label, value }) => words.read(label, value)}
      />
    </Panel>
  );
}
