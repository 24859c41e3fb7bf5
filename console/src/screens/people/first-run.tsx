import upsertUser from 'counterpart-operation:upsertUser';
import { Button } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { ApiError } from 'counterpart-client';
import { client } from '../../api/client.ts';
import { ErrorNote } from '../../parts/error-note.tsx';
import { Panel } from '../../parts/panel.tsx';
import { words } from '../../parts/words.ts';
import { allows, useSession } from '../../shell/session-context.ts';
import { text } from '../../text/en.ts';
import { CallCode } from '../act/call-code.tsx';
import { chosenFile } from '../import/chosen-file.ts';
import { FileDrop } from '../import/file-drop.tsx';
import { startImport } from '../import/import-run.ts';
import type { PersonBody } from '../import/person-body.ts';
import { sourceOfSamples } from '../import/samples-source.ts';
import styles from './first-run.module.css';

/** The first page of an empty domain: a file, sample people, or a call of the application. */
export function FirstRun({ domain }: { readonly domain: string }) {
  const session = useSession();
  const navigate = useNavigate();
  const toImport = () => void navigate({ to: '/import', search: { domain } });
  const samples = useMutation({
    mutationFn: async () => (await client.users.samples(domain)).data as readonly PersonBody[],
    onSuccess: (people) => {
      void startImport(sourceOfSamples(domain, people, text.people.samplesName, session.tenant.id));
      toImport();
    },
  });
  const hasNone = samples.error instanceof ApiError && samples.error.code === 'not_found';
  return (
    <div className={styles.page}>
      <header>
        <h2>{text.people.firstTitle(words(domain))}</h2>
        <p>{text.people.firstLead}</p>
      </header>
      {allows(session, 'write') ? (
        <div className={styles.ways}>
          <Panel title={text.people.firstFile} lead={text.people.firstFileLead}>
            <FileDrop
              onFile={(file) => {
                chosenFile.set(file);
                toImport();
              }}
            />
          </Panel>
          <Panel title={text.people.firstSamples} lead={text.people.firstSamplesLead}>
            <Button loading={samples.isPending} onClick={() => samples.mutate()}>
              {text.people.firstSamples}
            </Button>
            {hasNone && <p role="status">{text.people.noSamples}</p>}
            {samples.error && !hasNone && (
              <ErrorNote error={samples.error} onRetry={() => samples.mutate()} />
            )}
          </Panel>
        </div>
      ) : (
        <p>{text.people.needsWrite}</p>
      )}
      <CallCode
        title={text.people.firstCode}
        lead={text.people.firstCodeLead}
        call={{ operation: upsertUser, body: { user_id: 'ana', domain, context: text.people.firstContext } }}
      />
    </div>
  );
}
