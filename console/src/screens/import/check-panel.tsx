import { Button } from '@mantine/core';
import { useEffect, useRef, useState } from 'react';
import { Panel } from '../../parts/panel.tsx';
import { words } from '../../parts/words.ts';
import { useSession } from '../../shell/session-context.ts';
import { text } from '../../text/en.ts';
import { type CheckedFile, checkFile } from './check-file.ts';
import styles from './check-panel.module.css';
import { faultOf } from './file-facts.tsx';
import { startImport } from './import-run.ts';
import { sourceOfFile } from './import-source.ts';
import { RejectsList } from './rejects-list.tsx';
import type { Mapping } from './row-to-person.ts';
import type { SavedImport } from './saved-import.ts';

type State =
  | { readonly phase: 'waiting' }
  | { readonly phase: 'checking'; readonly share: number }
  | { readonly phase: 'checked'; readonly checked: CheckedFile }
  | { readonly phase: 'failed'; readonly error: unknown };

interface Props {
  readonly file: File;
  readonly mapping: Mapping;
  /** How far an earlier import of this file with this mapping came. */
  readonly saved: SavedImport | undefined;
}

/** Reads the whole file once without sending anything, shows the outcome, and starts the import. */
export function CheckPanel({ file, mapping, saved }: Props) {
  const { tenant } = useSession();
  const [state, setState] = useState<State>({ phase: 'waiting' });
  const controller = useRef<AbortController | null>(null);
  useEffect(() => () => controller.current?.abort(), []);
  const hasId = mapping.layout.bodies || mapping.targets.some(({ to }) => to === 'id');
  const check = async () => {
    const abort = new AbortController();
    controller.current = abort;
    setState({ phase: 'checking', share: 0 });
    try {
      const checked = await checkFile(file, mapping, abort.signal, (share) => {
        if (!abort.signal.aborted) setState({ phase: 'checking', share });
      });
      setState({ phase: 'checked', checked });
    } catch (error) {
      setState(abort.signal.aborted ? { phase: 'waiting' } : { phase: 'failed', error });
    }
  };
  const start = ({ ready }: CheckedFile) => void startImport(sourceOfFile(file, mapping, ready, tenant.id));
  return (
    <Panel title={text.import.check} lead={text.import.checkLead}>
      {state.phase === 'waiting' && saved && (
        <div className={styles.saved}>
          <p>{text.import.interrupted(saved.position, saved.total)}</p>
          <Button
            onClick={() => void startImport(sourceOfFile(file, mapping, saved.total, tenant.id), saved)}
          >
            {text.import.goOn}
          </Button>
        </div>
      )}
      {state.phase === 'waiting' && (
        <>
          <Button variant={saved ? 'default' : 'filled'} onClick={() => void check()} disabled={!hasId}>
            {text.import.checkDo}
          </Button>
          {!hasId && <p className={styles.note}>{text.import.requiredIdMissing}</p>}
        </>
      )}
      {state.phase === 'checking' && (
        <div className={styles.progress}>
          <progress aria-label={text.import.checking} max={1} value={state.share} />
          <Button variant="default" size="xs" onClick={() => controller.current?.abort()}>
            {text.import.stopCheck}
          </Button>
        </div>
      )}
      {state.phase === 'failed' && (
        <>
          <p role="alert" className={styles.bad}>
            {faultOf(state.error)}
          </p>
          <Button variant="default" onClick={() => void check()}>
            {text.import.checkDo}
          </Button>
        </>
      )}
      {state.phase === 'checked' && (
        <>
          <Findings checked={state.checked} replaces={mapping.layout.repeated === 'replace'} />
          <RejectsList rejects={state.checked.rejects} file={file} layout={mapping.layout} />
          <Button
            className={styles.start}
            disabled={state.checked.ready === 0}
            onClick={() => start(state.checked)}
          >
            {text.import.importDo(state.checked.ready)}
          </Button>
        </>
      )}
    </Panel>
  );
}

function Findings({ checked, replaces }: { readonly checked: CheckedFile; readonly replaces: boolean }) {
  const { rows, ready, rejects, repeated, tooManyIds, unreadable, notes, lacking } = checked;
  return (
    <ul className={styles.findings} role="status">
      <li>{text.import.checked(rows, ready)}</li>
      {rejects.count > 0 && <li className={styles.bad}>{text.import.rejected(rejects.count)}</li>}
      {unreadable > 0 && <li className={styles.warn}>{text.import.unreadable(unreadable)}</li>}
      {tooManyIds && <li>{text.import.notCompared}</li>}
      {repeated > 0 && <li className={styles.warn}>{text.import.repeated(repeated, replaces)}</li>}
      {notes !== null && notes.swallowedLines > 0 && (
        <li className={styles.bad}>{text.import.swallowed(notes.swallowedLines)}</li>
      )}
      {notes !== null && notes.shortRows > 0 && <li>{text.import.shortRows(notes.shortRows)}</li>}
      {notes !== null && notes.unnamedCells > 0 && <li>{text.import.unnamed(notes.unnamedCells)}</li>}
      {notes !== null && notes.keptQuotes > 0 && <li>{text.import.keptQuotes(notes.keptQuotes)}</li>}
      {Object.entries(lacking)
        .filter(([, count]) => count > 0)
        .map(([name, count]) => (
          <li key={name} className={styles.warn}>
            {text.import.lacking(words(name), count)}
          </li>
        ))}
    </ul>
  );
}
