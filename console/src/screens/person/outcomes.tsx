import { Button } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import type { wire } from 'counterpart-client';
import { useState } from 'react';
import { Panel } from '../../parts/panel.tsx';
import { dateTime } from '../../shell/dates.ts';
import { text } from '../../text/en.ts';
import { outcomeRows } from './outcome-rows.ts';
import styles from './outcomes.module.css';

const AT_FIRST = 20;

export function Outcomes({ whole, domain }: { readonly whole: wire.UserExport; readonly domain: string }) {
  const [shown, setShown] = useState(AT_FIRST);
  const rows = outcomeRows(whole, domain);
  const answers = whole.matches_shown_to.filter((match) => match.domain === domain).length;
  return (
    <Panel title={text.person.outcomes} lead={text.person.shown(answers)}>
      {rows.length === 0 && <p className={styles.dim}>{text.person.noOutcomes}</p>}
      <ul className={styles.rows}>
        {rows.slice(0, shown).map((row) => (
          <li key={row.key} data-old={!row.current || undefined}>
            <span className={styles.label}>{row.outcome}</span>
            <span className={styles.who}>
              {row.asSeeker ? text.person.asSeeker : text.person.asCandidate}{' '}
              <Link to="/people/$userId" params={{ userId: row.other }} search={{ domain }}>
                {row.other}
              </Link>
              {!row.current && ` · ${text.person.superseded}`}
            </span>
            <span className={styles.dim}>{dateTime(row.at)}</span>
          </li>
        ))}
      </ul>
      {rows.length > shown && (
        <Button variant="default" size="xs" onClick={() => setShown(shown + AT_FIRST)}>
          {text.common.more}
        </Button>
      )}
    </Panel>
  );
}
