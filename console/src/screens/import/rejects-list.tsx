import { Button } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { saveFile } from '../../parts/save-file.ts';
import { importText } from '../../text/en-import.ts';
import styles from './check-panel.module.css';
import { faultOf } from './file-facts.tsx';
import type { FileMapping } from './file-mapping.ts';
import type { Rejects } from './rejects.ts';
import { rejectsCsv } from './rejects-csv.ts';

interface Props {
  readonly rejects: Rejects;
  readonly file: File;
  readonly mapping: FileMapping;
}

const ROWS_SHOWN = 100;

/** The rejects by row with their reasons, and all of them as a file. */
export function RejectsList({ rejects, file, mapping }: Props) {
  const download = useMutation({
    mutationFn: () => rejectsCsv(file, mapping, rejects),
    onSuccess: (csv) => saveFile(csv, importText.rejectsFile(file.name)),
  });
  if (rejects.count === 0) return null;
  const shown = rejects.first(ROWS_SHOWN);
  return (
    <section className={styles.rejects} aria-label={importText.rejects}>
      <header>
        <h3>{importText.rejects}</h3>
        <Button variant="default" size="xs" loading={download.isPending} onClick={() => download.mutate()}>
          {importText.download}
        </Button>
      </header>
      {download.error && <p role="alert">{faultOf(download.error)}</p>}
      {rejects.count > shown.length && <p>{importText.rejectsFirst(shown.length, rejects.count)}</p>}
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a scrolling region, which the keyboard must reach */}
      <section className={styles.scroll} tabIndex={0} aria-label={importText.rejectReason}>
        <table>
          <thead>
            <tr>
              <th scope="col">{importText.rejectRow}</th>
              <th scope="col">{importText.rejectReason}</th>
            </tr>
          </thead>
          <tbody>
            {shown.map(({ row, line, reason }) => (
              <tr key={row}>
                <td>{line.toLocaleString('en')}</td>
                <td>{reason}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </section>
    </section>
  );
}
