import { Button } from '@mantine/core';
import { useEffect, useEffectEvent, useRef, useState } from 'react';
import styles from './drop-zone.module.css';

interface Props {
  readonly onFile: (file: File) => void;
  /** The text of the button. */
  readonly label: string;
  readonly hint?: string | undefined;
  /** As `accept` of the element. */
  readonly accept: string;
  /** A file is being worked on: no other is taken. */
  readonly busy?: boolean;
  /** Without a frame. */
  readonly bare?: boolean;
  readonly variant?: 'filled' | 'default' | 'light';
}

/** A button for a file. A file may also be dropped anywhere on the page; a page has one such zone. */
export function DropZone({ onFile, label, hint, accept, busy = false, bare = false, variant }: Props) {
  const input = useRef<HTMLInputElement>(null);
  const take = (files: FileList | null | undefined) => {
    const file = files?.[0];
    if (file !== undefined && !busy) onFile(file);
  };
  const over = useFilesOverPage(take);
  return (
    <div className={styles.drop} data-over={over || undefined} data-bare={bare || undefined}>
      <Button variant={variant ?? 'filled'} loading={busy} onClick={() => input.current?.click()}>
        {label}
      </Button>
      {hint && <p>{hint}</p>}
      <input
        ref={input}
        type="file"
        hidden
        aria-label={label}
        accept={accept}
        onChange={({ currentTarget }) => {
          take(currentTarget.files);
          // The same file may be chosen again after it was corrected.
          currentTarget.value = '';
        }}
      />
    </div>
  );
}

/** Whether files are dragged over the page. Otherwise the browser would leave the page for a dropped file. */
function useFilesOverPage(onDrop: (files: FileList | undefined) => void): boolean {
  const [over, setOver] = useState(false);
  const dropped = useEffectEvent(onDrop);
  useEffect(() => {
    const handle = (event: DragEvent) => {
      // A dragged text goes to the field that it is dropped on.
      if (!event.dataTransfer?.types.includes('Files')) return;
      event.preventDefault();
      setOver(event.type === 'dragover');
      if (event.type === 'drop') dropped(event.dataTransfer.files);
    };
    const leave = ({ relatedTarget }: DragEvent) => relatedTarget === null && setOver(false);
    window.addEventListener('dragover', handle);
    window.addEventListener('drop', handle);
    window.addEventListener('dragleave', leave);
    return () => {
      window.removeEventListener('dragover', handle);
      window.removeEventListener('drop', handle);
      window.removeEventListener('dragleave', leave);
    };
  }, []);
  return over;
}
