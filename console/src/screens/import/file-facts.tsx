import { NativeSelect, Skeleton } from '@mantine/core';
import type { UseQueryResult } from '@tanstack/react-query';
import { type Delimiter, delimiters, type Quote, quotes } from 'counterpart-intake/dialect.ts';
import { type Encoding, encodings } from 'counterpart-intake/encodings.ts';
import { type Decimal, decimals } from 'counterpart-intake/number-text.ts';
import { repeatedIds } from 'counterpart-intake/repeated-ids.ts';
import { Panel } from '../../parts/panel.tsx';
import { importText } from '../../text/en-import.ts';
import { chosenFile } from './chosen-file.ts';
import { FileDrop } from './file-drop.tsx';
import styles from './import-screen.module.css';
import type { Chosen, Layout } from './layout.ts';
import type { OpenedFile } from './open-file.ts';

/** Lines of which one may be chosen for the header. */
const HEADER_LINES = 30;

interface Props {
  readonly file: File;
  readonly opened: UseQueryResult<OpenedFile | null>;
  readonly chosen: Chosen;
  readonly onChange: (chosen: Chosen) => void;
}

/** Name and size of the file, and how it is read. */
export function FileFacts({ file, opened, chosen, onChange }: Props) {
  const layout = opened.data?.layout;
  const reading = layout?.reading ?? {};
  const isTable = layout?.format === 'csv' || layout?.format === 'tsv';
  const leftOut = (opened.data?.report.left_out_lines ?? []).filter((line) => line.trim() !== '');
  const facts = [
    importText.size(file.size),
    ...(layout
      ? [importText.format[layout.format], importText.columnsFound(opened.data?.facts.names.length ?? 0)]
      : []),
  ];
  return (
    <Panel title={file.name} lead={facts.join(' · ')} aside={<FileDrop again onFile={chosenFile.set} />}>
      {opened.isPending && <Skeleton h={58} aria-label={importText.reading} />}
      {opened.error && <p role="alert">{faultOf(opened.error)}</p>}
      {opened.data === null && <p role="alert">{importText.empty}</p>}
      {leftOut.length > 0 && <p>{importText.leftOut(leftOut)}</p>}
      {(layout || opened.error) && (
        <div className={styles.reading}>
          {(reading.encoding !== undefined || opened.error) && (
            <NativeSelect
              label={importText.encoding}
              value={chosen.encoding ?? reading.encoding ?? 'utf-8'}
              onChange={({ currentTarget }) =>
                onChange({ ...chosen, encoding: currentTarget.value as Encoding })
              }
              data={encodings.map((value) => ({ value, label: importText.encodings[value] ?? value }))}
            />
          )}
          {(isTable || opened.error) && (
            <NativeSelect
              label={importText.delimiter}
              value={chosen.delimiter ?? reading.delimiter ?? ','}
              onChange={({ currentTarget }) =>
                onChange({ ...chosen, delimiter: currentTarget.value as Delimiter })
              }
              data={delimiters.map((value) => ({ value, label: importText.delimiters[value] ?? value }))}
            />
          )}
          {isTable && (
            <>
              <NativeSelect
                label={importText.quoting}
                value={reading.quote ?? 'none'}
                onChange={({ currentTarget: { value } }) =>
                  onChange({ ...chosen, quote: value === 'none' ? null : (value as Quote) })
                }
                data={[...quotes, 'none'].map((value) => ({
                  value,
                  label: importText.quotes[value] ?? value,
                }))}
              />
              <NativeSelect
                label={importText.decimal}
                value={reading.decimal ?? 'point'}
                onChange={({ currentTarget }) =>
                  onChange({ ...chosen, decimal: currentTarget.value as Decimal })
                }
                data={decimals.map((value) => ({ value, label: importText.decimals[value] ?? value }))}
              />
              <NativeSelect
                label={importText.header}
                value={String(reading.skipLines ?? 0)}
                onChange={({ currentTarget }) =>
                  onChange({ ...chosen, skipLines: Number(currentTarget.value) })
                }
                data={Array.from(
                  { length: Math.max(HEADER_LINES, (reading.skipLines ?? 0) + 1) },
                  (_, n) => ({
                    value: String(n),
                    label: importText.headerLine(n + 1),
                  }),
                )}
              />
            </>
          )}
          {layout && (
            <NativeSelect
              label={importText.repeatedIds}
              value={layout.repeated}
              onChange={({ currentTarget }) =>
                onChange({ ...chosen, repeated: currentTarget.value as Layout['repeated'] })
              }
              data={repeatedIds.map((value) => ({
                value,
                label: importText.repeatedWays[value],
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
  // A browser's own error says only that the file has changed or is gone.
  return error instanceof Error && !(error instanceof DOMException) ? error.message : importText.cannotRead;
}
