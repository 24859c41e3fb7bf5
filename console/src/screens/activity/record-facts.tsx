import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import type { MatchRecord } from '../../api/activity-queries.ts';
import { CopyText } from '../../parts/copy-text.tsx';
import { Panel } from '../../parts/panel.tsx';
import { text } from '../../text/en.ts';
import styles from './record-screen.module.css';

export function RecordFacts({ record }: { readonly record: MatchRecord }) {
  const { match_id, user_id: userId, domain, key_id, took_ms, experiment, models_used, request } = record;
  const models = Object.entries(models_used);
  return (
    <Panel title={text.activity.facts}>
      <dl className={styles.facts}>
        <Fact name={text.activity.person}>
          <Link to="/people/$userId" params={{ userId }} search={{ domain }}>
            {userId}
          </Link>{' '}
          · {domain}
        </Fact>
        <Fact name={text.activity.key}>{key_id ?? text.activity.noKey}</Fact>
        {took_ms !== null && <Fact name={text.activity.took}>{text.common.ms(took_ms)}</Fact>}
        {experiment !== undefined && (
          <Fact name={text.activity.experiment}>
            {[experiment.id, experiment.arm].filter(Boolean).join(' · ')}
          </Fact>
        )}
        {models.length > 0 && (
          <Fact name={text.activity.models}>
            {models.map(([stage, { tier, version }]) => (
              <span key={stage} className={styles.model}>
                {text.match.stageNames[stage] ?? stage}: {version}
                {tier !== null && ` (${tier})`}
              </span>
            ))}
          </Fact>
        )}
        <Fact name="match_id">
          <CopyText value={match_id} label={text.common.copy} />
        </Fact>
      </dl>
      {request !== null && (
        <details>
          <summary>{text.activity.asked}</summary>
          <pre className={styles.request}>{JSON.stringify(request, null, 2)}</pre>
        </details>
      )}
    </Panel>
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
