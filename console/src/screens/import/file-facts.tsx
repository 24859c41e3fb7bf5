import { NativeSelect, Skeleton } from '@mantine/core';
import type { UseQueryResult } from '@tanstack/react-query';
import { type Delimiter, delimiters, type Quote, quotes } from 'counterpart-intake/dialect.ts';
import { type Encoding, encodings } from 'counterpart-intake/encodings.ts';
import { type Decimal, decimals } from 'counterpart-intake/number-text.ts';
import { Panel } from '../../parts/panel.tsx';
import { text } from '../../text/en.ts';
import { chosenFile } from './chosen-file.ts';
import { FileDrop } from './file-drop.tsx';
import { type Layout, UnreadableFile } from './file-rows.ts';
import styles from './import-screen.module.css';
import type { Chosen, SniffedFile } from './sniff-file.ts';

/** Lines of which one may be chosen for the header. */
const HEADER_LINES = 30;

interface Props {
  readonly file: File;
  readonly sniffed: UseQueryResult<SniffedFile | null>;
  readonly chosen: Chosen;
  readonly onChange: (chosen: Chosen) => void;
}

/** Name and size of the file, and how it is read. */
export function FileFacts({ file, sniffed, chosen, onChange }: Props) {
  const layout = sniffed.data?.layout;
  const leftOut = (sniffed.data?.leftOut ?? []).filter((line) => line.trim() !== '');
  const facts = [
    text.import.size(file.size),
    ...(layout ? [text.import.format[layout.format], text.import.columnsFound(layout.columns.length)] : []),
  ];
  return (
    <Panel title={file.name} lead={facts.join(' · ')} aside={<FileDrop again onFile={chosenFile.set} />}>
      {sniffed.isPending && <Skeleton h={58} aria-label={text.import.reading} />}
      {sniffed.error && <p role="alert">{faultOf(sniffed.error)}</p>}
      {sniffed.data === null && <p role="alert">{text.import.empty}</p>}
      {leftOut.length > 0 && <p>{text.import.leftOut(leftOut)}</p>}
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
              value={chosen.delimiter ?? layout?.dialect.delimiter ?? ','}
              onChange={({ currentTarget }) =>
                onChange({ ...chosen, delimiter: currentTarget.value as Delimiter })
              }
              data={delimiters.map((value) => ({ value, label: text.import.delimiters[value] ?? value }))}
            />
          )}
          {layout?.format === 'csv' && (
            <>
              <NativeSelect
                label={text.import.quoting}
                value={layout.dialect.quote ?? 'none'}
                onChange={({ currentTarget: { value } }) =>
                  onChange({ ...chosen, quote: value === 'none' ? null : (value as Quote) })
                }
                data={[...quotes, 'none'].map((value) => ({
                  value,
                  label: text.import.quotes[value] ?? value,
                }))}
              />
              <NativeSelect
                label={text.import.decimal}
                value={layout.dialect.decimal}
                onChange={({ currentTarget }) =>
                  onChange({ ...chosen, decimal: currentTarget.value as Decimal })
                }
                data={decimals.map((value) => ({ value, label: text.import.decimals[value] ?? value }))}
              />
              <NativeSelect
                label={text.import.header}
                value={String(layout.dialect.skipLines)}
                onChange={({ currentTarget }) =>
                  onChange({ ...chosen, skipLines: Number(currentTarget.value) })
                }
                data={Array.from(
                  { length: Math.max(HEADER_LINES, layout.dialect.skipLines + 1) },
                  (_, n) => ({
                    value: String(n),
                    label: text.import.headerLine(n + 1),
                  }),
                )}
              />
            </>
          )}
          {layout && (
            <NativeSelect
              label={text.import.repeatedIds}
              value={layout.repeated}
              onChange={({ currentTarget }) =>
                onChange({ ...chosen, repeated: currentTarget.value as Layout['repeated'] })
              }
              data={(['refuse', 'replace'] as const).map((value) => ({
                value,
                label: text.import.repeatedWays[value],
              }))}
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
