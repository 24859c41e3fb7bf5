import { Button } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { DropZone } from '../../parts/drop-zone.tsx';
import { saveFile } from '../../parts/save-file.ts';
import { text } from '../../text/en.ts';
import styles from './definition-tab.module.css';
import { readDefinitionFile } from './read-definition-file.ts';

interface Props {
  readonly source: string;
  /** Name of the downloaded file, without its ending. */
  readonly name: string;
  readonly onSource: (source: string) => void;
}

/** Opens a file in the editor, and saves what is in the editor as a file. */
export function DefinitionFiles({ source, name, onSource }: Props) {
  const opening = useMutation({ mutationFn: readDefinitionFile, onSuccess: onSource, gcTime: 0 });
  return (
    <div className={styles.files}>
      <div className={styles.actions}>
        <DropZone
          bare
          variant="default"
          label={text.domain.form.openFile}
          accept=".yaml,.yml,.json,.txt"
          busy={opening.isPending}
          onFile={(file) => opening.mutate(file)}
        />
        <Button
          variant="default"
          onClick={() => saveFile(new Blob([source], { type: 'application/yaml' }), `${name}.yaml`)}
        >
          {text.domain.form.download}
        </Button>
      </div>
      {!opening.error && (
        <p className={styles.state} role="status">
          {opening.data === undefined
            ? text.domain.form.fileHint
            : text.domain.form.fileOpened(opening.variables.name)}
        </p>
      )}
      {opening.error && (
        <p role="alert" className={styles.refused}>
          {opening.error.message}
        </p>
      )}
    </div>
  );
}
