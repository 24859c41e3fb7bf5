import { Button } from '@mantine/core';
import type { DocumentResult } from '../../api/documents.ts';
import { DocumentFacts } from '../../parts/document-facts.tsx';
import { capitalized, shownValue } from '../../parts/words.ts';
import { text } from '../../text/en.ts';
import styles from './document-panel.module.css';
import { textElementId } from './texts.tsx';

interface Props {
  readonly name: string;
  readonly result: DocumentResult;
  readonly showsText: boolean;
}

/** The fields that a document changed, and its conflicts and warnings. */
export function DocumentNote({ name, result, showsText }: Props) {
  const { fields_updated: fields, conflicts = [], warnings = [], deduplicated, document: read } = result;
  return (
    <>
      <DocumentFacts name={name} facts={read} />
      <ul className={styles.list}>
        {deduplicated && <li>{text.document.same}</li>}
        <li>
          {fields.length > 0
            ? text.document.taken(fields.map(capitalized).join(', '))
            : text.document.nothingTaken}
        </li>
        {conflicts.map(({ field, seen, kept }) => (
          <li key={`${field} ${JSON.stringify(seen)}`}>
            {text.document.conflict(capitalized(field), shownValue(seen), shownValue(kept))}
          </li>
        ))}
        {warnings.map(({ code, field, message }) => (
          <li key={`${code} ${field} ${message}`} className={styles.warn}>
            {message}
          </li>
        ))}
        <li>{read.kept ? text.document.kept : text.document.notKept}</li>
      </ul>
      {showsText && !deduplicated && (
        <div>
          <Button
            variant="default"
            size="xs"
            onClick={() => document.getElementById(textElementId(result.context_id))?.focus()}
          >
            {text.document.toText}
          </Button>
        </div>
      )}
    </>
  );
}
