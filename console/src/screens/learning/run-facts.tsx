import type { ReactNode } from 'react';
import { CopyText } from '../../parts/copy-text.tsx';
import { dateTime } from '../../shell/dates.ts';
import { text } from '../../text/en.ts';
import type { RunDetail } from './learning-queries.ts';
import { countOf } from './run-figures.ts';
import styles from './run-screen.module.css';

export function RunFacts({ run }: { readonly run: RunDetail }) {
  const learned = countOf(run.metrics.after, 'trained_on');
  const { concentration } = run.metrics;
  const heldOut = countOf(run.metrics.after, 'held_out');
  return (
    <dl className={styles.facts}>
      <Fact name={text.learning.version}>
        {run.version === null ? (
          text.learning.noVersion
        ) : (
          <CopyText value={run.version} label={text.common.copy} />
        )}
      </Fact>
      <Fact name={text.learning.tier}>{text.learning.tiers[run.tier] ?? run.tier}</Fact>
      <Fact name={text.learning.learnedFrom}>
        {[learned !== null && text.learning.outcomesOf(learned), text.learning.triplets(run.triplets_used)]
          .filter(Boolean)
          .join(', ')}
      </Fact>
      {heldOut !== null && <Fact name={text.learning.heldOut}>{text.learning.heldOutOf(heldOut)}</Fact>}
      {concentration !== null && concentration.bounded > 0 && (
        <Fact name={text.learning.bounded}>
          {text.learning.boundedOf(concentration.bounded, concentration.outcomes)}
        </Fact>
      )}
      <Fact name={text.learning.created}>{dateTime(run.created_at)}</Fact>
      {run.finished_at !== null && <Fact name={text.learning.finished}>{dateTime(run.finished_at)}</Fact>}
    </dl>
  );
}

function Fact({ name, children }: { readonly name: string; readonly children: ReactNode }) {
  return (
    <div>
      <dt>{name}</dt>
      <dd>{children}</dd>
    </div>
  );
}
