import type { MatchResult } from '../../api/queries.ts';
import { Panel } from '../../parts/panel.tsx';
import { text } from '../../text/en.ts';
import styles from './latency.module.css';

/** The time of each stage as parts of one bar. */
export function Latency({ result, label }: { readonly result: MatchResult; readonly label?: string }) {
  const title = label === undefined ? text.match.latencyTitle : `${text.match.latencyTitle}: ${label}`;
  const times = Object.entries(result.timings_ms ?? {});
  const total = times.reduce((sum, [, ms]) => sum + ms, 0);
  let at = 0;
  const parts = times.map(([stage, ms], position) => {
    const left = at;
    at += total > 0 ? (ms / total) * 100 : 0;
    return { stage, ms, left, width: at - left, tone: styles[`tone${(position % 6) + 1}`] };
  });
  return (
    <Panel title={title} lead={times.length > 0 ? text.match.latencyTotal(text.common.ms(total)) : undefined}>
      {times.length === 0 ? (
        <p className={styles.dim}>{text.match.latencyNone}</p>
      ) : (
        <svg className={styles.bar} aria-hidden="true">
          {parts.map(({ stage, left, width, tone }) => (
            <rect key={stage} x={`${left}%`} width={`${width}%`} height="12" className={tone} />
          ))}
        </svg>
      )}
      <dl className={styles.legend}>
        {parts.map(({ stage, ms, tone }) => (
          <div key={stage}>
            <dt>
              <svg width="10" height="10" aria-hidden="true">
                <rect width="10" height="10" rx="3" className={tone} />
              </svg>
              {text.match.stageNames[stage] ?? stage}
            </dt>
            <dd>{text.common.ms(ms)}</dd>
          </div>
        ))}
      </dl>
      <h3 className={styles.caption}>{text.match.models}</h3>
      <dl className={styles.models}>
        {Object.entries(result.models_used).map(([stage, model]) => (
          <div key={stage}>
            <dt>{text.match.stageNames[stage] ?? stage}</dt>
            <dd>
              {text.match.tiers[model.tier] ?? model.tier} · <code>{model.version}</code> ·{' '}
              {model.calibrated ? text.match.calibrated : text.match.declared}
            </dd>
          </div>
        ))}
      </dl>
    </Panel>
  );
}
