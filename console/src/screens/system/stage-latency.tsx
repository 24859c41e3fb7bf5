import { VisuallyHidden } from '@mantine/core';
import type { SystemState } from '../../api/admin-queries.ts';
import { DataTable } from '../../parts/data-table.tsx';
import { Panel } from '../../parts/panel.tsx';
import { shownMs } from '../../parts/units.ts';
import { text } from '../../text/en.ts';
import styles from './stage-latency.module.css';

type Stage = SystemState['stages'][number];

/** A histogram of each stage: one bar a bucket, its height by the number of matches. */
export function StageLatency({ stages }: { readonly stages: readonly Stage[] }) {
  return (
    <Panel title={text.system.stages} lead={text.system.stagesLead}>
      {stages.length === 0 ? (
        <p className={styles.none}>{text.system.noStages}</p>
      ) : (
        <ul className={styles.stages}>
          {stages.map((stage) => (
            <StageCard key={stage.stage} stage={stage} />
          ))}
        </ul>
      )}
    </Panel>
  );
}

function StageCard({ stage }: { readonly stage: Stage }) {
  const { buckets, count } = stage;
  const name = text.match.stageNames[stage.stage] ?? stage.stage;
  const most = Math.max(1, ...buckets.map((bucket) => bucket.count));
  const width = 100 / buckets.length;
  const [p50, p90, p99] = [shownMs(stage.p50_ms), shownMs(stage.p90_ms), shownMs(stage.p99_ms)];
  return (
    <li>
      <div className={styles.head}>
        <h3>{name}</h3>
        <span>{text.system.matches(count)}</span>
      </div>
      <svg
        className={styles.bars}
        viewBox="0 0 100 40"
        preserveAspectRatio="none"
        role="img"
        aria-label={`${name}. ${text.system.percentiles(p50, p90, p99)}`}
      >
        {buckets.map((bucket, at) => (
          <g key={bucket.up_to_ms ?? 'over'}>
            <title>{nameOf(stage, at)}</title>
            {/* The whole column can be pointed at, also where its bar is low. */}
            <rect x={at * width} y={0} width={width} height={40} className={styles.column} />
            <rect
              x={at * width + width * 0.1}
              y={40 - heightOf(bucket.count, most)}
              width={width * 0.8}
              height={heightOf(bucket.count, most)}
              className={styles.bar}
            />
          </g>
        ))}
      </svg>
      <div className={styles.axis} aria-hidden="true">
        <span>{shownMs(buckets[0]?.up_to_ms ?? null)}</span>
        <span>{shownMs(buckets.at(-2)?.up_to_ms ?? null)}</span>
      </div>
      <dl className={styles.percentiles}>
        {[
          [text.system.p50, p50],
          [text.system.p90, p90],
          [text.system.p99, p99],
        ].map(([label, value]) => (
          <div key={label}>
            <dt>{label}</dt>
            <dd>{value}</dd>
          </div>
        ))}
      </dl>
      <VisuallyHidden>
        <DataTable
          caption={name}
          columns={[
            { label: text.system.time, cell: (at: number) => nameOf(stage, at) },
            { label: text.system.count, cell: (at: number) => buckets[at]!.count },
          ]}
          rows={buckets.map((_, at) => at)}
          keyOf={String}
        />
      </VisuallyHidden>
    </li>
  );
}

function nameOf({ buckets }: Stage, at: number): string {
  const { up_to_ms, count } = buckets[at]!;
  return up_to_ms === null
    ? text.system.bucketOver(shownMs(buckets[at - 1]?.up_to_ms ?? null), count)
    : text.system.bucket(shownMs(up_to_ms), count);
}

/** A bucket that has anything is seen. */
function heightOf(count: number, most: number): number {
  return count === 0 ? 0 : Math.max(1.5, (count / most) * 38);
}
