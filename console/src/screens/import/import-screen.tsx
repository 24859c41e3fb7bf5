import { Skeleton } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import { useState } from 'react';
import { schemasQuery } from '../../api/queries.ts';
import { useStore } from '../../api/store.ts';
import { ErrorNote } from '../../parts/error-note.tsx';
import { PageHead } from '../../parts/page-head.tsx';
import { Panel } from '../../parts/panel.tsx';
import { ScopeNote } from '../../parts/scope-note.tsx';
import { allows, useSession } from '../../shell/session-context.ts';
import { text } from '../../text/en.ts';
import { DomainSelect } from '../people/domain-select.tsx';
import { chosenFile } from './chosen-file.ts';
import { FileDrop } from './file-drop.tsx';
import { FileFacts } from './file-facts.tsx';
import { importRun } from './import-run.ts';
import styles from './import-screen.module.css';
import { MappedFile } from './mapped-file.tsx';
import { RunPanel } from './run-panel.tsx';
import { savedImportOf } from './saved-import.ts';
import { type Chosen, sniffFile } from './sniff-file.ts';

const route = getRouteApi('/import');

/** A file of people: the targets of its columns, a preview, a check, and the upload with its rejects. */
export function ImportScreen() {
  const session = useSession();
  const { domain: wanted } = route.useSearch();
  const navigate = route.useNavigate();
  const mayImport = allows(session, 'write') && allows(session, 'read');
  const schemas = useQuery({ ...schemasQuery, enabled: mayImport });
  const file = useStore(chosenFile);
  const run = useStore(importRun);
  if (!mayImport) return <ScopeNote scope={allows(session, 'write') ? 'read' : 'write'} />;
  if (run !== null && run.source.tenant === session.tenant.id)
    return (
      <div className={styles.page}>
        <PageHead title={text.import.title} />
        <RunPanel run={run} />
      </div>
    );
  const schema =
    schemas.data?.find(({ domain }) => domain === wanted) ??
    schemas.data?.find(({ domain }) => domain === 'dating') ??
    schemas.data?.[0];
  return (
    <div className={styles.page}>
      <PageHead title={text.import.title} lead={text.import.lead} />
      {schemas.error && <ErrorNote error={schemas.error} onRetry={() => schemas.refetch()} />}
      <div className={styles.domain}>
        <DomainSelect
          schemas={schemas.data}
          value={schema?.domain}
          onChange={(domain) => void navigate({ search: { domain }, replace: true })}
        />
      </div>
      {file === null && (
        <Panel title={text.import.file}>
          <FileDrop onFile={chosenFile.set} />
        </Panel>
      )}
      {schemas.isPending && <Skeleton h={120} />}
      {file !== null && schema && (
        <OpenedFile key={`${numberOf(file)} ${schema.domain}`} file={file} schema={schema} />
      )}
    </div>
  );
}

type OpenedProps = Pick<Parameters<typeof MappedFile>[0], 'file' | 'schema'>;

function OpenedFile({ file, schema }: OpenedProps) {
  const { tenant } = useSession();
  const [saved] = useState(() => savedImportOf(tenant.id, file, schema.domain));
  const [chosen, setChosen] = useState<Chosen>(saved?.reading ?? {});
  const sniffed = useSniffed(file, chosen);
  return (
    <>
      <FileFacts file={file} sniffed={sniffed} chosen={chosen} onChange={setChosen} />
      {sniffed.data && (
        <MappedFile
          key={JSON.stringify([schema.domain, schema.version, sniffed.data.layout])}
          file={file}
          schema={schema}
          sniffed={sniffed.data}
          saved={saved}
        />
      )}
    </>
  );
}

const numbers = new WeakMap<File, number>();
let last = 0;

/** A number for each file that was chosen: names and sizes may be equal. */
function numberOf(file: File): number {
  const known = numbers.get(file) ?? ++last;
  numbers.set(file, known);
  return known;
}

/** The guesses from the beginning of a file. */
function useSniffed(file: File, chosen: Chosen) {
  return useQuery({
    queryKey: ['import-file', numberOf(file), chosen],
    queryFn: () => sniffFile(file, chosen),
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
  });
}
