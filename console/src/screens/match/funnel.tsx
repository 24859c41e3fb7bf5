import type { MatchResult } from '../../api/queries.ts';
import { Panel } from '../../parts/panel.tsx';
import { text } from '../../text/en.ts';
import styles from './funnel.module.css';
import { funnelRows } from './funnel-rows.ts';
import { FunnelStage } from './funnel-stage.tsx';

/** How many candidates each stage let through, and why the others fell out. */
export function Funnel({ result, label }: { readonly result: MatchResult; readonly label?: string }) {
  const rows = funnelRows(result);
  const total = result.pipeline_stats.total;
  const title = label === undefined ? text.match.funnelTitle : `${text.match.funnelTitle}: ${label}`;
  return (
    <Panel
      title={title}
      lead={label === undefined ? `${text.match.funnelLead} ${text.match.funnelScale}` : undefined}
    >
      <ol className={styles.rows}>
        <FunnelStage
          row={{ stage: 'all', enabled: true, in: total, out: total, dropped: [] }}
          total={total}
        />
        {rows
          .filter(({ enabled, in: before, out }) => enabled || before !== out)
          .map((row) => (
            <FunnelStage key={row.stage} row={row} total={total} />
          ))}
      </ol>
      {result.trace === undefined && <p className={styles.note}>{text.match.funnelNoTrace}</p>}
      {result.degraded.map(({ stage, reason }) => (
        <p key={stage} className={styles.warn}>
          {text.match.degraded(text.match.stageNames[stage] ?? stage, reason)}
        </p>
      ))}
    </Panel>
  );
}
