import { useComputedColorScheme } from '@mantine/core';
import { useEffect, useRef } from 'react';
import uPlot from 'uplot';
import 'uplot/dist/uPlot.min.css';
import styles from './day-chart.module.css';

export interface DaySeries {
  readonly name: string;
  /** A variable of the theme: `--s1`. */
  readonly tone: string;
  /** Upper edges by day; null: no value. */
  readonly values: readonly (number | null)[];
}

interface Props {
  /** 2026-03-01, oldest first. */
  readonly days: readonly string[];
  /** Drawn in this order, one before the other. */
  readonly series: readonly DaySeries[];
  readonly kind: 'bars' | 'line';
  /** Upper end of the axis; left out: by the data. */
  readonly top?: number;
  readonly label: (value: number) => string;
  /** The day under the pointer; null: none. */
  readonly onDay: (day: number | null) => void;
}

const HEIGHT = 220;
const HALF_A_DAY_S = 43_200;

/** It is a picture alone, so its parent shows the numbers as text too. */
export function DayChart({ days, series, kind, top, label, onDay }: Props) {
  const box = useRef<HTMLDivElement>(null);
  const scheme = useComputedColorScheme();
  // biome-ignore lint/correctness/useExhaustiveDependencies: the colours are those of the scheme
  useEffect(() => {
    const element = box.current;
    if (!element) return;
    const tone = (name: string) => getComputedStyle(element).getPropertyValue(name).trim();
    const axis = {
      stroke: tone('--ink-3'),
      grid: { stroke: tone('--line'), width: 1 },
      ticks: { show: false },
      font: `11px ${tone('--font')}`,
    };
    const chart = new uPlot(
      {
        width: element.clientWidth,
        height: HEIGHT,
        padding: [10, 12, 0, 0],
        legend: { show: false },
        cursor: { y: false, drag: { x: false, y: false }, points: { show: false } },
        scales: {
          // The bars of the first and the last day are whole.
          x: { time: true, range: (_, first, last) => [first - HALF_A_DAY_S, last + HALF_A_DAY_S] },
          y: { range: (_, __, most) => [0, top ?? Math.max(1, most * 1.08)] },
        },
        axes: [
          {
            ...axis,
            grid: { show: false },
            size: 26,
            values: (_, ticks) => ticks.map((tick) => shortDay.format(tick * 1000)),
            space: 64,
          },
          { ...axis, size: 44, values: (_, ticks) => ticks.map(label), space: 36 },
        ],
        series: [{}, ...series.map((one) => lineOf(kind, tone(one.tone)))],
        hooks: { setCursor: [({ cursor }) => onDay(cursor.idx ?? null)] },
        tzDate: (seconds) => uPlot.tzDate(new Date(seconds * 1000), 'UTC'),
      },
      [days.map((day) => Date.parse(day) / 1000), ...series.map(({ values }) => [...values])],
      element,
    );
    const resized = new ResizeObserver(() => chart.setSize({ width: element.clientWidth, height: HEIGHT }));
    resized.observe(element);
    return () => {
      resized.disconnect();
      chart.destroy();
    };
  }, [days, series, kind, top, label, onDay, scheme]);
  return <div ref={box} className={styles.chart} aria-hidden="true" />;
}

const shortDay = new Intl.DateTimeFormat('en', { day: 'numeric', month: 'short', timeZone: 'UTC' });

function lineOf(kind: Props['kind'], colour: string): uPlot.Series {
  if (kind === 'line')
    return { stroke: colour, width: 2, points: { size: 5, fill: colour, filter: pointsOf }, spanGaps: false };
  const paths = uPlot.paths.bars?.({ size: [0.72, 48] });
  return { stroke: colour, fill: colour, width: 0, points: { show: false }, ...(paths && { paths }) };
}

/** Where there are too many days for a point each, a day between two without a value still has one. */
const pointsOf: uPlot.Series.Points.Filter = ({ data }, series, showsAll) => {
  const values = data[series] ?? [];
  if (showsAll) return null;
  const isAlone = (at: number) => values[at] != null && values[at - 1] == null && values[at + 1] == null;
  return [...values.keys()].filter(isAlone);
};
