import { text } from '../../text/en.ts';
import styles from './funnel.module.css';
import { type FunnelResult, funnelRows } from './funnel-rows.ts';
import { FunnelStage } from './funnel-stage.tsx';

interface Props {
  readonly result: FunnelResult;
  readonly onAsk: (id: string) => void;
}

/** How many candidates each stage let through, and why the others fell out. */
export function FunnelStages({ result, onAsk }: Props) {
  const rows = funnelRows(result);
  const { total } = result.pipeline_stats;
  return (
    <>
      <ol className={styles.rows}>
        <FunnelStage
          row={{ stage: 'all', enabled: true, in: total, out: total, dropped: [], rules: [] }}
          total={total}
          onAsk={onAsk}
        />
        {rows
          .filter(({ enabled, in: before, out }) => enabled || before !== out)
          .map((row) => (
            <FunnelStage key={row.stage} row={row} total={total} onAsk={onAsk} />
          ))}
      </ol>
      {result.trace === undefined && <p className={styles.note}>{text.match.funnelNoTrace}</p>}
      {rows.some(({ rules }) => rules.length > 0) && <p className={styles.note}>{text.match.rulesNote}</p>}
    </>
  );
}
