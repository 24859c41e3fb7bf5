import { Button } from '@mantine/core';
import { useRef, useState } from 'react';
import { text } from '../../text/en.ts';
import styles from './file-drop.module.css';

/** A button for a file, and a place to drop one. */
export function FileDrop({
  onFile,
  again = false,
}: {
  readonly onFile: (file: File) => void;
  readonly again?: boolean;
}) {
  const input = useRef<HTMLInputElement>(null);
  const [over, setOver] = useState(false);
  const take = (files: FileList | null | undefined) => {
    const file = files?.[0];
    if (file !== undefined) onFile(file);
  };
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: the button inside does the same for the keyboard
    <div
      className={styles.drop}
      data-over={over || undefined}
      data-small={again || undefined}
      onDragOver={(event) => {
        event.preventDefault();
        setOver(true);
      }}
      onDragLeave={() => setOver(false)}
      onDrop={(event) => {
        event.preventDefault();
        setOver(false);
        take(event.dataTransfer.files);
      }}
    >
      <Button variant={again ? 'default' : 'filled'} onClick={() => input.current?.click()}>
        {again ? text.import.another : text.import.choose}
      </Button>
      {!again && <p>{text.import.drop}</p>}
      <input
        ref={input}
        type="file"
        hidden
        aria-label={text.import.choose}
        accept=".csv,.tsv,.txt,.ndjson,.jsonl,text/csv,application/x-ndjson"
        onChange={({ currentTarget }) => {
          take(currentTarget.files);
          // The same file may be chosen again after it was corrected.
          currentTarget.value = '';
        }}
      />
    </div>
  );
}
