import { Autocomplete } from '@mantine/core';
import { useState } from 'react';
import { appendDocument } from '../../api/documents.ts';
import { queryClient } from '../../api/query-client.ts';
import { DocumentDrop } from '../../parts/document-drop.tsx';
import { Panel } from '../../parts/panel.tsx';
import { text } from '../../text/en.ts';
import { DocumentNote } from './document-note.tsx';
import styles from './document-panel.module.css';

interface Props {
  readonly userId: string;
  readonly domain: string;
  /** Whether the screen has the stored texts. */
  readonly showsTexts: boolean;
}

const SOURCES = ['upload', 'note', 'email', 'chat', 'transcript', 'event'];
const USUAL_SOURCE = 'upload';
const MAX_CHARACTERS = 64;

/** Adds a document to the person. The screen then shows which values were read, and where. */
export function DocumentPanel({ userId, domain, showsTexts }: Props) {
  const [source, setSource] = useState(USUAL_SOURCE);
  const person = { user_id: userId, domain, source: source.trim() || USUAL_SOURCE };
  return (
    <Panel title={text.document.title} lead={text.document.lead}>
      <div className={styles.stack}>
        <Autocomplete
          label={text.document.source}
          description={text.document.sourceHint}
          value={source}
          onChange={setSource}
          data={SOURCES}
          maxLength={MAX_CHARACTERS}
        />
        <DocumentDrop
          send={(file, onSent) => appendDocument({ ...person, file }, onSent)}
          onRead={() => showAgain(userId)}
          hint={text.document.drop}
        >
          {(result, name) => <DocumentNote name={name} result={result} showsText={showsTexts} />}
        </DocumentDrop>
      </div>
    </Panel>
  );
}

async function showAgain(userId: string): Promise<void> {
  const keys = [
    ['user', userId],
    ['user-export', userId],
    ['lost', userId],
  ];
  await Promise.all(keys.map((queryKey) => queryClient.invalidateQueries({ queryKey })));
}
