import { text } from '../../text/en.ts';
import styles from './funnel.module.css';
import { type FunnelRow, funnelWidth } from './funnel-rows.ts';

/** One stage: the band narrows from what went in to what went on. */
export function FunnelStage({ row, total }: { readonly row: FunnelRow; readonly total: number }) {
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
      <ul className={styles.dropped}>
        {row.dropped.map(({ reason, count }) => (
          <li key={reason}>
            <strong>{text.common.count(count)}</strong> {text.match.droppedBy[reason] ?? reason}
          </li>
        ))}
        {row.note && <li>{row.note}</li>}
      </ul>
    </li>
  );
}
