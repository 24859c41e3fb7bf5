import type { MatchRequest, MatchResult } from '../../api/queries.ts';
import { Panel } from '../../parts/panel.tsx';
import { text } from '../../text/en.ts';
import { AskMissing } from './ask-missing.tsx';
import styles from './funnel.module.css';
import { funnelRows } from './funnel-rows.ts';
import { FunnelStage } from './funnel-stage.tsx';
import { useMatchSearch } from './use-match-search.ts';

interface Props {
  readonly result: MatchResult;
  readonly request: MatchRequest;
  readonly title: string;
}

/**
 * How many candidates each stage let through, why the others fell out, and the place of a named candidate.
 */
export function Funnel({ result, request, title }: Props) {
  const { change } = useMatchSearch();
  const onAsk = (ask: string) => change({ ask });
  const rows = funnelRows(result);
  const total = result.pipeline_stats.total;
  return (
    <Panel title={title} lead={`${text.match.funnelLead} ${text.match.funnelScale}`}>
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
      <AskMissing request={request} />
    </Panel>
  );
}
