import importDataset from 'counterpart-operation:importDataset';
import { Button, SegmentedControl } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import type { wire } from 'counterpart-client';
import { useState } from 'react';
import { queryClient } from '../../api/query-client.ts';
import { ErrorNote } from '../../parts/error-note.tsx';
import { Panel } from '../../parts/panel.tsx';
import { text } from '../../text/en.ts';
import { actText } from '../../text/en-act.ts';
import { ActPage } from './act-page.tsx';
import { CallCode } from './call-code.tsx';
import type { DatasetFile } from './dataset-file.ts';
import { DatasetFileField } from './dataset-file-field.tsx';
import { datasetOf } from './dataset-of.ts';
import { JobProgress } from './job-progress.tsx';
import styles from './operation-form.module.css';
import type { Choice } from './schema-field.tsx';
import { SchemaFields } from './schema-fields.tsx';
import { sendCall } from './send-call.ts';
import { type Sending, type Settings, sendDataset } from './send-dataset.ts';
import { useTyped } from './use-typed.ts';

const words = actText.importDataset;
const byRows = importDataset.bodies.find(({ properties }) => properties?.items !== undefined)!;
const byLocation = importDataset.bodies.find(({ properties }) => properties?.source_uri !== undefined)!;
const formats: readonly Choice[] = ['jsonl', 'parquet', 'csv', 'tsv'].map((value) => ({
  value,
  label: value.toUpperCase(),
}));

/** Imports a dataset from a file of this browser, or from a location that the operator allows. */
export function NewDatasetScreen() {
  const navigate = useNavigate();
  const [way, setWay] = useState<'file' | 'uri'>('file');
  const [file, setFile] = useState<DatasetFile>();
  const [sending, setSending] = useState<Sending>();
  const schema = way === 'file' ? byRows : byLocation;
  const form = useTyped(schema);
  const open = (datasetId: string) => {
    void queryClient.invalidateQueries({ queryKey: ['datasets'] });
    void navigate({ to: '/datasets/$datasetId', params: { datasetId } });
  };
  const sendFile = useMutation({
    mutationFn: (rows: DatasetFile) => sendDataset(form.body as Settings, rows, setSending),
    onSuccess: open,
  });
  const sendPlace = useMutation({ mutationFn: () => sendCall<wire.Job>(call) });
  const rows = file && { items: file.items.slice(0, 1), events: file.events.slice(0, 1) };
  const call = { operation: importDataset, body: { ...form.body, ...(way === 'file' && rows) } };
  const error = way === 'file' ? sendFile.error : sendPlace.error;
  const isBusy = sendFile.isPending || sendPlace.data !== undefined;
  const submit = () => {
    if (!form.check()) return;
    if (way === 'uri') sendPlace.mutate();
    else if (file && file.items.length > 0) sendFile.mutate(file);
  };
  return (
    <ActPage
      title={words.title}
      lead={words.lead}
      back={{ to: '/datasets', label: text.dataset.back }}
      side={
        <>
          {sendFile.isPending && sending && <FileProgress sending={sending} />}
          {sendPlace.data && (
            <Panel title={actText.job.title}>
              <JobProgress jobId={sendPlace.data.id} onDone={(job) => open(datasetOf(job))} />
            </Panel>
          )}
          <CallCode call={call} lead={way === 'file' ? words.codeLead : actText.codeLead} />
        </>
      }
    >
      <form
        className={styles.form}
        noValidate
        onSubmit={(event) => {
          event.preventDefault();
          submit();
        }}
      >
        <Panel title={words.ways} lead={way === 'file' ? words.fileLead : words.uriLead}>
          <div className={styles.form}>
            <SegmentedControl
              size="xs"
              aria-label={words.ways}
              value={way}
              onChange={(value) => setWay(value as typeof way)}
              data={[
                { value: 'file', label: words.file },
                { value: 'uri', label: words.uri },
              ]}
            />
            {way === 'file' && <DatasetFileField file={file} onFile={setFile} />}
            {way === 'file' && file?.items.length === 0 && <p className={styles.bad}>{words.noItems}</p>}
          </div>
        </Panel>
        <Panel title={words.about}>
          <SchemaFields schema={schema} form={form} shows={() => true} choices={{ format: formats }} />
        </Panel>
        {error && <ErrorNote error={error} />}
        <div className={styles.row}>
          <Button type="submit" loading={isBusy} disabled={way === 'file' && !file?.items.length}>
            {words.do}
          </Button>
        </div>
      </form>
    </ActPage>
  );
}

function FileProgress({ sending: { phase, sent, rows } }: { readonly sending: Sending }) {
  return (
    <Panel title={actText.job.title} lead={words.stay}>
      <p role="status">{phase === 'cutting' ? words.cutting : words.sending(sent, rows)}</p>
      <progress className={styles.bar} max={rows} value={sent} aria-label={actText.job.title} />
    </Panel>
  );
}
