import { Button } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { ErrorNote } from '../../parts/error-note.tsx';
import { Panel } from '../../parts/panel.tsx';
import { allows, useSession } from '../../shell/session-context.ts';
import { text } from '../../text/en.ts';
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
      title={phase === 'running' ? text.import.running(source.name) : source.name}
      lead={text.import.progress(position, source.total)}
    >
      <div className={styles.progress}>
        <progress
          aria-label={text.import.running(source.name)}
          max={Math.max(1, source.total)}
          value={phase === 'done' ? Math.max(1, source.total) : position}
        />
        {phase === 'running' && (
          <Button variant="default" size="xs" onClick={stopImport}>
            {text.import.stop}
          </Button>
        )}
      </div>
      <div role="status" className={styles.findings}>
        {phase === 'stopped' && <p>{text.import.stopped(position)}</p>}
        {phase === 'failed' && <p className={styles.bad}>{text.import.failed}</p>}
        {phase === 'done' && <p>{text.import.done(storedRows(run))}</p>}
        {phase === 'done' && rejects.count > 0 && (
          <p className={styles.bad}>{text.import.doneRejected(rejects.count)}</p>
        )}
        {phase === 'done' && mayRead && <ReadingBehind domain={domain} />}
        {phase !== 'running' &&
          run.warnings.map(({ kind, rows, row, message }) => (
            <p key={kind}>{text.import.warned(rows, row, message)}</p>
          ))}
      </div>
      {phase === 'failed' && <ErrorNote error={run.error} onRetry={resumeImport} />}
      {phase !== 'running' && source.from && <RejectsList rejects={rejects} {...source.from} />}
      {phase !== 'running' && (
        <div className={styles.actions}>
          {phase === 'stopped' && <Button onClick={() => void resumeImport()}>{text.import.resume}</Button>}
          {phase === 'done' && mayMatch && first !== undefined && (
            <Button renderRoot={(props) => <Link to="/match" search={{ domain, user: first }} {...props} />}>
              {text.import.firstMatch}
            </Button>
          )}
          <Button
            variant="default"
            renderRoot={(props) => <Link to="/people" search={{ domain }} {...props} />}
          >
            {text.import.toPeople}
          </Button>
          <Button variant="default" onClick={leaveImport}>
            {text.import.close}
          </Button>
        </div>
      )}
    </Panel>
  );
}
