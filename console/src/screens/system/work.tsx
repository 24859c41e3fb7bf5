import type { ReactNode } from 'react';
import type { SystemState } from '../../api/admin-queries.ts';
import { DataTable } from '../../parts/data-table.tsx';
import { Panel } from '../../parts/panel.tsx';
import { shownBytes, shownSpan } from '../../parts/units.ts';
import { words } from '../../parts/words.ts';
import { text } from '../../text/en.ts';
import styles from './system-screen.module.css';

/** Jobs of all tenants, and the models that the process works with. */
export function Work({ state }: { readonly state: SystemState }) {
  const { jobs, encoders, models, language_model: language, degraded } = state;
  const questions = language.questions.reduce((sum, { count }) => sum + count, 0);
  return (
    <div className={styles.pair}>
      <Panel title={text.system.jobs}>
        {jobs.waiting.length === 0 ? (
          <p className={styles.dim}>{text.system.noJobs}</p>
        ) : (
          <DataTable
            caption={text.system.jobs}
            columns={[
              { label: text.system.kind, cell: ({ kind }) => nameOf(kind) },
              { label: text.jobs.filter, cell: ({ status }) => text.jobs.status[status] ?? status },
              { label: text.system.count, numeric: true, cell: ({ count }) => text.common.count(count) },
              {
                label: text.system.oldest,
                numeric: true,
                cell: ({ oldest_due_s: age }) => (age === null ? '–' : shownSpan(age)),
              },
            ]}
            rows={jobs.waiting}
            folds
            keyOf={({ kind, status }) => `${kind} ${status}`}
          />
        )}
        {jobs.ended.length > 0 && (
          <>
            <h3 className={styles.caption}>{text.system.endedTitle}</h3>
            <ul>
              {jobs.ended.map(({ kind, outcome, count }) => (
                <li key={`${kind} ${outcome}`}>{text.system.ended(count, nameOf(kind), words(outcome))}</li>
              ))}
            </ul>
          </>
        )}
      </Panel>
      <Panel title={text.system.encoders}>
        <dl className={styles.list}>
          <Fact label={text.system.serving}>
            <code>{encoders.serving ?? text.system.noEncoder}</code>
          </Fact>
          {encoders.target !== null && (
            <Fact label={text.system.switching(encoders.target)}>
              {text.common.percent(encoders.share)} · {text.system.rowsLeft(encoders.rows_left)}
            </Fact>
          )}
          <Fact label={text.system.models}>
            {text.system.modelsValue(models.open, shownBytes(models.bytes))}
          </Fact>
          <Fact label={text.system.language}>
            {questions === 0
              ? text.system.languageNone
              : `${text.system.languageValue(questions, language.usd.toLocaleString('en', { maximumFractionDigits: 4 }))} · ${text.system.tokens(text.common.count(language.input_tokens), text.common.count(language.output_tokens))}`}
          </Fact>
          <Fact label={text.system.degraded}>
            {degraded.length === 0
              ? text.system.degradedNone
              : degraded
                  .map(
                    ({ stage, reason, count }) =>
                      `${text.match.stageNames[stage] ?? stage}, ${words(reason)}: ${count}`,
                  )
                  .join(' · ')}
          </Fact>
        </dl>
      </Panel>
    </div>
  );
}

function Fact({ label, children }: { readonly label: string; readonly children: ReactNode }) {
  return (
    <div>
      <dt>{label}</dt>
      <dd>{children}</dd>
    </div>
  );
}

function nameOf(kind: string): string {
  return text.jobs.kinds[kind] ?? words(kind);
}
