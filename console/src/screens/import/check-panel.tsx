import { Button } from '@mantine/core';
import type { RepeatedIds } from 'counterpart-intake/repeated-ids.ts';
import { useEffect, useRef, useState } from 'react';
import { Panel } from '../../parts/panel.tsx';
import { words } from '../../parts/words.ts';
import { useSession } from '../../shell/session-context.ts';
import { importText } from '../../text/en-import.ts';
import { type CheckedFile, checkFile } from './check-file.ts';
import styles from './check-panel.module.css';
import { faultOf } from './file-facts.tsx';
import { type FileMapping, givesIds } from './file-mapping.ts';
import { startImport } from './import-run.ts';
import { sourceOfFile } from './import-source.ts';
import { RejectsList } from './rejects-list.tsx';
import type { SavedImport } from './saved-import.ts';

type State =
  | { readonly phase: 'waiting' }
  | { readonly phase: 'checking'; readonly share: number }
  | { readonly phase: 'checked'; readonly checked: CheckedFile }
  | { readonly phase: 'failed'; readonly error: unknown };

interface Props {
  readonly file: File;
  readonly mapping: FileMapping;
  /** How far an earlier import of this file with this mapping came. */
  readonly saved: SavedImport | undefined;
}

/** Checks the whole file, of which nothing is stored, shows the outcome, and starts the import. */
export function CheckPanel({ file, mapping, saved }: Props) {
  const { tenant } = useSession();
  const [state, setState] = useState<State>({ phase: 'waiting' });
  const controller = useRef<AbortController | null>(null);
  useEffect(() => () => controller.current?.abort(), []);
  const hasId = givesIds(mapping);
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
  const start = ({ sent }: CheckedFile) => void startImport(sourceOfFile(file, mapping, sent, tenant.id));
  return (
    <Panel title={importText.check} lead={importText.checkLead}>
      {state.phase === 'waiting' && saved && (
        <div className={styles.saved}>
          <p>{importText.interrupted(saved.position, saved.total)}</p>
          <Button
            onClick={() => void startImport(sourceOfFile(file, mapping, saved.total, tenant.id), saved)}
          >
            {importText.goOn}
          </Button>
        </div>
      )}
      {state.phase === 'waiting' && (
        <>
          <Button variant={saved ? 'default' : 'filled'} onClick={() => void check()} disabled={!hasId}>
            {importText.checkDo}
          </Button>
          {!hasId && <p className={styles.note}>{importText.requiredIdMissing}</p>}
        </>
      )}
      {state.phase === 'checking' && (
        <div className={styles.progress}>
          <progress aria-label={importText.checking} max={1} value={state.share} />
          <Button variant="default" size="xs" onClick={() => controller.current?.abort()}>
            {importText.stopCheck}
          </Button>
        </div>
      )}
      {state.phase === 'failed' && (
        <>
          <p role="alert" className={styles.bad}>
            {faultOf(state.error)}
          </p>
          <Button variant="default" onClick={() => void check()}>
            {importText.checkDo}
          </Button>
        </>
      )}
      {state.phase === 'checked' && (
        <>
          <Findings checked={state.checked} way={mapping.layout.repeated} />
          <RejectsList rejects={state.checked.rejects} file={file} mapping={mapping} />
          <Button
            className={styles.start}
            disabled={state.checked.ready === 0}
            onClick={() => start(state.checked)}
          >
            {importText.importDo(state.checked.ready)}
          </Button>
        </>
      )}
    </Panel>
  );
}

function Findings({ checked, way }: { readonly checked: CheckedFile; readonly way: RepeatedIds }) {
  const { rows, ready, rejects, repeated, tooManyIds, report, lacking } = checked;
  const counts = {
    unreadable: report.undecoded_rows ?? 0,
    swallowed: report.swallowed_lines ?? 0,
    short: report.short_rows ?? 0,
    unnamed: report.unnamed_cells ?? 0,
    quotes: report.kept_quotes ?? 0,
  };
  return (
    <div role="status">
      <ul className={styles.findings}>
        <li>{importText.checked(rows, ready)}</li>
        {rejects.count > 0 && <li className={styles.bad}>{importText.rejected(rejects.count)}</li>}
        {counts.unreadable > 0 && <li className={styles.warn}>{importText.unreadable(counts.unreadable)}</li>}
        {tooManyIds && <li>{importText.notCompared}</li>}
        {repeated > 0 && <li className={styles.warn}>{importText.repeated(repeated, way)}</li>}
        {counts.swallowed > 0 && <li className={styles.bad}>{importText.swallowed(counts.swallowed)}</li>}
        {counts.short > 0 && <li>{importText.shortRows(counts.short)}</li>}
        {counts.unnamed > 0 && <li>{importText.unnamed(counts.unnamed)}</li>}
        {counts.quotes > 0 && <li>{importText.keptQuotes(counts.quotes)}</li>}
        {Object.entries(lacking)
          .filter(([, count]) => count > 0)
          .map(([name, count]) => (
            <li key={name} className={styles.warn}>
              {importText.lacking(words(name), count)}
            </li>
          ))}
      </ul>
    </div>
  );
}
