import { NativeSelect, Skeleton } from '@mantine/core';
import type { UseQueryResult } from '@tanstack/react-query';
import { Panel } from '../../parts/panel.tsx';
import { text } from '../../text/en.ts';
import { chosenFile } from './chosen-file.ts';
import { delimiters, UnreadableFile } from './csv-rows.ts';
import { type Encoding, encodings } from './decode-file.ts';
import { FileDrop } from './file-drop.tsx';
import styles from './import-screen.module.css';
import type { SniffedFile } from './sniff-file.ts';
import type { Chosen } from './use-sniffed.ts';

interface Props {
  readonly file: File;
  readonly sniffed: UseQueryResult<SniffedFile | null>;
  readonly chosen: Chosen;
  readonly onChange: (chosen: Chosen) => void;
}

/** Name and size of the file, and how it is read. */
export function FileFacts({ file, sniffed, chosen, onChange }: Props) {
  const layout = sniffed.data?.layout;
  const facts = [
    text.import.size(file.size),
    ...(layout ? [text.import.format[layout.format], text.import.columnsFound(layout.columns.length)] : []),
  ];
  return (
    <Panel title={file.name} lead={facts.join(' · ')} aside={<FileDrop again onFile={chosenFile.set} />}>
      {sniffed.isPending && <Skeleton h={58} aria-label={text.import.reading} />}
      {sniffed.error && <p role="alert">{faultOf(sniffed.error)}</p>}
      {sniffed.data === null && <p role="alert">{text.import.empty}</p>}
      {(layout || sniffed.error) && (
        <div className={styles.reading}>
          <NativeSelect
            label={text.import.encoding}
            value={chosen.encoding ?? layout?.encoding ?? 'utf-8'}
            onChange={({ currentTarget }) =>
              onChange({ ...chosen, encoding: currentTarget.value as Encoding })
            }
            data={encodings.map((value) => ({ value, label: text.import.encodings[value] ?? value }))}
          />
          {layout?.format !== 'ndjson' && (
            <NativeSelect
              label={text.import.delimiter}
              value={chosen.delimiter ?? layout?.delimiter ?? ','}
              onChange={({ currentTarget }) => onChange({ ...chosen, delimiter: currentTarget.value })}
              data={delimiters.map((value) => ({ value, label: text.import.delimiters[value] ?? value }))}
            />
          )}
        </div>
      )}
    </Panel>
  );
}

/** A sentence for a file that cannot be read. */
export function faultOf(error: unknown): string {
  return error instanceof UnreadableFile ? text.import.doesNotEnd(error.row) : text.import.cannotRead;
}
