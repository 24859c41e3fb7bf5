import { Skeleton } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useMemo, useState } from 'react';
import { EmptyState } from '../../parts/empty-state.tsx';
import { ErrorNote } from '../../parts/error-note.tsx';
import { Panel } from '../../parts/panel.tsx';
import { words } from '../../parts/words.ts';
import { dayName } from '../../shell/dates.ts';
import { text } from '../../text/en.ts';
import { DayChart } from './day-chart.tsx';
import { DayTable } from './day-table.tsx';
import styles from './learning.module.css';
import { type OutcomeStatistics, outcomesQuery } from './learning-queries.ts';
import { Legend } from './legend.tsx';
import { OutcomeFunnel } from './outcome-funnel.tsx';
import { labelSeries, stacked } from './stacked-days.ts';

interface Props {
  readonly domain: string;
  readonly days: number;
}

export function OutcomesView({ domain, days }: Props) {
  const outcomes = useQuery(outcomesQuery(domain, days));
  return (
    <div className={styles.columns}>
      <Panel title={text.learning.outcomesTitle} lead={text.learning.outcomesLead}>
        {outcomes.error && <ErrorNote error={outcomes.error} onRetry={() => outcomes.refetch()} />}
        {outcomes.isPending && <Skeleton h={292} radius="md" />}
        {outcomes.data && <OutcomesOverTime outcomes={outcomes.data} />}
      </Panel>
      <Panel title={text.learning.funnelTitle} lead={text.learning.funnelLead}>
        {outcomes.isPending && <Skeleton h={292} radius="md" />}
        {outcomes.data && <OutcomeFunnel funnel={outcomes.data.funnel} />}
      </Panel>
    </div>
  );
}

function OutcomesOverTime({ outcomes }: { readonly outcomes: OutcomeStatistics }) {
  const [day, setDay] = useState<number | null>(null);
  const days = useMemo(() => outcomes.data.map(({ day }) => day), [outcomes]);
  const labels = useMemo(() => labelSeries(outcomes), [outcomes]);
  const series = useMemo(() => {
    const tops = stacked(labels.map(({ counts }) => counts));
    // The highest is drawn first, the others before it.
    return labels
      .map(({ label }, n) => ({ name: label, tone: labelTone(label, n), values: tops[n] ?? [] }))
      .reverse();
  }, [labels]);
  if (labels.length === 0)
    return <EmptyState title={text.learning.noOutcomes} lead={text.learning.noOutcomesLead} />;
  return (
    <>
      <DayChart days={days} series={series} kind="bars" label={text.common.count} onDay={setDay} />
      <p className={styles.pointed}>
        {day === null || days[day] === undefined ? text.learning.hover : dayName(days[day])}
      </p>
      <Legend
        entries={labels.map(({ label, counts, total }, n) => ({
          name: words(label),
          tone: labelTone(label, n),
          value: text.common.count(day === null ? total : (counts[day] ?? 0)),
        }))}
      />
      <DayTable
        caption={`${text.learning.outcomesTitle}, ${text.learning.perDay}`}
        columns={labels.map(({ label }) => words(label))}
        rows={days
          .map((name, n) => ({
            day: name,
            values: labels.map(({ counts }) => text.common.count(counts[n] ?? 0)),
          }))
          .reverse()}
      />
    </>
  );
}

/** The colour of each label: the built-in ones have their own, the others share the rest. */
const known: Readonly<Record<string, string>> = {
  accepted: '--s2',
  converted: '--s1',
  rejected: '--bad-fill',
  expired: '--s6',
};
const others = ['--s3', '--s4', '--s5'] as const;

function labelTone(label: string, position: number): string {
  return (
    (Object.hasOwn(known, label) ? known[label] : undefined) ?? others[position % others.length] ?? '--s3'
  );
}
