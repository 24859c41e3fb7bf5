import { Button } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { countRows } from 'counterpart-intake/row-counts.ts';
import { ErrorNote } from '../../parts/error-note.tsx';
import { Panel } from '../../parts/panel.tsx';
import { allows, useSession } from '../../shell/session-context.ts';
import { importText } from '../../text/en-import.ts';
import styles from './check-panel.module.css';
import { type ImportRun, leaveImport, resumeImport, stopImport, storedRows } from './import-run.ts';
import { ReadingBehind } from './reading-behind.tsx';
import { RejectsList } from './rejects-list.tsx';

/** An import while it runs, where it stopped, and when it is done. */
export function RunPanel({ run }: { readonly run: ImportRun }) {
  const session = useSession();
  const [mayMatch, mayRead] = [allows(session, 'match'), allows(session, 'read')];
  const { source, phase, position, rejects, first } = run;
  const { domain } = source;
  return (
    <Panel
      title={phase === 'running' ? importText.running(source.name) : source.name}
      lead={importText.progress(position, source.total)}
    >
      <div className={styles.progress}>
        <progress
          aria-label={importText.running(source.name)}
          max={Math.max(1, source.total)}
          value={phase === 'done' ? Math.max(1, source.total) : position}
        />
        {phase === 'running' && (
          <Button variant="default" size="xs" onClick={stopImport}>
            {importText.stop}
          </Button>
        )}
      </div>
      <div role="status" className={styles.findings}>
        {phase === 'stopped' && <p>{importText.stopped(position)}</p>}
        {phase === 'failed' && <p className={styles.bad}>{importText.failed}</p>}
        {phase === 'done' && <p>{importText.done(storedRows(run))}</p>}
        {phase === 'done' && rejects.count > 0 && (
          <p className={styles.bad}>{importText.doneRejected(rejects.count)}</p>
        )}
        {phase === 'done' && source.from && <p>{importText.counts(countsOf(run))}</p>}
        {phase === 'done' && mayRead && <ReadingBehind domain={domain} />}
        {phase !== 'running' &&
          run.warnings.map(({ kind, rows, line, message }) => (
            <p key={kind}>{importText.warned(rows, line, message)}</p>
          ))}
      </div>
      {phase === 'failed' && <ErrorNote error={run.error} onRetry={resumeImport} />}
      {phase !== 'running' && source.from && <RejectsList rejects={rejects} {...source.from} />}
      {phase !== 'running' && (
        <div className={styles.actions}>
          {phase === 'stopped' && <Button onClick={() => void resumeImport()}>{importText.resume}</Button>}
          {phase === 'done' && mayMatch && first !== undefined && (
            <Button renderRoot={(props) => <Link to="/match" search={{ domain, user: first }} {...props} />}>
              {importText.firstMatch}
            </Button>
          )}
          <Button
            variant="default"
            renderRoot={(props) => <Link to="/people" search={{ domain }} {...props} />}
          >
            {importText.toPeople}
          </Button>
          <Button variant="default" onClick={leaveImport}>
            {importText.close}
          </Button>
        </div>
      )}
    </Panel>
  );
}

function countsOf(run: ImportRun) {
  const { source, rejects } = run;
  return countRows({
    imported: storedRows(run),
    rejected: rejects.count,
    repeatedRows: source.repeatedRows(),
    repeated: source.from?.mapping.layout.repeated ?? 'replace',
  });
}
