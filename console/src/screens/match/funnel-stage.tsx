import { text } from '../../text/en.ts';
import { ExampleIds } from './example-ids.tsx';
import styles from './funnel.module.css';
import { type FunnelRow, funnelWidth } from './funnel-rows.ts';
import { RuleBars } from './rule-bars.tsx';

interface Props {
  readonly row: FunnelRow;
  readonly total: number;
  readonly onAsk: (id: string) => void;
}

/** One stage: the band narrows from the candidates before it to the candidates after it. */
export function FunnelStage({ row, total, onAsk }: Props) {
  const top = funnelWidth(row.in, total) * 50;
  const bottom = funnelWidth(row.out, total) * 50;
  const band = `${50 - top},0 ${50 + top},0 ${50 + bottom},100 ${50 - bottom},100`;
  return (
    <li className={styles.row} data-off={!row.enabled || undefined}>
      <span className={styles.stage}>{text.match.stageNames[row.stage] ?? row.stage}</span>
      <span className={styles.box}>
        <svg className={styles.band} viewBox="0 0 100 100" preserveAspectRatio="none" aria-hidden="true">
          <polygon
            className={styles.lost}
            points={`${50 - top},0 ${50 + top},0 ${50 + top},100 ${50 - top},100`}
          />
          <polygon className={styles.kept} points={band} />
        </svg>
      </span>
      <span className={styles.out}>
        <span aria-hidden>{text.common.count(row.out)}</span>
        <span className={styles.said}>{text.match.funnelOut(row.out)}</span>
      </span>
      <div className={styles.why}>
        <ul className={styles.dropped}>
          {row.dropped.map(({ reason, count, examples }) => (
            <li key={reason}>
              <strong>{text.common.count(count)}</strong> {text.match.droppedBy[reason] ?? reason}{' '}
              <ExampleIds ids={examples} onAsk={onAsk} />
            </li>
          ))}
          {row.note && <li>{row.note}</li>}
        </ul>
      </div>
      {row.rules.length > 0 && (
        <div className={styles.rules}>
          <RuleBars rules={row.rules} total={total} onAsk={onAsk} />
        </div>
      )}
    </li>
  );
}
