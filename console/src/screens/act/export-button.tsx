import exportDataset from 'counterpart-operation:exportDataset';
import exportModel from 'counterpart-operation:exportModel';
import exportTokenizer from 'counterpart-operation:exportTokenizer';
import { Button, SegmentedControl } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import type { wire } from 'counterpart-client';
import { useState } from 'react';
import { shownBytes } from '../../parts/units.ts';
import { text } from '../../text/en.ts';
import { actText } from '../../text/en-act.ts';
import { CallDialog } from './call-dialog.tsx';
import type { Kind } from './dependents.ts';
import { DialogButton } from './dialog-button.tsx';
import { JobProgress } from './job-progress.tsx';
import { sendCall } from './send-call.ts';

const words = actText.export;
const bodies = {
  jsonl: { format: 'jsonl', compression: 'gzip' },
  parquet: { format: 'parquet' },
} as const;
type Format = keyof typeof bodies;

const calls = {
  dataset: { operation: exportDataset, body: {} },
  model: { operation: exportModel, body: {} },
  tokenizer: { operation: exportTokenizer, body: {} },
};

interface Props {
  readonly kind: Kind;
  readonly id: string;
  readonly name: string;
}

/** Makes a file of a thing and offers its download. A key without the scope sees no button. */
export function ExportButton(props: Props) {
  return (
    <DialogButton label={words.do} scope="data">
      {(onClose) => <ExportDialog {...props} onClose={onClose} />}
    </DialogButton>
  );
}

function ExportDialog({ kind, id, name, onClose }: Props & { readonly onClose: () => void }) {
  const [job, setJob] = useState<wire.Job>();
  const [format, setFormat] = useState<Format>('jsonl');
  const call = { ...calls[kind], ...(kind === 'dataset' && { body: bodies[format] }), at: [id] };
  const start = useMutation({ mutationFn: () => sendCall<wire.Job>(call) });
  const { download_url: url, bytes } = job?.result ?? {};
  return (
    <CallDialog
      title={words.title(name)}
      lead={words.lead}
      submit={words.do}
      call={call}
      state={start}
      onSubmit={() => start.mutate()}
      onClose={onClose}
      progress={start.data && <JobProgress jobId={start.data.id} onDone={setJob} />}
    >
      {kind === 'dataset' && start.data === undefined && (
        <SegmentedControl
          size="xs"
          aria-label={words.format}
          value={format}
          onChange={(value) => setFormat(value as Format)}
          data={Object.entries(words.formats).map(([value, label]) => ({ value, label }))}
        />
      )}
      {typeof url === 'string' && (
        <Button component="a" href={url} rel="noreferrer" download>
          {typeof bytes === 'number' ? words.download(shownBytes(bytes)) : text.jobs.download}
        </Button>
      )}
    </CallDialog>
  );
}
