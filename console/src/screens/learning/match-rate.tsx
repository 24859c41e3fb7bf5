import { useMemo, useState } from 'react';
import { dayName } from '../../shell/dates.ts';
import { text } from '../../text/en.ts';
import { DayChart } from './day-chart.tsx';
import { DayTable } from './day-table.tsx';
import styles from './learning.module.css';
import type { MatchStatistics } from './learning-queries.ts';

type Day = MatchStatistics['data'][number];

const TONE = '--s1';

function rateOf({ matches, empty }: Day): number | null {
  return matches === 0 ? null : (matches - empty) / matches;
}

export function MatchRate({ days }: { readonly days: readonly Day[] }) {
  const [pointed, setPointed] = useState<number | null>(null);
  const names = useMemo(() => days.map(({ day }) => day), [days]);
  const series = useMemo(() => [{ name: text.learning.rate, tone: TONE, values: days.map(rateOf) }], [days]);
  const shown = (day: Day) => {
    const rate = rateOf(day);
    return rate === null ? '–' : text.common.percent(rate);
  };
  const day = pointed === null ? undefined : days[pointed];
  return (
    <>
      <DayChart
        days={names}
        series={series}
        kind="line"
        top={1}
        label={text.common.percent}
        onDay={setPointed}
      />
      <p className={styles.pointed}>
        {day === undefined
          ? text.learning.hover
          : `${dayName(day.day)}: ${shown(day)}, ${text.learning.matchesOf(day.matches)}`}
      </p>
      <DayTable
        caption={text.learning.rateTitle}
        columns={[text.learning.rate, text.learning.matches]}
        rows={days
          .map((day) => ({ day: day.day, values: [shown(day), text.common.count(day.matches)] }))
          .reverse()}
      />
    </>
  );
}
