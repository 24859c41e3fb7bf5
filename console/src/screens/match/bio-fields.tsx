import { Textarea } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { readDocument } from '../../api/documents.ts';
import { readProfileQuery } from '../../api/queries.ts';
import { useStore } from '../../api/store.ts';
import { DocumentDrop } from '../../parts/document-drop.tsx';
import { DocumentFacts } from '../../parts/document-facts.tsx';
import { ErrorNote } from '../../parts/error-note.tsx';
import { text } from '../../text/en.ts';
import { FoundFields } from './found-fields.tsx';
import { useMatchSearch } from './use-match-search.ts';
import { writtenText } from './written-text.ts';

const PAUSE_MS = 600;

/** A text that is read while it is written, or that of a document. Nothing of it is stored. */
export function BioFields() {
  const { domain = '' } = useMatchSearch().search;
  const bio = useStore(writtenText);
  const [settled] = useDebouncedValue(bio, PAUSE_MS);
  const isBlank = bio.trim() === '';
  const read = useQuery({
    ...readProfileQuery(domain, settled),
    placeholderData: keepPreviousData,
    enabled: settled.trim() !== '',
  });
  return (
    <>
      <Textarea
        label={text.match.bio}
        description={text.match.bioHint}
        placeholder={text.match.bioPlaceholder}
        value={bio}
        onChange={({ currentTarget }) => writtenText.set(currentTarget.value)}
        rows={6}
        maxLength={200_000}
      />
      <DocumentDrop
        send={(file, onSent) => readDocument({ domain, file }, onSent)}
        onRead={({ text: written }) => writtenText.set(written)}
        hint={text.match.bioDrop}
      >
        {(result, name) => <DocumentFacts name={name} facts={result.document} />}
      </DocumentDrop>
      {read.error && <ErrorNote error={read.error} onRetry={() => read.refetch()} />}
      {!isBlank && !read.error && (
        <FoundFields
          record={read.data?.read}
          text={read.data?.context ?? settled}
          busy={read.isFetching || bio !== settled}
        />
      )}
    </>
  );
}
