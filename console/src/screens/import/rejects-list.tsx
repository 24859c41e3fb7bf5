import { Button } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { text } from '../../text/en.ts';
import styles from './check-panel.module.css';
import { faultOf } from './file-facts.tsx';
import type { Layout } from './file-rows.ts';
import type { Rejects } from './rejects.ts';
import { rejectsCsv } from './rejects-csv.ts';

interface Props {
  readonly rejects: Rejects;
  readonly file: File;
  readonly layout: Layout;
}

const ROWS_SHOWN = 100;
const KEPT_MS = 60_000;

/** The rejects by row with their reasons, and all of them as a file. */
export function RejectsList({ rejects, file, layout }: Props) {
  const download = useMutation({
    mutationFn: () => rejectsCsv(file, layout, rejects),
    onSuccess: (csv) => save(csv, text.import.rejectsFile(file.name)),
  });
  if (rejects.count === 0) return null;
  const shown = rejects.first(ROWS_SHOWN);
  return (
    <section className={styles.rejects} aria-label={text.import.rejects}>
      <header>
        <h3>{text.import.rejects}</h3>
        <Button variant="default" size="xs" loading={download.isPending} onClick={() => download.mutate()}>
          {text.import.download}
        </Button>
      </header>
      {download.error && <p role="alert">{faultOf(download.error)}</p>}
      {rejects.count > shown.length && <p>{text.import.rejectsFirst(shown.length, rejects.count)}</p>}
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a scrolling region, which the keyboard must reach */}
      <section className={styles.scroll} tabIndex={0} aria-label={text.import.rejectReason}>
        <table>
          <thead>
            <tr>
              <th scope="col">{text.import.rejectRow}</th>
              <th scope="col">{text.import.rejectReason}</th>
            </tr>
          </thead>
          <tbody>
            {shown.map(({ row, reason }) => (
              <tr key={row}>
                <td>{row.toLocaleString('en')}</td>
                <td>{reason}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </section>
    </section>
  );
}

function save(content: Blob, name: string): void {
  const address = URL.createObjectURL(content);
  const link = document.createElement('a');
  link.href = address;
  link.download = name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(address), KEPT_MS);
}
