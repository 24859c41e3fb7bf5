import { BarChart } from '../../parts/charts/bar-chart.tsx';
import { Panel } from '../../parts/panel.tsx';
import { text } from '../../text/en.ts';
import type { Statistics } from './dataset-queries.ts';

interface Props {
  readonly of: 'histories' | 'sessions';
  readonly statistics: Statistics;
}

/** How many events a person, or a session, has. */
export function LengthsPanel({ of, statistics: { histories, sessions } }: Props) {
  const words = text.dataset.lengths;
  const lengths = of === 'histories' ? histories : sessions.lengths;
  const summary = words.summary(lengths.median, lengths.p95, lengths.longest);
  return (
    <Panel
      title={words[of]}
      lead={of === 'histories' ? summary : `${summary} ${words.gap(sessions.gap_minutes)}`}
    >
      <BarChart
        label={of === 'histories' ? words.historiesLabel : words.sessionsLabel}
        columns={of === 'histories' ? words.historiesColumns : words.sessionsColumns}
        bars={lengths.bins.map(({ from, to, count }) => ({ label: words.between(from, to), value: count }))}
        hint={text.dataset.point}
        read={({ label, value }) =>
          of === 'histories' ? words.people(label, value) : words.sessionCount(label, value)
        }
      />
    </Panel>
  );
}
