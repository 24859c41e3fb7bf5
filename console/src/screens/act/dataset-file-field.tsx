import { useMutation } from '@tanstack/react-query';
import { DropZone } from '../../parts/drop-zone.tsx';
import { actText } from '../../text/en-act.ts';
import { type DatasetFile, FaultyFile, readDatasetFile } from './dataset-file.ts';
import styles from './operation-form.module.css';

const words = actText.importDataset;

interface Props {
  readonly file: DatasetFile | undefined;
  readonly onFile: (file: DatasetFile | undefined) => void;
}

/** Chooses a file of rows, reads it, and says what is in it or what is wrong. */
export function DatasetFileField({ file, onFile }: Props) {
  const read = useMutation({
    mutationFn: readDatasetFile,
    onMutate: () => onFile(undefined),
    onSuccess: onFile,
  });
  const { error } = read;
  return (
    <>
      <DropZone
        onFile={(chosen) => read.mutate(chosen)}
        label={words.choose}
        hint={words.drop}
        busy={read.isPending}
        variant="default"
        accept=".jsonl,.ndjson,.csv,.tsv,.tab,.parquet,.gz,.zst"
      />
      <div role="status" className={styles.said}>
        {read.isPending && <p>{words.reading}</p>}
        {file && (
          <p>
            <strong>{file.file}</strong>:{' '}
            {words.counted(file.items.length, file.events.length, file.people.length)}
          </p>
        )}
      </div>
      {error && (
        <div role="alert">
          <p className={styles.bad}>{error.message}</p>
          {error instanceof FaultyFile && (
            <ul className={styles.list}>
              {error.faults.map(({ row, why }) => (
                <li key={row}>{words.faultOf(row, why)}</li>
              ))}
            </ul>
          )}
          {error instanceof FaultyFile && <p>{words.knownForms}</p>}
        </div>
      )}
    </>
  );
}
