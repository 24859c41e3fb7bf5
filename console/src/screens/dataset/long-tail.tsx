import { LineChart } from '../../parts/charts/line-chart.tsx';
import { ShareList } from '../../parts/charts/share-list.tsx';
import { Panel } from '../../parts/panel.tsx';
import { text } from '../../text/en.ts';
import type { Statistics } from './dataset-queries.ts';
import styles from './dataset-screen.module.css';

const SHOWN = 10;

/** The curve of the long tail, and the items at its head. */
export function LongTail({ statistics: { long_tail, events } }: { readonly statistics: Statistics }) {
  const words = text.dataset.tail;
  const { curve, head } = long_tail;
  const most = head[0]?.events ?? 1;
  return (
    <Panel title={words.title} lead={words.lead(long_tail.half_of_events, long_tail.gini)}>
      <LineChart
        label={words.label}
        columns={words.columns}
        points={curve.map((point) => ({ x: point.items, y: point.events }))}
        maxX={1}
        maxY={1}
        hint={text.dataset.point}
        read={({ x, y }) => words.read(x, y)}
        row={({ x, y }) => [text.common.percent(x), text.common.percent(y)]}
        ends={words.ends}
        top={words.top}
        diagonal
      />
      <h3 className={styles.minor}>{words.head}</h3>
      <ShareList
        rows={head.slice(0, SHOWN).map(({ item_id, title, events: own }) => ({
          key: item_id,
          name: title === '' ? item_id : title,
          note: title === '' ? undefined : item_id,
          share: own / most,
          value: words.events(own, own / events),
        }))}
      />
    </Panel>
  );
}
