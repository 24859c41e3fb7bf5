import { useMutation } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import type { OnSent } from '../api/documents.ts';
import { text } from '../text/en.ts';
import styles from './document-drop.module.css';
import { DropZone } from './drop-zone.tsx';
import { ErrorNote } from './error-note.tsx';
import { SendingNote } from './sending-note.tsx';

interface Props<Result> {
  readonly send: (file: File, onSent: OnSent) => Promise<Result>;
  /** Called with the answer, which is shown once a promise that it returns has resolved. */
  readonly onRead: (result: Result) => unknown;
  readonly hint: string;
  readonly children: (result: Result, name: string) => ReactNode;
}

const FILES = '.pdf,.docx,.html,.htm,.xhtml,.md,.markdown,.tex,.json,.jsonld,.txt,.text';

/** A place for a document: its sending, then what was read or why it was refused. */
export function DocumentDrop<Result>({ send, onRead, hint, children }: Props<Result>) {
  const [sent, setSent] = useState(0);
  const sending = useMutation({
    mutationFn: (file: File) => send(file, setSent),
    onMutate: () => setSent(0),
    onSuccess: onRead,
    gcTime: 0,
  });
  const { data: result, variables: file } = sending;
  return (
    <>
      <DropZone
        onFile={(chosen) => sending.mutate(chosen)}
        label={text.document.choose}
        hint={hint}
        accept={FILES}
        variant="light"
        busy={sending.isPending}
      />
      <div role="status" className={styles.status}>
        {sending.isPending && file && <SendingNote file={file} share={sent} />}
        {result && file && children(result, file.name)}
      </div>
      {sending.error && <ErrorNote error={sending.error} />}
    </>
  );
}
