import { Skeleton } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import { useEffect, useState } from 'react';
import { schemasQuery } from '../../api/queries.ts';
import { useStore } from '../../api/store.ts';
import { DomainSelect } from '../../parts/domain-select.tsx';
import { ErrorNote } from '../../parts/error-note.tsx';
import { PageHead } from '../../parts/page-head.tsx';
import { Panel } from '../../parts/panel.tsx';
import { ScopeNote } from '../../parts/scope-note.tsx';
import { allows, useSession } from '../../shell/session-context.ts';
import { importText } from '../../text/en-import.ts';
import { chosenFile } from './chosen-file.ts';
import { FileDrop } from './file-drop.tsx';
import { FileFacts } from './file-facts.tsx';
import { FormPanel } from './form-panel.tsx';
import { importRun } from './import-run.ts';
import styles from './import-screen.module.css';
import type { Chosen } from './layout.ts';
import { MappedFile } from './mapped-file.tsx';
import { openFile } from './open-file.ts';
import { RunPanel } from './run-panel.tsx';
import { savedImportOf } from './saved-import.ts';

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
        <PageHead title={importText.title} />
        <RunPanel run={run} />
      </div>
    );
  const schema =
    schemas.data?.find(({ domain }) => domain === wanted) ??
    schemas.data?.find(({ domain }) => domain === 'dating') ??
    schemas.data?.[0];
  const toDomain = (domain: string) => void navigate({ search: { domain }, replace: true });
  return (
    <div className={styles.page}>
      <PageHead title={importText.title} lead={importText.lead} />
      {schemas.error && <ErrorNote error={schemas.error} onRetry={() => schemas.refetch()} />}
      <div className={styles.domain}>
        <DomainSelect schemas={schemas.data} value={schema?.domain} onChange={toDomain} />
      </div>
      {file === null && (
        <Panel title={importText.file}>
          <FileDrop onFile={chosenFile.set} />
        </Panel>
      )}
      {schemas.isPending && <Skeleton h={120} />}
      {file !== null && schema && (
        <OpenedFile
          key={`${numberOf(file)} ${schema.domain}`}
          file={file}
          schema={schema}
          domains={schemas.data?.map(({ domain }) => domain) ?? []}
          isChosen={wanted !== undefined}
          onDomain={toDomain}
        />
      )}
    </div>
  );
}

interface OpenedProps extends Pick<Parameters<typeof MappedFile>[0], 'file' | 'schema'> {
  /** Domains of the workspace. */
  readonly domains: readonly string[];
  /** Whether the domain was chosen. Else the known form of the file chooses it. */
  readonly isChosen: boolean;
  readonly onDomain: (domain: string) => void;
}

function OpenedFile({ file, schema, domains, isChosen, onDomain }: OpenedProps) {
  const { tenant } = useSession();
  const [saved] = useState(() => savedImportOf(tenant.id, file, schema.domain));
  const [chosen, setChosen] = useState<Chosen>(saved?.reading ?? {});
  const opened = useOpened(file, schema, chosen);
  const recognised = opened.data?.recognised ?? null;
  const other = recognised === null || isChosen ? schema.domain : recognised.form.domain;
  const isElsewhere = other !== schema.domain && domains.includes(other);
  useEffect(() => {
    if (isElsewhere) onDomain(other);
  }, [isElsewhere, other, onDomain]);
  return (
    <>
      <FileFacts file={file} opened={opened} chosen={chosen} onChange={setChosen} />
      {opened.data && recognised && (
        <FormPanel
          recognised={recognised}
          isUsed={opened.data.layout.form !== undefined}
          domain={schema.domain}
          domains={domains}
          onDomain={onDomain}
          onByColumns={(byColumns) => setChosen({ ...chosen, byColumns })}
        />
      )}
      {opened.data && (
        <MappedFile
          key={JSON.stringify([schema.domain, schema.version, opened.data.layout])}
          file={file}
          schema={schema}
          opened={opened.data}
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

/** How the file is read, and its first rows. */
function useOpened(file: File, schema: OpenedProps['schema'], chosen: Chosen) {
  return useQuery({
    queryKey: ['import-file', numberOf(file), schema.domain, schema.version, chosen],
    queryFn: () => openFile(file, schema, chosen),
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
  });
}
